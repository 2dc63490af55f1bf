"""Certificates of the games of the package: how large they are, how long they take to write and to check.

Prints the table of docs/certificates.md:  python bench/certificates.py [GAME ...], such as "Pig(40)"; all if left out.
Times are processor seconds, writing without solving.
"""

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import trueodds
from trueodds.certificates import check_odds

CHECKER = Path(check_odds.__file__)
PLAIN = (
    "import sys, runpy; sys.modules['gmpy2'] = None; sys.argv = sys.argv[1:]; "
    "runpy.run_path(sys.argv[0], run_name='__main__')"
)
GAMES = [
    ("RiskOrSafety(20)", None),
    ("RiskOrSafety(40)", None),
    ("Coinball(100)", None),
    ("TwoCoins(100)", None),
    ("Greed(20, 3)", None),
    ("TheRace(30)", None),
    ("SuperSix(4)", None),
    ("Hog(20)", None),
    ("TwoDicePig(20)", None),
    ("Pig(20)", None),
    ("Pig(30)", None),
    ("Pig(40)", None),
    ("Pig(100)", None),
    ("RiskOrSafety(200)", None),
    ("RiskOrSafety(500)", None),
    ("RiskOrSafety(1000)", None),
]


def seconds(words: list[object]) -> str:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{taken:.1f}" if done.returncode == 0 else "fails"


def row(text: str, method: str | None, folder: Path) -> str:
    game = eval(f"trueodds.{text}")
    solution = trueodds.solve(game, method)
    path = folder / "answer.odds"
    began = time.process_time()
    solution.certificate(path)
    written = time.process_time() - began
    lines = path.read_text().splitlines()
    kind = next(line[5:] for line in lines if line.startswith("kind "))
    # Of kind heads the pairs of needs, one column after the other, count in place of positions.
    sizes = [int(line.split(" ")[1]) for line in lines if line.startswith(("positions ", "needs "))]
    positions = sizes[0] * (sizes[0] + 1) // 2 if kind == "heads" else sizes[0]
    subprocess.run(["gzip", "-kf", path], check=True)
    size, packed = path.stat().st_size, path.with_suffix(".odds.gz").stat().st_size
    times = [
        seconds([sys.executable, "-I", "-c", PLAIN, CHECKER, path]),
        seconds([sys.executable, "-I", CHECKER, path]),
        seconds(["node", CHECKER.with_suffix(".js"), path]) if shutil.which("node") else "-",
    ]
    told = f"{positions} | {size / 1e6:.2f} | {packed / 1e6:.2f}"
    return f"| `{text}` | {kind} | {told} | {written:.1f} | {' | '.join(times)} |"


def main() -> None:
    print("| game | kind | positions | MB | MB, gzip | written, s | checked, s | with gmpy2 | in node |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for text, method in GAMES:
            if text not in sys.argv[1:] and len(sys.argv) > 1:
                continue
            print(row(text, method, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
