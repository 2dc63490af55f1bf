"""Sessions on pages show exactly what is recorded in ``page_sessions.txt``.

A line ``$ ACTION`` clicks on an element, chooses an option, presses a key, opens an address, or gives the next random
number. The lines below it are the parts of the page that change: ``*`` marks best moves, brackets what is pressed,
``>`` what is current, and ``¦`` where a line may break.
"""

import json
import re
from pathlib import Path

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.drawing import make_page
from trueodds.views.page import make_review_page

from ..browser.conftest import played
from ..browser.test_explore import OWN
from ..sessions import read_sessions, replay
from .test_pages import NODE, Page

pytestmark = pytest.mark.skipif(NODE is None, reason="no node to run the page's program")
SESSIONS = read_sessions(Path(__file__).with_name("page_sessions.txt"))
PAGES = {
    "a user-defined game": lambda: make_page(OWN),
    "listed positions": lambda: make_page(trueodds.Pig(5, opponent_target=4)),
    "positions by needs": lambda: make_page(trueodds.Pig(22, opponent_target=14)),
    "small chances": lambda: make_page(trueodds.RiskOrSafety(14, 22)),
    "a large map": lambda: make_page(trueodds.RiskOrSafety(60)),
    "one player": lambda: make_page(trueodds.TwoCoins(4)),
    "draws": lambda: make_page(trueodds.SuperSix(2)),
    "a draw": lambda: make_page(trueodds.Coinball(2)),
    "a review": lambda: make_review_page(played("Ann <b>", "Ben & Co").to_json()),
}
LOOK = """() => {
  const lines = ["tr", "li", "p", "caption", "option", "label"];
  const read = (part) => {
    if (!part.tagName) return part.textContent;
    if (part.id || part.tagName === "script") return "";
    const inside = part.childNodes.map(read).join("") + (["td", "th"].includes(part.tagName) ? " |" : "");
    const text = part.getAttribute("aria-pressed") === "true" ? `[${inside}]` : inside;
    const current = part.getAttribute("aria-current") === "true" && document.getElementById("map");
    const marks = { ">": current, "*": part.classList.contains("best"), "¦": part.tagName === "wbr" };
    const sign = Object.keys(marks).filter((one) => marks[one]).join("");
    return sign + (part.getAttribute("style") ?? "").slice(12) + text + (lines.includes(part.tagName) ? "\\n" : " ");
  };
  const look = (part) => {
    if (!part.visible()) return "hidden";
    if (["select", "input"].includes(part.tagName)) return String(part.value);
    if (part.tagName !== "svg") return (part.disabled ? "disabled " : "") + part.childNodes.map(read).join("");
    const all = (one) => [one.tagName, ...one.attributes, one.children.length ? "" : one.textContent];
    const drawn = [...part.below()].map(all);
    return `${drawn.length} parts, ${[...drawn.join()].reduce((sum, one) => (31 * sum + one.codePointAt(0)) | 0, 7)}`;
  };
  const parts = [...document.body.below()].filter(({ id }) => id);
  const theme = document.documentElement.getAttribute("data-theme") ?? "";
  return [["address", location.hash], ["theme", theme], ...parts.map((one) => [one.id, look(one)])];
}"""


def act(opened, line):
    """Do what a line of a session says; the number of an element of several stands before it."""
    action, place, *given = re.findall(r"'[^']*'|\S+", line)
    at, place = (int(place), given.pop(0)) if place.isdigit() else (0, place)
    part = f"document.querySelectorAll({json.dumps(place.strip(chr(39)))})[{at}]"
    if action == "random":
        opened.evaluate("(number) => ((Math.random = () => number), null)", float(place))
    elif action == "open":
        opened.evaluate("(hash) => ((location.hash = hash), document.fire('hashchange'), null)", place)
    elif action == "choose":
        opened.evaluate(f"(value) => (({part}).value = value, {part}.fire('change'), null)", given[0].strip(chr(39)))
    elif action == "press":
        *held, key = given[0].split("+")
        event = {"key": key} | {f"{one}Key": True for one in held}
        opened.evaluate(f"(event) => (({part}).fire('keydown', event), null)", event)
    else:
        opened.evaluate(f"() => ({part}.{action}(), null)")


def look(opened):
    """Return the text of each part of a page, with one line per row of a table."""
    parts = {name: re.sub(r"\s*\n\s*", "\n  ", text.strip()) for name, text in opened.evaluate(LOOK)}
    return {name: f"{name}:" + ("\n  " if "\n" in text else " ") + f"{text}\n" for name, text in parts.items() if text}


@pytest.mark.parametrize("session", PAGES)
def test_pages_show_what_is_recorded(session, tmp_path_factory):
    opened, shown, visited = Page(PAGES[session]()), {}, {}

    def run(line):
        """Return the text of the parts that change."""
        nonlocal shown
        if line != "open":
            act(opened, line)
        before, shown = shown, look(opened)
        visited[shown.get("address")] = shown.get("standing"), shown.get("worth")
        shown |= {name: f"{name}: empty\n" for name in before if name not in shown}
        return "".join(text for name, text in shown.items() if text != before.get(name))

    recorded = SESSIONS[session]
    found = replay(session, recorded, run, tmp_path_factory.mktemp("pages"))
    for address, parts in visited.items():  # each address leads back to its position
        if address:
            act(opened, f"open {address.removeprefix('address: ')}")
            again = look(opened)
            assert (again.get("standing"), again.get("worth")) == parts
    opened.close()
    assert found == recorded


def test_long_fractions_are_copied_whole():
    """If the browser has no clipboard, they are selected; a button says for two seconds whether this worked."""
    rare = mpq(1, 3**70)
    opened = Page(make_page(trueodds.Rules(0, lambda at: [0], lambda at, move: [(rare, None, 1), (1 - rare, None, 0)])))
    copied = opened.evaluate("""async () => {
      const [button] = document.querySelectorAll("#moves td button"), body = document.body.children.length, found = [];
      const writeText = async (text) => { found.push(text); };
      Object.assign(Object.getPrototypeOf(button), {
        select() { found.push(this.value, document.body.children.length - body); },
        remove() { found.push("gone", this.value); },
      });
      for (const [clipboard, works] of [[{ writeText }, true], [undefined, true], [undefined, false]]) {
        Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
        document.execCommand = (what) => (found.push(what), works);
        const waited = new Promise((done) => (globalThis.setTimeout = (action, after) => done([action, after])));
        button.click();
        const [action, after] = await waited;
        found.push(button.textContent, after, (action(), button.textContent));
      }
      return found; }""")
    opened.close()
    assert copied == [str(rare), "Copied", 2000, "Copy"] + [
        part
        for at, said in ((1, "Copied"), (2, "Not copied"))
        for part in (str(rare), at, "copy", "gone", str(rare), said, 2000, "Copy")
    ]
