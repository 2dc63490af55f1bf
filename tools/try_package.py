"""Installs what would be published as a stranger would, and has it test itself.

    python tools/try_package.py                  sdist, its tree deleted; a fresh environment; import; selftest
    python tools/try_package.py --wheel FILE     a wheel that is there already
    python tools/try_package.py --oldest         with the oldest numpy, scipy and gmpy2 that pyproject.toml allows
    python tools/try_package.py --newest         with the newest

Nothing of the tree is used but the distribution: the environment and the working folder are new ones, and warnings are
errors at import. Exit status 0 if `trueodds selftest` passes.
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


def oldest() -> list[str]:
    """The dependencies, each in the oldest version allowed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = []
    for one in project["dependencies"]:
        name, least = re.fullmatch(r"([\w-]+)>=([\d.]+)", one).groups()
        found.append(f"{name}=={least if least.count('.') else least + '.0'}.*")
    return found


def try_package(distribution: Path, work: Path, versions: list[str]) -> int:
    """Install a distribution into a new environment, and have it test itself there."""
    place = work / "environment"
    venv.create(place, with_pip=True)
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
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
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--wheel", type=Path, metavar="FILE", help="this distribution instead of a new sdist")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--oldest", action="store_true", help="with the oldest dependencies")
    which.add_argument("--newest", action="store_true", help="with the newest dependencies")
    given = parser.parse_args()
    versions = oldest() if given.oldest else ["--upgrade", "--upgrade-strategy", "eager"] if given.newest else []
    with tempfile.TemporaryDirectory(prefix="package-") as folder:
        work = Path(folder)
        if given.wheel:
            distribution = Path(shutil.copy(given.wheel, work))
        else:
            with tempfile.TemporaryDirectory() as copied:  # built from a copy, which is gone before it is installed
                tree = Path(copied, "tree")
                shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "build", "*.so", "*.c", "__pycache__"))
                subprocess.run([sys.executable, "tools/make_sdist.py", str(work)], cwd=tree, check=True)
            (distribution,) = work.glob("*.tar.gz")
        return try_package(distribution, work, versions)


if __name__ == "__main__":
    sys.exit(main())
