"""Games written for other tools and read back have the same positions, moves and fractions."""

import re
from collections import namedtuple
from dataclasses import make_dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import trueodds
from trueodds.formats.explicit import write_tra
from trueodds.formats.export import convert_game, format_prism, format_property_file, make_game_property
from trueodds.solver.model import explore

from ..solver.oracle import ENDING, ENDLESS, draw, game_of, model_of
from .small import same_moves, whole

FIELDS = ("player", "G", "open part", "over", "x")
NAMES = ("player_", "G_", "open_part", "over_", "x")
Named = namedtuple("Named", FIELDS, rename=True)
Named._fields = FIELDS
Alike = namedtuple("Alike", ("x", "x_", "x__"))  # the variables in PRISM have no underscores at their ends
Spot = namedtuple("Spot", ("at", "place_"))
Data = make_dataclass("Data", [name.replace(" ", "_") for name in FIELDS], frozen=True)
PARTS = tuple(f"part_{at}" for at in range(1, 6))
#: Moves, and their names in the model.
MOVES = {"hören": "h_ren", "+1": "move_1", "-1": "move_1_2", "1_2": "move_1_2_2"}
KEYWORDS = """A bool C ceil clock const csg ctmc double dtmc E endinit endinvariant endmodule endobservables endplayer
endrewards endsystem F false filter floor formula func G global I idtmc imdp init int invariant label log ma max mdp min
mod module nondeterministic observable observables of P player Pmax Pmin pomdp popta posg pow prob probabilistic pta R
rate rewards Rmax Rmin round S smg stochastic system tptg true U W X"""


def fields_of(x):
    """Return five fields of position x: integers of both signs, a bool, and one that never changes."""
    return x % 2, x > 1, x - 2, 7, 2 * x


#: A position for each number, and the names and values that its variables must have.
STYLES = [
    (lambda x: 2**31 - 1 - x, ("position",), lambda x: (2**31 - 1 - x,)),
    (lambda x: fields_of(x), PARTS, fields_of),
    (lambda x: Named(*fields_of(x)), NAMES, fields_of),
    (lambda x: Data(*fields_of(x)), NAMES, fields_of),
    (lambda x: Alike(x % 2, x > 1, x), ("x", "x_", "x__"), lambda x: (x % 2, x > 1, x)),
    (lambda x: f"place {x}", ("position",), None),
    (lambda x: (x, None), PARTS[:2], lambda x: (x, 0)),
    (lambda x: (x, None if x else 0), PARTS[:2], lambda x: (x, int(x > 0))),
    (lambda x: (("bold", "calm")[x % 2], x), PARTS[:2], lambda x: (x % 2, x)),
    (lambda x: 2**31 - x, ("position",), None),
    (lambda x: x - 2**31, ("position",), None),
    (lambda x: () if x == 0 else (x,), ("position",), None),
    (lambda x: (x, x) if x == 0 else (x,), ("position",), None),
]


def renamed(drawn, place):
    """Return a random game with its positions in another form."""
    numbers = {place(x): x for x in range(len(drawn.seats))}
    game = game_of(drawn)

    def outcomes(at, move):
        found = reversed(game.outcomes(numbers[at], [*MOVES].index(move)))
        return [(one.probability, None if one.position is None else place(one.position), one.payoff) for one in found]

    def moves(at):
        return [*MOVES][: len(game.moves(numbers[at]))]

    return trueodds.Rules(
        place(0), moves, outcomes, lambda at: game.seat(numbers[at]), infinite_play=game.infinite_play
    )


def reachable(game):
    """Return the reachable positions of a game."""
    found = [game.start]
    for at in found:
        after = {one.position for move in game.moves(at) for one in game.outcomes(at, move)} - {None, *found}
        found += sorted(after, key=str)
    return found


