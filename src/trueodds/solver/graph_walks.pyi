import numpy as np
from numpy.typing import NDArray

def list_users(
    first_outcome: NDArray[np.int64],
    targets: NDArray[np.int32],
    first_user: NDArray[np.int64],
    users: NDArray[np.int32],
) -> None: ...
def attract(
    begin: NDArray[np.int32],
    pending: NDArray[np.uint8],
    needed: NDArray[np.int32],
    owners: NDArray[np.int32],
    first_user: NDArray[np.int64],
    users: NDArray[np.int32],
    ranks: NDArray[np.int32],
    reached: NDArray[np.int32],
) -> None: ...
def find_levels(
    rows: NDArray[np.int64],
    targets: NDArray[np.int32],
    members: NDArray[np.int64],
    first_member: NDArray[np.int64],
    label: NDArray[np.int64],
    levels: NDArray[np.int32],
) -> None: ...
def order_with_cuts(
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
