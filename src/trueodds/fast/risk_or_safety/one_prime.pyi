from typing import Any

from numpy import uint16, uint64
from numpy.typing import NDArray

def compute_values(
    first: NDArray[uint16], second: NDArray[uint16], heads: Any, trailing: int, leading: int, prime: int
) -> tuple[int, int, NDArray[uint64]] | None: ...
