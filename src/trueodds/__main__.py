"""The program `trueodds`, also `python -m trueodds`: answers Ctrl-C from the first import to the last line."""

from __future__ import annotations

import sys
from typing import NoReturn

from .runtime.interrupts import install, is_interrupted, leave, tell_interrupt


def main() -> NoReturn:
    """Run the command line and exit."""
    install()
    try:
        from .cli import answer

        status = answer()
        leave()
    except (KeyboardInterrupt, Exception):
        if not is_interrupted():
            raise
        leave()
        status = tell_interrupt()
    sys.exit(status)


if __name__ == "__main__":
    main()
