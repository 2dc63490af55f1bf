"""`trueodds play GAME`: play against the optimal player or a rule of thumb; each decision is judged exactly."""

from __future__ import annotations

import io
import itertools
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

import click

from ..catalog.entry import Entry, Rule
from ..catalog.rules import HUMAN, OPTIMAL, find_opponent, list_names
from ..game import make_json_parameters, name_order
from ..parameters import list_parameters
from .common import InputError, make_completion, make_option, quote, user_input
from .games import build_game, make_game_command, on_games
from .literals import write_literal
from .options import SEATS
from .output import OutputFile, is_quiet, quiet_option, seed_option, show_progress
from .own import ORIGIN, max_positions_option

_CHOICES = 8  # maximum number of moves listed in a message about an ambiguous prefix
_PATIENCE = 1.0  # seconds to wait for the solution before play begins
_COMMANDS = ("odds", "undo", "help", "?", "quit")
_HELP = """\
Type a move, its first letters or, if moves are words, its place in the
question (1 for the first). Other commands:
  odds  show the value of each move (* marks the best)
  undo  take back your last decision; the same move then has the same outcome
  help  show this text
  quit  stop (as does the end of input)"""


def _opponent_option(rules: Sequence[Rule]) -> click.Option:
    """Return the option ``--opponent`` for a game with these rules of thumb."""
    numbers = " (N: a positive whole number)" if any(rule.name.endswith("N") for rule in rules) else ""
    own = [rule.name for rule in rules if not rule.name.startswith("always ") or rule.name.endswith(" N")]
    text = ", ".join([OPTIMAL, f"{HUMAN} (two people at one screen)", '"always MOVE"', *(f'"{name}"' for name in own)])
    return make_option(
        "--opponent",
        "rule",
        default="optimal",
        show_default=True,
        metavar="RULE",
        shell_complete=make_completion(lambda ctx: [*list_names(rules), HUMAN]),
        help=f"Opponent: {text}{numbers}.",
    )


_record_option = make_option(
    "--record",
    metavar="FILE",
    type=OutputFile({"record": (".json",)}),
    help="Save the game to FILE, as JSON, for `trueodds review FILE`.",
)
_seat_option = make_option(
    "--seat", type=click.Choice(SEATS), help="Your seat.  [default: the seat whose odds `trueodds solve` prints]"
)
_costs_option = make_option(
    "--costs/--no-costs", default=True, show_default=True, help="Show the cost of each decision."
)
_OPTIONS = (_seat_option, _costs_option, seed_option, _record_option, quiet_option)


def _run(
    game: Any,
    seat: str | None,
    costs: bool,
    seed: int | None,
    rule: str = "optimal",
    rules: str = "",
    record: str | None = None,
    **settings: Any,
) -> None:
    """Play one game at the terminal, or with input from a pipe."""
    from ..play.match import Match, find_rules_at_table

    both = rule.strip().lower() == HUMAN
    if both and seat is not None:
        raise InputError(f"--opponent {HUMAN} cannot be used with --seat {seat}")
    with user_input():
        other = None if both else find_opponent(find_rules_at_table(game), rule)
    solving = _start_solving(game, settings)
    alone = solving.one_player()
    own = SEATS.index(seat) if seat else game.value_seat * (not alone)
    if alone and own == 1:
        raise InputError(f"{game.name} is for one player, in the first seat; use --seat first or omit --seat")
    if alone and (both or other):
        raise InputError(f"{game.name} is for one player and cannot be used with --opponent {quote(rule)}")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # invalid bytes become an unknown move
    match = Match(solving, own, other, seed, both=both)
    versus = "the optimal player" if other is None else f'"{rule}"'
    seated = (
        " For one player."
        if alone
        else " Two people play."
        if both
        else f" You move {name_order(game, own)}, against {versus}."
    )
    if record is not None:
        _save_record(match, record, rule)  # before the game, to report an unwritable file at once
    click.echo(match.narrator.opening() + seated + "\nType help for a list of commands.")
    try:
        _take_turns(match, rules, costs)
    finally:
        solving.stop()
    click.echo("\n".join(_summarize(match)))
    if record is not None:
        _save_record(match, record, rule)
        click.echo(f"{record}: saved; to review the game:  {_review_command(record, settings.get('max_positions'))}")


def _take_turns(match: Any, rules: str, costs: bool) -> None:
    """Play until the game is over or a player quits."""
    last_line = _narrate(match, match.advance())
    while not match.over:
        turn = f"{_name(match, match.game.seat(match.position))}: " if match.both else ""
        standing = match.narrator.standing(match.position)
        if turn or f"Then {standing} (" not in last_line:
            click.echo(turn + standing)
        move, command = _read_decision(match, rules)
        if command == "quit":
            return
        if command == "undo":
            match.undo()
            last_line = ""
            continue
        event = match.decide(move)
        if costs:
            decision = match.decisions[-1]
            click.echo("  " + match.narrator.judge(decision, match.cost(decision)))
        last_line = _narrate(match, itertools.chain([event], match.advance()))


def _name(match: Any, seat: int) -> str:
    """Return the name of a player for messages and the record."""
    if match.both:
        return f"{name_order(match.game, seat).capitalize()} player"
    return "You" if seat == match.seat else "Opponent"


