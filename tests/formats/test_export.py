"""Games written for other tools and read back have the same positions, moves and fractions."""

import re
from collections import namedtuple
from dataclasses import make_dataclass
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import trueodds
from trueodds.cli import run
from trueodds.formats.explicit import write_tra
from trueodds.formats.export import as_transitions, prism_text, property_file
from trueodds.formats.properties import read_property_file
from trueodds.solver.model import explore

from ..solver.oracle import ENDING, ENDLESS, draw, game_of

GAMES = {
    "coinball": trueodds.Coinball(4),  # with draws
    "two-coins": trueodds.TwoCoins(3),  # for one player
    "greed": trueodds.Greed(3, 2),
}
FIELDS = ("player", "G", "open part", "over", "x")
NAMES = ("player_", "G_", "open_part", "over_", "x")
Named = namedtuple("Named", FIELDS, rename=True)
Named._fields = FIELDS
Alike = namedtuple("Alike", ("x", "x_", "x__"))  # the variables in PRISM have no underscores at their ends
Data = make_dataclass("Data", [name.replace(" ", "_") for name in FIELDS], frozen=True)
PARTS = tuple(f"part_{at}" for at in range(1, 6))


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
    (lambda x: (("bold", "calm")[x % 2], x), PARTS[:2], lambda x: (x % 2, x)),
    (lambda x: 2**31 - x, ("position",), None),
    (lambda x: x - 2**31, ("position",), None),
    (lambda x: () if x == 0 else (x,), ("position",), None),
    (lambda x: (x, x) if x == 0 else (x,), ("position",), None),
]


def renamed(drawn, place, worth=None):
    """Return a random game with its positions in another form."""
    numbers = {place(x): x for x in range(len(drawn.seats))}
    game = game_of(drawn, **({} if worth is None else {"worth": worth}))

    def outcomes(at, move):
        found = game.outcomes(numbers[at], int(move.split()[1]))
        return [(one.probability, None if one.position is None else place(one.position), one.payoff) for one in found]

    def moves(at):
        return [f"{'max' if x % 2 else '#'} {x}" for x in game.moves(numbers[at])]

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


def read_program(lines):
    """Return the kind, variables, commands, owners of actions, and labels of a program of `prism_text`."""
    comment, *rest = lines
    assert comment.startswith("// ")
    while rest[0].startswith("// "):  # the values of a field that is not a number
        assert re.fullmatch(r"// \w+: 0 is .*", rest.pop(0))
    kind, *rest = rest
    number = lambda text: {"true": True, "false": False}[text] if text in ("true", "false") else int(text)  # noqa: E731
    domains, init, commands, owners, labels = {}, {}, [], {}, {}
    for line in rest:
        if found := re.fullmatch(r"player (\w+) (.*) endplayer", line):
            owners |= dict.fromkeys(found[2].split(", "), found[1])
        elif found := re.fullmatch(r"const (int|bool) (\w+) = (\S+);", line):
            init[found[2]] = number(found[3])
            domains[found[2]] = {init[found[2]]}
        elif found := re.fullmatch(r"  (\w+) : (?:bool|\[(-?\d+)\.\.(-?\d+)\]) init (\S+);", line):
            init[found[1]] = number(found[4])
            domains[found[1]] = {*range(int(found[2]), int(found[3]) + 1)} if found[2] else {False, True}
        elif found := re.fullmatch(r"  (\[\w+\]) (.*) -> (.*);", line):
            guard = {name: number(value) for name, value in re.findall(r"(\w+)=(\S+)", found[2])}
            parts = [part.split(" : ") for part in found[3].split(" + ")]
            updates = [(Fraction(p), re.findall(r"\((\w+)'=([^)]+)\)", update)) for p, update in parts]
            commands.append(
                (found[1], guard, [(p, {name: number(one) for name, one in update}) for p, update in updates])
            )
        elif found := re.fullmatch(r'label "(\w+)" = (.*);', line):
            labels[found[1]] = {int(one) for one in re.findall(r"over=(\d+)", found[2])}
        else:
            assert line in ("module game", "endmodule")
    return kind, domains, init, commands, owners, labels


def check_program(game, lines, names, values_of):
    """Compare a program with a game: the variables, and at each position the moves, their owner and their outcomes."""
    kind, domains, init, commands, owners, labels = read_program(lines)
    places = reachable(game)
    states = {at: dict(zip((*names, "over"), (*values_of(at), 0), strict=True)) for at in places}
    assert set(domains) == {*names, "over"}
    for name in names:
        own = {state[name] for state in states.values()}
        assert domains[name] == ({False, True} if own == {False, True} else {*range(min(own), max(own) + 1)})
    assert init == states[game.start]

    def enabled(state):
        return [
            (action, out) for action, guard, out in commands if all(state[name] == one for name, one in guard.items())
        ]

    def resolve(state):
        """Return the payoff of a final state."""
        ((action, out),) = enabled(state)
        over = state["over"] in labels["won"] | labels["lost"]
        assert action.strip("[]").endswith("over" if over else "toss")
        if over:
            assert [after for _, after in out] == [{}]
            return int(state["over"] in labels["won"])
        return sum((p * resolve(state | after) for p, after in out), Fraction(0))

    def labels_of(state):
        return {name for name, where in labels.items() if state["over"] in where} - {"won", "lost"}

    shares = set()
    for at in places:
        moves = enabled(states[at])
        assert len(moves) == len(game.moves(at))
        for (action, out), move in zip(moves, game.moves(at), strict=True):
            assert owners.get(action) == ({0: "first", 1: "second"}[game.seat(at)] if kind == "smg" else None)
            own = action.strip("[]").removeprefix(f"{owners.get(action)}_")
            assert re.search(r"[a-zA-Z]*[0-9]*$", str(move))[0] in own
            assert own not in ("A", "max")
            wanted, found = {}, {}
            for one in game.outcomes(at, move):
                after = one.payoff if one.position is None else tuple(states[one.position].values())
                wanted[one.position is None, after] = wanted.get((one.position is None, after), 0) + one.probability
            for p, update in out:
                after = states[at] | update
                over = after["over"] > 0
                key = over, resolve(after) if over else tuple(after.values())
                assert key not in found
                found[key] = p
                if over:
                    shares.add(key[1])
                    named = labels_of(after)
                    assert key[1] in (0, 1) or not any(labels_of(after | then) for _, then in enabled(after)[0][1])
                    first, second = ({"first_wins"}, {"second_wins"}) if kind == "smg" else (set(), set())
                    assert named == {1: first, 0: second, Fraction(1, 2): {"draw"}}.get(key[1], set())
            assert found == wanted
    choosing = {game.seat(at) for at in places if len(game.moves(at)) > 1}
    assert kind == ("smg" if 1 in choosing else "mdp" if choosing else "dtmc")
    assert ("draw" in labels) == (Fraction(1, 2) in shares)


