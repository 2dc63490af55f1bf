"""Sessions on pages show exactly what is recorded in ``page_sessions.txt``.

A line ``$ ACTION`` clicks on an element, chooses an option, presses a key, opens an address, gives the next random
number, or makes another event happen, perhaps at a place on the map. The lines below it are the parts of the page that
change: ``*`` marks best moves, brackets what is pressed, ``>`` what is current, and ``¦`` where a line may break.
"""

import re
from pathlib import Path

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates import embedded
from trueodds.drawing import make_page
from trueodds.views.page import make_review_page

from ..answers.test_save import At
from ..browser.conftest import played
from ..sessions import read_sessions, replay
from .test_pages import NODE, OWN, Page, act, page_of

pytestmark = pytest.mark.skipif(NODE is None, reason="no node to run the page's program")
SESSIONS = read_sessions(Path(__file__).with_name("page_sessions.txt"))
OPEN = "<body><script>location.hash = '{}'</script>"
FLAWED = trueodds.Rules(0, lambda at: "abc", lambda at, move: [(1, None, int(move != "c"))])
HALF, ENDS, PAID = mpq(1, 2) + mpq(1, 10**18), (5, 5 + mpq(1, 10**8)), mpq(10, 3)


def take(at, number):
    """Toss a coin for each of these sticks: heads takes one more; the last stick wins."""
    return [(1, None, 1)] if at == number else [(mpq(1, 2), at - number), (mpq(1, 2), None, 0)]


