from numpy import float64, int8, int64
from numpy.typing import NDArray

def sweep(
    p_min: NDArray[float64],
    p_max: NDArray[float64],
    u_min: NDArray[float64],
    u_max: NDArray[float64],
    rows: NDArray[int64],
    larger: int,
    smaller: int,
    p: float,
    q: float,
    work: NDArray[float64],
    sweeps: int,
) -> tuple[int, int, bool]: ...
def write(
    s: NDArray[int8],
    p_min: NDArray[float64],
    p_max: NDArray[float64],
    u_min: NDArray[float64],
    u_max: NDArray[float64],
    rows: NDArray[int64],
    bases: NDArray[int64],
    larger: int,
    smaller: int,
    p: float,
    q: float,
) -> None: ...
