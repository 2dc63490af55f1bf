"""Files that keep a solved game: JSON lines, the last of which seals the others (docs/save-and-load.md)."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import os
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from .._version import __version__
from ..catalog.registry import find
from ..certificates.rewards import prove_rewards
from ..dispatch import solve_moves
from ..game import Game, json_parameters, json_value
from ..parameters import show
from ..runtime.executors import Progress
from ..runtime.files import atomic_write
from ..solution import NotProved, Solution, SolutionOfStart
from ..solver.components import check_ends, find_components
from ..solver.general import GeneralSolution, RewardSolution
from ..solver.model import explore
from ..solver.proof import best_moves, check_infinite_play
from .plain import Decoder, Encoder

VERSION = 1
_KEY = "trueodds answer"
_GZIP = b"\x1f\x8b"
_OFTEN = 1024  # positions between two calls of `progress`


def save(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Keep a solution in a file: written whole or not at all, compressed if the name ends in ``.gz``.

    Parameters
    ----------
    solution : Solution
        Of any game and any method.
    path : path
        Where to; any name will do.

    Raises
    ------
    TypeError, ValueError
        It holds something that is no data, or positions that are printed alike.
    OSError
        The place cannot be written to.

    Examples
    --------
    >>> import tempfile, trueodds
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solution = trueodds.solve(trueodds.Pig(target=6))
    ...     save(solution, Path(folder, "pig"))
    ...     load(Path(folder, "pig")) == solution
    True
    """
    lines = list(_lines(solution))  # before the file is touched: not everything can be saved
    seal = hashlib.sha256()
    with atomic_write(path) as file:
        packed = str(path).endswith(".gz")
        # No name and no time in it: the same answer gives the same bytes.
        out: Any = gzip.GzipFile("", "wb", fileobj=file.buffer, mtime=0) if packed else file.buffer
        for line in lines:
            seal.update(line)
            out.write(line)
        out.write(_line({"sha256": seal.hexdigest()}))
        if packed:
            out.close()


def _lines(solution: Solution) -> Iterator[bytes]:
    encoder = Encoder(getattr(solution, "model", None))
    yield _line(
        {
            _KEY: VERSION,
            "game": solution.game.name,
            "parameters": json_parameters(solution.game),
            **_summarize(solution),
            "proved": solution.proof.proved,
            "proof": str(solution.proof),
            "method": solution.method,
            "solution": f"{type(solution).__module__.partition('.')[2]}:{type(solution).__qualname__}",
            "made by": f"trueodds {__version__}",
        }
    )
    for field in fields(solution):
        if field.init:
            yield _line({"field": field.name, "data": encoder.encode(getattr(solution, field.name))})


def _summarize(solution: Solution) -> dict[str, Any]:
    """What a person wants to know first, and what a file is held against when it is read."""
    try:
        value = "infinity" if solution.value == math.inf else str(solution.value)
    except ValueError:  # only the moves were asked for
        value = None
    try:
        best = sorted((json_value(move) for move in solution.best_moves), key=str)
    except NotProved:  # bounds cannot tell them apart
        best = []
    return {"value": value, "best_moves": best}


