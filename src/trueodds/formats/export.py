"""Convert games to models for other tools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from gmpy2 import mpq

from ..answers.rows import list_field_names, list_field_values
from ..game import Game
from ..solver.checked_rules import read_infinite_play
from ..solver.graph import check_ends
from ..solver.model import MAX_POSITIONS, explore
from ..solver.numbered import Interned
from .transitions import Transitions, name_moves

_PLAYERS = ("first", "second")
_OVER = "over"  # the name of the variable that is 0 during play, and of the only move of states with payoff 0 or 1
_TOSS = "toss"  # the move that decides a payoff between 0 and 1
_LARGEST = 2**31 - 1  # the largest integer in PRISM
_MOST_VALUES = 20  # maximum number of distinct values of a field whose values are numbered
_RESERVED = re.compile(
    "A|bool|C|ceil|clock|const|csg|ctmc|double|dtmc|E|endinit|endinvariant|endmodule|endobservables|endplayer|"
    "endrewards|endsystem|F|false|filter|floor|formula|func|G|global|I|idtmc|imdp|init|int|invariant|label|log|ma|max|"
    "mdp|min|mod|module|nondeterministic|observables?|of|P|player|Pmax|Pmin|pomdp|popta|posg|pow|prob|probabilistic|"
    "pta|R|rate|rewards|Rmax|Rmin|round|S|smg|stochastic|system|tptg|true|U|W|X"
)


def convert_game(game: Game, max_positions: int = MAX_POSITIONS) -> Transitions:
    """Return a game as a model in which the value for seat 0 is the probability of reaching the label "won".

    Each payoff has a state. In the state of a payoff p between 0 and 1, a toss, won with probability p, leads to
    one of two further states, with the labels "won" and "lost". The labels "first_wins" and "second_wins" are only for
    the states of the payoffs 1 and 0, not for those after a toss.
    """
    model = explore(game, max_positions=max_positions)
    value = read_infinite_play(game)
    if value is None:
        check_ends(model)
    elif value != 0:
        raise ValueError(f"{game.name}: to write a game as a model, infinite play must be worth 0, not {value}")
    if model.gains is not None:
        raise ValueError(f"{game.name}: a game with expected rewards cannot be written as a model")
    invalid = [payoff for payoff in model.payoffs if not 0 <= payoff <= 1]
    if invalid:
        raise ValueError(f"{game.name}: a game written as a model must have payoffs from 0 to 1, not {invalid[0]}")
    count = len(model.positions)
    shares = sorted({mpq(payoff) for over in model.ends for payoff, _ in over} - {0, 1})
    finals = [mpq(1), mpq(0), *shares, *([mpq(1), mpq(0)] if shares else [])]  # the payoffs of the final states
    number = {payoff: count + at for at, payoff in reversed([*enumerate(finals)])}
    chances, targets, which, first_outcome = Interned(), list[int](), list[int](), [0]

    def add(outcomes: Iterable[tuple[int, Any]]) -> None:
        for target, chance in outcomes:
            targets.append(target)
            which.append(chances.number(chance))
        first_outcome.append(len(targets))

    for y, over in enumerate(model.ends):
        indices = range(int(model.first_outcome[y]), int(model.first_outcome[y + 1]))
        add(
            [
                *((int(model.targets[z]), model.probabilities[z]) for z in indices),
                *((number[payoff], chance) for payoff, chance in over),
            ]
        )
    last = count + len(finals)
    for at, payoff in enumerate(finals, count):
        add([(at, mpq(1))] if payoff in (0, 1) else [(last - 2, payoff), (last - 1, 1 - payoff)])
    is_choice = np.diff(model.first_move) > 1
    choosing = set(model.seats[is_choice].tolist())
    kind = "mdp" if choosing == {0} else "smg" if choosing else "dtmc"
    first_move = np.concatenate([model.first_move, model.first_move[-1] + np.arange(1, len(finals) + 1)])
    columns, variables, remarks = _columns(model.positions, model.start, len(finals))
    names = Interned()
    moves = [names.number(name) for name in map(_identifier, model.moves)]
    moves += [names.number(_OVER if payoff in (0, 1) else _TOSS) for payoff in finals]
    paid = np.array([*[-1] * count, *finals])
    labels = {"won": paid == 1, "lost": paid == 0}
    if kind == "smg":
        labels |= {f"{player}_wins": np.arange(last) == count + seat for seat, player in enumerate(_PLAYERS)}
    if mpq(1, 2) in shares:
        labels["draw"] = paid == mpq(1, 2)
    return Transitions(
        game.name,
        kind,
        model.start,
        columns,
        variables,
        _PLAYERS if kind == "smg" else (),
        np.concatenate([model.seats * (kind == "smg"), [0] * len(finals)]).astype(np.int64),
        first_move,
        np.array(first_outcome),
        np.array(targets),
        name_moves(names.table, np.array(moves), first_move, "_"),
        chances.table,
        np.array(which, dtype=np.int32),
        labels,
        remarks=remarks,
    )


def _columns(positions: Any, start: int, finals: int) -> tuple[list[Any], tuple[str, ...], tuple[str, ...]]:
    """Return the values of the variables, their names, and remarks on fields whose values were numbered.

    The last variable is ``over``, which is 0 during play and numbers the final states. The others are the fields of
    positions or, if these do not suit PRISM, only the number of the position. The values of a field are numbered unless
    all are whole numbers or bools. In final states, the other variables have their values at the start.
    """
    names = list_field_names(positions)
    rows = [list_field_values(names, position) for position in positions]
    levels = [[*dict.fromkeys(values)] for values in zip(*rows, strict=True)]
    named = [not all(isinstance(value, int) for value in level) for level in levels]
    few = all(len(level) <= _MOST_VALUES for level, is_named in zip(levels, named, strict=True) if is_named)
    rows = [
        [level.index(value) if is_named else value for value, level, is_named in zip(each, levels, named, strict=True)]
        for each in (rows if few else ())
    ]
    in_range = all(abs(value) <= _LARGEST for each in rows for value in each)
    if not few or not in_range or len(set(map(tuple, rows))) < len(positions):
        names, rows, named = ["position"], [[at] for at in range(len(positions))], [False]
    columns, identifiers, remarks = [], [_OVER], []
    for at, (name, values) in enumerate(zip(names, zip(*rows, *[rows[start]] * finals, strict=True), strict=True)):
        columns.append(np.array(values))
        identifier = _identifier(name)
        while _RESERVED.fullmatch(identifier) or identifier in identifiers:
            identifier += "_"
        identifiers.append(identifier)
        if named[at]:
            words = (f"{number} is {_line(value)}" for number, value in enumerate(levels[at]))
            remarks.append(f"{identifier}: {', '.join(words)}")
    over = np.array([0] * len(rows) + [*range(1, finals + 1)])
    return [*columns, over], (*identifiers[1:], _OVER), tuple(remarks)


def _line(value: object) -> str:
    """Return a value as one line of text, for a comment."""
    return " ".join(str(value).split())


def _identifier(name: object) -> str:
    """Convert the name of a move or a field to a PRISM identifier, or possibly to a reserved word."""
    text = re.sub(r"\W+", "_", str(name), flags=re.ASCII).strip("_")
    return text if text and not text[0].isdigit() else f"move_{text}"


def format_prism(transitions: Transitions) -> Iterator[str]:
    """Yield the lines of a model in the PRISM language.

    In a game (smg), the names of actions begin with the player's name, because an action can have only one owner.
    """
    kind, count = transitions.kind, len(transitions)
    owners, first_move = transitions.owners.tolist(), transitions.first_move.tolist()
    first = transitions.first_outcome.tolist()

    def action(x: int, y: int) -> str:
        move = transitions.moves[y]
        return (
            f"{transitions.players[owners[x]]}_{move}"
            if kind == "smg"
            else f"{move}_"
            if _RESERVED.fullmatch(move)
            else move
        )

    yield f"// {transitions.name}, written by trueodds"
    yield '// The value for seat 0 is the probability of reaching the label "won".'
    yield from (f"// {remark}" for remark in transitions.remarks)
    yield kind
    if kind == "smg":
        for number, player in enumerate(transitions.players):
            owned = (x for x in range(count) if owners[x] == number)
            actions = {action(x, y) for x in owned for y in range(first_move[x], first_move[x + 1])}
            yield f"player {player} {', '.join(f'[{text}]' for text in sorted(actions))} endplayer"
    variables = {}
    for name, column in zip(transitions.variables, transitions.columns, strict=True):
        low, high, value = (str(bound).lower() for bound in (column.min(), column.max(), column[transitions.start]))
        of_bools = column.dtype == np.bool_
        if low == high:
            yield f"const {'bool' if of_bools else 'int'} {name} = {value};"
        else:
            variables[name] = f"  {name} : {'bool' if of_bools else f'[{low}..{high}]'} init {value};", column
    yield "module game"
    yield from (declared for declared, _ in variables.values())
    texts = [[str(value).lower() for value in column.tolist()] for _, column in variables.values()]
    states = list(zip(*texts, strict=True))

    def update(x: int, to: int) -> str:
        values = zip(variables, states[x], states[to], strict=True)
        return " & ".join(f"({name}'={new})" for name, old, new in values if new != old) or "true"

    for x in range(count):
        guard = " & ".join(f"{name}={value}" for name, value in zip(variables, states[x], strict=True))
        for y in range(first_move[x], first_move[x + 1]):
            parts = (
                f"{transitions.table[transitions.which[z]]} : {update(x, transitions.targets[z])}"
                for z in range(first[y], first[y + 1])
            )
            yield f"  [{action(x, y)}] {guard} -> {' + '.join(parts)};"
    yield "endmodule"
    over = transitions.columns[-1]
    for name, where in transitions.labels.items():
        yield f'label "{name}" = {" | ".join(f"{_OVER}={number}" for number in over[where].tolist())};'


def make_game_property(transitions: Transitions) -> str:
    """Return the property whose value equals the value of the game for seat 0."""
    if transitions.kind == "smg":
        return '<<1>> Pmax=? [ F "won" ]'
    return 'Pmax=? [ F "won" ]' if transitions.kind == "mdp" else 'P=? [ F "won" ]'


def format_property_file(transitions: Transitions) -> Iterator[str]:
    """Yield the lines of a property file that asks for the value of the game for seat 0."""
    draws = ", with a draw counted as one half" if "draw" in transitions.labels else ""
    yield f"// {transitions.name}, written by trueodds: the value for seat 0{draws}"
    yield f'"value": {make_game_property(transitions)};'
