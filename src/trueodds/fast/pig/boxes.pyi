from numpy import float64, uint8
from numpy.typing import NDArray

def row(
    i: int,
    smaller: int,
    sides: int,
    values: NDArray[float64],
    other_values: NDArray[float64],
    states: NDArray[uint8],
    other_states: NDArray[uint8],
    work: NDArray[float64],
    same: bool,
) -> tuple[int, float, tuple[int, int, int]]: ...
