"""Library versions in the report's header, so that a failing run says what it ran on."""

import platform

import gmpy2
import numpy as np

import trueodds


def pytest_report_header() -> str:
    return (
        f"trueodds {trueodds.__version__}, gmpy2 {gmpy2.version()} ({gmpy2.mp_version()}), "
        f"numpy {np.__version__}, {platform.machine()}"
    )
