from numpy import uint8, uint32
from numpy.typing import NDArray

BLOCK: int
MAX_WORDS: int
FORMS: tuple[str, ...]

def weigh(words: NDArray[uint32], limbs: NDArray[uint32], sums: NDArray[uint8], form: int = -1) -> None: ...
