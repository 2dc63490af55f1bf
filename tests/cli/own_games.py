"""Games that users might write; the fixture `own` copies this file to ``own.py``."""

from collections import namedtuple
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import trueodds
from trueodds import Coinball, Hog  # noqa: F401
from trueodds.catalog.entry import Method, Rule
from trueodds.catalog.narrator import Narrator
from trueodds.parameters import whole

half = Fraction(1, 2)


def toss(player, move):
    return [(half, None, 1 - player), (half, 1 - player)]


def make():
    return game


game = trueodds.Rules(0, lambda player: ["toss"], toss, lambda player: player)
late = trueodds.Rules(1, lambda player: ["toss"], toss, lambda player: player)
floats = trueodds.Rules(0, lambda player: ["toss"], lambda player, move: [(0.5, 1)])
endless_end = trueodds.Rules(0, lambda player: ["go"], lambda player, move: [(half, player + 1), (half, None, 1)])
painted = trueodds.Rules(("red", "wet"), lambda at: ["go"], lambda at, move: [(1, None, 1)])
broken = trueodds.Rules(0, lambda player: ["go"], lambda player, move: player / 0)
no_list = trueodds.Rules(0, lambda player: ["go"], lambda player, move: None)
float_payoff = trueodds.Rules(0, lambda player: ["toss"], lambda player, move: [(1, None, 0.5)])
unhashable = trueodds.Rules(0, lambda player: [["toss"]], lambda player, move: [(1, None, 1)])
halting = trueodds.Rules(0, lambda at: ["go"], lambda at, _: [(1, 1)] if at else [(half, 1), (half, None, -1)])
same_text = trueodds.Rules(1, lambda at: ["go"], lambda at, move: [(1, "1")] if at == 1 else [(1, None, 1)])
number = 5
largest = max  # which has no signature in Python


def needs_more(number):
    return game


def endless(size=2):
    return trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, (at + 1) % size)])


def needs_both(first: int, second):
    return game


nameless = partial(needs_both, second=1)
alone = type("Alone", (trueodds.Rules,), {"value_seat": 1})(0, lambda at: ["go"], lambda at, move: [(1, None, 1)])


def won_at_once(moves, name):
    return trueodds.Rules(0, lambda at: moves, lambda at, move: [(1, None, 1)], name=name)


def many(last):
    return won_at_once([f"m{n}" for n in range(1, last + 1)], "many")


def told(value="red"):
    return won_at_once(["go"], repr(value))


def names(file=1, json=2, in_full=3, full=4, infinite_play=6, *more, sides=5, **rest):
    """Return a game; its parameters with the names of options keep their defaults."""
    return won_at_once(["go"], f"{file} {json} {in_full} {full} {infinite_play} {sides} {more} {rest}")


def out_of_memory():
    def moves(player):
        raise MemoryError

    return trueodds.Rules(0, moves, moves)


@dataclass(frozen=True)
class Rung:
    height: int
    seat: int


def ladder(chance=half):
    def outcomes(at, move):
        return [(chance, None, 1 - at.seat), (1 - chance, Rung(at.height + 1, 1 - at.seat))] if at.height < 2 else end

    end = [(1, None, 0)]
    return trueodds.Rules(Rung(0, 0), lambda at: ["up", "jump"], outcomes, lambda at: at.seat, name="ladder")


class Unfinished(trueodds.Game):
    def seat(self, position):
        return position[-1]


class Steps(Unfinished):
    name = "steps"

    def __init__(self, steps=3, colour="red"):
        self.steps, self.colour = steps, colour

    @property
    def parameters(self):
        return {"steps": self.steps, "colour": self.colour}

    start = (0, 0)

    def moves(self, position):
        return ["stop", "go"]

    def outcomes(self, position, move):
        made, seat = position
        over = move == "stop" or made == self.steps
        return [trueodds.Outcome(1, None, made) if over else trueodds.Outcome(1, (made + 1, 1 - seat))]


class Climb(Unfinished):
    """A game with payoffs 3, 0 and -1, of which best play can reach only 0."""

    start = (0, 0)

    def __init__(self, top=3, pay=0, name="climb"):
        self.top, self.pay, self.name = top, pay, name

    def moves(self, at):
        return ["up", "stop"]

    def outcomes(self, at, move):
        if move == "stop" or at[0] == self.top:
            return [(1, None, self.pay if move == "stop" else 3 - 4 * at[1])]
        return [(1, (at[0] + 1, 1 - at[1]))]


