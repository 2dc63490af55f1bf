"""Save a solved game to a file and load it again (docs/save-and-load.md describes the format).

A file is a zip archive of arrays, as `numpy.savez_compressed` writes it, with one more member, ``header.json``, for
everything that is not an array. The comment of the archive contains the SHA-256 of all bytes before the comment. The
names in a file can refer only to games and classes of solutions that the catalog lists; nothing is unpickled.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import io
import json
import math
import os
import zipfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from .._version import __version__
from ..catalog.entry import load as find_object
from ..catalog.registry import find, find_by_name, list_games
from ..dispatch import solve_moves
from ..game import Game, make_json_parameters, make_json_value
from ..parameters import show
from ..records import check_array
from ..runtime.executors import Progress
from ..runtime.files import atomic_write
from ..runtime.memory import require_memory
from ..runtime.run import Run, track
from ..solution import NotProved, Solution, SolutionOfStart
from ..solver.general import GeneralSolution, prove
from ..solver.graph import check_ends
from ..solver.model import Model, explore
from ..solver.proof import verify_best_moves
from .rules import pack_rules, unpack_rules

VERSION = 4
_KEY = "trueodds answer"
_HEADER = "header.json"
_SEAL = "sha256 "
_SEAL_LENGTH = len(_SEAL) + 64
_NO_LIMIT = 1 << 40  # positions; no limit is needed, because the game has been solved within the user's limit


def save(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Save a solution, completely or not at all; with the same software versions, equal solutions give equal bytes."""
    arrays: dict[str, NDArray[Any]] = {}
    header = {_KEY: VERSION, "made by": f"trueodds {__version__}", **_describe(solution, "", arrays)}
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)  # type: ignore[arg-type]  # no array is called allow_pickle
    with zipfile.ZipFile(content, "a", zipfile.ZIP_DEFLATED) as archive:
        text = json.dumps(header, ensure_ascii=False, indent=1)
        archive.writestr(zipfile.ZipInfo(_HEADER), text, zipfile.ZIP_DEFLATED)  # dated 1980, like NumPy's members
        archive.comment = bytes(_SEAL_LENGTH)
    view = content.getbuffer()
    view[-_SEAL_LENGTH:] = _SEAL.encode() + hashlib.sha256(view[:-_SEAL_LENGTH]).hexdigest().encode()
    with atomic_write(path) as file:
        file.buffer.write(view)