def check_model(game, reached, found, names, values_of):
    """Compare a model with a game: the variables, and at each position the moves, their owner and their outcomes."""
    kind, variables, states, start, _, owners, moves, labels, _ = whole(found)
    number = {at: states.index(tuple(map(repr, (*values_of(at), 0)))) for at in reached}
    assert (variables, start) == ((*names, "over"), number[game.start])
    finals = [state for state in states if state[-1] != "0"]
    assert finals == [(*states[start][:-1], str(at)) for at in range(1, len(finals) + 1)]

    def payoff(x):
        """Return the payoff of a final state."""
        ((name, out),) = moves[x]
        if x in labels["won"] | labels["lost"]:
            assert (name, out) == ("over", {x: 1})
            return Fraction(x in labels["won"])
        assert name == "toss"
        assert not any(to in labels[name] for to in out for name in labels.keys() - {"won", "lost"})
        return sum(p * payoff(to) for to, p in out.items())

    final = [payoff(x) for x, state in enumerate(states) if state[-1] != "0"]
    assert final == [1, 0, *(split := sorted({*final} - {0, 1})), *[1, 0] * bool(split)]
    payoffs = {}
    for at, x in number.items():
        assert owners is None or owners[x] == game.seat(at)
        for (name, out), move in zip(moves[x], game.moves(at), strict=True):
            assert name == MOVES[move]
            over = {to: payoff(to) for to in out.keys() - {*number.values()}}
            assert len(set(over.values())) == len(over)
            payoffs |= over
            wanted = {}
            for one in game.outcomes(at, move):
                after = one.payoff if one.position is None else number[one.position]
                wanted[one.position is None, after] = wanted.get((one.position is None, after), 0) + one.probability
            assert {(to in over, over.get(to, to)): p for to, p in out.items()} == wanted
    choosing = {game.seat(at) for at in number if len(game.moves(at)) > 1}
    assert kind == ("smg" if 1 in choosing else "mdp" if choosing else "dtmc")
    shares = {"draw": Fraction(1, 2)} | ({"first_wins": 1, "second_wins": 0} if kind == "smg" else {})
    assert labels.keys() - {"draw"} == {"won", "lost", *shares} - {"draw"}
    for name, share in shares.items():
        assert {x for x, one in payoffs.items() if one == share} == labels.get(name, set()) & payoffs.keys()


def seat_value(game):
    """Return seat 0's value, which is the one written."""
    found = trueodds.solve(game, "general")
    return found.values[found.model.start]


PAYOFFS = [0, 0, 1, 1, Fraction(1, 2), Fraction(1, 3)]


@given(st.integers(0, 2**32), st.sampled_from(STYLES), st.booleans())
def test_a_model_has_the_moves_and_the_value_of_the_game(tmp_path_factory, seed, style, endless):
    place, names, values_of = style
    drawn = replace(draw(seed, ENDLESS if endless else ENDING, payoffs=PAYOFFS), worth=0 if endless else None)
    fields = {place(x): values_of and values_of(x) for x in range(len(drawn.seats))}
    if start := seed % len(fields):  # the game as arrays, of which the first position is not the start
        named = [move for own in drawn.rules for move in [*MOVES][: len(own)]]
        game, reached = model_of(drawn, start=start, positions=[*fields], moves=named).game, [*fields]
    else:
        reached = reachable(game := renamed(drawn, place))
    assume(values_of or len(reached) > 1)  # positions of two kinds
    if values_of is None:  # positions are numbered as they are found
        fields = {at: (number,) for number, at in enumerate(explore(game).positions)}
    transitions, path = convert_game(game), tmp_path_factory.mktemp("written") / "m.tra"
    check_model(game, reached, transitions, names, fields.__getitem__)
    write_tra(transitions, path)
    size = {"dtmc": 2, "mdp": 3, "smg": 4}[transitions.kind]
    rows = [[*map(int, re.findall(r"\d+", row)[:size])] for row in path.read_text().splitlines()[1:]]
    assert rows == sorted(rows)
    assert transitions.kind == "smg" or not transitions.owners.any()
    title, asked = format_property_file(transitions)
    assert title.endswith(", with a draw counted as one half") == ("draw" in transitions.labels)
    found = trueodds.read_model(path, asked.removesuffix(";"))
    assert trueodds.solve(found).value == seat_value(game)
    its = whole(found.transitions)
    assert its[7].pop("init") == {transitions.start}
    assert its[7].pop("deadlock") == set()
    players = tuple(str(at) for at, _ in enumerate(transitions.players, 1))
    assert its == (*whole(transitions)[:4], players, *whole(transitions)[5:])