class Race(Unfinished):
    """The first to reach the goal wins; a step is one or two."""

    name = "race"
    start = (0, 0, 0)

    def __init__(self, goal=3):
        self.goal = goal

    def moves(self, position):
        return ["one", "two"]

    def outcomes(self, position, move):
        mine, its, seat = position
        step, chance = (1, half) if move == "one" else (2, Fraction(1, 3))
        won = mine + step >= self.goal
        after = (None, 1 - seat) if won else ((its, mine + step, 1 - seat),)
        return [trueodds.Outcome(chance, *after), trueodds.Outcome(1 - chance, (its, mine, 1 - seat))]


def tower(*, top_height=2, lucky=True):
    return Climb(top_height, name=f"tower {lucky}")


@dataclass(frozen=True)
class Short(Hog):
    """Hog for few points."""

    target: int = whole("points to win", 4, minimum=3, maximum=5)


class Dice(trueodds.Rules):
    def __init__(self, sides, chance=half):
        if sides == 13:
            raise ValueError("no die has 13 sides")
        win = Fraction(1, sides) * chance
        outcomes = [(win, None, 1), (1 - win, None, 0)]
        super().__init__(0, lambda at: ["roll"], lambda at, move: outcomes)


class Take(trueodds.Rules):
    """The player who takes the last of a heap wins."""

    def __init__(self, heap=7):
        def outcomes(at, move):
            left, seat = at
            return [(1, (left - move, 1 - seat))] if left > move else [(1, None, 1 - seat)]

        super().__init__((heap, 0), lambda at: [1, 2], outcomes, lambda at: at[1])


def pass_or_toss(seat, move):
    return [(1, 1 - seat)] if move == "pass" else [(half, None, 1 - seat), (half, None, seat * Fraction(1, 4))]


def standoff(worth=None):
    """Return a game that may last forever; seat 1 tosses for 1/8, and seat 0 can take 1/2 at once."""
    return trueodds.Rules(0, lambda seat: ["pass", "toss"], pass_or_toss, lambda seat: seat, "standoff", worth)


open_end = standoff()
draw = standoff(half)
other = standoff(Fraction(1, 3))


class Bare(Unfinished):
    """A game without a name, with parameters that JSON cannot represent, and with odd positions and moves."""

    start = (0, 0)

    @property
    def parameters(self):
        return {"p": Fraction(1, 3), "faces": {1}, 3: None}

    def moves(self, position):
        return ["wait", 1, half, frozenset({2})]

    def outcomes(self, position, move):
        points, seat = position
        if points == 2:
            return [trueodds.Outcome(Fraction(1), None, half)]
        won = half if move == "wait" else Fraction(1, 3)
        after = (points + 1, 1 - seat)
        return [trueodds.Outcome(won, None, Fraction(1 - seat)), trueodds.Outcome(1 - won, after)]


At = namedtuple("At", ["points", "throws_left", "seat"], defaults=[0])
Late = namedtuple("Late", ["points"])
Steady = namedtuple("Steady", ["steps", "luck"])


def throw(at, move):
    if move == "cash" or at.throws_left == 1:
        return [(1, None, at.points)]
    return [(half, At(at.points + 2, at.throws_left - 1)), (half, None, -1)]


throws = trueodds.Rules(At(0, 3), lambda at: ["throw", "cash"], throw)


def fly(at, move):
    return [(1, None, at.points)] if move == "land" else [(half, Late(3)), (half, None, 0)]


two_kinds = trueodds.Rules(At(0, 1), lambda at: ["fly", "land"] if isinstance(at, At) else ["land"], fly)


class Walk(trueodds.Game):
    """A walk, with an entry of its own."""

    name = "walk"
    start = Steady(0, 0)

    def __init__(self, prize=1):
        self.prize = prize

    @property
    def parameters(self):
        return {"prize": self.prize}

    def seat(self, position):
        return 0

    def moves(self, position):
        return ["rest", "walk"]

    def outcomes(self, position, move):
        steps, luck = position
        if steps == 3 or move == "rest":
            return [trueodds.Outcome(1, None, self.prize if luck > 0 else 0)]
        return [trueodds.Outcome(half, Steady(steps + 1, luck + way)) for way in (1, -1)]


class Words(Narrator):
    def standing(self, position):
        return f"{position.steps} steps made."

    def say(self, move):
        return f"have a {move}"


ENTRY = trueodds.Entry(
    Walk,
    "A walk in the park.",
    narrator=Words,
    rules=(Rule("rest at N", lambda game, position, number: "rest" if position.steps >= number else "walk"),),
    map=("luck", "steps"),
    methods={"mine": Method("trueodds.solver.general:solve", "my own")},
)
