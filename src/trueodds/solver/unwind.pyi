from typing import Any

from numpy.typing import NDArray

def unwind(
    targets: NDArray[Any],
    rows: NDArray[Any],
    members: NDArray[Any],
    first: NDArray[Any],
    label: NDArray[Any],
    max_cuts: int,
    order: NDArray[Any],
    depths: NDArray[Any],
    cuts: NDArray[Any],
) -> None: ...
