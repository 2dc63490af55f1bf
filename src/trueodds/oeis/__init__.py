"""Compute terms of OEIS sequences, write b-files, verify files of terms, and draft entries.

>>> import trueodds
>>> trueodds.oeis.find("A387261").terms(4)
[mpz(2), mpz(4), mpz(6), mpz(2236)]
"""

from .games import from_game as from_game
from .registry import find as find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .verification import verify as verify

__all__ = ["find", "from_game", "verify"]


def __getattr__(name: str) -> object:
    if name != "verify":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .verification import verify  # needs NumPy; finding and listing sequences does not

    return verify
