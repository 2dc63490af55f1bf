"""Solve models from other tools exactly: python bench/audit.py FOLDER [--seconds S] [--only MODEL].

Each model of the folder is solved for each property and each set of constants, smallest first. Properties come from
.props files whose names match the model's name, or else from all .props files beside the model; constants come from a
models.csv beside or above the model, and from CONSTANTS. Each command runs in its own process and may take S seconds of
processor time [default: 60]. If there is no exact value by then, rigorous bounds are computed within the same limit.
Published values come from PUBLISHED or from the column ``value`` of models.csv.
"""

import argparse
import csv
import json
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from trueodds.cli.models import FORMATS
from trueodds.formats.formulas import strip_comments
from trueodds.formats.properties import parse_property_file

_P1 = '<<P1>> Pmax=? [ F "p1win" ]'

#: Maps (model, constants, property) to the published value, as printed.
PUBLISHED = {
    ("dice.prism", "N=25", _P1): "0.5352876234283985",  # "exact floating point" of a model checker
}
#: Models without a models.csv: constants to try, smallest first.
CONSTANTS = {
    "dice.prism": ["N=100"],
    "ovi.prism": ["N=10", "N=100", "N=1000"],
}
HEAD = """Output of `{command}`, with at most {seconds:.0f} s of processor time for each exact value, and the same limit
for bounds if no exact value was found. Seconds include the construction of the model by Storm.

| model | constants | property | value | published | verdict | seconds |
|---|---|---|---|---|---|---|"""


def constants_of(model: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the sets of constants for a model, each with its line in models.csv."""
    found = []
    for folder in (model.parent, model.parent.parent):
        if (folder / "models.csv").exists():
            with open(folder / "models.csv", encoding="utf-8", newline="") as file:
                found = [line for line in csv.DictReader(file) if line["model_file"] == model.name]
            break
    found.sort(key=lambda line: int(line.get("states") or 0))
    known = [(line["model_consts"], line) for line in found]
    known += [(constants, {}) for constants in CONSTANTS.get(model.name, [])]
    yield from known or [("", {})]


def properties_of(model: Path) -> tuple[list[str], bool]:
    """Return the properties beside a model, and whether their files are named after it or there is only one file."""
    files = sorted(model.parent.glob("*.props"))
    own = [file for file in files if model.name.startswith(file.stem)]
    texts = [
        text
        for file in own or files
        for text in parse_property_file(file.read_text(encoding="utf-8")).properties.values()
    ]
    return list(dict.fromkeys(texts)), bool(own) or len(files) == 1


def verdict(low: Fraction, high: Fraction, published: str) -> str:
    """Describe the accuracy of a printed decimal: its error, or that all digits are correct."""
    if not published:
        return "nothing published here"
    printed = Fraction(published)
    unit = Fraction(1, 10 ** len(published.partition(".")[2]))
    if max(abs(low - printed), abs(high - printed)) <= unit / 2:
        return "all printed digits are correct"
    if low - unit / 2 <= printed <= high + unit / 2:
        return "within the bounds"
    off = min(abs(low - printed), abs(high - printed))
    return f"{'false, off by' if off > Fraction(1, 1000) else 'off by'} {float(off):.1e}"


def run(model: Path, constants: str, question: str, seconds: float, *more: str) -> tuple[str, dict[str, object]]:
    """Run a command; return "solved", "late" or its error message, and the answer."""
    words = [sys.executable, "-m", "trueodds", "solve", str(model), "--json", "--property", question, *more]
    words += ["--const", constants] if constants else []
    words += ["--max-positions", "10000000"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))

    done = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=limit)
    killed = (-signal.SIGXCPU, -signal.SIGKILL)
    if done.returncode in killed or any(f"Storm ended with status {status}" in done.stderr for status in killed):
        return "late", {}
    if not done.stdout:
        lines = done.stderr.strip().splitlines() or [f"ended with status {done.returncode} and no message"]
        return lines[-1].removeprefix("trueodds: ").removeprefix(f"{model.name}: "), {}
    return "solved", json.loads(done.stdout)


def read_value(answer: dict[str, object]) -> tuple[str, Fraction, Fraction]:
    """Return the value as the table shows it, and its lower and upper bounds."""
    holds = {True: "; holds", False: "; does not hold"}.get(answer.get("holds"), "")  # type: ignore[call-overload]
    if "lower" in answer:
        low, high = str(answer["lower"]), str(answer["upper"])
        return f"from {low} to {high} (bounds){holds}", Fraction(low), Fraction(high)
    value = answer["value"]
    if not isinstance(value, dict):
        return f"{value}{holds}", Fraction(0), Fraction(0)
    text = f"{value['numerator']}/{value['denominator']}".removesuffix("/1")
    shown = text if len(text) <= 80 else f"{value['decimal']}…, a fraction of {len(text):,} characters"
    return shown + holds, Fraction(text), Fraction(text)


def processor() -> float:
    """Return the processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def row(model: Path, constants: str, question: str, line: dict[str, str], seconds: float) -> tuple[list[str], str]:
    """Return the cells that follow the property in a row, and the status that `run` returned."""
    published = PUBLISHED.get((model.name, constants, question), line.get("value") or "")
    began = processor()
    how, answer = run(model, constants, question, seconds)
    if how == "late":
        how, answer = run(model, constants, question, seconds, "--bounds")
    taken = f"{processor() - began:.1f}"
    if how == "late":
        return [f"neither exactly nor by bounds within {seconds:.0f} s", published or "-", "-", "-"], how
    if not answer:
        return [how, published or "-", "-", "-"], how
    value, low, high = read_value(answer)
    return [value, published or "-", verdict(low, high, published), taken], how


def main(folder: Path, seconds: float, only: str) -> None:
    command = "python bench/audit.py FOLDER" + (f" --seconds {seconds:.0f}" if seconds != 60 else "")
    print(HEAD.format(command=command, seconds=seconds), flush=True)
    ends = tuple(end for known in FORMATS.values() for end in known)
    for model in sorted(path for path in folder.rglob("*") if path.suffix in ends and path.name.startswith(only)):
        questions, own = properties_of(model)
        for question in questions:
            plain = " ".join(strip_comments(question).split())
            query = plain.partition(": ")[2] if plain.startswith('"') else plain
            late = False
            for constants, line in constants_of(model):
                if late:
                    cells, how = ["not tried: a smaller one took too long", "-", "-", "-"], "late"
                else:
                    cells, how = row(model, constants, query, line, seconds)
                late = late or how == "late"
                if not own and how.startswith(("no label", "Parsing error", "property ", "no player")):
                    continue  # the property belongs to another model
                shown = (f"`{model.name}`", f"`{constants}`" if constants else "", f"`{query}`", *cells)
                print("| " + " | ".join(cell.replace("|", "\\|") for cell in shown) + " |", flush=True)


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("folder", type=Path)
    reader.add_argument("--seconds", type=float, default=60)
    reader.add_argument("--only", default="", help="solve only models whose names begin with this text")
    given = reader.parse_args()
    main(given.folder, given.seconds, given.only)