def _line(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def load(path: str | os.PathLike[str], check: bool = False, progress: Progress | None = None) -> Any:
    """Read a solution that was saved.

    The seal, the version, and that all parts fit together are always checked.

    Parameters
    ----------
    path : path
        A file that `Solution.save` has written.
    check : bool
        Prove it again. Where all values are known: by Bellman's equation over all moves at every position that play
        can reach, straight from the rules, and that the game ends; expected rewards by their certificate, and those of
        both strategies. Where only the start's is, and others are computed when they are asked for: by solving the game
        anew by the same method, all of which must be the same.
    progress : callable, optional
        As for `solve`; for the check.

    Returns
    -------
    Solution
        Equal to the one that was saved. The rules of a game of your own come from the file: see `StoredRules`.

    Raises
    ------
    ValueError
        Not such a file, damaged, or of a later version.
    NotProved
        The check failed.
    OSError
        It cannot be read.

    See Also
    --------
    Solution.save : Writes such a file.
    Solution.certificate : A file that a stranger's program can check.

    Examples
    --------
    >>> import tempfile, pathlib, trueodds
    >>> solution = trueodds.solve(trueodds.Pig(target=5))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pig.odds.json")
    ...     solution.save(path)
    ...     load(path, check=True) == solution
    True
    """
    try:
        solution = _read(Path(path).read_bytes())
    except _DamagedError as error:
        raise ValueError(f"{os.fspath(path)}: {error}") from None
    if check:
        _prove(solution, progress)
    return solution


class _DamagedError(Exception):
    """What is wrong with a file."""


def _read(content: bytes) -> Solution:
    if content.startswith(_GZIP):
        try:
            content = gzip.decompress(content)
        except (OSError, EOFError) as error:
            raise _DamagedError(f"damaged ({error})") from None
    *lines, last = content.splitlines(keepends=True) or [b""]
    try:
        header = json.loads(lines[0]) if lines else None
    except ValueError:
        header = None
    if not isinstance(header, dict) or _KEY not in header:
        raise _DamagedError("not an answer that trueodds saved")
    if header[_KEY] != VERSION:
        raise _DamagedError(f"of version {show(header[_KEY])}; this trueodds reads version {VERSION}")
    if last != _line({"sha256": hashlib.sha256(b"".join(lines)).hexdigest()}):
        raise _DamagedError("damaged: its seal, the last line, does not fit the rest")
    try:
        return _solution(header, lines[1:])
    except _DamagedError:
        raise
    except MemoryError:
        raise
    except Exception as error:  # sealed by someone, but no answer: whatever that leads to
        raise _DamagedError(f"its parts do not fit together ({type(error).__name__}: {show(str(error))})") from None


def _solution(header: dict[str, Any], lines: list[bytes]) -> Solution:
    decoder = Decoder()
    kind = decoder.find_class(header["solution"])
    if not issubclass(kind, Solution):
        raise _DamagedError(f"no solution: {show(header['solution'])}")
    parts = {}
    for line in lines:
        read = json.loads(line)
        parts[read["field"]] = decoder.decode(read["data"])
    solution: Solution = kind(**parts)
    for name, told in _summarize(solution).items():
        if header[name] != told:
            raise _DamagedError(f"its {name} is told as {show(header[name])} and kept as {show(told)}")
    game = solution.game
    if not isinstance(game, Game) or (header["game"], header["parameters"]) != (game.name, json_parameters(game)):
        raise _DamagedError("its game is told in two ways")
    solution.tables()  # reads all that they are made of
    if hasattr(solution, "model"):
        for part in (getattr(solution, name, None) for name in ("values", "best")):
            if part is not None and len(part) != len(solution.positions):
                raise _DamagedError(f"{len(part)} values or moves for {len(solution.positions)} positions")
    return solution


def _prove(solution: Solution, progress: Progress | None) -> None:
    if isinstance(solution, SolutionOfStart):
        if solution != _solve_again(solution, progress):
            raise NotProved(f"{solution.game.name}: solved anew, the answer is another than the one that was saved")
        return
    if isinstance(solution, RewardSolution):
        prove_rewards(solution)
        return
    model = explore(solution.game, progress, max_positions=1 << 40)
    if not isinstance(solution, GeneralSolution) or solution.ranks is None:
        check_ends(model, find_components(model))
    else:
        names = model.positions
        first, second = ({names[x]: int(own[x]) for x in np.flatnonzero(own).tolist()} for own in solution.ranks)
        strategies = {name: solution.move_at(name) for name in names}
        check_infinite_play(solution.game, dict(zip(names, solution.values, strict=True)), strategies, (first, second))
    for number, position in enumerate(model.positions):
        if progress and number % _OFTEN == 0:
            progress("check", number, len(model.positions))
        if best_moves(solution.game, position, solution.value_at) != solution.best_moves_at(position):
            raise NotProved(f"{position!r}: the best moves are others than those that were saved")


def _solve_again(solution: SolutionOfStart, progress: Progress | None) -> Solution:
    """The same game solved anew by the method that was taken."""
    for name, method in find(solution.game).all_methods.items():
        if method.moves:
            found: Solution = solve_moves(solution.game, name, progress)
            if type(found) is type(solution) and isinstance(found, SolutionOfStart):
                return found if solution.start_value is None else found.with_value(progress)
    raise NotProved(f"{solution.game.name}: no method here gives such an answer")
