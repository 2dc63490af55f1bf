"""How much memory this machine has, and numbers of bytes for people."""

from __future__ import annotations

import itertools
import os


def memory_available() -> int:
    """Bytes of memory that this machine has; 4 GiB where it does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 4 << 30


def readable_bytes(count: int) -> str:
    """A number of bytes for people.

    Examples
    --------
    >>> readable_bytes(3 * 2**30), readable_bytes(10**40)
    ('3.0 GiB', '8.3e+15 YiB')
    """
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB"):
        if count < 1024 * 1024:
            return f"{count / 1024:.1f} {_NEXT[unit]}" if count >= 1024 else f"{count} {unit}"
        count //= 1024
    return f"{count:.2g} YiB" if count < 1 << 900 else "far more than 10^270 YiB"


_NEXT = dict(itertools.pairwise(("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB")))