def _describe(solution: Solution, prefix: str, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    """Return the header of a solution, and add its arrays to `arrays` under names that begin with `prefix`."""
    kind = type(solution)
    name = f"{kind.__module__}:{kind.__qualname__}"
    words = [word for word, class_name in find(solution.game).all_answers.items() if class_name == name]
    if not words:
        raise TypeError(f"an answer of type {kind.__qualname__} cannot be saved")
    proof = {part.name: _to_json(getattr(solution.proof, part.name)) for part in dataclasses.fields(solution.proof)}
    return {
        **_summarize(solution),
        "kind": words[0],
        "rules": _describe_game(solution, prefix, arrays),
        "proof fields": proof,
        "parts": _pack(solution.to_parts(), prefix, arrays),
    }


def _summarize(solution: Solution) -> dict[str, Any]:
    """Return a readable summary of the answer for the header."""
    value: Any = None
    with contextlib.suppress(ValueError):  # only the moves are known
        value = "infinity" if solution.value == math.inf else _to_json(solution.value)
    try:
        best = sorted((make_json_value(move) for move in solution.best_moves), key=str)
    except NotProved:  # bounds do not separate the moves
        best = []
    return {
        "game": solution.game.name,
        "parameters": make_json_parameters(solution.game),
        "value": value,
        "best_moves": best,
        "method": solution.method,
        "proved": solution.proof.proved,
        "proof": str(solution.proof),
    }


def _describe_game(solution: Solution, prefix: str, arrays: dict[str, NDArray[Any]]) -> Any:
    """Describe a game in the registry by its parameters, and any other game position by position."""
    game = solution.game
    if game.name in list_games():
        for at_table in (False, True):
            rules = {"at_table": at_table, "parameters": dict(game.parameters)}
            with contextlib.suppress(TypeError, ValueError):  # another game of the same name
                if json.dumps(rules) and _make_registered_game(game.name, rules) == game:
                    return rules
    model: Model = getattr(solution, "model", None) or explore(game)
    return _pack(pack_rules(model), f"{prefix}rules.", arrays)


def _make_registered_game(name: str, rules: Mapping[str, Any]) -> Game:
    entry = find_by_name(name)
    game: Any = entry.game(**rules["parameters"])
    if not rules["at_table"]:
        return game  # type: ignore[no-any-return]
    if entry.at_table is None:
        raise ValueError(f"{name} has no separate form for play at the table")
    return entry.at_table.entry.game(game)  # type: ignore[call-arg]  # its argument is the game with the rules' moves


def _pack(parts: Mapping[str, Any], prefix: str, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    """Return parts as JSON data; add arrays and lists of mpz or mpq to `arrays`, with `prefix` before their names."""
    packed: dict[str, Any] = {}
    for name, value in parts.items():
        if isinstance(value, np.ndarray):
            arrays[prefix + name] = np.ascontiguousarray(value, value.dtype.newbyteorder("<"))
            packed[name] = {"array": prefix + name}
        elif isinstance(value, Solution):
            packed[name] = {"answer": _describe(value, f"{prefix}{name}.", arrays)}
        elif isinstance(value, list) and value and all(isinstance(n, (type(mpz()), type(mpq()))) for n in value):
            are_integers = isinstance(value[0], type(mpz()))
            numbers = value if are_integers else [n.numerator for n in value] + [n.denominator for n in value]
            arrays.update(_pack_integers(numbers, prefix + name))
            packed[name] = {"integers" if are_integers else "rationals": prefix + name}
        else:
            packed[name] = _to_json(value)
    return packed


def _pack_integers(numbers: Sequence[Any], name: str) -> dict[str, NDArray[Any]]:
    """Return integers as bytes (little-endian, two's complement) and the number of bytes of each."""
    sizes = [number.bit_length() // 8 + 1 for number in numbers]
    content = b"".join(int(n).to_bytes(size, "little", signed=True) for n, size in zip(numbers, sizes, strict=True))
    return {f"{name}.sizes": np.array(sizes, "<u4"), f"{name}.bytes": np.frombuffer(content, np.uint8)}


def _unpack_integers(name: str, arrays: Mapping[str, NDArray[Any]]) -> list[Any]:
    sizes, content = arrays[f"{name}.sizes"], arrays[f"{name}.bytes"]
    check_array(f"{name}.sizes", sizes, np.uint32, (sizes.size,))
    check_array(f"{name}.bytes", content, np.uint8, (content.size,))
    ends = np.cumsum(sizes, dtype=np.int64).tolist()
    if not ends or ends[-1] != len(content):
        raise ValueError(f"the sizes of {name} do not add up to {len(content)} bytes")
    view = memoryview(content)  # type: ignore[arg-type]
    return [
        mpz(int.from_bytes(view[start:end], "little", signed=True))
        for start, end in zip([0, *ends[:-1]], ends, strict=True)
    ]


def _to_json(value: Any) -> Any:
    """Convert plain data, which may contain exact numbers, to JSON data."""
    if isinstance(value, (list, tuple)):
        return [_to_json(element) for element in value]
    if isinstance(value, type(mpq())):
        return {"numerator": value.numerator.digits(), "denominator": value.denominator.digits()}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, type(mpz())) or (type(value) is int and abs(value) >= 1 << 53):
        return {"integer": mpz(value).digits()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"float": repr(value)} if isinstance(value, float) and not math.isfinite(value) else value
    raise TypeError(f"an answer that contains {show(value)} ({type(value).__name__}) cannot be saved")


def _from_json(data: Any) -> Any:
    """Return the value that `_to_json` encoded; lists become tuples, and an mpz becomes an int."""
    if isinstance(data, list):
        return tuple(map(_from_json, data))
    if not isinstance(data, dict):
        return data
    match data:
        case {"numerator": str(numerator), "denominator": str(denominator)}:
            return mpq(mpz(numerator), mpz(denominator))
        case {"fraction": str(text)}:
            return Fraction(text)
        case {"integer": str(digits)}:
            return int(mpz(digits))
        case {"float": str(text)}:
            return float(text)
    raise ValueError(f"{show(str(data))} is not a known kind of value")


def load(path: str | os.PathLike[str], check: bool = False, progress: Progress | None = None) -> Solution:
    """Load a saved solution.

    The checksum, the version and the consistency of all parts are always verified. Nothing in the file is executed.

    Parameters
    ----------
    path : path
        A file that `Solution.save` has written.
    check : bool, default False
        Whether to prove the answer again. If the file has all values, the rules are used to verify Bellman's equation
        over all moves at every reachable position; play is proved to end unless infinite play has a value. If the file
        has no value or only that of the start, the game is solved again by the same method, and the answers must agree.
    progress : callable, optional
        Called with the progress of the proof, as for `solve`.

    Returns
    -------
    Solution
        A solution equal to the saved one. A user-defined game, however, becomes a game given as arrays; its positions
        become named tuples or text, and its moves text, unless they are numbers, text, None or plain tuples of these.

    Raises
    ------
    ValueError
        The file is not a saved solution, is damaged, or has an unsupported version.
    MemoryError
        There is not enough memory; `load` checks this before it unpacks the file.
    NotProved
        The proof failed.
    OSError
        The file cannot be read.

    See Also
    --------
    Solution.save : Save a solution to such a file.
    Solution.certificate : Write a file that can be checked without trueodds.

    Examples
    --------
    >>> import tempfile, pathlib, trueodds
    >>> solution = trueodds.solve(trueodds.Pig(target=5))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pig.npz")
    ...     solution.save(path)
    ...     trueodds.load(path, check=True) == solution
    True
    """
    try:
        header, arrays = _read(Path(path).read_bytes())
        solution = _restore(header, arrays)
    except _DamagedError as error:
        raise ValueError(f"{os.fspath(path)}: {error}") from None
    except (MemoryError, OSError):
        raise
    except Exception as error:  # the checksum is valid, but the contents are wrong and can raise any error
        what = f"{type(error).__name__}: {show(' '.join(str(error).split()))}"
        raise ValueError(f"{os.fspath(path)}: the contents of the file are invalid ({what})") from None
    if check:
        _prove(solution, header["kind"], progress)
    return solution


class _DamagedError(Exception):
    """A file is damaged, invalid or of an unsupported version."""


def _read(content: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Verify the checksum and the version of a file; return its header and arrays."""
    if not content.startswith(b"PK"):
        raise _DamagedError("the file is not an answer that trueodds saved")
    if content[-_SEAL_LENGTH:] != f"{_SEAL}{hashlib.sha256(content[:-_SEAL_LENGTH]).hexdigest()}".encode():
        raise _DamagedError("the file is damaged or not an answer that trueodds saved: its checksum does not match")
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        require_memory(2 * sum(member.file_size for member in archive.zip.infolist()), "the answer in this file")
        header = json.loads(archive[_HEADER])
        if header[_KEY] != VERSION:
            raise _DamagedError(f"the version of the file must be {VERSION}, not {show(header[_KEY])}")
        arrays = {name: archive[name] for name in archive.files if name != _HEADER}
    return header, {name: array.astype(array.dtype.newbyteorder("="), copy=False) for name, array in arrays.items()}


def _restore(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Solution:
    """Return the solution that a header and arrays describe."""
    rules, parts, method = header["rules"], _unpack(header["parts"], arrays), header["method"]
    if not isinstance(method, str):
        raise ValueError(f"the method must be text, not {show(method)}")
    if "at_table" in rules:
        if header["game"] not in list_games():
            raise ValueError(f"unknown game {show(header['game'])}")
        game = _make_registered_game(header["game"], rules)
    else:
        game = unpack_rules(_unpack(rules, arrays)).game
    kind: type[Solution] = find_object(find(game).all_answers[header["kind"]])
    proof = kind.proof_type(**{name: _from_json(value) for name, value in header["proof fields"].items()})
    solution = kind.from_parts(game, method, proof, parts)
    for name, value in _summarize(solution).items():
        if json.dumps(header[name]) != json.dumps(value):
            raise _DamagedError(f"the header has {name} {show(header[name])}, but the parts have {show(value)}")
    return solution


def _unpack(data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """Return the parts that `_pack` encoded."""
    parts: dict[str, Any] = {}
    for name, value in data.items():
        match value:
            case {"array": str(key)}:
                parts[name] = arrays[key]
            case {"integers": str(key)}:
                parts[name] = _unpack_integers(key, arrays)
            case {"rationals": str(key)}:
                numbers = _unpack_integers(key, arrays)
                half = len(numbers) // 2
                parts[name] = [mpq(*pair) for pair in zip(numbers[:half], numbers[half:], strict=True)]
            case {"answer": dict(header)}:
                parts[name] = _restore(header, arrays)
            case _:
                parts[name] = _from_json(value)
    return parts


def _prove(solution: Solution, kind: str, progress: Progress | None) -> None:
    """Verify a solution without relying on its own claims, or raise NotProved."""
    if isinstance(solution, SolutionOfStart):
        limited = find(solution.game).all_methods[kind].limited
        repeated: SolutionOfStart = solve_moves(
            solution.game, kind, progress=progress, max_positions=_NO_LIMIT if limited else None
        )
        if solution != (repeated if solution.start_value is None else repeated.with_value(Run(progress=progress))):
            raise NotProved(f"{solution.game.name}: solving the game again does not give the saved answer")
        return
    if isinstance(solution, GeneralSolution):
        if prove(solution.model, solution.values, progress) != solution:
            raise NotProved(f"{solution.game.name}: the best moves or ranks differ from the saved ones")
        return
    model = explore(solution.game, progress, max_positions=_NO_LIMIT)
    check_ends(model)
    for position in track("check", model.positions, progress):
        if verify_best_moves(solution.game, position, solution.value_at) != solution.best_moves_at(position):
            raise NotProved(f"{position!r}: the best moves differ from the saved ones")
