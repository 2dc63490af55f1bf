"""Measure the time and memory to read a large game from an explicit file: ``python bench/explicit.py [STATES]``."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

from trueodds import read_model

SIDES = 6


def write_race(path: Path, states: int) -> None:
    """Write a race over numbered fields: a player rolls a die or moves one step; odd fields belong to player 2."""
    last = states - 1
    rolling = states - SIDES  # the remaining fields have one move
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{states}:2 {2 * rolling + SIDES} {(SIDES + 1) * rolling + SIDES}\n")
        for x in range(rolling):
            file.writelines(f"{x}:{x % 2} 0 {x + face} 1/{SIDES} roll\n" for face in range(1, SIDES + 1))
            file.write(f"{x}:{x % 2} 1 {x + 1} 1 step\n")
        file.writelines(f"{x}:0 0 {last} 1\n" for x in range(rolling, states))


def main() -> None:
    """Write the file, read it, and print the measurements."""
    states = int(sys.argv[1]) if sys.argv[1:] else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "race.tra")
        write_race(path, states)
        size = path.stat().st_size >> 20
        began = time.process_time()
        game = read_model(path, f"<<1>> Pmax=? [ F state={states - 1} ]")
        spent = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{states} states, {size} MB: {len(game.model.positions)} positions in {spent:.2f} s, peak memory {peak} MB")


if __name__ == "__main__":
    main()
