"""Check the installed trueodds package in a few seconds, without test tools.

Each check is a function that returns a summary, or raises an exception if the package cannot be trusted.
"""

from __future__ import annotations

import importlib
import io
import pkgutil
import platform
import random
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import gmpy2

from ._version import __version__
from .catalog.registry import list_entries
from .certificates import check_odds
from .certificates.lines import add_checksum
from .certificates.write import format_certificate
from .dispatch import solve
from .oeis.entries import KNOWN
from .play.simulate import simulate
from .runtime.interrupts import check_interrupt
from .solution import NotProved

_TERMS = 6  # number of terms of each published sequence; later terms can take seconds
_FLOATS = 2000  # number of pairs of floats for each kernel
_CHANGES = 3  # number of positions changed, one at a time, in each certificate
_GAMES = 20_000  # number of simulated games of each kind
_MAX_DEVIATION = 8.0  # in standard errors
_FEATURES = ("fma", "avx2", "bmi2", "avx512f", "avx512ifma", "asimd", "sve")


class CheckError(Exception):
    """The failure of a check; the message gives the reason."""


class Check(NamedTuple):
    """The result of a check."""

    name: str
    ok: bool
    detail: str  # the summary, or the error
    seconds: float


def run_checks() -> Iterator[Check]:
    """Run all checks, even after a failure, and yield their results."""
    for name, check in CHECKS.items():
        check_interrupt()
        began = time.perf_counter()
        try:
            ok, detail = True, check()
        except CheckError as failure:
            ok, detail = False, str(failure)
        except Exception as error:  # a broken package may raise anything
            ok, detail = False, f"{type(error).__name__}: {error}"
        yield Check(name, ok, detail, time.perf_counter() - began)


def describe_machine() -> dict[str, Any]:
    """Return the software versions, the system, and the type and features of the processor."""
    return {
        "trueodds": __version__,
        "python": platform.python_version(),
        "gmpy2": gmpy2.version(),
        "gmp": gmpy2.mp_version(),
        "numpy": version("numpy"),
        "scipy": version("scipy"),
        "system": platform.system(),
        "machine": platform.machine(),
        "features": _list_features(),
    }


def _list_features() -> list[str]:
    """Return the processor features that affect arithmetic; they are known only on Linux."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    line = next((line for line in text.splitlines() if line.lower().startswith(("flags", "features"))), "")
    return [name for name in _FEATURES if name in line.split()]


def load_kernels() -> dict[str, ModuleType]:
    """Return all compiled modules of the package, by their names within the package."""
    package = importlib.import_module(__package__)
    kernels = {}
    for module in pkgutil.walk_packages(package.__path__, f"{__package__}."):
        spec = module.module_finder.find_spec(module.name, None)
        if spec and spec.origin and spec.origin.endswith(tuple(EXTENSION_SUFFIXES)):
            kernels[module.name.removeprefix(f"{__package__}.")] = importlib.import_module(module.name)
    return kernels


def _check_kernels() -> str:
    kernels = load_kernels()
    if len(kernels) < 2:
        raise CheckError("the compiled kernels are missing")
    return f"{len(kernels)} kernels load"


def _check_floats() -> str:
    """Check error-free sums and products, which need 53-bit precision, rounding to nearest and no fused operations."""
    rng = random.Random(1)
    tested = 0
    for name, kernel in load_kernels().items():
        if not hasattr(kernel, "exact_product"):
            continue
        for _ in range(_FLOATS):
            a, b = (rng.uniform(-1, 1) * 2.0 ** rng.randint(-60, 60) for _ in range(2))
            for parts, exact in (
                (kernel.exact_sum(a, b), Fraction(a) + Fraction(b)),
                (kernel.exact_product(a, b), Fraction(a) * Fraction(b)),
            ):
                if sum(map(Fraction, parts)) != exact:
                    raise CheckError(f"{name}: floats are not rounded to nearest, to 53 bits, after each operation")
                tested += 1
    if not tested:
        raise CheckError("no kernel has float operations to check")
    return f"{tested} sums and products of floats are error-free, as proofs in double words require"


def _check_published() -> str:
    count = 0
    for sequence in KNOWN:
        published_terms = sequence.published[:_TERMS]
        computed = sequence.terms(len(published_terms)) if published_terms else []
        for index, (term, published) in enumerate(zip(computed, published_terms, strict=True), sequence.offset):
            if term != published:
                raise CheckError(f"{sequence.number}: a({index}) is {term}, but the published term is {published}")
            count += 1
    if not count:
        raise CheckError("no published terms are known")
    return f"{count} terms agree with the OEIS"


def _check_methods() -> str:
    """Compare the value from each method with that from the general method, for a small instance of every game."""
    count = 0
    for entry in list_entries():
        game = entry.game(**entry.small)
        exact = solve(game, "general").value
        for method in entry.all_methods:
            check_interrupt()
            try:
                value = solve(game, method).value
            except NotProved:  # methods that use bounds cannot decide ties
                continue
            if value != exact:
                raise CheckError(f"{game.name}: method {method} gives {value}, but method general gives {exact}")
            count += 1
    return f"{count} answers from the methods of {len(list_entries())} games agree"


def _check_simulation() -> str:
    """Compare the mean payoffs of simulated games with the exact values."""
    for entry in list_entries():
        check_interrupt()
        simulation = simulate(entry.game(**entry.small), games=_GAMES, seed=1)
        if not abs(simulation.z) < _MAX_DEVIATION:
            raise CheckError(
                f"{simulation.game.name}: the mean payoff is {simulation.z:.1f} standard errors from the exact odds"
            )
    return f"{_GAMES} simulated games of each kind agree with the exact odds"


def _check_certificates() -> str:
    """Verify that the standalone checker accepts certificates and rejects changed ones, with old or new checksums."""
    count = changes = 0
    for entry in list_entries():
        check_interrupt()
        lines = list(format_certificate(solve(entry.game(**entry.small), "general")))
        data = _seal(lines)
        if not _is_accepted(data):
            raise CheckError(f"{entry.name}: a correct certificate is rejected")
        count += 1
        rng = random.Random(count)
        places = [at for at, line in enumerate(lines) if line.startswith("p ")]
        for at in rng.sample(places, min(_CHANGES, len(places))):
            words = lines[at].split(" ", 5)  # p, seat, rank, best moves, value and name
            value = Fraction(words[4])
            words[4] = str((1 - value) / 2 if value != Fraction(1, 3) else value / 2)
            changed = _seal([*lines[:at], " ".join(words), *lines[at + 1 :]])
            offset = rng.randrange(len(data))
            flipped = data[:offset] + bytes([data[offset] ^ 1]) + data[offset + 1 :]
            if _is_accepted(changed):
                raise CheckError(f"{entry.name}: a certificate with a wrong value in line {at + 1} is accepted")
            if _is_accepted(flipped):
                raise CheckError(f"{entry.name}: a certificate is accepted although byte {offset} was changed")
            changes += 2
    return f"{count} certificates are accepted, and {changes} changed certificates are rejected"


def _seal(lines: list[str]) -> bytes:
    return "".join(add_checksum(lines)).encode()


def _is_accepted(data: bytes) -> bool:
    try:
        check_odds.check(io.BytesIO(data))
    except check_odds.Refused:
        return False
    return True


#: The checks, in order.
CHECKS: dict[str, Callable[[], str]] = {
    "kernels": _check_kernels,
    "floats": _check_floats,
    "published values": _check_published,
    "methods": _check_methods,
    "simulation": _check_simulation,
    "certificates": _check_certificates,
}
