"""Two coins: the value as a function of p, coin A's probability of heads.

>>> import trueodds
>>> trueodds.two_coins.compute_curve_points(flips=4, points=3)
[(mpq(0,1), mpq(1,2)), (mpq(1,2), mpq(9,16)), (mpq(1,1), mpq(1,1))]
"""

from .research.two_coins_curve import compute_curve, compute_curve_points

__all__ = ["compute_curve", "compute_curve_points"]
