from numpy import int32, int64, uint8
from numpy.typing import NDArray

def scan(
    text: NDArray[uint8],
    gaps: NDArray[uint8],
    whole: NDArray[int64],
    which: NDArray[int32],
    lines: NDArray[int64],
    words: list[dict[bytes, int]],
) -> tuple[int, int, int, int, int]: ...
def scan_drn(
    text: NDArray[uint8],
    first_move: NDArray[int64],
    first_outcome: NDArray[int64],
    targets: NDArray[int64],
    states: NDArray[int32],
    moves: NDArray[int32],
    which: NDArray[int32],
    words: list[dict[bytes, int]],
    counts: NDArray[int64],
) -> int: ...
