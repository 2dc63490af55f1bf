"""`python -m trueodds` is `trueodds`."""

from .cli import main

main()
