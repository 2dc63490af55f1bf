"""The Cython extensions, and nothing else; all other settings are in pyproject.toml."""

import os
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

# Contracting a*b+c would change the last bit from machine to machine; -ffast-math would break the error bounds.
CFLAGS = ["/O2", "/fp:precise"] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]
LDFLAGS: list[str] = []
if os.environ.get("TRUEODDS_SANITIZE"):  # a debug build for the tests: TRUEODDS_SANITIZE=address,undefined
    CFLAGS += ["-g", "-O1", f"-fsanitize={os.environ['TRUEODDS_SANITIZE']}"]
    LDFLAGS += [f"-fsanitize={os.environ['TRUEODDS_SANITIZE']}"]

KERNELS = [
    "fast/risk_or_safety/all/sweeps",
    "fast/risk_or_safety/all/pairs",
    "fast/risk_or_safety/large/residues",
    "fast/risk_or_safety/large/columns",
    "fast/pig/boxes",
    "simulation/walk",
]

setup(
    ext_modules=cythonize(
        [
            Extension(
                "trueodds." + kernel.replace("/", "."),
                [f"src/trueodds/{kernel}.pyx"],
                extra_compile_args=CFLAGS,
                extra_link_args=LDFLAGS,
            )
            for kernel in KERNELS
        ],
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    )
)
