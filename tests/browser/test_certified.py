"""A page checks its certificate in the reader's browser and shows the verdict; a changed one is not proved."""

import base64
import gzip
import hashlib
import re

import pytest

import trueodds
from trueodds.certificates import embedded
from trueodds.certificates.embedded import certified_page, embedded_certificate
from trueodds.certificates.lines import add_checksum
from trueodds.cli import run
from trueodds.solver.bounded import solve_moves

from .conftest import Opened

BARE = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">'
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; script-src 'unsafe-inline'; img-src data:\">"
    "<title>A page</title></head><body><p>All about </body> and its end.</p></body></html>"
)


@pytest.fixture
def verdict(browser, tmp_path):
    """Return the page's final verdict on its certificate; the page may have no errors and no other requests."""

    def ask(page):
        place = tmp_path / "page.html"
        place.write_text(page, encoding="utf-8")
        opened = Opened(browser, place, "#certified")
        said = opened.page.text_content("#certified")
        opened.close(place)
        return said

    return ask


@pytest.mark.parametrize(
    ("solve", "says"),
    [
        (lambda: trueodds.solve(trueodds.RiskOrSafety(4)), "risk-or-safety target=4: seat 0 gets exactly 2236/4165 = "),
        (lambda: trueodds.solve(trueodds.RiskOrSafety(4), "start"), "seat 0 gets exactly 2236/4165 = "),
        (lambda: trueodds.solve(trueodds.Pig(9)), "pig target=9: seat 0 gets exactly "),
        (lambda: solve_moves(trueodds.Coinball(4)), "coinball tosses=4: seat 0 gets "),
    ],
)
def test_the_verdict_appears(solve, says, verdict):
    said = verdict(certified_page(BARE, solve()))
    assert said.startswith("checked in your browser: ")
    assert says in said
    assert re.search(r"; proved at [0-9]+ positions, [0-9]+ moves$", said)


@pytest.mark.parametrize("name", ["risk-or-safety", "pig"])
def test_the_explore_page_checks_its_certificate(name, tmp_path, monkeypatch, verdict, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["explore", name, "--target", "6", "--output", "made.html", "--quiet"]) == 0
    said = verdict((tmp_path / "made.html").read_text(encoding="utf-8"))
    assert said.startswith(f"checked in your browser: {name} target=6: seat 0 gets exactly ")


def changed(page, change):
    """Return the page with its certificate unpacked, changed and packed again."""
    before, packed, after = re.fullmatch(r'(.*id="certificate">)([^<]*)(</script>.*)', page, re.DOTALL).groups()
    text = change(gzip.decompress(base64.b64decode(packed)).decode())
    return before + base64.b64encode(gzip.compress(text.encode())).decode() + after


def test_one_flipped_digit_is_not_proved(verdict):
    page = certified_page(BARE, trueodds.solve(trueodds.RiskOrSafety(4)))
    other = changed(page, lambda text: text.replace("2236/4165", "2237/4165", 1))
    assert re.fullmatch(r"not proved: line [0-9]+: .*", verdict(other))
    # With a valid seal, the change is refused by the mathematics.
    other = changed(
        page, lambda text: "".join(add_checksum(text.replace("claim 0 2236", "claim 0 2237").splitlines()[:-1]))
    )
    assert "not proved: line " in verdict(other)
    assert "the claim differs from the value of the start" in verdict(other)


def test_every_kind_of_damage_is_not_proved(verdict):
    page = certified_page(BARE, trueodds.solve(trueodds.RiskOrSafety(2)))
    start = page.index('id="certificate">') + len('id="certificate">')
    for at in (start, start + 40, start + 100):
        other = page[:at] + ("A" if page[at] != "A" else "B") + page[at + 1 :]
        assert verdict(other).startswith("not proved: ")


def test_the_embedded_certificate_is_the_file(tmp_path):
    solution = trueodds.solve(trueodds.RiskOrSafety(4))
    solution.certificate(tmp_path / "a.odds")
    assert gzip.decompress(base64.b64decode(embedded_certificate(solution))) == (tmp_path / "a.odds").read_bytes()
    page = certified_page(BARE, solution)
    added = page[page.index('<aside aria-label="Certificate" tabindex="0"><p id="certified"') : page.rindex("</body>")]
    assert page.replace(added, "").replace("worker-src blob:; ", "") == BARE


def test_large_pages_have_a_certificate_of_bounds_or_none(monkeypatch):
    solution = trueodds.solve(trueodds.RiskOrSafety(16))
    values = base64.b64decode(embedded_certificate(solution))
    assert b"\nkind values\n" in gzip.decompress(values)
    monkeypatch.setattr(embedded, "MAX_BYTES", len(values) - 1)
    bounds = gzip.decompress(base64.b64decode(embedded_certificate(solution)))
    assert b"\nkind bounds\n" in bounds
    assert hashlib.sha256(bounds[: bounds.rindex(b"sha256")]).hexdigest().encode() in bounds
    monkeypatch.setattr(embedded, "MAX_BYTES", 100)
    assert embedded_certificate(solution) is None
    assert certified_page(BARE, solution) == BARE
    monkeypatch.setattr(embedded, "MAX_BYTES", 10**6)
    for game in (trueodds.RiskOrSafety(6), trueodds.Pig(5)):
        monkeypatch.setattr(embedded, "MAX_POSITIONS", 60_000)
        for method in trueodds.methods(game):
            found = trueodds.solve(game, method)
            monkeypatch.setattr(embedded, "MAX_POSITIONS", 60_000)
            assert embedded_certificate(found)
            monkeypatch.setattr(embedded, "MAX_POSITIONS", 20)
            assert embedded_certificate(found) is None
