"""Run the program, as `trueodds` or `python -m trueodds`, and handle Ctrl-C."""

from __future__ import annotations

import sys
from typing import NoReturn

from .runtime.interrupts import check_interrupt, install, is_interrupted, leave, report_interrupt
from .runtime.streams import replace_closed_streams


def main() -> NoReturn:
    """Run the command line and exit."""
    replace_closed_streams()
    install()
    try:
        from .cli import run

        check_interrupt()  # Python may have dropped a KeyboardInterrupt during the import
        status = run()
        leave()
    except (KeyboardInterrupt, Exception):
        if not is_interrupted():
            raise
        leave()
        status = report_interrupt()
        # Ctrl-C during an `exec`, such as those of dataclasses, sets a flag that makes `python -m` end by SIGINT.
        exec("")  # clears the flag
    sys.exit(status)


if __name__ == "__main__":
    main()
