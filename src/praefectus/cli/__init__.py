"""The `praefectus` command: one module a sub-command."""


def main() -> None:
    """Run the command line."""
