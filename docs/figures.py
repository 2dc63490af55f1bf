"""Draw the figures of the docs into docs/figures: `python docs/figures.py`."""

from __future__ import annotations

from pathlib import Path

import trueodds
from trueodds.drawing import plot

FOLDER = Path(__file__).parent / "figures"

#: Name of the file, the game, and which of its pictures.
FIGURES = (
    ("strategy.svg", trueodds.RiskOrSafety(target=15), "strategy"),
    ("advantage.svg", trueodds.RiskOrSafety(target=100), "advantage"),
    ("odds.png", trueodds.RiskOrSafety(target=60), "odds"),
    ("pig.png", trueodds.Pig(target=100), "strategy"),
)


def draw(folder: Path) -> None:
    """Draw all figures into a folder that exists."""
    for name, game, kind in FIGURES:
        plot(trueodds.solve(game), folder / name, kind)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    draw(FOLDER)
