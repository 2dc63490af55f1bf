from collections.abc import Sequence
from typing import Any

from numpy import int32, int64, uint16, uint32
from numpy.typing import NDArray

WIDTH: int
FORMS: tuple[str, ...]

class Runs:
    given: tuple[Any, ...]
    def __init__(
        self,
        first: NDArray[int64],
        row: NDArray[int32],
        kind: NDArray[uint16],
        k_of: NDArray[int32],
        l_of: NDArray[int32],
        larger: int,
        smaller: int,
        reach: int,
        cross: int,
        wide: int,
        top: int,
        bottom: int,
    ) -> None: ...
    def forward(self, primes: Sequence[int], form: int = -1) -> NDArray[uint32]: ...
    def push(
        self, primes: Sequence[int], trailing: int, leading: int, toss: bool, form: int = -1
    ) -> NDArray[uint32]: ...
    def useless_primes(self, primes: Sequence[int]) -> bytes: ...
    def find_multiplicities(
        self, kind: NDArray[uint16], added: NDArray[int32], back: int, trailing: int, leading: int
    ) -> tuple[NDArray[int32], NDArray[int32]]: ...

def scale(
    values: NDArray[uint32], limbs: NDArray[uint32], first: NDArray[int64], primes: NDArray[uint32], form: int = -1
) -> None: ...
def find_runs(
    first: NDArray[uint16], second: NDArray[uint16], heads: Any
) -> tuple[Runs, NDArray[uint16], int] | None: ...
