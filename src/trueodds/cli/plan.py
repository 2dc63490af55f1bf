"""`trueodds plan …`: what any command would take, said before it starts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ..catalog.registry import by_name, names
from .common import json_option, user_input
from .games import GameCommands, take_game
from .own import OwnGames, make_own, own_command

if TYPE_CHECKING:
    from ..runtime.estimate import Estimate

_SLOW = 5  # points of the systems that `claims --slow` solves
_NOTHING = "nothing can be said of it before it runs"


class _Plan(click.Command):
    """Its help shows games of the registry."""

    @property
    def help(self) -> str | None:
        """What the help says, with the examples."""
        from .games import examples

        first = by_name(names()[0])
        size = examples(first, "solve")[0].split()[0]
        lines = (
            f"solve {first.name} {size} 50000 --workers 100",
            "oeis bfile A387261 --terms 2000",
            f"sweep {first.name} --over {size[2:]}=1..200",
        )
        return f"{self._help}\n\n\b\nExamples:\n" + "".join(f"  trueodds plan {line}\n" for line in lines)

    @help.setter
    def help(self, text: str | None) -> None:
        import inspect

        self._help = inspect.cleandoc(text or "")


@click.command(
    cls=_Plan,
    short_help="What a command would take: time, memory, chunks.",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@json_option
@click.argument("words", metavar="COMMAND", nargs=-1, type=click.UNPROCESSED, required=True)
@click.pass_context
def plan(context: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """Say what a command would take. Type it after `plan` as you would type it alone; it is not started.

    Chunks, bytes, memory, core-hours, and the time on as many workers as --workers says, or on this machine's cores;
    and whether it would fit. The estimate comes from smaller sizes, measured on this machine in a second or two.
    """
    path, parameters = _read(context.find_root(), list(words))
    found = _estimate(path, parameters)
    workers = parameters.get("workers")
    if as_json:
        told = {"command": list(words), "known": found is not None}
        told |= found.to_json(workers) if found else {}
        click.echo(json.dumps(told, ensure_ascii=False))
    elif found is None:
        click.echo(f"{' '.join(words)}: {_NOTHING}")
    else:
        from ..views.estimate import estimate_lines

        click.echo("\n".join(estimate_lines(found.to_json(workers))))


def _read(context: click.Context, words: list[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The command's name in parts, and the values of its options, checked as if it were run."""
    command: click.Command = context.command
    path: list[str] = []
    own: list[OwnGames] = []
    while isinstance(command, click.Group):
        if not words:
            return tuple(path), {}
        group, place = command, words[0]
        name, found, words = command.resolve_command(context, words)
        assert found is not None
        command = found
        if isinstance(group, GameCommands) and group.own_options and ".py" in place and name not in names():
            command = own_command(place, lambda games, **values: own.append(games), group.own_options, True)
        context = click.Context(command, context, name)
        path.append(str(name))
    made = command.make_context(path[-1], words, context.parent)
    values = dict(made.params)
    if "infinite_play" in values and ".py" in path[-1]:
        command.invoke(made)  # gives what stands for the game
        values["own"] = own[0]
    return tuple(path), values


def _estimate(path: tuple[str, ...], values: dict[str, Any]) -> Estimate | None:
    """What is known of a command; None if nothing is."""
    planned: Mapping[str, Callable[..., Estimate | None]] = {
        "solve": _plan_solve,
        "simulate": _plan_simulate,
        "sweep": _plan_sweep,
    }
    whole: Mapping[tuple[str, ...], Callable[[dict[str, Any]], Estimate | None]] = {
        ("oeis", "terms"): _plan_terms,
        ("oeis", "bfile"): _plan_terms,
        ("oeis", "verify"): _plan_verify,
        ("claims",): _plan_claims,
    }
    with user_input():
        if path in whole:
            return whole[path](values)
        if len(path) == 2 and path[0] in planned:
            return planned[path[0]](path[1], values)
    return None


def _game(name: str, values: dict[str, Any]) -> tuple[Any, Callable[[int], Any] | None, int | None]:
    """The game that is asked for, the same of other sizes, and its size."""
    from ..estimates.commands import find_size

    if "own" in values:
        own: OwnGames = values["own"]
        make = partial(make_own, own.place, own.infinite_play)
        sized = [(given, value) for given, value in own.given.items() if type(value) is int and value > 0]
        game = make(own.given)
        if not sized:
            return game, None, None
        parameter, size = max(sized, key=lambda one: one[1])
        return game, lambda other: make(own.given | {parameter: other}), size
    entry = by_name(name)
    given = dict(values)
    game = take_game(entry, given)
    kept = {key: value for key, value in values.items() if key not in given and value is not None}
    found = find_size(entry.game, kept)
    if found is None:
        return game, None, None
    parameter, size = found
    return game, lambda other: entry.game(**kept | {parameter: other}), size


def _plan_solve(name: str, values: dict[str, Any]) -> Estimate | None:
    from ..estimates.commands import add_statistics, estimate_solve

    if name not in names() and "own" not in values:
        return None  # a model of another tool
    game, resize, size = _game(name, values)
    method = values.get("method")
    if method is None and (values.get("workers") or values.get("scheduler") or values.get("checkpoint")):
        takers = [known for known, one in by_name(name).all_methods.items() if "executor" in one.options]
        method = takers[0] if takers else None
    found = estimate_solve(game, method, resize, size, values.get("max_positions"))
    return add_statistics(found, resize, size) if values.get("with_statistics") else found


def _plan_simulate(name: str, values: dict[str, Any]) -> Estimate | None:
    from ..estimates.commands import estimate_simulation

    if name not in names() and "own" not in values:
        return None
    game, resize, size = _game(name, values)
    how = {key: values[key] for key in ("first", "second")}
    return estimate_simulation(resize or (lambda other: game), size or 1, values["games"], **how)


def _plan_sweep(name: str, values: dict[str, Any]) -> Estimate | None:
    from ..estimates.commands import estimate_sweep
    from .sweep import known_sweep, own_sweep, size_of

    if "own" in values:
        return estimate_sweep(own_sweep(values["own"], values["over"], values["max_positions"]), size_of)
    return estimate_sweep(known_sweep(by_name(name), values), size_of)


def _plan_claims(values: dict[str, Any]) -> Estimate | None:
    from ..estimates.checks import estimate_systems

    return estimate_systems(_SLOW) if values["slow"] else None


def _plan_verify(values: dict[str, Any]) -> Estimate | None:
    from ..estimates.checks import estimate_files
    from ..oeis.together import halves_of_fractions

    files = values["files"]
    if len(files) != 2 or values["number"] or values["certificate"]:
        return None
    halves = halves_of_fractions(files)
    return estimate_files(*halves) if halves else None


def _plan_terms(values: dict[str, Any]) -> Estimate:
    from ..estimates.commands import estimate_terms
    from .oeis import choose

    asked = (values[key] for key in ("number", "count", "layout", "corner", "width"))
    sequence, layout = choose(*asked)
    return estimate_terms(sequence, values["count"], layout)