def _summarize(match: Any) -> list[str]:
    """Return lines with the result, if the game is over, and the score of the player or of both players."""
    words = match.narrator
    if not match.both:
        lines: list[str] = words.summary(match.player_payoff() if match.over else None, match.score())
        return lines
    scores = [line for seat in (0, 1) for line in words.summary(None, match.score(seat), _name(match, seat))]
    if not match.over:
        return scores
    if not words.chances:
        return [f"The {name_order(match.game)} player gets {match.payoff}.", *scores]
    ends = {2 - 2 * seat: f"The {name_order(match.game, seat)} player has won." for seat in (0, 1)}
    return [ends.get(2 * match.payoff, "A draw."), *scores]


def _save_record(match: Any, record: str, rule: str) -> None:
    """Write the game so far to a file."""
    from ..play.record import write_record

    origin = click.get_current_context().meta.get(ORIGIN)
    names = [_name(match, seat) if match.both or seat == match.seat else rule for seat in (0, 1)]
    game, parameters = match.game.name, make_json_parameters(match.game)
    if origin is not None:
        game, parameters = origin.reference, {name: write_literal(value) for name, value in origin.given.items()}
    write_record(record, game, parameters, names, match.events)


def _review_command(record: str, max_positions: int | None) -> str:
    """Return the command that reviews the record of this game."""
    origin = click.get_current_context().meta.get(ORIGIN)
    options = {"--max-positions": max_positions}
    if origin is not None:
        options = {"--game": origin.reference, "--infinite-play": origin.infinite_play, **options}
    words = [record, *(str(word) for option in options.items() if option[1] is not None for word in option)]
    return " ".join(["trueodds review", *map(quote, words)])


def _start_solving(game: Any, settings: dict[str, Any]) -> Any:
    """Begin to solve the game; a slow computation continues in the background during play."""
    from ..game import describe_game
    from ..play.solving import Solving

    what = f"solving {describe_game(game)}"
    with user_input():
        solving = Solving(game, lambda: show_progress(what), **settings)
        if not solving.wait(_PATIENCE) and sys.stderr.isatty() and not is_quiet():
            click.echo(f"{what} in the background while you play", err=True)
    return solving


def _narrate(match: Any, events: Any) -> str:
    """Narrate events and return the last line, or an empty string if there are no events."""
    line = ""
    for event in events:
        line = match.narrator.narrate(event, _name(match, event.seat))
        click.echo(line)
    return line


def _read_decision(match: Any, rules: str) -> tuple[Any, str]:
    """Return a move and "", or None and ``quit`` or (if a decision can be undone) ``undo``; answer any other input."""
    from ..play.reading import interpret

    legal, words = match.moves(), match.narrator
    names = [words.name(move) for move in legal]
    printed = [words.say(move) for move in legal]
    question = words.question(match.position, legal)
    while True:
        typed = _read_line(f"{question}? ")
        if typed is None:
            return None, "quit"
        meaning = interpret(typed, names, _COMMANDS, printed)
        if meaning is None:
            word = " ".join(typed.split()).casefold()
            begun = [phrase for phrase in printed if word and phrase.casefold().startswith(word)]
            unclear = f"could be {' or '.join(begun)}" if 1 < len(begun) <= _CHOICES else "is not a move here"
            click.echo(f"{typed[:40]!r} {unclear}. Type help for a list of commands.")
        elif meaning in names:
            return legal[names.index(meaning)], ""
        elif meaning == "quit" or (meaning == "undo" and match.decisions):
            return None, meaning
        elif meaning == "undo":
            click.echo("There is nothing to take back.")
        elif meaning == "odds":
            values = match.solution.move_values(match.position)
            click.echo("\n".join(match.narrator.odds(values)))
        else:
            click.echo("\n".join([*textwrap.wrap(rules, 80), _HELP] if rules else [_HELP]))


def _read_line(prompt: str) -> str | None:
    """Return a typed line, or None at the end of input."""
    try:
        typed = input(prompt)
    except EOFError:
        click.echo()
        return None
    except KeyboardInterrupt:
        click.echo()
        raise
    if not sys.stdin.isatty():
        click.echo(typed)  # show piped input as if it had been typed
    return typed


def _command(entry: Entry) -> click.Command:
    """Return the command for a game, without options for the game's parameters `value_seat` and `opponent`."""

    def run(seat: str | None, **values: Any) -> None:
        fixed = {"value_seat": SEATS.index(seat)} if seat and "value_seat" in list_parameters(entry.game) else {}
        _run(build_game(entry, values, **fixed), seat, rules=entry.text, **values)

    opponent = _opponent_option((entry.at_table.entry if entry.at_table else entry).rules)
    return make_game_command(entry, "play", run, (opponent, *_OPTIONS), omitted=("value_seat", "opponent"))


@on_games(
    make=_command,
    own=(max_positions_option, _opponent_option(()), *_OPTIONS),
    short_help="Play against the optimal player; each decision is judged.",
)
def play(game: Any, **settings: Any) -> None:
    """Play a game against the optimal player, a rule of thumb or another person, and see the cost of each decision."""
    _run(game, **settings)
