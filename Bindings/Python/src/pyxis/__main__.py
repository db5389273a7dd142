"""`python -m pyxis` is the command line."""

from pyxis.cli import main

if __name__ == "__main__":
    main()
