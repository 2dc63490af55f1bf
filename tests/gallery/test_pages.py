"""The pages of the gallery: every long number is a result."""

import re
from decimal import Decimal

import pytest

from .conftest import GALLERY

PROGRAMS = sorted(path.stem for path in GALLERY.glob("*.json"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_long_numbers_are_results(name):
    page = (GALLERY / f"{name}.md").read_text(encoding="utf-8")
    results = (GALLERY / f"{name}.json").read_text(encoding="utf-8")
    known = [Decimal(number) for number in set(re.findall(r"\b\d+\.\d{9,}\b", results))]
    for number in re.findall(r"\b\d+\.\d{8,}\b", page):
        value = Decimal(number)
        unit = Decimal(1).scaleb(value.as_tuple().exponent)
        assert any(abs(value - one) <= unit for one in known), number
    whole = re.findall(r"(?<![\d.,])\d{10,}\b", re.sub(r"(?<=\d)\n +(?=\d)", "", page))
    assert all(f'"{number}"' in results for number in whole), whole
    assert len(whole) == {"yahtzee": 2, "shut_the_box": 10, "bearoff": 2}.get(name, 0)
