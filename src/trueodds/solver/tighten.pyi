import numpy as np
from numpy.typing import NDArray

class GameArrays:
    def __init__(
        self,
        seats: NDArray[np.int8],
        first_move: NDArray[np.int64],
        first_outcome: NDArray[np.int64],
        targets: NDArray[np.int32],
        numbers: NDArray[np.int32],
        chances: NDArray[np.float64],
        end_numbers: NDArray[np.int32],
        gains: NDArray[np.float64],
        members: NDArray[np.int64],
        first_member: NDArray[np.int64],
        places: NDArray[np.int32],
        bounds: NDArray[np.float64],
        left: NDArray[np.uint8],
        unit: float,
        margin: float,
        largest: float,
    ) -> None: ...

class Tightener:
    component: int
    stalled: bool
    def __init__(self, arrays: GameArrays, positions: int, moves: int, outcomes: int, widest: int) -> None: ...
    def begin(self, begin: int, end: int) -> None: ...
    def sweep_once(self) -> None: ...
    def run(self, budget: int) -> bool: ...
