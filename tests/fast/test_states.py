"""The codes of moves in state arrays are the same in the kernels and in Python."""

import re
from importlib.resources import files

import pytest

from trueodds.fast.pig import bounds as pig
from trueodds.fast.risk_or_safety.all import bounds, exact


@pytest.mark.parametrize(
    ("package", "python"),
    [
        (
            "trueodds.fast.risk_or_safety.all",
            {"STOP": bounds.STOP, "UNKNOWN": bounds.UNKNOWN, "CONTINUE": bounds.CONTINUE, "TIE": exact.TIE},
        ),
        ("trueodds.fast.pig", {"HOLD": pig.HOLD, "ROLL": pig.ROLL, "UNKNOWN": pig.UNKNOWN, "TIE": pig.TIE}),
    ],
)
def test_codes(package, python):
    declared = re.findall(
        r"^    (\w+) = (-?\d+)$", files(package).joinpath("states.pxd").read_text("utf-8"), re.MULTILINE
    )
    assert {name: int(code) for name, code in declared} == python