def test_a_model_begins_at_its_start():
    model = trueodds.Model.from_arrays([0, 0], [0, 1, 2], [0, 1, 2], [2, 0], [1, 1], [0, 0], [1], start=1)
    assert "  position : [0..1] init 1;" in format_prism(convert_game(model.game))


@pytest.mark.parametrize("number", range(len(STYLES)))
def test_storm_reads_the_model_in_the_prism_language(number, storm, tmp_path):
    game = renamed(draw(number + 7, ENDING, payoffs=PAYOFFS), STYLES[number][0])
    transitions, path = convert_game(game), tmp_path / "m.prism"
    path.write_text("\n".join(format_prism(transitions)))
    found = trueodds.read_model(path, make_game_property(transitions))
    assert trueodds.solve(found).value == seat_value(game)
    same_moves(found.transitions, whole(transitions))


def of_one_move(outcome, **more):
    return trueodds.Rules(0, lambda at: ["go"], lambda at, move: [outcome], lambda at: 0, **more)


def test_games_that_cannot_be_written():
    model = trueodds.Model.from_arrays([0], [0, 1], [0, 1], [1], [1], [0], [0], gains=[3])
    for game, message in (
        (model.game, "a game with expected rewards cannot be written as a model"),
        (of_one_move((1, None, 2)), "a game written as a model must have payoffs from 0 to 1, not 2"),
        (of_one_move((1, None, -1)), "a game written as a model must have payoffs from 0 to 1, not -1"),
        (of_one_move((1, 0), infinite_play=1), "infinite play must be worth 0, not 1"),
        (of_one_move((1, 0)), "the game may never end"),
    ):
        with pytest.raises((ValueError, trueodds.NotProved), match=message):
            convert_game(game)


def test_words_of_the_prism_language_are_not_used_as_names():
    words = KEYWORDS.split()
    position = namedtuple("Words", words, rename=True)(*range(len(words)))
    type(position)._fields = words
    model = convert_game(trueodds.Rules(position, lambda at: words, lambda at, move: [(1, None, 1)], lambda at: 0))
    used = [f"{word}_" for word in words]
    assert model.variables == (*used, "over")
    assert re.findall(r"\[(\w+)\]", "\n".join(format_prism(model))) == [*used, "over", "over"]


def test_a_field_of_few_texts_is_numbered_and_its_values_are_listed():
    def chain(length):
        def outcomes(at, move):
            return [(1, Spot(at[0] + 1, f"place\n{at[0] + 1}"))] if at[0] + 1 < length else [(1, None, 1)]

        return convert_game(trueodds.Rules(Spot(0, "place\n0"), lambda at: ["go"], outcomes, lambda at: 0))

    assert chain(20).variables == ("at", "place", "over")
    assert chain(2).remarks == ("place: 0 is place 0, 1 is place 1",)
    assert "// place: 0 is place 0, 1 is place 1" in format_prism(chain(2))
    assert (chain(21).variables, chain(21).remarks) == (("position", "over"), ())
    alike = {("1/2", 0): [(1, (Fraction(1, 2), 0))], (Fraction(1, 2), 0): [(1, None, 1)]}  # positions of equal text
    found = convert_game(trueodds.Rules(("1/2", 0), lambda at: ["?"], lambda at, move: alike[at], lambda at: 0))
    assert (found.variables, found.moves[0]) == (("position", "over"), "move_")
