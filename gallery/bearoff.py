"""Backgammon's bear-off: exact expected numbers of rolls, exact chances to win, and an audit of GNU Backgammon.

    python gallery/bearoff.py

The one-sided values are the least expected numbers of rolls for the 54,264 positions of up to 15 checkers on six
points. The two-sided values are the chances to win of the player to roll, without doubling, for all pairs of the 924
positions of up to six checkers. A roll has 36 outcomes, so the value of a position with at most n more rolls has the
denominator 36^n. All values are stored as integers over one power of 36, and no division by 36 may leave a remainder.

If GNU Backgammon is installed (Debian: gnubg, gnubg-data), its two tables are compared with the exact values.
"""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path

import numpy as np
import results
from gmpy2 import mpq

ROLLS = list(combinations_with_replacement(range(1, 7), 2))
WEIGHTS = [1 if first == second else 2 for first, second in ROLLS]
STEPS = 200_000  # intervals in which differences are counted, per unit
ONE_SIDED = Path("/usr/share/gnubg/gnubg_os0.bd")
TWO_SIDED = Path("/var/lib/gnubg/gnubg_ts0.bd")  # the package runs makebearoff when it is installed


def pips(position):
    """Return the pip count; position[0] is the number of checkers on the ace point."""
    return sum(point * count for point, count in enumerate(position, 1))


def all_positions(checkers):
    """Return all positions of up to some number of checkers on six points, each after those to which it can lead."""
    points = combinations_with_replacement(range(7), checkers)  # 0: borne off
    return sorted((tuple(map(on.count, range(1, 7))) for on in points), key=pips)


def play_die(position, die):
    """Return all positions after playing one die: a checker moves down or, from the highest point, off the board."""
    ends = set()
    for point in range(die, 7):
        if position[point - 1]:
            after = list(position)
            after[point - 1] -= 1
            if point > die:
                after[point - die - 1] += 1
            ends.add(tuple(after))
    if not ends and any(position):  # no checker on the die's point or above
        highest = max(point for point in range(6) if position[point])
        ends.add((*position[:highest], position[highest] - 1, *position[highest + 1 :]))
    return ends or {position}


def list_plays(positions):
    """Return, for each position and roll, the numbers of the positions to which it can be played."""
    number = {position: at for at, position in enumerate(positions)}
    after = [[[number[end] for end in play_die(position, die)] for die in range(1, 7)] for position in positions]
    for at in range(len(positions)):
        plays = []
        for first, second in ROLLS:
            ends = {at}
            if first == second:
                for _ in range(4):
                    ends = {end for middle in ends for end in after[middle][first - 1]}
            else:
                ends = {end for middle in after[at][first - 1] for end in after[middle][second - 1]}
                ends |= {end for middle in after[at][second - 1] for end in after[middle][first - 1]}
            plays.append(sorted(ends))
        yield plays


def divide(numbers):
    """Return integers divided by 36; raise ArithmeticError unless all are multiples of 36."""
    if np.any(numbers % 36):
        raise ArithmeticError("the scale is too small for the denominators")
    return numbers // 36


def solve_one_sided(checkers):
    """Return a mapping of positions of up to some number of checkers to their least expected numbers of rolls."""
    positions = all_positions(checkers)
    scale = 36 ** (2 * checkers)  # each roll but the last takes at least three pips
    values = [0]
    for at, plays in enumerate(list_plays(positions)):
        if at:
            total = sum(weight * min(values[end] for end in ends) for weight, ends in zip(WEIGHTS, plays, strict=True))
            values.append(scale + divide(total))
        if at % 1000 == 0:
            results.report("one-sided: positions", at, len(positions))
    return {position: mpq(value, scale) for position, value in zip(positions, values, strict=True)}


def solve_two_sided(checkers):
    """Return the positions of up to some number of checkers, chances[mine, theirs] times a scale, and the scale.

    Positions are added one by one. First, the new position is to roll against all earlier ones, and its chances follow
    from pairs without it. Then all positions are to roll against it; their chances follow from those just computed.
    """
    positions = all_positions(checkers)
    scale = 36 ** (4 * checkers)
    chances = np.full((len(positions), len(positions)), 0, dtype=object)
    chances[0, 1:] = scale
    weights = np.array(WEIGHTS, dtype=object)
    flat, starts = [], []  # all plays of all positions so far, and where those of each roll begin
    for at, plays in enumerate(list_plays(positions)):
        if at == 0:
            continue
        worst = [chances[1:at, ends].min(axis=1) for ends in plays]  # the least chances of the next player
        chances[at, 1:at] = scale - divide(np.array(worst).T.reshape(at - 1, 21) @ weights)
        for ends in plays:
            starts.append(len(flat))
            flat += ends
        worst = np.minimum.reduceat(chances[at][flat], starts)
        chances[1 : at + 1, at] = scale - divide(worst.reshape(at, 21) @ weights)
        results.report("two-sided: positions", at + 1, len(positions))
    return positions, chances, scale


