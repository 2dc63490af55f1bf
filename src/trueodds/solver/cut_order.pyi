import numpy as np
from numpy.typing import NDArray

def cut_order(
    first_user: NDArray[np.int64],
    users: NDArray[np.int32],
    left: NDArray[np.int32],
    members: NDArray[np.int64],
    first: NDArray[np.int64],
    max_cuts: int,
    state: NDArray[np.int8],
    depth: NDArray[np.int32],
    order: NDArray[np.int64],
    depths: NDArray[np.int32],
    cuts: NDArray[np.int32],
) -> None: ...
