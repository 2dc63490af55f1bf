"""Values as plain data for JSON, and back: exact numbers, arrays, the package's own records. Nothing is run."""

from __future__ import annotations

import base64
import dataclasses
import importlib
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from gmpy2 import mpq, mpz

from ..catalog.registry import by_name, names
from ..game import Game
from ..solver.model import Model, explore
from .rules import StoredRules, store_rules

_PACKAGE = __name__.split(".")[0]
_MPQ, _MPZ = type(mpq()), type(mpz())
_ANY_SIZE = 1 << 40  # positions: the answer was there, so there was room for its game


class Encoder:
    """Writes the values of one answer.

    Parameters
    ----------
    model : Model, optional
        The positions of the answer's game, if it has them.
    """

    def __init__(self, model: Model | None = None) -> None:
        self._model = model

    def encode(self, value: Any) -> Any:
        """A value as plain data.

        Raises
        ------
        TypeError
            It holds something that is no data.

        Examples
        --------
        >>> Encoder().encode([(1, "a"), mpz(255), [mpq(1, 2), mpq(3)], {2: None}, frozenset({3})])
        [{'tuple': [1, 'a']}, {'integers': 'ff'}, {'fractions': '1/2 3'}, {'map': [[2, None]]}, {'set': [3]}]
        """
        if type(value) is float and value == math.inf:  # not in JSON
            return {"infinity": None}
        if value is None or isinstance(value, (bool, str, float)):
            return value
        if type(value) is int:
            return value if abs(value) < 1 << 53 else {"integer": f"{value:x}"}
        if type(value) is _MPZ:
            return {"integers": value.digits(16)}
        if type(value) is _MPQ:
            return {"fractions": str(value)}
        if isinstance(value, np.ndarray):
            whole = np.ascontiguousarray(value, value.dtype.newbyteorder("<"))
            text = base64.b64encode(whole.tobytes()).decode("ascii")
            return {"array": whole.dtype.str, "shape": list(value.shape), "base64": text}
        if isinstance(value, Model):
            return {"model": None}
        if isinstance(value, Game):
            return self._game(value)
        return self._several(value)

    def _several(self, value: Any) -> Any:
        kind = type(value)
        if kind is list:
            if len(value) > 1 and all(type(one) is _MPZ for one in value):
                return {"integers": " ".join(one.digits(16) for one in value)}
            if len(value) > 1 and all(type(one) is _MPQ for one in value):
                return {"fractions": " ".join(map(str, value))}
            return [self.encode(one) for one in value]
        if kind is tuple:
            return {"tuple": [self.encode(one) for one in value]}
        if kind is range:
            return {"range": [value.start, value.stop, value.step]}
        if kind is frozenset:
            return {"set": [self.encode(one) for one in sorted(value, key=repr)]}
        if isinstance(value, Mapping):
            return {"map": [[self.encode(key), self.encode(one)] for key, one in value.items()]}
        return self._record(value)

    def _record(self, value: Any) -> Any:
        """An object of the package: a dataclass, a named tuple, or one that says by itself what its state is."""
        kind = type(value)
        if kind.__module__.split(".")[0] != _PACKAGE:
            raise TypeError(f"an answer with a {kind.__qualname__} in it cannot be saved: {str(value)[:60]!r}")
        if dataclasses.is_dataclass(value):
            state = {field.name: getattr(value, field.name) for field in dataclasses.fields(value) if field.init}
        elif isinstance(value, tuple):
            state = value._asdict()  # type: ignore[attr-defined]  # the package has named tuples alone
        else:
            state = value.__getstate__()
        name = f"{kind.__module__.partition('.')[2]}:{kind.__qualname__}"
        return {"record": name, "fields": {key: self.encode(one) for key, one in state.items()}}

    def _game(self, game: Game) -> Any:
        if game.name in names() and isinstance(game, by_name(game.name).game):
            parameters = dict(game.parameters)
            if type(game)(**parameters) == game:
                return {"game": game.name, "parameters": parameters}
        if type(game).__module__.split(".")[0] == _PACKAGE and dataclasses.is_dataclass(game):
            return self._record(game)
        return self._record(store_rules(game, self._model or explore(game)))


