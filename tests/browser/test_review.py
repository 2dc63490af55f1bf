"""The page of a played game in a real browser: its curve, its mistakes, its numbers add up."""

import pytest
from gmpy2 import mpq

from trueodds.views.page import make_review_page

from .conftest import played


@pytest.fixture(scope="module")
def found():
    return played("Ann <b>", "Ben & Co")


@pytest.fixture(scope="module")
def reviewed(open_page, found):
    return open_page(make_review_page(found.to_json()))


def test_the_numbers_add_up(reviewed, found):
    rows = reviewed.page.locator("#sum code").all_inner_texts()
    start, skill, luck, result = map(mpq, rows[:4])
    assert (start, skill, luck, result) == (found.start, found.skill, found.luck, found.result)
    assert start + skill + luck == result
    assert reviewed.page.locator("#sum th").all_inner_texts()[:4] == [
        *("Value at the start, for Ann <b>", "Change due to both players' decisions", "Change due to luck", "Result")
    ]
    assert {one.get_attribute("r") for one in reviewed.page.locator("#curve circle.mistake").all()} == {"6"}
    assert reviewed.page.locator("#moves tbody tr").count() == len(found.moves)
    assert reviewed.page.locator("#mistakes li").count() == len(found.mistakes()) > 0
    assert reviewed.page.locator("#curve circle.mistake").count() == len(found.mistakes())
    dots = reviewed.page.locator("#curve circle").all()
    places = [f"{dot.get_attribute('cx')},{dot.get_attribute('cy')}" for dot in dots]
    assert places == reviewed.page.locator("#curve polyline").get_attribute("points").split()[1:]
    assert "Ann <b>" in reviewed.text("#sum")


def test_a_mistake_is_shown_where_it_was_made(reviewed, found):
    number, move = found.mistakes()[0]
    reviewed.page.click("#mistakes li button")
    assert reviewed.text("#chosen").startswith(f"Move {number}. ")
    assert reviewed.page.locator("#moves tbody tr[aria-current=true] th").inner_text() == str(number)
    cost = found.narrator.difference(move.cost)
    assert cost.endswith(" percentage points")
    assert f"cost {cost};" in reviewed.text("#chosen")
    assert f"cost {cost};" in reviewed.text("#mistakes li")
    for at, button in enumerate(reviewed.page.locator("#moves tbody button").all()):
        button.click()
        dot = reviewed.page.locator("#curve circle").all()[at].get_attribute("cx")
        assert [reviewed.page.get_attribute("#here", end) for end in ("x1", "x2")] == [dot, dot]


def test_every_move_has_a_row_below_the_headings(reviewed, found):
    heads = reviewed.page.locator("#moves thead th").all_inner_texts()
    rows = reviewed.page.locator("#moves tbody tr").all()
    cells = reviewed.page.locator("#moves tbody td").all_inner_texts()
    for at, move in enumerate(found.to_json()["moves"]):
        row = dict(zip(heads[1:], cells[at * (len(heads) - 1) :], strict=False))
        free = not move["forced"]
        assert row == {
            "What happened": move["said"],
            "Cost": move["cost_shown"] * free,
            "Best": " or ".join(move["best_said"]) * free,
            "Luck": move["luck_shown"],
            "Value after": move["after_shown"],
        }
    assert len(rows) == len(found.moves)
