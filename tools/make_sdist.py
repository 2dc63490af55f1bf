"""The source distribution, the same byte for byte wherever and whenever it is made from the same files.

    python tools/make_sdist.py [FOLDER]       writes it to dist/ or FOLDER; prints its SHA-256
    python tools/make_sdist.py --twice        makes it twice, a second apart, and holds the two against each other

setuptools puts files in as the file system lists them, with its times and owners. Here they are put in again: in
order, with one time (SOURCE_DATE_EPOCH, else that of the last commit), owned by nobody, with plain rights. Needs
setuptools and Cython.
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
    """The time that all files get."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    told = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    return int(told.stdout) if told.returncode == 0 and told.stdout.strip() else 315532800  # 1980, the first of zip


def make(folder: Path) -> Path:
    """Build it into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, "-c", _BUILD, work]
        said = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
        name = said.split()[-1]
        packed = repack(Path(work, name).read_bytes(), source_time())
    (folder / name).write_bytes(packed)
    return folder / name


def repack(data: bytes, seconds: int) -> bytes:
    """A tar.gz with the same files, in order, without what differs from machine to machine."""
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
    """The command line."""
    if arguments == ["--twice"]:
        with tempfile.TemporaryDirectory() as work:
            first = make(Path(work, "first")).read_bytes()
            time.sleep(1.1)
            second = make(Path(work, "second")).read_bytes()
        print(f"{hashlib.sha256(first).hexdigest()} {'twice the same' if first == second else 'and then another'}")
        return 0 if first == second else 1
    path = make(Path(arguments[0]) if arguments else ROOT / "dist")
    print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
