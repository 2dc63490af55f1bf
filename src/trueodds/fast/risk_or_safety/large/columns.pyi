from numpy import float64, int32, int64, intp, uint8, uint16
from numpy.typing import NDArray

FUSED: bool
DONE: int
UNDECIDED: int
FAULT: int
PAUSED: int
WIDE_FLOATS: int

class Columns:
    m: int
    column: int
    row: int
    def __init__(
        self,
        n: int,
        m: int,
        fair: bool,
        power: NDArray[float64],
        power_low: NDArray[float64],
        power_scale: NDArray[int32],
        rest: NDArray[float64],
        rest_low: NDArray[float64],
        ring: NDArray[float64],
        ring_scale: NDArray[int32],
        column: NDArray[float64],
        column_scale: NDArray[int32],
        column_at: NDArray[intp],
        all_in: NDArray[uint8],
        equal: NDArray[float64],
        band: NDArray[float64] | None = ...,
        band_first: NDArray[int64] | None = ...,
        band_last: NDArray[int64] | None = ...,
        error: float = ...,
        fused: bool = ...,
    ) -> None: ...
    def run(self, moves: NDArray[uint16], leads: NDArray[uint16], first: int, last: int) -> int: ...
    def decide(self, k: int, l: int) -> None: ...
    @property
    def guess(self) -> tuple[int, int]: ...
    @property
    def candidates(self) -> tuple[list[int] | None, list[int] | None]: ...
    @property
    def last(self) -> tuple[tuple[float, float, int], tuple[float, float, int]]: ...
    @property
    def decided(self) -> tuple[int, int, int]: ...
    @property
    def gaps(self) -> tuple[tuple[float, int, int], tuple[float, int, int]]: ...
    @property
    def error(self) -> float: ...
