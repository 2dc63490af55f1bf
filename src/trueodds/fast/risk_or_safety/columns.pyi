from typing import Literal, overload

from numpy import float64, int32, uint16
from numpy.typing import NDArray

FUSED: bool
DONE: int
UNDECIDED: int
FAULT: int
PAUSED: int

def exact_sum(a: float, b: float) -> tuple[float, float]: ...
def exact_product(a: float, b: float) -> tuple[float, float]: ...
@overload
def calculate(a: tuple[float, float, int], sign: Literal["<"], b: tuple[float, float, int]) -> bool: ...
@overload
def calculate(
    a: tuple[float, float, int], sign: Literal["+", "*", "/"], b: tuple[float, float, int]
) -> tuple[float, float, int]: ...
def scale(a: float, n: int) -> float: ...

class Columns:
    equal: NDArray[float64]
    ring: NDArray[float64]
    scales: NDArray[int32]
    present: NDArray[float64]
    present_scales: NDArray[int32]
    m: int
    column: int
    row: int
    def __init__(
        self,
        n: int,
        m: int,
        fair: bool,
        tables: tuple[NDArray[float64], NDArray[float64], NDArray[int32], NDArray[float64], NDArray[float64]],
        kept: int,
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
