"""Build the Cython extensions, and the README for a package index; all other settings are in pyproject.toml.

Environment variables select builds for tests, which are not shipped:

TRUEODDS_DEBUG=1
    Check every array index, and that arrays are not None; indices and division behave as in Python.
TRUEODDS_SANITIZE=address,undefined
    Compile with sanitizers (GCC, Clang) and debug symbols; the value is any list that -fsanitize= accepts.

The extensions are built for the limited API of Python 3.11, so one wheel per platform serves all versions from 3.11 on.
Free-threaded Pythons have a different binary interface, so their kernels serve only the Python that builds them. No
kernel declares `freethreading_compatible`, because the tests have not been run without the GIL; importing a kernel
there turns the GIL on again.
"""

import os
import re
import sys
import sysconfig
import tomllib
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("TRUEODDS_DEBUG", "") not in ("", "0")
SANITIZERS = os.environ.get("TRUEODDS_SANITIZE", "")
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")
JOBS = os.cpu_count() or 1

# Contracting a*b+c would make the last bit depend on the machine; -ffast-math would break the error bounds.
# Tables for unwinding the stack, which C does not need, would take up a tenth of the wheel.
CFLAGS = ["-O3", "-ffp-contract=off", "-g0", "-fno-unwind-tables", "-fno-asynchronous-unwind-tables"]
if sys.platform == "win32":
    CFLAGS = ["/O2", "/fp:precise"]
LDFLAGS: list[str] = [] if sys.platform in ("win32", "darwin") else ["-Wl,--strip-all"]
if SANITIZERS:
    CFLAGS += ["-g", "-O1", f"-fsanitize={SANITIZERS}"]
    LDFLAGS = [f"-fsanitize={SANITIZERS}"]

KERNELS = [
    "exact/long_sums",
    "fast/risk_or_safety/sweeps",
    "fast/risk_or_safety/pairs",
    "fast/risk_or_safety/residues",
    "fast/risk_or_safety/one_prime",
    "fast/risk_or_safety/columns",
    "fast/pig/boxes",
    "fast/pig/residues",
    "play/walk",
    "formats/scan",
    "solver/follow",
    "solver/graph_walks",
    "solver/tighten",
]
LANES = Path("src/trueodds/exact")  # contains headers that kernels of several games share
SHARED = "trueodds._cython"  # Cython's code for arrays, which all kernels share


def extension(name: str, source: str) -> Extension:
    """Return an extension module that is built from `source` under src/trueodds."""
    return Extension(
        name,
        [f"src/trueodds/{source}"],
        depends=[str(header) for place in (Path("src/trueodds", source).parent, LANES) for header in place.glob("*.h")],
        include_dirs=[str(LANES)],
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
        py_limited_api=LIMITED,
        extra_compile_args=CFLAGS,
        extra_link_args=LDFLAGS,
    )


def kernel(source: str) -> Extension:
    """Return the extension module of a kernel."""
    return extension("trueodds." + source.replace("/", "."), source + ".pyx")


def readme() -> str:
    """Return the README for a package index, with absolute addresses in place of relative links."""
    source = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    text = Path("README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{source}/raw/main/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:|#)", rf"\1{source}/blob/main/", text)


if __name__ == "__main__":  # on some systems, the processes that translate in parallel import this file
    setup(
        long_description=readme(),
        long_description_content_type="text/markdown",
        ext_modules=cythonize(
            [
                *map(kernel, KERNELS),
                extension(SHARED, "_cython.c"),
            ],
            nthreads=JOBS,
            shared_utility_qualified_name=SHARED,
            compiler_directives={
                "language_level": 3,
                "boundscheck": DEBUG,
                "wraparound": DEBUG,
                "initializedcheck": DEBUG,
                "nonecheck": DEBUG,
                "cdivision": not DEBUG,
                "embedsignature": True,
            },
        ),
        options={
            "build_ext": {"parallel": JOBS},
            "bdist_wheel": {"py_limited_api": "cp311"} if LIMITED else {},
        },
    )