class Decoder:
    """Reads the values of one answer."""

    def __init__(self) -> None:
        self._game: Any = None

    def decode(self, data: Any) -> Any:
        """What `Encoder.encode` has written.

        Raises
        ------
        ValueError, TypeError, LookupError
            It has written no such thing.

        Examples
        --------
        >>> Decoder().decode(Encoder().encode({(1, 2): [mpq(1, 2), mpq(1, 3)], "x": np.arange(3)}))
        {(1, 2): [mpq(1,2), mpq(1,3)], 'x': array([0, 1, 2])}
        """
        if isinstance(data, list):
            return [self.decode(one) for one in data]
        if not isinstance(data, dict):
            return data
        kind, content = next(iter(data.items()))
        reader = getattr(self, f"_read_{kind}", None)
        if reader is None:
            raise ValueError(f"unknown kind of data {kind[:40]!r}")
        return reader(content, data)

    @staticmethod
    def find_class(name: str) -> type:
        """A class of the package by its name; nothing else, lest a file make what it likes."""
        module, _, own = name.partition(":")
        if not (own.isidentifier() and all(part.isidentifier() for part in module.split("."))):
            raise ValueError(f"no record of {_PACKAGE}: {name[:60]!r}")
        try:
            kind = getattr(importlib.import_module(f"{_PACKAGE}.{module}"), own)
        except (ImportError, AttributeError):
            raise ValueError(f"no record of this {_PACKAGE}: {name[:60]!r}") from None
        if not isinstance(kind, type) or kind.__module__ != f"{_PACKAGE}.{module}":
            raise ValueError(f"no record of {_PACKAGE}: {name[:60]!r}")
        return kind

    def _read_infinity(self, _: Any, __: Any) -> float:
        return math.inf

    def _read_integer(self, text: str, _: Any) -> int:
        return int(text, 16)

    def _read_integers(self, text: str, _: Any) -> Any:
        found = [mpz(one, 16) for one in text.split(" ")]
        return found if len(found) > 1 else found[0]

    def _read_fractions(self, text: str, _: Any) -> Any:
        found = [mpq(one) for one in text.split(" ")]
        return found if len(found) > 1 else found[0]

    def _read_array(self, kind: str, data: Any) -> Any:
        dtype = np.dtype(kind)
        if dtype.kind not in "biuf":
            raise ValueError(f"an array of {kind[:20]!r}")
        flat = np.frombuffer(base64.b64decode(data["base64"], validate=True), dtype)
        return flat.reshape(data["shape"]).astype(dtype.newbyteorder("="))  # a copy, which can be written to

    def _read_tuple(self, parts: Any, _: Any) -> Any:
        return tuple(map(self.decode, parts))

    def _read_set(self, parts: Any, _: Any) -> Any:
        return frozenset(map(self.decode, parts))

    def _read_range(self, ends: Any, _: Any) -> Any:
        return range(*ends)

    def _read_map(self, pairs: Any, _: Any) -> Any:
        return {self.decode(key): self.decode(one) for key, one in pairs}

    def _read_model(self, _: Any, __: Any) -> Any:
        return explore(self._game, max_positions=_ANY_SIZE)

    def _read_game(self, name: str, data: Any) -> Any:
        if name not in names():
            raise ValueError(f"unknown game {name[:40]!r}")
        self._game = by_name(name).game(**data["parameters"])
        return self._game

    def _read_record(self, name: str, data: Any) -> Any:
        kind = self.find_class(name)
        state = {key: self.decode(one) for key, one in data["fields"].items()}
        if dataclasses.is_dataclass(kind) or issubclass(kind, tuple):
            made: Any = kind(**state)
        else:
            made = object.__new__(kind)
            if hasattr(made, "__setstate__"):
                made.__setstate__(state)
            else:
                made.__dict__.update(state)
        if isinstance(made, StoredRules):
            self._game = made
        return made
