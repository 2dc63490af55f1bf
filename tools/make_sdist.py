"""Build a reproducible source distribution: the same files give the same bytes on any machine, at any time.

    python tools/make_sdist.py [FOLDER]       write it to FOLDER [default: dist] and print its SHA-256
    python tools/make_sdist.py --twice        build it twice, a second apart, and compare the results

setuptools archives files in the order of the file system, with their times and owners. This script repacks them, with
one time for all: SOURCE_DATE_EPOCH, or else the time of the last commit. It needs setuptools and Cython.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_BUILD = "import sys, setuptools.build_meta as backend; print(backend.build_sdist(sys.argv[1]))"


def source_time() -> int:
    """Return the modification time to give to all files."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    last = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    return int(last.stdout) if last.returncode == 0 and last.stdout.strip() else 315532800  # 1980, as in zip files


def make(folder: Path) -> Path:
    """Build the source distribution in a folder; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, "-c", _BUILD, work]
        output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
        name = output.split()[-1]
        packed = repack(Path(work, name).read_bytes(), source_time())
    (folder / name).write_bytes(packed)
    return folder / name


def repack(data: bytes, seconds: int) -> bytes:
    """Return a tar.gz of the files in `data`: in alphabetical order, dated `seconds`, independent of the machine."""
    inner = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as old,
        tarfile.open(fileobj=inner, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = seconds, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    outer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=outer, mtime=0) as file:
        file.write(inner.getvalue())
    return outer.getvalue()


def main(arguments: list[str]) -> int:
    """Parse the command line and build."""
    if arguments == ["--twice"]:
        with tempfile.TemporaryDirectory() as work:
            first = make(Path(work, "first")).read_bytes()
            time.sleep(1.1)
            second = make(Path(work, "second")).read_bytes()
        print(f"{hashlib.sha256(first).hexdigest()} {'both times' if first == second else 'only the first time'}")
        return 0 if first == second else 1
    path = make(Path(arguments[0]) if arguments else ROOT / "dist")
    print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
