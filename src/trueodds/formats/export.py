"""Convert games to models for other tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from gmpy2 import mpq

from ..game import Game
from ..solver.checked_rules import worth_of_infinite_play
from ..solver.graph import check_ends
from ..solver.model import MAX_POSITIONS, explore
from ..solver.numbered import Interned
from .transitions import Transitions, name_moves

_PLAYERS = ("first", "second")
_OVER = "over"  # the move of states in which the game is over


def as_transitions(game: Game, max_positions: int = MAX_POSITIONS) -> Transitions:
    """Return a game as a model in which the value for seat 0 is the probability of reaching the label "won".

    A payoff between 0 and 1 becomes a probability of winning. A game for one player is a Markov decision process, a
    game without choices a chain. ValueError unless all payoffs are from 0 to 1 and infinite play, if possible, is worth
    0; NotProved if the game can last forever and does not define the value of infinite play.
    """
    model = explore(game, max_positions=max_positions)
    worth = worth_of_infinite_play(game)
    if worth is None:
        check_ends(model)
    elif worth != 0:
        raise ValueError(f"{game.name}: infinite play must be worth 0 to write the game as a model, not {worth}")
    if model.gains is not None:
        raise ValueError(f"{game.name}: a game with expected rewards cannot be written as a model")
    wrong = [payoff for payoff in model.payoffs if not 0 <= payoff <= 1]
    if wrong:
        raise ValueError(f"{game.name}: payoffs must be from 0 to 1 to write the game as a model, not {wrong[0]}")
    count = len(model.positions)
    chances, targets, which, first_outcome = Interned(), list[int](), list[int](), [0]
    for y, over in enumerate(model.ends):
        for z in range(int(model.first_outcome[y]), int(model.first_outcome[y + 1])):
            targets.append(int(model.targets[z]))
            which.append(chances.number(model.probabilities[z]))
        won = sum((payoff * chance for payoff, chance in over), mpq(0))
        lost = sum((chance for _, chance in over), mpq(0)) - won
        for end, chance in ((count, won), (count + 1, lost)):
            if chance:
                targets.append(end)
                which.append(chances.number(chance))
        first_outcome.append(len(targets))
    for end in (count, count + 1):
        targets.append(end)
        which.append(chances.number(mpq(1)))
        first_outcome.append(len(targets))
    several = np.diff(model.first_move) > 1
    choosing = set(model.seats[several].tolist())
    kind = "smg" if len(choosing) == 2 else "mdp" if choosing == {0} else "smg" if choosing else "dtmc"
    first_move = np.concatenate([model.first_move, model.first_move[-1] + np.array([1, 2])])
    owners = np.concatenate([model.seats, [0, 0]]).astype(np.int64)
    columns, variables = _columns(model.positions)
    names = Interned()
    moves = [names.number(name) for name in (*map(_identifier, model.moves), _OVER, _OVER)]
    labels = {"won": np.arange(count + 2) == count, "lost": np.arange(count + 2) == count + 1}
    return Transitions(
        game.name,
        kind,
        model.start,
        columns,
        variables,
        _PLAYERS if kind == "smg" else (),
        owners,
        first_move,
        np.array(first_outcome),
        np.array(targets),
        name_moves(names.table, np.array(moves), first_move),
        chances.table,
        np.array(which, dtype=np.int32),
        labels,
    )


def _columns(positions: Any) -> tuple[list[Any], tuple[str, ...]]:
    """Return the variables: the fields of positions if all are whole numbers, else an index; and how play ended."""
    count = len(positions)
    over = np.concatenate([np.zeros(count, dtype=np.int64), [1, 2]])
    fields = getattr(positions[0], "_fields", ())
    known = [[*(position[at] for position in positions)] for at in range(len(fields))]
    if fields and all(isinstance(value, int) for column in known for value in column):
        columns = [np.array([*map(int, column), 0, 0]) for column in known]
        return [*columns, over], (*(f"{name}_" if name == _OVER else name for name in fields), _OVER)
    return [np.array([*range(count), 0, 0]), over], ("position", _OVER)


def _identifier(move: object) -> str:
    """Return the name of a move as a valid identifier of the PRISM language."""
    text = re.sub(r"\W+", "_", str(move)).strip("_")
    return text if text and not text[0].isdigit() else f"move_{text}"


def prism_text(transitions: Transitions) -> Iterator[str]:
    """Yield the lines of the model in the PRISM language, with the number of the state as the only variable.

    Actions have the names of the moves. In a game the player's name comes first, because each action has one owner.
    """
    kind, count = transitions.kind, len(transitions)
    owners, first_move = transitions.owners.tolist(), transitions.first_move.tolist()
    first = transitions.first_outcome.tolist()

    def action(x: int, y: int) -> str:
        move = transitions.moves[y].replace(" #", "_")
        return f"{transitions.players[owners[x]]}_{move}" if kind == "smg" else move

    yield f'// {transitions.name}, written by trueodds; the value is the chance of the label "won"'
    yield kind
    if kind == "smg":
        for number, player in enumerate(transitions.players):
            mine = (x for x in range(count) if owners[x] == number)
            own = {action(x, y) for x in mine for y in range(first_move[x], first_move[x + 1])}
            yield f"player {player} {', '.join(f'[{one}]' for one in sorted(own))} endplayer"
    yield "module game"
    yield f"  s : [0..{count - 1}] init {transitions.start};"
    for x in range(count):
        for y in range(first_move[x], first_move[x + 1]):
            parts = (
                f"{transitions.table[transitions.which[z]]} : (s'={transitions.targets[z]})"
                for z in range(first[y], first[y + 1])
            )
            yield f"  [{action(x, y)}] s={x} -> {' + '.join(parts)};"
    yield "endmodule"
    for name, where in transitions.labels.items():
        yield f'label "{name}" = {" | ".join(f"s={x}" for x in np.flatnonzero(where).tolist()) or "false"};'


def game_property(transitions: Transitions) -> str:
    """Return the property whose value is that of the game."""
    if transitions.kind == "smg":
        return '<<1>> Pmax=? [ F "won" ]'
    return 'Pmax=? [ F "won" ]' if transitions.kind == "mdp" else 'P=? [ F "won" ]'
