"""Immutable records that can be compared, hashed, pickled and copied, even if their fields are arrays."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any

import numpy as np


class Record:
    """The base class of dataclasses whose fields may be arrays, for use with ``@dataclass(frozen=True, eq=False)``.

    Arrays are compared by type, shape and contents. They become read-only, even in copies and after unpickling.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.__repr__ = cls.__repr__  # type: ignore[method-assign]  # keep the inherited method; a dataclass would define another

    def __post_init__(self) -> None:
        self._freeze()

    def __repr__(self) -> str:
        names = (field.name for field in fields(self) if field.repr)  # type: ignore[arg-type]  # self is a dataclass
        return f"{type(self).__name__}({', '.join(f'{name}={shorten_repr(getattr(self, name))}' for name in names)})"

    def _freeze(self) -> None:
        """Make the arrays read-only; subclasses with other mutable parts extend this method."""
        for value in self.__dict__.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(_is_equal(getattr(self, name), getattr(other, name)) for name in self._compared_fields())

    def __hash__(self) -> int:
        return hash((type(self), *(_hash(getattr(self, name)) for name in self._compared_fields())))

    def __getstate__(self) -> dict[str, Any]:
        return {
            name: dict(value) if isinstance(value, MappingProxyType) else value for name, value in self.__dict__.items()
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._freeze()

    def _compared_fields(self) -> list[str]:
        return [field.name for field in fields(self) if field.compare]  # type: ignore[arg-type]  # self is a dataclass


def check_array(name: str, array: Any, dtype: Any, shape: tuple[int, ...]) -> None:
    """Raise ValueError unless `array` is an array of the given type and shape."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
        raise ValueError(f"{name} must be an array of {np.dtype(dtype)} of shape {shape}")


_MAX_ITEMS = 50  # maximum length of a list, array, or other container that is printed in full
_MAX_CHARACTERS = 200  # maximum number of characters of a value; a nested record may have twice this number


def shorten_repr(value: object) -> str:
    """Return the ``repr`` of a value, shortened if the value is large."""
    if isinstance(value, np.ndarray) and value.size > _MAX_ITEMS:
        return f"<{value.dtype} array of {' x '.join(map(str, value.shape))}>"
    if isinstance(value, (list, tuple, dict, set, frozenset, MappingProxyType)) and len(value) > _MAX_ITEMS:
        return f"<{type(value).__name__} of {len(value)}>"
    text = repr(value)
    limit = 2 * _MAX_CHARACTERS if is_dataclass(value) else _MAX_CHARACTERS
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _is_equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return type(one) is type(other) and one.dtype == other.dtype and np.array_equal(one, other)
    return bool(one == other)


def _hash(value: Any) -> Any:
    """Return the hash of a value or, if it is unhashable, its shape or length, or 0 if it has neither."""
    if isinstance(value, np.ndarray):
        return value.shape
    try:
        return hash(value)
    except TypeError:
        return len(value) if hasattr(value, "__len__") else 0
