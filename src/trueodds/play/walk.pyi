from numpy import uint16, uint32, uint64
from numpy.random import BitGenerator
from numpy.typing import NDArray

def walk(
    table: NDArray[uint64],
    start: int,
    generator: BitGenerator,
    results: NDArray[uint16],
    moves: NDArray[uint32],
) -> None: ...
