"""Hypothesis profiles, an option that forbids skips for missing extras, and the docs, built once."""

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

# pytest --hypothesis-profile=thorough draws ten times as many examples. Because machines may be busy, there is no
# deadline.
settings.register_profile("quick", deadline=None, max_examples=25, derandomize="CI" in os.environ)
settings.register_profile("thorough", deadline=None, max_examples=250, derandomize="CI" in os.environ)
settings.load_profile("quick")


def pytest_report_header() -> str:
    return (
        f"trueodds {trueodds.__version__}, gmpy2 {gmpy2.version()} ({gmpy2.mp_version()}), "
        f"numpy {np.__version__}, {platform.machine()}"
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-missing-extra", action="store_true", help="fail tests that are skipped for want of an extra")


class _NoMissingExtra:
    """A plugin that fails tests and files skipped because a Python package is missing."""

    @staticmethod
    def _fail(report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and any(words in str(report.longrepr) for words in ("pip install", "could not import")):
            report.outcome = "failed"
            report.longrepr = f"skipped, which --no-missing-extra does not allow: {report.longrepr}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._fail(report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._fail(report)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--no-missing-extra"):
        config.pluginmanager.register(_NoMissingExtra())


#: What builds the docs.
TOOLS = ("latex2mathml", "material", "mkdocs", "mkdocstrings", "mkdocstrings_handlers.python", "pymdownx")


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the docs as a site, with warnings as errors; return its folder."""
    for name in TOOLS:
        pytest.importorskip(name, reason=f"{name} is not installed: pip install 'trueodds[docs]'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    # The theme announces its successor in a warning that does not concern these docs.
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout + done.stderr == ""
    return folder
