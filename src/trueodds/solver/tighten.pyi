from numpy import float64, int8, int32, int64, uint8
from numpy.typing import NDArray

def tighten(
    seats: NDArray[int8],
    first_move: NDArray[int64],
    first_outcome: NDArray[int64],
    targets: NDArray[int32],
    numbers: NDArray[int32],
    chances: NDArray[float64],
    end_numbers: NDArray[int32],
    gains: NDArray[float64],
    members: NDArray[int64],
    first_member: NDArray[int64],
    places: NDArray[int32],
    offsets: NDArray[int64],
    sums: NDArray[float64],
    inner: NDArray[int32],
    inner_chances: NDArray[float64],
    values: NDArray[float64],
    worths: NDArray[float64],
    bounds: NDArray[float64],
    left: NDArray[uint8],
    unit: float,
    margin: float,
    largest: float,
    state: NDArray[int64],
    changes: NDArray[float64],
    budget: int,
) -> bool: ...
def find_levels(
    rows: NDArray[int64],
    targets: NDArray[int32],
    members: NDArray[int64],
    first_member: NDArray[int64],
    label: NDArray[int64],
    levels: NDArray[int32],
) -> None: ...
