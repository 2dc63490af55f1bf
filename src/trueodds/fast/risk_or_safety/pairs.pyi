from numpy import float64, int8, int64
from numpy.typing import NDArray

def solve_sum(
    total: int,
    p_min: NDArray[float64],
    p_max: NDArray[float64],
    s: NDArray[int8],
    rows: NDArray[int64],
    bases: NDArray[int64],
    larger: int,
    smaller: int,
    power: NDArray[float64],
    rest: NDArray[float64],
    bounds: NDArray[float64],
    banks: NDArray[float64],
) -> None: ...
