"""`python -m praefectus.cli` is the `praefectus` command."""

from praefectus.cli import main

main()
