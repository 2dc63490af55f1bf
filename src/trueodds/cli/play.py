"""`trueodds play GAME`: a game against the optimal player or a rule of thumb, each decision judged exactly."""

from __future__ import annotations

import contextlib
import io
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import click

from ..catalog.entry import Entry, Rule
from .common import Refused, WholeNumber, offering, quiet_option, quoted, show_progress, user_input
from .games import GameCommands, game_command, parameters, take_game
from .own import PLACE, max_positions_option

_SEATS = ("first", "second")
_PATIENCE = 1.0  # seconds for which nobody minds to wait before a game begins
_HUMAN = "human"
_COMMANDS = ("odds", "undo", "help", "?", "quit")
_HELP = """\
Type a move, its beginning, or its place in the list. Also:
  odds  what each move is worth (* marks the best)
  undo  take your last decision back; chance repeats
  help  this text
  quit  stop (so does the end of input)"""


def _rules(ctx: click.Context) -> list[str]:
    """The opponents of the game that is named."""
    from ..catalog.opponents import words_to_type
    from ..catalog.registry import by_name, names

    if ctx.info_name not in names():
        return []
    entry = by_name(ctx.info_name)
    return words_to_type((entry.at_table.entry if entry.at_table else entry).rules)


def _against_option(rules: Sequence[Rule]) -> Any:
    """Whom to play against: what there is for a game of these rules of thumb."""
    numbers = " (N: a whole number)" if any(rule.name.endswith("N") for rule in rules) else ""
    shown = "".join(f', or "{rule.name}"' for rule in rules) + numbers
    return click.option(
        "--against",
        default="optimal",
        show_default=True,
        metavar="WHO",
        shell_complete=offering(lambda ctx: [*_rules(ctx), _HUMAN]),
        help=f"optimal, {_HUMAN} (two people at one board){shown}.",
    )


_record_option = click.option(
    "--record", metavar="FILE", help="Keep the game in this file, as JSON, for `trueodds review FILE`."
)
_seat_option = click.option(
    "--seat", type=click.Choice(_SEATS), help="Where you sit; the player who moves first if left out."
)
_costs_option = click.option(
    "--costs/--no-costs", default=True, show_default=True, help="After each decision, tell what it cost."
)
_seed_option = click.option(
    "--seed", type=WholeNumber(0), metavar="N", help="The same number gives the same luck; a new one if left out."
)


def _run(
    game: Any,
    seat: str | None,
    costs: bool,
    seed: int | None,
    quiet: bool,
    against: str = "optimal",
    rules: str = "",
    record: str | None = None,
    **how: Any,
) -> None:
    """One game at the terminal, or from a pipe."""
    from ..catalog.opponents import opponent
    from ..match.match import Match, rules_at_table

    both = against.strip().lower() == _HUMAN
    if both and seat is not None:
        raise Refused(f"--against {_HUMAN} asks both players; leave --seat {seat} out")
    with user_input():
        other = None if both else opponent(rules_at_table(game), against)
    solving = _begin(game, quiet, how)
    mine, alone = game.value_seat if seat is None else _SEATS.index(seat), solving.one_player()
    if alone and mine == 1:
        raise Refused(f"{game.name} is for one player, who sits first; not --seat second")
    if alone and both:
        raise Refused(f"{game.name} is for one player; not --against {_HUMAN}")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is not a move either
    match = Match(solving, mine, other, seed, both=both)
    versus = "the optimal player" if other is None else f'"{against}"'
    seated = (
        " For one player." if alone else " Two people play." if both else f" You move {_SEATS[mine]}, against {versus}."
    )
    click.echo(match.narrator.opening() + seated + "\nhelp tells what you can type.")
    if record is not None:
        _keep(match, record, against)  # a place that cannot be written to is told before the game
    try:
        _take_turns(match, rules, costs)
    finally:
        solving.stop()
    click.echo("\n".join(_summary(match)))
    if record is not None:
        _keep(match, record, against)
        click.echo(f"{record}: the game; look at it again:  trueodds review {quoted(record)}")


def _take_turns(match: Any, rules: str, costs: bool) -> None:
    """Play until the game is over or the player quits."""
    _show(match, match.go_on())
    while not match.over:
        turn = f"{_name(match, match.game.seat(match.position))}: " if match.both else ""
        click.echo(turn + match.narrator.standing(match.position))
        typed = _decision(match, rules)
        if typed == "quit":
            return
        if typed == "undo":
            match.undo()
            continue
        move = next(move for move in match.moves() if match.narrator.name(move) == typed)
        event = match.decide(move)
        if costs:
            decision = match.decisions[-1]
            click.echo("  " + match.narrator.judge(decision, match.cost(decision)))
        _show(match, [event])
        _show(match, match.go_on())


