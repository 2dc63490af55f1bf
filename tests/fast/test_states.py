"""The codes of moves in state arrays are the same in the kernels and in Python."""

import re
from pathlib import Path

from trueodds.fast.pig import bounds as pig
from trueodds.fast.risk_or_safety import bounds, exact

SOURCE = Path(__file__).parents[2] / "src" / "trueodds" / "fast"  # wheels have no declarations of kernels


def test_codes():
    declared = re.findall(r"^    (\w+) = (-?\d+)$", (SOURCE / "states.pxd").read_text("utf-8"), re.MULTILINE)
    ours = {"STOP": bounds.STOP, "UNKNOWN": bounds.UNKNOWN, "CONTINUE": bounds.CONTINUE, "TIE": exact.TIE}
    pigs = {"HOLD": pig.HOLD, "ROLL": pig.ROLL, "UNKNOWN": pig.UNKNOWN, "TIE": pig.TIE}
    assert {name: int(code) for name, code in declared} == ours | {f"PIG_{name}": code for name, code in pigs.items()}
