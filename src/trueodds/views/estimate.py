"""What a computation will take, as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.memory import readable_bytes

_PLACES = {"one": "one process here", "cores": "the cores here", "workers": "workers"}


def estimate_lines(told: Mapping[str, Any]) -> list[str]:
    """The lines that tell an estimate, given as `runtime.estimate.Estimate.to_json` gives it."""
    lines = [told["what"]]
    if told["stages"]:
        width = max(len(stage["name"]) for stage in told["stages"])
        for stage in told["stages"]:
            chunks = f"{stage['chunks']:,} chunk{'s' * (stage['chunks'] != 1)}"
            place = _PLACES[stage["place"]]
            lines.append(f"  {stage['name']:<{width}}  {readable_seconds(stage['seconds']):>10}  {chunks:>14}  {place}")
        one, workers = readable_seconds(told["core_seconds"]), told["workers"]
        lines.append(f"of one core: {one}, {told['core_seconds'] / 3600:.3g} core-hours")
        known = f"{workers:,} worker{'s' * (workers != 1)}"
        lines.append(f"from begin to end on {known}: {readable_seconds(told['seconds'])}")
    if told["memory"] is not None:
        fits = "fits" if told["fits"] else "does NOT fit, and would be refused"
        free = readable_bytes(told["memory_free"])
        lines.append(f"memory of this process: {readable_bytes(told['memory'])}, {free} are free: {fits}")
    if told["worker_memory"] is not None:
        lines.append(f"memory of a worker: {readable_bytes(told['worker_memory'])}, besides Python")
    if told["sent_once"]:
        lines.append(f"to each worker once: {readable_bytes(told['sent_once'])}")
    for stage in told["stages"]:
        if stage["back"]:
            there, back = readable_bytes(stage["sent"]), readable_bytes(stage["back"])
            lines.append(f"{stage['name']}: {there} to a worker for a chunk, {back} back")
    lines += told["notes"]
    if told["measured"]:
        lines.append(f"measured now: {told['measured']}")
    return lines


def readable_seconds(seconds: float) -> str:
    """A time for people.

    Examples
    --------
    >>> [readable_seconds(number) for number in (0.004, 3, 400, 40_000, 1e7, 1e9)]
    ['0.0040 s', '3.0 s', '6.7 min', '11 h', '116 days', '32 years']
    """
    if seconds < 120:
        return f"{seconds:.2g} s" if 10 <= seconds < 99.5 else f"{seconds:.{1 if seconds >= 1 else 4}f} s"
    for size, name in ((60, "min"), (3600, "h"), (86400, "days")):
        if seconds < {60: 7200, 3600: 172_800, 86400: 365 * 86400}[size]:
            number = seconds / size
            return f"{number:.1f} {name}" if number < 10 else f"{number:.0f} {name}"
    return f"{seconds / (365.25 * 86400):,.0f} years"