@given(st.integers(0, 2**32), st.sampled_from(STYLES))
def test_the_prism_language_has_a_variable_for_each_field(seed, style):
    place, names, values_of = style
    drawn = draw(seed, ENDING, payoffs=[0, 0, 1, 1, Fraction(1, 2), Fraction(1, 3)])
    game = renamed(drawn, place)
    assume(values_of or len(reachable(game)) > 1)  # positions of two kinds
    fields = {place(x): values_of and values_of(x) for x in range(len(drawn.seats))}
    if values_of is None:  # positions are numbered as they are found
        fields = {at: (number,) for number, at in enumerate(explore(game).positions)}
    check_program(game, [*prism_text(as_transitions(game))], names, fields.__getitem__)


def seat_value(game):
    """Return seat 0's value, which is the one written."""
    found = trueodds.solve(game, "general")
    return found.values[found.model.start]


@given(st.integers(0, 2**32), st.sampled_from(STYLES), st.booleans())
def test_explicit_files_have_the_value_of_the_game(tmp_path_factory, seed, style, endless):
    payoffs = [0, 1, Fraction(1, 2), Fraction(1, 3)]
    drawn = draw(seed, ENDLESS if endless else ENDING, payoffs=payoffs)
    game = renamed(drawn, style[0], worth=0 if endless else None)
    assume(style[2] or len(reachable(game)) > 1)
    transitions, place = as_transitions(game), tmp_path_factory.mktemp("written") / "m.tra"
    write_tra(transitions, place)
    asked = read_property_file("\n".join(property_file(transitions))).expand("value", {})
    found = trueodds.read_model(place, asked)
    assert trueodds.solve(found).value == seat_value(game)
    assert found.transitions.states == transitions.states
    assert found.transitions.variables == (*style[1], "over")


@pytest.mark.parametrize("how", ["tra", "umb", "prism"])
@pytest.mark.parametrize("name", GAMES)
def test_the_property_file_has_the_value_of_the_game(name, how, tmp_path, capfd, request):
    if how == "prism":
        request.getfixturevalue("storm")
    elif how == "umb":
        pytest.importorskip("umbi", reason="umbi is not installed")
    game, place = GAMES[name], tmp_path / f"game.{how}"
    (tmp_path / "own.py").write_text(f"import trueodds\nfrom gmpy2 import mpq\ngame = trueodds.{game!r}\n")
    words = ("export", f"{tmp_path / 'own.py'}:game", "--output", str(place), "--quiet")
    assert run(words) == 0
    assert run(("solve", str(place), "--property-file", str(tmp_path / "game.props"), "--json")) == 0
    printed = capfd.readouterr()
    assert printed.err == ""
    assert ("with a draw counted as one half" in (tmp_path / "game.props").read_text()) == (name != "two-coins")
    wanted = seat_value(game)
    assert f'"numerator": "{wanted.numerator}", "denominator": "{wanted.denominator}"' in printed.out


def test_games_that_cannot_be_written():
    model = trueodds.Model.from_arrays([0], [0, 1], [0, 1], [1], [1], [0], [0], gains=[3])
    with pytest.raises(ValueError, match="a game with expected rewards cannot be written as a model"):
        as_transitions(model.game)
    with pytest.raises(ValueError, match="to write a game as a model, infinite play must be worth 0, not 1"):
        as_transitions(game_of(draw(3, ENDLESS), worth=1))
    for payoff in (2, -1):
        paid = trueodds.Rules(0, lambda at: ["go"], lambda at, move, payoff=payoff: [(1, None, payoff)])
        with pytest.raises(ValueError, match=f"to write a game as a model, payoffs must be from 0 to 1, not {payoff}"):
            as_transitions(paid)


def test_a_field_of_few_texts_is_numbered_and_its_values_are_listed():
    def chain(length):
        def outcomes(at, move):
            return [(1, (at[0] + 1, f"place\n{at[0] + 1}"))] if at[0] + 1 < length else [(1, None, 1)]

        return as_transitions(trueodds.Rules((0, "place\n0"), lambda at: ["go"], outcomes, lambda at: 0))

    assert chain(20).variables == ("part_1", "part_2", "over")
    assert chain(2).remarks == ("part_2: 0 is place 0, 1 is place 1",)
    assert "// part_2: 0 is place 0, 1 is place 1" in prism_text(chain(2))
    assert (chain(21).variables, chain(21).remarks) == (("position", "over"), ())
