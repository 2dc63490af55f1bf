"""Find how much memory this process may still use, and refuse computations that need more."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

_UNKNOWN = 4 << 30  # bytes, if the system reports nothing
_SMALL = 16 << 20  # bytes, less than the interpreter and numpy use: not worth reading the system's files


def require_memory(needed: int, what: str, fits: Callable[[int], str] | None = None) -> None:
    """Raise MemoryError, before any memory is allocated, for a computation that would not fit.

    `needed` is the estimate in bytes; `what` names the computation, with the sizes that make it large. If `fits` is
    given, it turns the available bytes into a description of what would fit, which ends the message.
    """
    if needed <= _SMALL:
        return
    available = memory_available()
    if needed > available:
        line = f"{what}: about {readable_bytes(needed)} of memory needed, {readable_bytes(available)} free"
        raise MemoryError(f"{line}; {fits(available)} would fit" if fits else line)


def memory_available(root: str | os.PathLike[str] = "/") -> int:
    """Return the bytes of memory that this process may still use without harming other processes.

    That is the kernel's estimate or, if less, what is left below the limit of a control group (container, batch job)
    that contains this process. Where the kernel reports neither, it is the memory of the machine; where the system
    reports nothing, 4 GiB. `root` holds the folders ``proc`` and ``sys``.
    """
    known = [*_free(Path(root)), *_left_by_groups(Path(root))]
    return max(0, min(known)) if known else _physical()


def _free(root: Path) -> Iterator[int]:
    """Yield the kernel's estimate of what could be taken without swapping, including caches that it would release."""
    for line in _lines(root / "proc/meminfo"):
        name, _, size = line.partition(":")
        if name == "MemAvailable":
            yield 1024 * int(size.split()[0])


def _left_by_groups(root: Path) -> Iterator[int]:
    """Yield what is left in each control group (version 1 or 2) that contains this process, up to the outermost."""
    groups = root / "sys/fs/cgroup"
    for line in _lines(root / "proc/self/cgroup"):
        _, controllers, path = line.split(":", 2)
        # Inside a container the path may be that of the host, and its own group is mounted at the top.
        inner = PurePosixPath(path.lstrip("/"))
        for folder in (inner, *inner.parents):
            if not controllers:
                yield from _left(groups / folder, "memory.max", "memory.current", "inactive_file")
            elif "memory" in controllers.split(","):
                names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
                yield from _left(groups / "memory" / folder, *names)


def _left(group: Path, limit: str, used: str, cache: str) -> Iterator[int]:
    """Yield a group's limit, if any, minus its use, not counting file pages that the kernel can drop."""
    limits, uses = _lines(group / limit), _lines(group / used)
    if not limits or not uses or limits[0] == "max":
        return
    droppable = sum(int(line.split()[1]) for line in _lines(group / "memory.stat") if line.startswith(f"{cache} "))
    yield int(limits[0]) - int(uses[0]) + droppable


def _lines(path: Path) -> list[str]:
    """Return the lines of a kernel file; none if it does not exist."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _physical() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN


def readable_bytes(count: int) -> str:
    """Return a number of bytes in a unit that suits its size, such as ``3.0 GiB``."""
    if count < 1024:
        return f"{count} bytes"
    if count >= 1 << 90:
        return "1000 YiB or more"
    power = (count.bit_length() - 1) // 10
    return f"{(count >> 10 * (power - 1)) / 1024:.1f} {'KMGTPEZY'[power - 1]}iB"
