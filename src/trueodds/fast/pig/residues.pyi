from numpy import int32, int64, uint32
from numpy.typing import NDArray

WIDTH: int

def compute_values(
    primes: NDArray[uint32],
    limbs: NDArray[uint32],
    first: NDArray[int64],
    turn_first: NDArray[int32],
    kinds: NDArray[int32],
    pair_kinds: NDArray[int32],
    read_first: NDArray[int64],
    read: NDArray[int32],
    wanted: NDArray[int32],
    found: NDArray[uint32],
    vectors: bool = True,
) -> None: ...
