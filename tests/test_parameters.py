"""Test declarations of parameters: checks at the limits of numbers, fields, and their use in games."""

import re
from dataclasses import FrozenInstanceError, dataclass
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.game import make_json_parameters
from trueodds.parameters import (
    chance,
    check_probability,
    check_whole_number,
    choice,
    format_number,
    list_parameters,
    seat,
    whole,
)

NUMBERS = st.integers(-9, 9) | st.sampled_from([2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**64]) | st.integers()


BOUNDS = {  # what a message says of a number that must be within these
    (0, 5): "from 0 to 5",
    (-(10**40), 5): "from about -10^40 to 5",
    (7, 7): "from 7 to 7",
    (None, 5): "at most 5",
    (1, None): "at least 1",
    (2**63, None): f"at least {2**63:,}",
    (10**30, None): "at least about 10^30",
}


@pytest.mark.parametrize("bounds", BOUNDS)
@given(NUMBERS, st.sampled_from([int, mpz, np.int64, np.uint64]))
@example(10**30, int)
def test_bounds_are_checked_and_reported(bounds, number, kind):
    least, most = bounds
    if kind in (np.int64, np.uint64) and not np.iinfo(kind).min <= number <= np.iinfo(kind).max:
        kind = int
    if (least is None or number >= least) and (most is None or number <= most):
        found = check_whole_number("lid", kind(number), *bounds)
        assert (type(found), found) == (int, number)
    else:
        with pytest.raises(ValueError) as refused:  # noqa: PT011 - compared below
            check_whole_number("lid", kind(number), *bounds)
        assert str(refused.value) == f"lid must be {BOUNDS[bounds]}, not {format_number(number)}"
    assert check_whole_number("any", number, None) == number


@given(st.fractions(min_value=-1, max_value=2, max_denominator=10**29))  # longer ones are shown by their size
@example(Fraction(0))
@example(Fraction(1))
@example(Fraction(1, 2**64))
@example(1 - Fraction(1, 2**64))
def test_probabilities_are_inside_of_the_interval_whatever_their_type(value):
    for given_value in (value, mpq(value), str(value)):
        if 0 < value < 1:
            assert check_probability("heads", given_value) == mpq(value)
        else:
            with pytest.raises(ValueError, match=rf"^heads must be an exact rational .*, not {value}\Z"):
                check_probability("heads", given_value)


@given(st.text("0123456789/.+-e_ x½", max_size=12))
@example("0/0")
@example("1e-9")
@example("1_0/1_1")
@example("3" * 300 + "/" + "0" * 99 + "7" * 300)
@example("3" * 299 + "/" + "7" * 301)
@example("0." + "3" * 300)
@example("0." + "3" * 301)
@example("3" * 301)
@example("+" + "7" * 40 + "/" + "3" * 31)
def test_probabilities_in_text_are_read_like_fractions(text):
    """Integers have at most 300 digits, so that no text fills the memory."""
    wanted = re.fullmatch(r"\s*([+-]?[0-9]+(?:/0*([0-9]+)|\.([0-9]+))?)\s*", text, re.ASCII)
    long = wanted and max(map(len, re.findall("[0-9]+", f"{wanted[1].split('/')[0]} {wanted[2]}"))) > 300
    number = Fraction(wanted[1]) if wanted and not long and not re.fullmatch("0+", wanted[2] or "") else None
    if number and 0 < number < 1:
        assert check_probability("heads", text) == mpq(number)
    else:
        shown = repr(text[:60])
        if number is not None:
            parts = number.as_integer_ratio()
            shown = "/".join(format_number(part, "," * (parts[1] == 1)) for part in parts[: 1 + (parts[1] > 1)])
        with pytest.raises(ValueError) as refused:  # noqa: PT011 - compared below
            check_probability("heads", text)
        assert re.fullmatch(rf"heads must be an exact rational .* not {re.escape(shown)}", str(refused.value))


@given(st.integers(0, 10**40), st.sampled_from([1, -1]))
@example(10**30 - 1, 1)
@example(10**30 - 1, -1)
@example(10**30, 1)
@example(10**30, -1)
def test_long_numbers_are_shown_by_their_size(size, sign):
    power = len(str(size)) - 1
    expected = f"{sign * size:,}" if power < 30 else f"about {'-' * (sign < 0)}10^{power}"
    assert format_number(sign * size) == format_number(mpz(sign * size)) == expected


class Plain(trueodds.Game):
    """A user-defined game that declares nothing."""

    start = 0

    def seat(self, position):
        return 0

    def moves(self, position):
        return [0]

    def outcomes(self, position, move):
        return [(1, None, 1)]


@dataclass(frozen=True)
class Declared(Plain):
    """Every kind of parameter; the rest of a game is irrelevant here."""

    size: int = whole("How large", always=True)
    other: int = whole("How large the other is", same_as="size", maximum=9)
    heads: object = chance("Probability of heads", "1/2")
    tails: object = chance("Probability of tails", "1/2", allow_none=True)
    colour: str = choice("Which colour", ("red", "blue"))
    side: int = seat("Whose side")
    free: float = 1.5  # not declared


def test_declared_parameters_give_defaults_checks_and_json():
    game = Declared(np.int8(3))
    assert game == Declared(3, None, "1/2", None, "red", np.int64(0)) == Declared(3, 3, "0.5", Fraction(1, 2))
    assert hash(game) == hash(Declared(3))
    assert (game.other, game.heads, game.tails, game.colour, game.side) == (3, mpq(1, 2), mpq(1, 2), "red", 0)
    assert game.parameters == {"size": 3}
    found = Declared(3, 4, "2/5", "1/3", "blue", 1, 2.5).parameters
    assert found == {"size": 3, "other": 4, "heads": "2/5", "tails": "1/3", "colour": "blue", "side": 1}
    assert list(list_parameters(Declared)) == list(found)
    assert game.name == "Declared"
    assert trueodds.Pig().parameters == {"target": 100}  # always present, even at its default
    with pytest.raises(FrozenInstanceError):
        game.size = 4


def test_a_game_without_name_and_parameters_has_its_class_name_and_none():
    solution = trueodds.solve(Plain())
    assert (solution.game.name, solution.to_json()["parameters"]) == ("Plain", {})
    assert Plain().position([1, 2]) == [1, 2]

    @dataclass(frozen=True)
    class Named(Plain):
        name: str
        size: int

    assert Named("mine", 3).name == "mine"
    with pytest.raises(TypeError):
        Named("mine")
    undeclared = type("Own", (Plain,), {"parameters": {"q": mpq(1, 3), "n": np.int8(3), "x": 0.5, "b": True}})()
    assert make_json_parameters(undeclared) == {"q": "1/3", "n": 3, "x": 0.5, "b": True}
