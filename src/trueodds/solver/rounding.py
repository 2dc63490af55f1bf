"""Convert exact numbers to the nearest float, or to a float on a given side."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray


def round_nearest(number: Any) -> float:
    """Return the nearest float; `float` of a long fraction may not be the nearest one."""
    return int(number.numerator) / int(number.denominator)


def round_outward(number: Any, towards: float) -> float:
    """Return a float near an exact number, not below it if `towards` is inf, and not above it if `towards` is -inf."""
    try:
        about = float(number)
    except OverflowError:
        huge = math.inf if number > 0 else -math.inf
        return huge if huge == towards else math.nextafter(huge, towards)
    return about if mpq(about) == number else math.nextafter(about, towards)


def find_power_above(number: Any) -> int:
    """Return an e with 2^e ≥ `number`: the least such e, or the next one; return 0 if the number is 0."""
    return 0 if number == 0 else int(number.numerator.bit_length() - (number.denominator.bit_length() - 1))


def scale_bounds(
    low: NDArray[np.float64], high: NDArray[np.float64], unit: Any
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return `low` and `high` times `unit` (a power of two), rounded outward; infinite bounds stay infinite."""
    exponent = find_power_above(unit) - 1

    def times(bounds: NDArray[np.float64], towards: float) -> NDArray[np.float64]:
        with np.errstate(over="ignore", under="ignore"):
            scaled = np.ldexp(bounds, exponent)
            exact = np.ldexp(scaled, -exponent) == bounds  # false if the product overflows or loses bits as a subnormal
            return np.where(exact, scaled, np.nextafter(scaled, towards))

    return times(low, -math.inf), times(high, math.inf)
