"""The commands of the training; see docs/training.md."""

import sys

if __name__ == "__main__":
    try:
        from praefectus.training.commands import main
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("praefectus"):
            raise
        sys.exit(f"training needs {error.name}: pip install {error.name}")
    main()
