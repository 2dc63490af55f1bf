"""Records with arrays: equality, hashes, what is printed, and arrays that nobody can change."""

import copy
import pickle
from dataclasses import dataclass, field

import numpy as np
import pytest

from trueodds.records import Record, check_array, short


@dataclass(frozen=True, eq=False)
class Pair(Record):
    a: object
    b: object = 0
    hidden: object = field(default=0, repr=False, compare=False)


@dataclass(frozen=True, eq=False)
class Other(Record):
    a: object
    b: object = 0


def test_records_are_equal_if_their_class_and_compared_fields_are():
    ones = np.ones(3, dtype=np.int64)
    assert Pair(ones, 1, hidden=5) == Pair(ones.copy(), 1, hidden=6)
    assert hash(Pair(ones, [1, 2])) == hash(Pair(ones.copy(), [1, 2]))
    for other in (Pair(ones), Pair(ones * 2, 1), Pair(ones.astype(float), 1), Pair(ones[:2], 1), Pair([1, 1, 1], 1)):
        assert Pair(ones, 1) != other
        assert Pair(Pair(ones, 1)) != Pair(other)
    assert Pair(1, 2) != Other(1, 2)
    assert Pair(1, 2) != (1, 2)


def test_arrays_are_read_only_even_in_copies():
    record = Pair(np.zeros(3))
    for one in (record, pickle.loads(pickle.dumps(record)), copy.deepcopy(record), copy.copy(record)):
        assert one == record
        with pytest.raises(ValueError, match="read-only"):
            one.a[0] = 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.zeros(51, dtype=np.int8), "<int8 array of 51>"),
        (np.zeros((3, 17)), "<float64 array of 3 x 17>"),
        ([0] * 51, "<list of 51>"),
        ([0] * 50, repr([0] * 50)),
        (dict.fromkeys(range(51)), "<dict of 51>"),
        ("x" * 198, "'" + "x" * 198 + "'"),
        ("x" * 199, "'" + "x" * 198 + "…"),
    ],
)
def test_long_values_are_shortened(value, text):
    assert short(value) == text
    assert repr(Pair(value, 1, hidden=2)) == f"Pair(a={text}, b=1)"


def test_short_arrays_and_nested_records_are_shown():
    assert short(np.zeros(50, dtype=np.int8)) == repr(np.zeros(50, dtype=np.int8))
    nested = Pair(Pair("x" * 180, "y" * 180))
    assert "y" * 180 in repr(nested)
    assert len(short(Pair("x" * 190, Pair("y" * 190, "z" * 190)))) == 400
    for wrong in (np.zeros(3), np.zeros((3, 1), dtype=np.int8), [0, 0, 0]):
        with pytest.raises(ValueError, match=r"^v must be an array of int8 of shape \(3,\)$"):
            check_array("v", wrong, np.int8, (3,))
    check_array("v", np.zeros(3, dtype=np.int8), np.int8, (3,))
