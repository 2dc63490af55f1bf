"""Find the amount of memory that this process may still use, and reject computations that need more."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

_UNKNOWN = 4 << 30  # bytes assumed to be available if the system reports nothing
_SMALL = 16 << 20  # bytes; less than the interpreter and numpy use, so reading the system's files is not worthwhile


def require_memory(needed: int, what: str, fits: Callable[[int], str] | None = None) -> None:
    """Raise MemoryError for a computation that needs more memory than is available.

    `needed` is an estimate in bytes, and `what` names the computation. `fits` maps the number of available bytes to a
    description of a computation that would fit.
    """
    if needed <= _SMALL:
        return
    available = find_available_memory()
    if needed > available:
        line = f"{what}: about {format_bytes(needed)} of memory is needed, and {format_bytes(available)} is free"
        raise MemoryError(f"{line}; {fits(available)} would fit" if fits else line)


def find_available_memory(root: str | os.PathLike[str] = "/") -> int:
    """Return how many bytes of memory this process may still use without harming other processes.

    The result is Linux's estimate or, if less, the memory left below the limit of a control group (container,
    batch job) that contains this process; if neither is known, it is the size of the physical memory (4 GiB if this is
    unknown). `root` holds the folders ``proc`` and ``sys``.
    """
    limits = [*_free(Path(root)), *_left_by_groups(Path(root))]
    return max(0, min(limits)) if limits else _physical()


def _free(root: Path) -> Iterator[int]:
    """Yield Linux's estimate of the memory available without swapping, including caches that it would release."""
    for line in _lines(root / "proc/meminfo"):
        name, _, size = line.partition(":")
        if name == "MemAvailable":
            yield 1024 * int(size.split()[0])


def _left_by_groups(root: Path) -> Iterator[int]:
    """Yield the memory left in each control group (version 1 or 2) that limits this process, innermost first."""
    groups = root / "sys/fs/cgroup"
    for line in _lines(root / "proc/self/cgroup"):
        _, controllers, path = line.split(":", 2)
        # Inside a container, the path may be the path on the host, while the container's group is mounted at the top.
        inner = PurePosixPath(path.lstrip("/"))
        for folder in (inner, *inner.parents):
            if not controllers:
                yield from _left(groups / folder, "memory.max", "memory.current", "inactive_file")
            elif "memory" in controllers.split(","):
                names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
                yield from _left(groups / "memory" / folder, *names)


def _left(group: Path, limit: str, used: str, cache: str) -> Iterator[int]:
    """Yield a group's limit, if any, minus the memory in use, not counting file pages that the kernel can drop."""
    limits, uses = _lines(group / limit), _lines(group / used)
    if not limits or not uses or limits[0] == "max":
        return
    droppable = sum(int(line.split()[1]) for line in _lines(group / "memory.stat") if line.startswith(f"{cache} "))
    yield int(limits[0]) - int(uses[0]) + droppable


def _lines(path: Path) -> list[str]:
    """Return the lines of a kernel file, or an empty list if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _physical() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN


def format_bytes(count: int) -> str:
    """Return a number of bytes in a unit that suits its size, such as ``3.0 GiB``."""
    if count < 1024:
        return f"{count} byte{'s' * (count != 1)}"
    if count >= 1 << 90:
        return "1000 YiB or more"
    power = (count.bit_length() - 1) // 10
    return f"{(count >> 10 * (power - 1)) / 1024:.1f} {'KMGTPEZY'[power - 1]}iB"
