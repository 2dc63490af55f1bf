from numpy import uint16, uint64
from numpy.typing import NDArray

def values(
    first: NDArray[uint16],
    second: NDArray[uint16],
    trailing: int,
    leading: int,
    prime: int,
    heads: int,
    one: int,
    equal: NDArray[uint64],
) -> tuple[int, int] | None: ...