def _name(match: Any, seat: int) -> str:
    """What a player is called at the table."""
    if match.both:
        return ("First player", "Second player")[seat]
    return "You" if seat == match.seat else "Opponent"


def _summary(match: Any) -> list[str]:
    """The result, and how well the player played, or both."""
    words = match.narrator
    if not match.both:
        found: list[str] = words.summary(match.won() if match.over else None, match.score())
        return found
    scores = [line for seat in (0, 1) for line in words.summary(None, match.score(seat), _name(match, seat))]
    if not match.over:
        return scores
    if not words.chances:
        return [f"The first player gets {match.payoff}.", *scores]
    ends = {0: "The second player has won.", 2: "The first player has won."}
    return [ends.get(2 * match.payoff, "A draw."), *scores]


def _keep(match: Any, record: str, against: str) -> None:
    """Write the game so far into a file."""
    from ..match.record import make_record, write_record

    place = click.get_current_context().meta.get(PLACE, "")
    names = [_name(match, seat) if match.both or seat == match.seat else against for seat in (0, 1)]
    write_record(make_record(match.game, place, (names[0], names[1]), match.events), record)


def _begin(game: Any, quiet: bool, how: dict[str, Any]) -> Any:
    """Begin to solve the game; what takes longer than people wait goes on while they play."""
    from ..game import headline
    from ..match.solving import Solving

    what = f"solving {headline(game)}"
    with user_input():
        solving = Solving(game, lambda: _waiting(quiet, what), **how)
        if solving.wait(_PATIENCE):
            solving.result()  # what is refused is told before the game
        elif sys.stderr.isatty() and not quiet:
            click.echo(f"{what}; it goes on while you read and decide", err=True)
    return solving


@contextlib.contextmanager
def _waiting(quiet: bool, what: str) -> Iterator[Any]:
    """Progress, and refusals in a line."""
    with show_progress(quiet, what) as progress, user_input():
        yield progress


def _show(match: Any, events: Any) -> None:
    for event in events:
        click.echo(match.narrator.tell(event, _name(match, event.seat)))


def _decision(match: Any, rules: str) -> str:
    """A legal move's name, undo where it can be done, or quit; other questions are answered on the way."""
    from ..match.reading import interpret

    legal, words = match.moves(), match.narrator
    names = [words.name(move) for move in legal]
    question = words.question(match.position, legal)
    while True:
        typed = _line(f"{question}? ")
        if typed is None:
            return "quit"
        meant = interpret(typed, names, _COMMANDS)
        if meant is None:
            click.echo(f"{typed[:40]!r} is not a move here. help tells what you can type.")
        elif meant in names or meant == "quit" or (meant == "undo" and match.decisions):
            return meant
        elif meant == "undo":
            click.echo("There is nothing to take back.")
        elif meant == "odds":
            values = match.solution.move_values(match.position)
            click.echo("\n".join(match.narrator.odds(values)))
        else:
            click.echo("\n".join([*textwrap.wrap(rules, 80), _HELP] if rules else [_HELP]))


def _line(prompt: str) -> str | None:
    """A line that was typed; None at the end of input."""
    try:
        typed = input(prompt)
    except EOFError:
        click.echo()
        return None
    except KeyboardInterrupt:
        click.echo()
        raise
    if not sys.stdin.isatty():
        click.echo(typed)  # as if it had been typed here
    return typed


def _command(entry: Entry) -> click.Command:
    """`play` for one game; where the player sits, the rules of some games know too."""
    own_seat = any(one.name == "value_seat" for one in parameters(entry))

    def run(seat: str | None, **values: Any) -> None:
        known = {"value_seat": _SEATS.index(seat)} if own_seat and seat is not None else {}
        _run(take_game(entry, values, **known), seat, rules=entry.text, **values)

    against = _against_option((entry.at_table.entry if entry.at_table else entry).rules)
    options = (_seat_option, against, _costs_option, _seed_option, _record_option, quiet_option)
    return game_command(entry, "play", run, options, left_out=("value_seat",))


@click.group(
    cls=GameCommands,
    make=_command,
    own=(
        _run,
        (
            *(max_positions_option, _seat_option, _against_option(()), _costs_option),
            *(_seed_option, _record_option, quiet_option),
        ),
    ),
    short_help="Play against the optimal player; each decision judged.",
)
def play() -> None:
    """Play a game against the optimal player or a rule of thumb, and be told what each decision costs, exactly.

    FILE.py:NAME instead of a game's name plays a game of your own.
    """
