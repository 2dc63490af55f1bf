"""Release the global interpreter lock (GIL) during long GMP operations."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import gmpy2


def release_gil() -> AbstractContextManager[Any]:
    """Return a context in which gmpy2's operations on long integers release the GIL.

    Contexts belong to threads, so each thread must enter its own.
    """
    context: AbstractContextManager[Any] = gmpy2.context(gmpy2.get_context(), allow_release_gil=True)
    return context
