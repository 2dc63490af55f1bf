"""Measure certificates of the package's games: size, and seconds to write and to check.

Print the table of docs/certificates.md, for all games or for the named games: python bench/certificates.py "Pig(40)".
Times are processor seconds. The time for writing excludes the time for solving.
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
GAMES = (
    *("RiskOrSafety(20)", "RiskOrSafety(40)", "Coinball(100)", "TwoCoins(100)", "Greed(20, 3)", "TheRace(30)"),
    *("SuperSix(4)", "Hog(20)", "TwoDicePig(20)", "Pig(20)", "Pig(30)", "Pig(40)", "Pig(100)"),
    *("RiskOrSafety(200)", "RiskOrSafety(500)", "RiskOrSafety(1000)"),
)


def seconds(words: list[object]) -> str:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{taken:.1f}" if done.returncode == 0 else "fails"


def row(text: str, folder: Path) -> str:
    game = eval(f"trueodds.{text}")
    solution = trueodds.solve(game)
    path = folder / "answer.odds"
    began = time.process_time()
    solution.certificate(path)
    written = time.process_time() - began
    lines = path.read_text().splitlines()
    kind = next(line[5:] for line in lines if line.startswith("kind "))
    # In certificates of kind heads, the pairs of needs are counted in place of positions.
    sizes = [int(line.split(" ")[1]) for line in lines if line.startswith(("positions ", "needs "))]
    positions = sizes[0] * (sizes[0] + 1) // 2 if kind == "heads" else sizes[0]
    subprocess.run(["gzip", "-kf", path], check=True)
    size, packed = path.stat().st_size, path.with_suffix(".odds.gz").stat().st_size
    times = [
        seconds([sys.executable, "-I", "-c", PLAIN, CHECKER, path]),
        seconds([sys.executable, "-I", CHECKER, path]),
        seconds(["node", CHECKER.with_suffix(".js"), path]) if shutil.which("node") else "-",
    ]
    counts = f"{positions} | {size / 1e6:.2f} | {packed / 1e6:.2f}"
    return f"| `{text}` | {kind} | {counts} | {written:.1f} | {' | '.join(times)} |"


def main() -> None:
    print("| game | kind | positions | MB | MB, gzip | written, s | checked, s | with gmpy2 | in node |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for text in sys.argv[1:] or GAMES:
            print(row(text, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