def gnubg_number(position, checkers):
    """Return the number that GNU Backgammon assigns to a position: its rank as a set of bits."""
    bits = [sum(position) + 5]
    for count in position[:5]:
        bits.append(bits[-1] - count - 1)
    return sum(comb(bit, 6 - rank) for rank, bit in enumerate(bits))


def read_one_sided(path):
    """Return a function from positions to expected rolls, from the distributions in GNU Backgammon's file.

    After a header of 40 bytes comes an index with an entry for each position: where its distribution starts, how many
    numbers it has, and to how many rolls the first number belongs. A number is a probability times 65,535.
    """
    data = path.read_bytes()
    if not data.startswith(b"gnubg-OS-06-15-1-1"):
        raise ValueError(f"{path} is not a compressed one-sided file for 15 checkers on 6 points")
    entry = np.dtype([("start", "<u4"), ("count", "u1"), ("first", "u1"), ("gammon", "<u2")])
    index = np.frombuffer(data, entry, 54264, offset=40)
    numbers = np.frombuffer(data, "<u2", offset=40 + index.nbytes).astype(int)

    def rolls(position):
        start, count, first, _ = index[gnubg_number(position, 15)].tolist()
        return mpq(int(numbers[start : start + count] @ np.arange(first, first + count)), 65535)

    return rolls


def read_two_sided(path):
    """Return a function from pairs of positions to 65,535 times the chance to win, from GNU Backgammon's file.

    After a header of 40 bytes come four numbers for each pair: one without doubling, and three for states of the cube.
    """
    data = path.read_bytes()
    if not data.startswith(b"gnubg-TS-06-06-1"):
        raise ValueError(f"{path} is not a two-sided file for 6 checkers on 6 points with doubling")
    table = np.frombuffer(data, "<u2", offset=40).reshape(924, 924, 4)[:, :, 0]
    return lambda mine, theirs: int(table[gnubg_number(mine, 6), gnubg_number(theirs, 6)])


def audit(pairs):
    """Return statistics of the errors of published values; `pairs` yields (what, published, exact)."""
    differences = [(published - exact, what) for what, published, exact in pairs]
    (low, lowest), (high, highest) = min(differences), max(differences)
    bins = Counter(int(difference * STEPS // 1) for difference, _ in differences)
    return {
        "values": len(differences),
        "lowest": results.as_json(low) | {"at": lowest},
        "highest": results.as_json(high) | {"at": highest},
        "within half of 1/65535": sum(abs(difference) <= mpq(1, 131070) for difference, _ in differences),
        f"differences, from n/{STEPS} to (n+1)/{STEPS}": {n: bins[n] for n in sorted(bins)},
    }


def main():
    """Solve both kinds of positions, audit the tables of GNU Backgammon, and write the results."""
    file = {"type": Path, "metavar": "FILE", "help": "[default: %(default)s]"}
    options = {"one_sided": file | {"default": ONE_SIDED}, "two_sided": file | {"default": TWO_SIDED}}
    table = file | {"help": "write all 54,264 expected numbers of rolls as CSV"}
    arguments = results.parse_arguments(__file__, __doc__, **options, table=table)
    rolls = solve_one_sided(15)
    if arguments.table:
        lines = (f"{' '.join(map(str, position))},{value}\n" for position, value in rolls.items())
        arguments.table.write_text("checkers on points 1 to 6,rolls\n" + "".join(lines))
    positions, chances, scale = solve_two_sided(6)
    number = {position: at for at, position in enumerate(positions)}
    six = [number[0, 0, 0, 0, 0, count] for count in range(7)]
    answers = {
        "game": "bearoff",
        "expected rolls, all on the six point": {n: results.as_json(rolls[0, 0, 0, 0, 0, n]) for n in range(1, 16)},
        "chance to win, all on the six point": {
            n: results.as_json(mpq(chances[six[n], six[n]], scale)) for n in range(1, 7)
        },
    }
    if arguments.one_sided.exists():
        published = read_one_sided(arguments.one_sided)
        answers["GNU Backgammon, expected rolls"] = audit((p, published(p), rolls[p]) for p in rolls)
    if arguments.two_sided.exists():
        published = read_two_sided(arguments.two_sided)
        pairs = [(mine, theirs) for mine in positions[1:] for theirs in positions[1:]]
        exact = ((pair, mpq(chances[number[pair[0]], number[pair[1]]], scale)) for pair in pairs)
        audited = audit((pair, mpq(published(*pair), 65535), value) for pair, value in exact)
        answers["GNU Backgammon, chances to win"] = audited
    results.write(arguments.output, answers)
    print(f"five checkers on the six point: {rolls[0, 0, 0, 0, 0, 5]} rolls")
    print(f"three checkers each on the six point: {mpq(chances[six[3], six[3]], scale)} for the player to roll")


if __name__ == "__main__":
    main()
