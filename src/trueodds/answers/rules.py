"""Store a game as data, position by position, because a file cannot store the functions of a user-defined game."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from gmpy2 import mpq

from ..game import make_json_parameters
from ..parameters import as_index
from ..solver.checked_rules import read_infinite_play
from ..solver.model import Model
from ..solver.numbered import Identity, Interned, Numbered
from .rows import list_field_names, read_fields


def pack_rules(model: Model) -> dict[str, Any]:
    """Return the rules of a model as parts of a file.

    Moves and positions are stored as `to_plain` returns them, except that positions with named fields become tuples;
    the names of their type and fields are stored once.
    """
    arrays, game = model.to_arrays(), model.game
    arrays["infinite_play"] = read_infinite_play(game)
    positions: Any = None
    fields: tuple[str, ...] = ()
    if not isinstance(model.index, Identity):
        items: Any = model.positions
        names = list_field_names(items)
        by_field = names != ["position"]
        named = [tuple(map(to_plain, read_fields(names, item))) if by_field else to_plain(item) for item in items]
        if by_field and type(items[0]) is not tuple:
            fields = (type(items[0]).__name__, *names)
        if len(set(named)) < len(named):
            what = "different positions have the same text or fields"
            raise ValueError(f"{game.name}: {what}, so the answer cannot be saved")
        positions = _pack_tuples(named)
    moves: Any = {}
    if not isinstance(getattr(model.moves, "table", None), range):
        interned = Interned()
        numbered = [interned.number(to_plain(move)) for move in model.moves]
        for first, end in zip(model.first_move[:-1].tolist(), model.first_move[1:].tolist(), strict=True):
            if len(set(numbered[first:end])) < end - first:
                raise ValueError(
                    f"{game.name}: different moves at a position have the same text, so the answer cannot be saved"
                )
        moves = {"move_names": tuple(interned.table), "moves": _narrow(np.array(numbered, dtype=np.int64))}
    offsets = {name: _narrow(np.diff(arrays.pop(name))) for name in ("first_move", "first_outcome")}
    integers = {name: _narrow(arrays.pop(name)) for name in ("targets", "which", "seats")}
    gains = arrays.pop("gains")
    if gains is not None:
        integers["gain_numbers"], arrays["gains"] = _narrow(gains.numbers), list(gains.table)
    return {
        "name": game.name,
        "parameters": tuple(make_json_parameters(game).items()),
        "positions": positions,
        "fields": fields,
        **moves,
        **offsets,
        **integers,
        **arrays,
    }


def unpack_rules(parts: Mapping[str, Any]) -> Model:
    """Check the parts that `pack_rules` returned, and return the model."""
    arguments = dict(parts)
    for name in ("first_move", "first_outcome"):
        arguments[name] = np.concatenate([[0], np.cumsum(_read_integers(arguments[name]))])
    for name in ("targets", "which", "seats"):
        arguments[name] = _read_integers(arguments[name])
    if "gain_numbers" in arguments:
        arguments["gains"] = _read_numbered(arguments["gains"], arguments.pop("gain_numbers"))
    if "moves" in arguments:
        arguments["moves"] = _read_numbered(arguments.pop("move_names"), arguments["moves"])
    fields = arguments.pop("fields")
    if arguments["positions"] is not None:
        named = _unpack_tuples(arguments["positions"])
        arguments["positions"] = [_make_named_tuple(fields, *parts) for parts in named] if fields else named
    return Model.from_arrays(**{**arguments, "parameters": dict(arguments["parameters"])})


def to_plain(value: Any) -> Any:
    """Convert a position or a move to data: numbers, text, None, and plain tuples of them; all else becomes text."""
    if value is None or isinstance(value, (bool, float, str, Fraction, type(mpq()))):
        return value
    if isinstance(value, tuple):
        parts = tuple(map(to_plain, value))
        return parts if str(parts) == str(value) else str(value)
    number = as_index(value)
    return str(value) if number is None else number


@cache
def _make_named_tuple_type(name: str, fields: tuple[str, ...]) -> Any:
    base: Any = namedtuple(name, list(fields), rename=True)  # type: ignore[misc]  # read from a file
    reduce = lambda self: (_make_named_tuple, ((name, *fields), *self))  # noqa: E731  # pickle cannot import the class
    return type(name, (base,), {"__slots__": (), "__reduce__": reduce})


def _make_named_tuple(kind: tuple[str, ...], *parts: Any) -> Any:
    """Return a named tuple; `kind` holds the name of its type, followed by the names of its fields."""
    return _make_named_tuple_type(kind[0], kind[1:])(*parts)


def _pack_tuples(named: Sequence[Any]) -> Any:
    """Return positions as an array if all are equally long tuples of integers n with |n| < 2^62, else as a tuple."""
    width = len(named[0]) if isinstance(named[0], tuple) else 0
    for name in named:
        if not isinstance(name, tuple) or len(name) != width:
            return tuple(named)
        if not all(type(part) is int and abs(part) < 1 << 62 for part in name):
            return tuple(named)
    return _narrow(np.array(named, dtype=np.int64))


def _unpack_tuples(packed: Any) -> list[Any]:
    return list(map(tuple, _read_integers(packed, 2).tolist())) if isinstance(packed, np.ndarray) else list(packed)


def _narrow(integers: Any) -> Any:
    """Return integers in a small integer type that can store them."""
    low, high = (int(integers.min()), int(integers.max())) if integers.size else (0, 0)
    kind = np.result_type(np.min_scalar_type(low), np.min_scalar_type(high))
    return integers.astype(kind if kind.kind in "iu" else np.int64)  # the common type of int8 and uint64 is a float


def _read_integers(array: Any, dimensions: int = 1) -> Any:
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "iu" or array.ndim != dimensions:
        raise ValueError("a part is not an array of integers with the right number of dimensions")
    return array.astype(np.int64)


def _read_numbered(table: Sequence[Any], array: Any) -> Numbered:
    numbers = _read_integers(array)
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < len(table):
        raise ValueError("an index is out of range for its table")
    return Numbered(list(table), numbers.astype(np.int32))
