"""Models of others, solved exactly, beside what was published of them: python bench/audit.py FOLDER [SECONDS].

Goes through all models of the PRISM language below the folder, each with the properties of the .props files beside it
(those that start as it is called, else all that go with it) and the constants that a models.csv beside or above it
names, smallest first. Each run has a process of its own, and as many seconds as are given, 60 if none are. Published
values are read from columns ``property`` and ``value`` of models.csv,
where it has them, and from PUBLISHED. The output is the table of docs/audit.md.
"""

import csv
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from trueodds.cli.models import FORMATS
from trueodds.formats.properties import split_properties, strip_comments

#: (model, constants, property) to the value as it was printed, and where: "exact floating point" of a model checker.
PUBLISHED = {("dice.prism", "N=25", '<<P1>> Pmax=? [ F "p1win" ]'): "0.5352876234283985"}


def constants_of(model: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """The constants that were used with a model, and what else the line of models.csv says."""
    found = []
    for folder in (model.parent, model.parent.parent):
        if (folder / "models.csv").exists():
            with open(folder / "models.csv", encoding="utf-8", newline="") as file:
                found = [line for line in csv.DictReader(file) if line["model_file"] == model.name]
            break
    found.sort(key=lambda line: int(line.get("states") or 0))
    yield from ((line["model_consts"], line) for line in found) if found else [("", {})]


def properties_of(model: Path) -> tuple[list[str], bool]:
    """The properties that lie beside a model, and whether they are in files that start as it is called."""
    files = sorted(model.parent.glob("*.props"))
    own = [file for file in files if model.name.startswith(file.stem)]
    texts = [text for file in own or files for text in split_properties(file.read_text(encoding="utf-8"))]
    return list(dict.fromkeys(texts)), bool(own) or len(files) == 1


def verdict(value: str, published: str) -> str:
    """Whether a printed decimal is right to all its digits, or how far it is off."""
    if not published:
        return "nothing published here"
    exact, printed = Fraction(value), Fraction(published)
    unit = Fraction(1, 10 ** len(published.partition(".")[2]))
    if abs(exact - printed) <= unit / 2:
        return "right to all digits printed"
    off = abs(exact - printed)
    return f"{'false' if off > Fraction(1, 1000) else 'off by'} {float(off):.1e}"


def solve(model: Path, constants: str, question: str, seconds: float) -> tuple[str, dict[str, object]]:
    """What came of it in one word or in a line, and the answer."""
    words = [sys.executable, "-m", "trueodds", "solve", str(model), "--json", "--property", question]
    words += ["--const", constants] if constants else []
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return f"not within {seconds:.0f} s", {}
    if not done.stdout:
        return done.stderr.strip().splitlines()[-1].removeprefix("trueodds: ").removeprefix(f"{model.name}: "), {}
    return "solved", json.loads(done.stdout)


def shown(value: dict[str, str]) -> tuple[str, str]:
    """A fraction in full where a line has room, and what Fraction reads."""
    text = f"{value['numerator']}/{value['denominator']}".removesuffix("/1")
    return (text if len(text) <= 80 else f"{value['decimal']}…, {len(text):,} characters"), text


def main(folder: Path, seconds: float) -> None:
    print("| model | constants | property | value | published | verdict | seconds |\n|---|---|---|---|---|---|---|")
    models = sorted(path for path in folder.rglob("*") if path.suffix in FORMATS["prism"])
    for model in models:
        questions, own = properties_of(model)
        for question in questions:
            plain = " ".join(strip_comments(question).split())
            asked = plain.partition(": ")[2] if plain.startswith('"') else plain
            late = False
            for constants, line in constants_of(model):
                began = time.perf_counter()
                said, answer = (
                    ("not tried: a smaller one took too long", {})
                    if late
                    else solve(model, constants, question, seconds)
                )
                taken = time.perf_counter() - began
                late = late or said.startswith("not within")
                if not own and said.startswith(("no label", "Parsing error", "property ")):
                    continue  # of another model
                value, published = said, line.get("value") or PUBLISHED.get((model.name, constants, asked), "")
                judged = "-"
                if answer:
                    value, exact = shown(answer["value"])
                    value += {True: ", holds", False: ", does not hold"}.get(answer.get("holds"), "")
                    judged = verdict(exact, published)
                cells = (f"`{model.name}`", f"`{constants}`" if constants else "", f"`{asked}`".replace("|", "\\|"))
                told = (
                    value.replace("|", "\\|"),
                    published or "-",
                    judged,
                    f"{taken:.1f}" if said[:3] != "not" else "-",
                )
                print("| " + " | ".join((*cells, *told)) + " |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python bench/audit.py FOLDER [SECONDS]")
    main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 60.0)
