from collections.abc import Sequence
from typing import Any

from numpy import int32, int64, uint8, uint16, uint32
from numpy.typing import NDArray

WIDTH: int
FORMS: tuple[str, ...]

class Runs:
    given: tuple[Any, ...]
    kinds: int
    def __init__(
        self,
        first: NDArray[int64],
        row: NDArray[int32],
        kind: NDArray[uint16],
        k_of: NDArray[int32],
        l_of: NDArray[int32],
        even: NDArray[uint8],
        larger: int,
        smaller: int,
        reach: int,
        cross: int,
        wide: int,
        top: int,
        bottom: int,
    ) -> None: ...
    def forward(
        self, primes: Sequence[int], equal: NDArray[uint32], last: NDArray[uint32], form: int = -1
    ) -> bytes: ...
    def push(
        self,
        primes: Sequence[int],
        trailing: int,
        leading: int,
        toss: bool,
        edge: NDArray[uint32],
        won: NDArray[uint32],
        form: int = -1,
    ) -> bytes: ...
    def useless_primes(self, primes: Sequence[int]) -> bytes: ...

def scale(
    values: NDArray[uint32], limbs: NDArray[uint32], first: NDArray[int64], primes: NDArray[uint32], form: int = -1
) -> None: ...
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
