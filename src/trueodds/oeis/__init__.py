"""The sequences of the OEIS that this package computes: terms, b-files, verification, drafts of entries.

>>> import trueodds
>>> trueodds.oeis.find("A387261").terms(4)
[mpz(2), mpz(4), mpz(6), mpz(2236)]
"""

from .registry import find
from .verification import verify

__all__ = ["find", "verify"]
