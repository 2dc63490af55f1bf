from numpy import int32, uint16
from numpy.typing import NDArray

def longest_paths(
    kind: NDArray[uint16],
    k_of: NDArray[int32],
    l_of: NDArray[int32],
    exponent: NDArray[int32],
    larger: int,
    smaller: int,
    reach: int,
    equal: NDArray[int32],
    trailing: int,
    leading: int,
    last: NDArray[int32],
) -> None: ...
def classify(
    first: NDArray[uint16],
    second: NDArray[uint16],
    kind: NDArray[uint16],
    k_of: NDArray[int32],
    l_of: NDArray[int32],
) -> tuple[int, int]: ...