def make_large_page():
    """Return a page without its certificate, which would take long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embedded, "MAX_POSITIONS", 1)
        page = make_page(trueodds.RiskOrSafety(60))
    return page.replace("<body>", OPEN.format("#open=0&needs=3&opponent_needs=60&seat=0"))


def climb(won, lost):
    """Return a game in which seat 1 stops or goes, and then seat 0."""
    end, on = [(1, None, won)], [(mpq(1, 2), At(1, 0)), (mpq(1, 2), None, lost)]
    known = {At(0, 1): {"stop": end, "go": on}, At(1, 0): {"stop": end, "go": end}}
    return trueodds.Rules(At(0, 1), lambda at: list(known[at]), lambda at, move: known[at][move], lambda at: at.seat)


def leap(at, move):
    """At the start, e leads to (1, 1) or (2, 0), from which seat 0 wins, and other moves lose."""
    return [(1, None, int(any(at)))] if any(at) or move != "e" else [(mpq(1, 2), (1, 1)), (mpq(1, 2), (2, 0))]


def even(one, other):
    """Return a game of one move, in which the first payoff is slightly more likely."""
    return trueodds.Rules(0, lambda at: ["go"], lambda *_: [(HALF, None, one), (1 - HALF, None, other)])


PAGES = {
    "a user-defined game": lambda: make_page(OWN),
    "listed positions": lambda: make_page(trueodds.Pig(5, opponent_target=4)),
    "positions by needs": lambda: page_of(trueodds.Pig(22, opponent_target=14)),
    "small chances": lambda: page_of(trueodds.RiskOrSafety(14, 22)),
    "a large map": make_large_page,
    "a large map with ties": lambda: make_page(trueodds.Coinball(24)),
    "where to hold": lambda: make_page(trueodds.Pig(26, sides=3)),
    "a coin": lambda: make_page(trueodds.Pig(22, sides=2)),
    "one row": lambda: make_page(trueodds.Rules(5, lambda at: range(min(at, 2), 0, -1), take)),
    "nearly even": lambda: make_page(even(1, mpq(1, 2))),
    "a long loss": lambda: make_page(even(-1, 0)),
    "seat 1 moves first": lambda: make_page(climb(1, 0)),
    "one player": lambda: make_page(trueodds.TwoCoins(4)),
    "another start": lambda: make_page(
        trueodds.Model.from_arrays(
            *([0, 1, 0], [0, 1, 3, 5], [0, 1, 2, 3, 5, 6], [3, 4, 0, 1, 4, 0]),
            *([1, mpq(1, 2)], [0, 0, 0, 1, 1, 0], [0, 3]),
            start=2,
        ).game
    ),
    "draws": lambda: make_page(trueodds.SuperSix(2)),
    "risk or safety": lambda: make_page(trueodds.RiskOrSafety(3, 2)),
    "the race": lambda: make_page(trueodds.TheRace(3)),
    "greed": lambda: make_page(trueodds.Greed(4, 2)),
    "hog": lambda: make_page(trueodds.Hog(3)),
    "two dice": lambda: make_page(trueodds.TwoDicePig(12)),
    "one toss": lambda: make_page(trueodds.Coinball(1)),
    "a draw": lambda: make_page(trueodds.Coinball(2)).replace("<body>", OPEN.format("#half=7")),
    "many moves": lambda: make_page(
        trueodds.Rules(
            (0, 0),
            lambda at: "abc" if at[0] == 0 else "a" if at[1] and at[0] < 11 else "abcdefghijkl"[at[0]],
            lambda at, _: [(mpq(1, 2), (at[0] + 1, n)) for n in (0, 1)] if at[0] < 11 else [(1, None, ENDS[at[1]])],
        )
    ),
    "a hole": lambda: make_page(trueodds.Rules((0, 0), lambda at: "a" if any(at) else "abcdefghij", leap)),
    "many outcomes": lambda: make_page(
        trueodds.Rules(
            1,
            lambda at: [1, 0],
            lambda at, n: [(mpq(1, 30), 0)] * at + [(mpq(1, 30), None, k + 30 * (n == at)) for k in range(at, 30)],
        )
    ),
    "a review": lambda: make_review_page(played("Ann <b>", "Ben & Co").to_json()),
    "a game that stopped": lambda: make_review_page(played("Ann", "Ben", game=climb(PAID, -5), moves=["go"]).to_json()),
    "a mistake": lambda: make_review_page(played("You", "", game=FLAWED, moves=["c"]).to_json()),
    "a gain": lambda: make_review_page(played("You", "", game=even(1, 3), moves=()).to_json()),
    "nothing": lambda: make_review_page(played("Ann", "You", game=climb(3, -3), moves=()).to_json()),
}
LOOK = """() => {
  const lines = ["tr", "li", "p", "caption", "option", "label"];
  const read = (part) => {
    if (!part.localName) return part.textContent;
    if (part.id || part.localName === "script") return "";
    const inside = [...part.childNodes].map(read).join("") + (["td", "th"].includes(part.localName) ? " |" : "");
    const text = part.getAttribute("aria-pressed") === "true" ? `[${inside}]` : inside;
    const current = part.getAttribute("aria-current") === "true" && document.getElementById("map");
    const marks = { ">": current, "*": part.classList.contains("best"), "¦": part.localName === "wbr" };
    const sign = Object.keys(marks).filter((one) => marks[one]).join("");
    return sign + (part.getAttribute("style") ?? "").slice(12) + text + (lines.includes(part.localName) ? "\\n" : " ");
  };
  const hidden = (part) => part && (part.hidden || hidden(part.parentElement));
  const look = (part) => {
    if (hidden(part) || part.getAttribute("visibility") === "hidden") return "hidden";
    if (part.localName === "input") return `${part.value} of ${part.max}`;
    const chosen = (option) => option.getAttribute("value") === part.value;
    if (part.localName === "select") return [...part.children].find(chosen)?.textContent ?? "";
    const live = part.getAttribute("aria-live");
    const state = (part.disabled ? "disabled " : "") + (live ? `(${live}) ` : "");
    if (part.localName !== "svg") return state + [...part.childNodes].map(read).join("");
    const all = (one) => [one.localName, ...one.getAttributeNames().map((name) => [name, one.getAttribute(name)]),
      one.children.length ? "" : one.textContent];
    const drawn = [...part.querySelectorAll("*")].map(all);
    return `${drawn.length} parts, ${[...drawn.join()].reduce((sum, one) => (31 * sum + one.codePointAt(0)) | 0, 7)}`;
  };
  const theme = document.documentElement.getAttribute("data-theme") ?? "";
  const parts = [...document.body.querySelectorAll("[id]:not(script)")].map((one) => [one.id, look(one)]);
  const rows = [...document.querySelectorAll("#moves tr[aria-current=true] button[aria-label^=Move]")];
  const row = rows.map((one) => one.getAttribute("aria-label")).join();
  return [["address", location.hash], ["colours", theme], ...parts, ["row", row]];
}"""


def look(page):
    """Return the text of each part of a page, with one line per row of a table."""
    parts = {name: re.sub(r"\s*\n\s*", "\n  ", text.strip()) for name, text in page.evaluate(LOOK)}
    return {name: f"{name}:" + ("\n  " if "\n" in text else " ") + f"{text}\n" for name, text in parts.items() if text}


def replay_on(page, session, folder):
    """Replay a session on an open page; each address that it visits must lead back to its position."""
    shown, visited, entries = {}, {}, page.evaluate("() => history.length")

    def run(line):
        """Return the text of the parts that change."""
        nonlocal shown
        if line != "open":
            assert act(page, line) in (None, bool(re.fullmatch(r"press #map (Arrow\w+|Home|End)", line)))
        before, shown = shown, look(page)
        visited[shown.get("address")] = shown.get("standing"), shown.get("worth")
        shown |= {name: f"{name}: empty\n" for name in before if name not in shown}
        return "".join(text for name, text in shown.items() if text != before.get(name))

    found = replay(session, SESSIONS[session], run, folder)
    for address, parts in visited.items():
        if address:
            act(page, f"open {address.removeprefix('address: ')}")
            again = look(page)
            assert (again.get("standing"), again.get("worth")) == parts
    assert page.evaluate("() => history.length") == entries
    assert found == SESSIONS[session]


@pytest.mark.parametrize("session", PAGES)
def test_pages_show_what_is_recorded(session, tmp_path):
    with Page(PAGES[session]()) as page:
        replay_on(page, session, tmp_path)


def test_buttons_are_printed_and_wrapped_by_their_classes():
    """An embedded page has no choice of colours; short words and fractions are not wrapped."""
    game = trueodds.Rules(0, lambda at: ["go on and on", "go on and on."], lambda at, move: [(1, None, 1)])
    with Page(make_page(game).replace("<body>", "<body><script>top = null</script>")) as page:
        found = page.evaluate("""() => [document.getElementById("theme").parentElement.hidden,
          ...[22, 23].map((more) => code(`1/${"3".repeat(more)}`).children.length),
          ...[...document.querySelectorAll("#moves button")].map((one) => one.getAttribute("class"))]""")
    assert found == [True, 0, 1, "link short", "copy control", "link", "copy control"]


def test_long_fractions_are_copied_whole():
    """If the browser has no clipboard, they are selected; a button says for two seconds whether this worked."""
    rare = mpq(1, 3**70)
    game = trueodds.Rules(0, lambda at: [0], lambda at, move: [(rare, None, 1), (1 - rare, None, 0)])
    with Page(make_page(game)) as page:
        copied = page.evaluate("""async () => {
      const [button] = document.querySelectorAll("#moves td button"), body = document.body.children.length, found = [];
      const writeText = async (text) => { found.push(text); };
      Object.assign(Object.getPrototypeOf(button), {
        select() { found.push(this.value, document.body.children.length - body); },
        remove() { found.push("gone", this.value); },
      });
      const denied = { writeText: () => Promise.reject() };
      for (const [clipboard, works] of [[{ writeText }, true], [denied, true], [undefined, true], [undefined, false]]) {
        Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
        document.execCommand = (what) => (found.push(what), works);
        const waited = new Promise((done) => (globalThis.setTimeout = (action, after) => done([action, after])));
        button.click();
        const [action, after] = await waited;
        found.push(button.textContent, after, (action(), button.textContent));
      }
      return [button.getAttribute("aria-label"), ...found]; }""")
    assert copied == ["Copy the exact value of 0", str(rare), "Copied", 2000, "Copy"] + [
        part
        for at, said in ((1, "Copied"), (2, "Copied"), (3, "Not copied"))
        for part in (str(rare), at, "copy", "gone", str(rare), said, 2000, "Copy")
    ]
