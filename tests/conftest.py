"""Library versions in the report's header, an option that lets no test be skipped, and the docs, built once."""

import importlib.util
import os
import platform
import subprocess
import sys
from pathlib import Path

import gmpy2
import numpy as np
import pytest
from hypothesis import settings

import trueodds

if "CI" not in os.environ:  # there Hypothesis has a profile of its own
    settings.register_profile("patient", deadline=None)  # on a busy machine any example may take long
    settings.load_profile("patient")


def pytest_report_header() -> str:
    return (
        f"trueodds {trueodds.__version__}, gmpy2 {gmpy2.version()} ({gmpy2.mp_version()}), "
        f"numpy {np.__version__}, {platform.machine()}"
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skip-none", action="store_true", help="a test that is skipped is a failure")


class _SkipNone:
    """Fails where a test, or a file of tests, is skipped, for whatever reason."""

    @staticmethod
    def _fail(report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            report.outcome = "failed"
            report.longrepr = f"skipped, which --skip-none does not allow: {report.longrepr}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._fail(report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._fail(report)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--skip-none"):
        config.pluginmanager.register(_SkipNone())


#: What builds the docs.
TOOLS = ("latex2mathml", "material", "mkdocs", "mkdocstrings", "mkdocstrings_handlers.python", "pymdownx")


def _there(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the docs as a site, built with warnings as errors."""
    for name in TOOLS:
        if not _there(name):
            pytest.skip(f"{name} is not installed: pip install 'trueodds[docs]'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    # The theme's makers tell of their next program, which is no warning of these docs.
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout + done.stderr == ""
    return folder
