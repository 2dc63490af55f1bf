from numpy import int32, int64, uint8
from numpy.typing import NDArray

class Words:
    @property
    def table(self) -> list[bytes]: ...

def scan(
    text: NDArray[uint8],
    numbers: int,
    colon: bool,
    whole: NDArray[int64],
    which: NDArray[int32],
    lines: NDArray[int64],
    words: list[Words],
) -> tuple[int, int, int, int, int]: ...
