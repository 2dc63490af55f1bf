from numpy import int32, int64, uint8
from numpy.typing import NDArray

def peel(
    kept: NDArray[uint8],
    stays: NDArray[uint8],
    left: NDArray[int32],
    owner: NDArray[int32],
    first_user: NDArray[int64],
    users: NDArray[int32],
    thrown: NDArray[int32],
    waiting: int,
) -> None: ...
