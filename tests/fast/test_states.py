"""The codes of moves in state arrays are the same in the kernels and in Python."""

import re
from pathlib import Path

import pytest

from trueodds.fast.pig import bounds as pig
from trueodds.fast.risk_or_safety.all import bounds, exact

SOURCE = Path(__file__).parents[2] / "src" / "trueodds" / "fast"  # wheels have no declarations of kernels


@pytest.mark.parametrize(
    ("room", "python"),
    [
        (
            "risk_or_safety/all",
            {"STOP": bounds.STOP, "UNKNOWN": bounds.UNKNOWN, "CONTINUE": bounds.CONTINUE, "TIE": exact.TIE},
        ),
        ("pig", {"HOLD": pig.HOLD, "ROLL": pig.ROLL, "UNKNOWN": pig.UNKNOWN, "TIE": pig.TIE}),
    ],
)
def test_codes(room, python):
    declared = re.findall(r"^    (\w+) = (-?\d+)$", (SOURCE / room / "states.pxd").read_text("utf-8"), re.MULTILINE)
    assert {name: int(code) for name, code in declared} == python
