"""Compare trueodds with Storm on Pig: ``python bench/beside_storm.py [TARGET] [--storm PYTHON]``.

Storm has no solver for this game. Through stormpy, in the given Python, Storm builds Pig from the PRISM language and
solves, in floats, the one-player version, in which both seats want the same result. trueodds starts from arrays of the
game and computes rigorous bounds at all positions, the moves of both players, and the exact value of the start. Each
side runs in its own process, in turn.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

OURS = Path(__file__).with_name("any_game.py")
SIDES = 6
RUNS = 3


def write_prism(target: int) -> str:
    """Return Pig in the PRISM language, with one final state for each winner."""
    commands = []
    for seat, mine in enumerate(("first", "second")):
        faces = [f"1/{SIDES} : (seat'={1 - seat}) & (turn'=0)"]
        for face in range(2, SIDES + 1):
            wins = f"({mine}+turn+{face}>=N)"
            after = f"(won'={wins}?{seat + 1}:0) & (turn'={wins}?0:turn+{face})"
            scores = " & ".join(f"({score}'={wins}?0:{score})" for score in ("first", "second"))
            faces.append(f"1/{SIDES} : {after} & {scores} & (seat'={wins}?0:{seat})")
        here = f"won=0 & seat={seat}"
        commands.append(f"  [roll] {here} -> {' + '.join(faces)};")
        commands.append(f"  [hold] {here} & turn>0 -> (seat'={1 - seat}) & ({mine}'={mine}+turn) & (turn'=0);")
    return "\n".join(
        [
            "mdp",
            f"const int N = {target};",
            "module pig",
            "  seat : [0..1]; first : [0..N-1]; second : [0..N-1]; turn : [0..N-1]; won : [0..2];",
            *commands,
            "  [over] won>0 -> true;",
            "endmodule",
            'label "won" = won=1;',
        ]
    )


STORM = """
import json, resource, sys, tempfile, time
import stormpy
with tempfile.NamedTemporaryFile("w", suffix=".prism") as file:
    file.write(sys.stdin.read())
    file.flush()
    began = time.process_time()
    program = stormpy.parse_prism_program(file.name)
    asked = stormpy.parse_properties('Pmax=? [ F "won" ]', program)
    model = stormpy.build_model(program, asked)
    built = time.process_time()
    answer = stormpy.model_checking(model, asked[0])
    value = answer.get_value(model.initial_states[0])
    done = time.process_time()
found = {"build": built - began, "check": done - built, "value": value, "positions": model.nr_states}
found["transitions"] = model.nr_transitions
found["MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
print(json.dumps(found))
"""


def run(python: str, *arguments: str, given: str = "") -> dict[str, float]:
    """Run a program in a process, and return the measurements that it prints."""
    command = [python, *arguments]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{python}: {done.stderr.strip().splitlines()[-1]}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Print the least of each measurement over several runs of each side, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="?", type=int, default=100)
    parser.add_argument("--storm", default=sys.executable, help="Python with stormpy [default: this Python]")
    options = parser.parse_args()
    storm, ours = [], []
    for _ in range(RUNS):
        storm.append(run(options.storm, "-c", STORM, given=write_prism(options.target)))
        ours.append(run(sys.executable, str(OURS), str(options.target), "--value"))
    for side, runs in (("Storm, floats, one player", storm), ("trueodds, rigorous, two players", ours)):
        least = {name: min(one[name] for one in runs) for name in runs[0]}
        print(f"{side}: {', '.join(f'{name} {value:.6g}' for name, value in least.items())}")
    bounds, exact = min(one["ends"] + one["bounds"] for one in ours), min(one["exact"] for one in ours)
    check = min(one["check"] for one in storm)
    whole = min(one["build"] + one["check"] for one in storm)
    print(f"bounds and moves / Storm's check: {bounds / check:.2f}; exact value / all of Storm: {exact / whole:.2f}")


if __name__ == "__main__":
    main()
