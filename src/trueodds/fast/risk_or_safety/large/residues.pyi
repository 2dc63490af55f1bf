from numpy import int32, int64, uint8, uint16, uint32
from numpy.typing import NDArray

WIDTH: int
FORMS: tuple[str, ...]

def forward(
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
    primes: NDArray[uint32],
    heads_top: NDArray[uint32],
    heads_bottom: NDArray[uint32],
    equal: NDArray[uint32],
    last: NDArray[uint32],
    form: int = -1,
) -> bytes: ...
def push(
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
    primes: NDArray[uint32],
    heads_top: NDArray[uint32],
    heads_bottom: NDArray[uint32],
    trailing: int,
    leading: int,
    toss: bool,
    edge: NDArray[uint32],
    won: NDArray[uint32],
    form: int = -1,
) -> bytes: ...
def useless_primes(
    k_of: NDArray[int32],
    l_of: NDArray[int32],
    larger: int,
    primes: NDArray[uint32],
    heads_top: NDArray[uint32],
    heads_bottom: NDArray[uint32],
) -> bytes: ...
def scale(
    values: NDArray[uint32], limbs: NDArray[uint32], first: NDArray[int64], primes: NDArray[uint32], form: int = -1
) -> None: ...
