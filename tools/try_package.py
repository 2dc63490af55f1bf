"""Install the distribution in a new environment and run its self-test there.

    python tools/try_package.py                  build a source distribution, install it, import it, run the self-test
    python tools/try_package.py --wheel FILE     install this wheel instead
    python tools/try_package.py --oldest         use the oldest dependencies that pyproject.toml allows
    python tools/try_package.py --newest         use the newest dependencies

The environment and the working folder are new and contain no file of the source tree. Warnings at import are errors.
The exit status is 0 if `trueodds selftest` passes.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

from make_sdist import ROOT

_IMPORT = "import trueodds, pathlib; print(pathlib.Path(trueodds.__file__).parent)"


def pin_oldest() -> list[str]:
    """Return the dependencies, each pinned to the oldest allowed version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = []
    for requirement in project["dependencies"]:
        name, least = re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement).groups()
        found.append(f"{name}=={least if least.count('.') else least + '.0'}.*")
    return found


def try_package(distribution: Path, work: Path, versions: list[str]) -> int:
    """Install a distribution in a new environment and run its self-test there."""
    prefix = work / "environment"
    venv.create(prefix, with_pip=True)
    python = prefix / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(*arguments: str) -> int:
        print("$ python", *arguments, flush=True)
        return subprocess.run([str(python), *arguments], cwd=work, env=environment).returncode

    return (
        run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(distribution), *versions)
        or run("-W", "error", "-c", _IMPORT)
        or run("-W", "error", "-m", "trueodds", "selftest")
    )


def main() -> int:
    """Parse the command line and try the package."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--wheel", type=Path, metavar="FILE", help="install this wheel instead of a new sdist")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--oldest", action="store_true", help="use the oldest allowed dependencies")
    which.add_argument("--newest", action="store_true", help="use the newest dependencies")
    given = parser.parse_args()
    versions = pin_oldest() if given.oldest else ["--upgrade", "--upgrade-strategy", "eager"] if given.newest else []
    with tempfile.TemporaryDirectory(prefix="package-") as folder:
        work = Path(folder)
        if given.wheel:
            distribution = Path(shutil.copy(given.wheel, work))
        else:
            with tempfile.TemporaryDirectory() as copied:  # deleted before the installation
                tree = Path(copied, "tree")
                shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "build", "*.so", "*.c", "__pycache__"))
                subprocess.run([sys.executable, "tools/make_sdist.py", str(work)], cwd=tree, check=True)
            (distribution,) = work.glob("*.tar.gz")
        return try_package(distribution, work, versions)


if __name__ == "__main__":
    sys.exit(main())
