"""Pages can be read: no word or number breaks, only tables scroll sideways, decimals do not hide differences."""

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.drawing import page

from ..small import GAMES

# Words and numbers that begin on one line and end on another.
BROKEN = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest("script, svg, option")) continue;
    for (const word of node.textContent.matchAll(/[^\\s/;,-]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
    }
  }
  return found;
}"""
LARGE = [trueodds.RiskOrSafety(60), trueodds.Pig(100), trueodds.RiskOrSafety(24, 22), trueodds.Hog(30)]


@pytest.mark.parametrize("game", [*GAMES, *LARGE], ids=str)
def test_no_word_or_number_breaks_on_a_phone(open_page, game):
    opened = open_page(page(game), viewport={"width": 390, "height": 800})
    for width in (390, 320):
        opened.page.set_viewport_size({"width": width, "height": 800})
        for _ in range(3):
            assert opened.page.evaluate(BROKEN) == []
            assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
            if opened.page.is_enabled("#step"):
                opened.page.click("#step")


def test_a_broken_word_is_found(open_page):
    opened = open_page(page(trueodds.TwoCoins(4)), viewport={"width": 390, "height": 800})
    opened.page.add_style_tag(content="td { word-break: break-all; display: block; width: 2rem; }")
    assert opened.page.evaluate(BROKEN)


@pytest.mark.parametrize(("payoff", "draws"), [(0, False), (mpq(1, 2), True)])
def test_draws_are_mentioned_where_there_are_draws(open_page, payoff, draws):
    game = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(mpq(1, 2), None, 1), (mpq(1, 2), None, payoff)])
    assert ("draw" in open_page(page(game)).text("#worth")) is draws


def test_a_decimal_does_not_hide_a_difference_from_a_round_number(open_page):
    chance = mpq(1, 2) + mpq(1, 10**18)
    game = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(chance, None, 1), (1 - chance, None, 0)])
    opened = open_page(page(game))
    [answer] = opened.answers(["#position=0"])
    assert answer["rows"][0]["value"] == "0.5 + 1\u00a0×\u00a010⁻¹⁸"
    assert "0.5 − 1\u00a0×\u00a010⁻¹⁸" in opened.text("#chance").replace(" × ", "\u00a0×\u00a0")
