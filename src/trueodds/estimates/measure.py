"""How the time of a computation grows with its size: measured at small sizes for a second or two, and continued."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import NamedTuple

_BUDGET = 1.5  # seconds of processor time for all sizes measured, about; the last of them are measured twice
_SHORT = 0.003  # seconds: below that, the clock and first imports say more than the size
_STEP = 1.35  # from one size to the next
_KNOWN = 4  # times as quick again: the answer was kept, and its time says nothing
_LAST = 3  # sizes that say how it grows


class Growth(NamedTuple):
    """What was measured.

    Attributes
    ----------
    sizes : list of int
        In increasing order.
    seconds : list of float
        Processor time at each.
    rise : float
        By how much the exponent grows while the size grows e times, beyond what was measured.
    """

    sizes: list[int]
    seconds: list[float]
    rise: float = 0.0

    @property
    def exponent(self) -> float:
        """e, if the last times grow like size^e.

        Examples
        --------
        >>> Growth([10, 20, 40], [1.0, 8.0, 64.0]).exponent
        3.0
        """
        points = [
            (math.log(size), math.log(spent))
            for size, spent in zip(self.sizes[-_LAST:], self.seconds[-_LAST:], strict=True)
            if spent > _SHORT
        ]
        if len(points) < 2:
            return 1.0
        mean_x, mean_y = (math.fsum(part) / len(points) for part in zip(*points, strict=True))
        spread = math.fsum((x - mean_x) ** 2 for x, _ in points)
        slope = math.fsum((x - mean_x) * (y - mean_y) for x, y in points) / spread
        return round(max(0.0, slope), 3)

    def at(self, size: int) -> float:
        """Seconds at a size: as measured, between two that were, or as it goes on from the largest.

        Examples
        --------
        >>> found = Growth([10, 20, 40], [1.0, 8.0, 64.0])
        >>> found.at(20), round(found.at(80)), round(found.at(28)), round(found._replace(rise=0.6).at(80))
        (8.0, 512, 22, 591)
        """
        if size >= self.sizes[-1]:
            folds = math.log(size / self.sizes[-1])
            return self.seconds[-1] * math.exp(folds * (self.exponent + folds * self.rise / 2))
        below = max((at for at, own in enumerate(self.sizes) if own <= size), default=0)
        if self.sizes[below] >= size or self.seconds[below] <= 0 or self.seconds[below + 1] <= 0:
            return self.seconds[below]
        (x, y), (left, right) = self.sizes[below : below + 2], self.seconds[below : below + 2]
        return left * math.pow(right / left, math.log(size / x) / math.log(y / x))


def measure(run: Callable[[int], object], size: int, budget: float = _BUDGET) -> Growth:
    """Measure a computation at sizes up to one, as long as it takes no more than a second or two.

    Parameters
    ----------
    run : callable
        Computes at a size; ValueError where there is no such size.
    size : int
        The largest, from 1; it is measured itself if that is quick.
    budget : float
        Seconds of processor time, about.

    Raises
    ------
    ValueError
        There is no size up to this one.
    """
    wanted = sorted({size, *(math.ceil(size / _STEP**step) for step in range(200))})
    found = Growth([], [])
    spent = 0.0
    error: ValueError | None = None
    for at, own in enumerate(wanted):
        if found.seconds and spent + 2 * _STEP * found.seconds[-1] > budget:
            break
        if found.seconds and found.seconds[-1] < _SHORT / 4 and own != size and at % 4:
            continue  # too quick to tell anything
        try:
            seconds = time_once(run, own)
        except ValueError as refusal:
            error = refusal
            continue
        if not found.seconds:  # the first has opened modules
            seconds = time_once(run, own)
        found.sizes.append(own)
        found.seconds.append(seconds)
        spent += seconds
    if not found.sizes:
        raise error or ValueError(f"nothing could be measured up to size {size}")
    for at, own in list(enumerate(found.sizes))[-_LAST:]:  # once more: others use the machine, and the least counts
        again = time_once(run, own)
        if again > found.seconds[at] / _KNOWN:
            found.seconds[at] = min(found.seconds[at], again)
    return found


def time_once(run: Callable[[int], object], size: int) -> float:
    """Seconds of processor time that a computation takes, of all threads together."""
    began = time.process_time()
    run(size)
    return time.process_time() - began
