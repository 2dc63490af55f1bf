"""Closed forms of the error bounds, proved by Gappa with the constants of the sources."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE, SOURCE = Path(__file__).parent, Path(__file__).parents[2] / "src" / "trueodds"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("gappa") is None, reason="gappa is not installed"),
    pytest.mark.skipif(not SOURCE.exists(), reason="tests of an installed package, without its sources"),
]

FAST, EXACT = "fast/risk_or_safety", "exact/double_word.pxd"
OUTWARD = ("OUTWARD", f"{FAST}/sweeps.pyx", r"#define OUTWARD 0x1p-(\d+)", "1b-{}")
# By script: a constant that is too small, with which the proof must fail, and the constants in the sources: the name,
# the source file, the text there (with the number in brackets), and its form for Gappa.
SCRIPTS = {
    "sweeps_either": (None, OUTWARD),
    "sweeps_refresh": ("51", OUTWARD),
    "double_word_plus": ("2", ("PLUS", EXACT, r"AccurateDWPlusDW\) +(\d+)u² ", "{}")),
    "double_word_times": ("6", ("TIMES", EXACT, r"DWTimesDW1\) +(\d+)u², ", "{}")),
    "double_word_div": ("12", ("DIV", EXACT, r"Algorithm 8; (\d+)u², ", "{}")),
    "pairs_push": (
        "50",
        ("UP", f"{FAST}/pairs.pyx", r"UP = 1\.0 \+ 2\.0 \*\* -(\d+)", "(1 + 1b-{})"),
        ("DOWN", f"{FAST}/pairs.pyx", r"DOWN = 1\.0 - 2\.0 \*\* -(\d+)", "(1 - 1b-{})"),
    ),
    "tighten_push": ("2", ("SLACK", "solver/tighten.pyx", r"\(outcomes \+ (\d+)\) \* game\.unit\n", "{}")),
    "boxes_push": ("-1", ("PUSH", "fast/pig/boxes.pyx", r"x \* \(1\.0 - \(n \+ (\d+)\) \* UNIT\)", "{}")),
    "columns_step": (None,),
    "float64_gain": ("52", ("MARGIN", f"{FAST}/columns.h", r"#define MARGIN 0x1p-(\d+)", "1b-{}")),
}


def is_proved(script, tmp_path, other=None):
    text = (HERE / f"{script}.g").read_text(encoding="utf-8")
    for name, file, pattern, written in SCRIPTS[script][1:]:
        (number,) = re.findall(pattern, (SOURCE / file).read_text(encoding="utf-8"))
        text = text.replace(f"@{name}@", written.format(other or number))
    assert "@" not in re.sub(r"^(#|@rnd).*$", "", text, flags=re.MULTILINE)
    (tmp_path / "script.g").write_text(text, encoding="utf-8")
    command = ["gappa", "-Eprecision=300", str(tmp_path / "script.g")]
    return subprocess.run(command, capture_output=True, text=True, timeout=100).returncode == 0


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_bound_is_proved(script, tmp_path):
    assert is_proved(script, tmp_path)


@pytest.mark.parametrize(("script", "constant"), [(name, few) for name, (few, *_) in SCRIPTS.items() if few])
def test_a_smaller_constant_is_not(script, constant, tmp_path):
    assert not is_proved(script, tmp_path, constant)


def test_every_script_is_run():
    assert {path.stem for path in HERE.glob("*.g")} == set(SCRIPTS)
