from numpy import int32, int64, uint16
from numpy.typing import NDArray

def longest_paths(
    kind: NDArray[uint16],
    k_of: NDArray[int32],
    l_of: NDArray[int32],
    added: NDArray[int32],
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
def count_runs(kind: NDArray[uint16], larger: int, smaller: int, first: NDArray[int64]) -> None: ...
def find_runs(
    kind: NDArray[uint16],
    k_of: NDArray[int32],
    l_of: NDArray[int32],
    larger: int,
    smaller: int,
    first: NDArray[int64],
    row: NDArray[int32],
    kind_of: NDArray[uint16],
) -> tuple[int, int, int] | None: ...
