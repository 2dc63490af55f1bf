"""Both checkers accept the certificates of every game and method, and the certificates' claims are true."""

import base64
import enum
import gzip
import hashlib
import json
import operator
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates import check_odds, embedded, ranks, write
from trueodds.certificates.check import Certificate, compare_rules
from trueodds.certificates.lines import format_name, format_parameters
from trueodds.certificates.write import format_certificate
from trueodds.drawing import make_page, make_page_data
from trueodds.solution import NotProved
from trueodds.solver import bounded, given_strategies, numbered
from trueodds.solver.model import explore

from ..small import GAMES
from .conftest import JAVASCRIPT, in_python, seal_lines
from .test_rewards import random_model

CHECKER = Path(check_odds.__file__)
RUN = "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
GAMES = [
    *GAMES,
    trueodds.RiskOrSafety(5, 2, "2/5"),
    trueodds.RiskOrSafety(2, 5),
    trueodds.RiskOrSafety(7, heads="2/5"),  # with ties
    trueodds.Coinball(7, opponent="always-rush", value_seat=1),
    trueodds.Pig(4, sides=2),
    given_strategies.WithInfinitePlay(trueodds.Pig(4), Fraction(1, 3)),  # which never happens
]


@pytest.mark.parametrize(("game", "method"), [(game, method) for game in GAMES for method in trueodds.methods(game)])
def test_every_game_and_method_is_certified(game, method, tmp_path, both):
    value = trueodds.solve(game).value
    try:
        solution = trueodds.solve(game, method)
    except NotProved:  # where moves tie, only bounds of the value are claimed
        assert method == "start"
        solution = bounded.solve_moves(game)
    path = tmp_path / "answer.odds"
    solution.certificate(path)
    good, said = both(path.read_bytes())
    assert good, said
    assert f"exactly {value} = " in said or " to " in said
    compare_rules(Certificate(path), game)


def test_a_page_has_a_certificate_that_fits(monkeypatch, both):
    """A page has a certificate of exact values, of bounds if that is too long, or none if both are too long."""
    page = "<meta content=\"default-src 'none'; script-src 'unsafe-inline'\"><body>text</body></html>"
    solution = trueodds.solve(trueodds.RiskOrSafety(15))

    def embedded_in(text):
        return gzip.decompress(base64.b64decode(re.search('id="certificate">([^<]*)</script>', text)[1]))

    text = embedded.embed_certificate(page, solution)
    assert text.startswith("<meta content=\"default-src 'none'; worker-src blob:; script-src")
    assert text.endswith("</script>\n</body></html>")
    assert "of each player separately. The proof on this page may include" in text  # 288 positions against 128
    assert "of each player separately" not in embedded.embed_certificate(page, trueodds.solve(solution.game, "general"))
    assert JAVASCRIPT.read_text() in text
    assert JAVASCRIPT.with_name("check_page.js").read_text() in text
    for broken in (page.replace("</body>", ""), page.replace("default-src", "style-src"), page + page):
        with pytest.raises(AssertionError, match="cannot contain a certificate"):
            embedded.embed_certificate(broken, solution)
    sizes = []
    for kind in (b"kind values", b"kind bounds"):
        data = embedded_in(embedded.embed_certificate(page, solution))
        assert kind in data
        assert ": seat 0 gets exactly " in both(data)[1]
        sizes.append(len(gzip.compress(data, mtime=0)))
        monkeypatch.setattr(embedded, "MAX_BYTES", sizes[-1])
        assert kind in embedded_in(embedded.embed_certificate(page, solution))
        monkeypatch.setattr(embedded, "MAX_BYTES", sizes[-1] - 1)
    assert sizes[1] < sizes[0]
    assert embedded.embed_certificate(page, solution) == page
    monkeypatch.setattr(embedded, "MAX_BYTES", sizes[0] - 1)  # no bounds with a value of infinite play
    endless = given_strategies.WithInfinitePlay(solution.game, Fraction(1, 2))
    assert embedded.embed_certificate(page, trueodds.solve(endless)) == page
    monkeypatch.setattr(embedded, "MAX_BYTES", 100)  # no shorter bounds: rewards, payoffs beyond the range of floats
    for game in (random_model(1).game, trueodds.Rules(0, lambda x: [0], lambda x, y: [(1, None, 10**400)])):
        assert embedded.embed_certificate(page, trueodds.solve(game)) == page
    monkeypatch.undo()
    asked, ball = [], trueodds.Coinball(4)  # which has 27 positions
    monkeypatch.setattr(embedded, "explore", lambda game, **limit: asked.append(limit) or explore(game, **limit))
    for most, method in ((most, method) for most in (27, 26) for method in (None, "general")):
        monkeypatch.setattr(embedded, "MAX_POSITIONS", most)
        assert (embedded.embed_certificate(page, trueodds.solve(ball, method)) == page) == (most < 27)
    assert asked == [{"max_positions": 27}, {"max_positions": 26}]
    late = trueodds.Rules(1, lambda seat: [0], lambda seat, move: [(1, None, 1)], lambda seat: seat)
    assert "<p>Seat 1 is the player who moves first.</p>" in embedded.embed_certificate(page, trueodds.solve(late))


def test_long_values_are_on_the_page_once(monkeypatch):
    solution = trueodds.solve(trueodds.TheRace(12))
    page, data = make_page(solution.game, solution), make_page_data(solution)[1]
    assert '"values":[' in page
    assert "<p>Seat 0 is the player who moves first.</p>" in page  # the claim is for seat 1
    monkeypatch.setattr(embedded, "_LONG_VALUES", 1000)
    assert '"values":null' in make_page(solution.game, solution)
    wrong = [str(solution.value_at(position)) for position in solution.model.positions]
    assert sorted(embedded.match_values(solution, data["seats"], wrong)) == list(range(len(wrong)))
    wrong[7] = "1/2"
    assert embedded.match_values(solution, data["seats"], wrong) == []
    assert embedded.match_values(trueodds.solve(trueodds.RiskOrSafety(3)), "0", ["1" * 1000]) == []  # it has no model
    monkeypatch.setattr(embedded, "MAX_BYTES", 100)
    assert make_page(solution.game, solution).count('"values":[') == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_page_shows_what_its_checker_says():
    """The page's program runs with stand-ins for the page and the worker."""
    good = base64.b64decode(embedded.pack_certificate(trueodds.solve(trueodds.Pig(4))))
    bad = gzip.compress(gzip.decompress(good).replace(b"kind values", b"kind bounds"))
    stops = "not checked: this browser cannot run the checker"
    for data, failure, wanted in (
        (good, None, f"checked in your browser: {in_python(good)[1]}"),
        (bad, None, f"not proved: {in_python(bad)[1]}"),
        (good[:-20] + bytes(20), None, "not proved: "),
        (good, "no memory", f"{stops} (no memory)"),
        (good, "none", f"{stops} (no workers here)"),
        (good, "", f"{stops} (no worker)"),
    ):
        case = {"checker": JAVASCRIPT.read_text(), "certificate": base64.b64encode(data).decode()}
        case |= {} if failure is None else {"failure": failure}
        program = [shutil.which("node"), Path(__file__).with_name("page.js"), JAVASCRIPT.with_name("check_page.js")]
        done = subprocess.run(program, input=json.dumps(case), capture_output=True, text=True, check=True)
        first, last, ended = json.loads(done.stdout)
        assert last["text"] == wanted or (wanted == "not proved: " and last["text"].startswith(wanted))
        assert last["ready"] == "true"
        assert bool(ended) == (failure is None)
        assert failure is not None or first == {"text": "being checked in your browser …"}


def test_the_value_is_computed_where_only_moves_are_known(tmp_path):
    for game in (trueodds.Pig(6), trueodds.RiskOrSafety(5)):
        moves = trueodds.dispatch.solve_moves(game, "general" if game.name == "pig" else "start")
        moves.certificate(tmp_path / "moves.odds")
        assert list(format_certificate(moves))[-1] == list(format_certificate(trueodds.solve(game)))[-1]


@pytest.mark.parametrize(("limit", "other"), [("MAX_VALUES", "MAX_COMPUTED"), ("MAX_COMPUTED", "MAX_VALUES")])
def test_certificates_of_large_games_have_bounds(limit, other, monkeypatch):
    everywhere = limit == "MAX_VALUES"
    solution = trueodds.solve(trueodds.RiskOrSafety(5) if everywhere else trueodds.Pig(6))
    assert solution.values_everywhere == everywhere
    count = len(solution.positions)
    for size, kind, away in ((count, "values", 0), (count - 1, "bounds", 10**6)):
        monkeypatch.setattr(write, limit, size)
        monkeypatch.setattr(write, other, away)
        assert {f"kind {kind}", f"claim 0 {solution.value}"} <= set(format_certificate(solution))


def test_the_position_without_a_rank_is_named():
    next_of = {"a": [(Fraction(1, 2), None, 1), (Fraction(1, 2), "b")], "b": [(1, "c")], "c": [(1, "c")]}
    model = explore(trueodds.Rules("a", lambda at: ["go"], lambda at, move: next_of[at]))
    with pytest.raises(NotProved, match=r"^no ranks show that play from 'b' ends$"):
        ranks.rank_positions(model, [0] * 3, [1] * 3, np.ones(3, dtype=bool), 1)


def test_a_best_response_and_a_duel_are_certified(both, tmp_path):
    game = trueodds.RiskOrSafety(5)
    last = lambda position: game.moves(position)[-1]  # noqa: E731
    for solution, given, text in [
        (trueodds.best_response(game, last), "given 1", "strategy of seat 1"),
        (trueodds.best_response(game, last, seat=0), "given 0", "strategy of seat 0"),
        (trueodds.duel(game, last, trueodds.solve(game)), "given 0,1", "strategies of both seats"),
    ]:
        lines = list(format_certificate(solution))
        assert given in lines
        good, said = both(seal_lines(lines))
        assert good, said
        assert f"exactly {solution.value} = " in said
        assert f"with the {text} given" in said
        solution.certificate(tmp_path / "a.odds")
        compare_rules(Certificate(tmp_path / "a.odds"), game)
    free = list(format_certificate(trueodds.solve(game)))
    assert not both(seal_lines([line.replace("given none", "given 1") for line in free]))[0]


def test_arrays_whose_numbers_are_not_all_used(both):
    model = trueodds.Model.from_arrays(
        [0], [0, 2], [0, 1, 2], [1, 2], [Fraction(1, 3), 1], np.array([1, 1]), [Fraction(5, 7), Fraction(2, 3), 9]
    )
    lines = list(format_certificate(trueodds.solve(model.game)))
    assert [line for line in lines if line.startswith("number ")] == ["number 2/3", "number 5/7", "number 1"]
    assert both(seal_lines(lines))[0]


def test_ranks_are_listed_unless_every_move_leads_to_a_later_position(both):
    for repeats, rank in ((True, "1"), (False, "-")):
        outcomes = [(Fraction(1, 2), 0), (Fraction(1, 2), None, 1)] if repeats else [(1, None, 1)]
        rules = trueodds.Rules(0, lambda x: ["go"], lambda x, y, own=outcomes: own)
        lines = list(format_certificate(trueodds.solve(rules)))
        assert f"p 0 {rank} 0 1 0" in lines
        assert both(seal_lines(lines))[0]


def test_moves_with_the_same_name_are_numbered(both, tmp_path):
    """Each move of a position has its own name: text like numbers, equal numbers and tuples of different types."""
    moves = {0: ["1", 1, (1,)], 1: [(True,), True, "1"], 2: [enum.IntEnum("Coin", "heads").heads]}
    rules = trueodds.Rules(0, moves.get, lambda x, y: [(1, x + 1) if x < 2 else (1, None, 1)], None, "two\nlines")
    trueodds.solve(rules).certificate(tmp_path / "a.odds")
    lines = (tmp_path / "a.odds").read_text().splitlines()
    called = [line.split(" ", 2)[2] for line in lines if line.startswith("m ")]
    assert sorted(called) == sorted(["1", "1 #2", "(1,)", "(True,)", "True", "1", "<Coin.heads: 1>"])
    assert both((tmp_path / "a.odds").read_bytes())[0]
    compare_rules(Certificate(tmp_path / "a.odds"), rules)


def test_ties_off_the_best_path_do_not_matter_to_an_exact_claim(both):
    def outcomes(x, move):
        return [(1, 1)] if (x, move) == (0, "b") else [(1, None, Fraction(1, 1 + x))]

    lines = list(format_certificate(bounded.solve_moves(trueodds.Rules(0, lambda x: "ab", outcomes))))
    assert "exactly 1" in both(seal_lines(lines))[1]
    for start, words in ((0, 4), (1, 3)):  # two moves tie at 0
        model = trueodds.Model.from_arrays([0, 0], [0, 2, 3], range(4), [2] * 3, [1], [0] * 3, [1], start=start)
        assert len(list(format_certificate(bounded.solve_moves(model.game)))[-1].split(" ")) == words


def test_any_name_is_written_in_printable_characters(both):
    codes = [*range(0x3000), *range(0xD7F0, 0xE010), *range(0xFE00, 0x10100), *range(0xE0000, 0xE0200)]
    every, bits_of = "".join(map(chr, codes)), operator.methodcaller("encode", "utf-16", "surrogatepass")
    for text in [every[at : at + 100] for at in range(0, len(every), 100)] + ["", " ", "two\nlines", "x" * 10**6]:
        [(key, value)] = format_parameters(SimpleNamespace(parameters={text: text})).items()
        assert format_name(text).strip()
        assert not check_odds.UNPRINTABLE.search(format_name(text) + key + value)
        assert check_odds.JSON.fullmatch(value)
        assert key == key.replace(" ", "") != ""
        assert len(text) > 10_000 or bits_of(json.loads(value)) == bits_of(text)
    odd = format_parameters(SimpleNamespace(parameters={"a": float("nan"), "b": -float("inf"), "c": "x" * 10_001}))
    assert odd == {"a": '"nan"', "b": '"-inf"', "c": f'"{format_name("x" * 10_001)}"'}
    assert format_name("x" * 400) == "x" * 400
    assert format_name("x" * 401) == f"{'x' * 400} {hashlib.sha256(b'x' * 401).hexdigest()[:16]}"
    spoof = "pig: seat 0 gets exactly 1; proved\u2028\x9b\u202e\n"
    rules = trueodds.Rules(spoof, lambda x: ["a", "a\u200b", spoof], lambda x, y: [(1, None, 0)], lambda x: 0, spoof)
    lines = list(format_certificate(trueodds.solve(rules)))
    good, said = both(seal_lines(lines))
    assert good
    assert said.startswith(r'"pig: seat 0 gets exactly 1; proved\\u2028\\x9b\\u202e\\n": seat 0 gets exactly 0 = ')
    assert list(numbered.make_distinct(map(format_name, ("\x07", "\\x07")))) == ["\\x07", "\\x07 #2"]


def run(*words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_a_file_is_text_or_gzip_and_the_same_each_time(tmp_path):
    solution = trueodds.solve(trueodds.Pig(6))
    solution.certificate(tmp_path / "a.odds")
    solution.certificate(tmp_path / "a.odds.gz")
    solution.certificate(tmp_path / "b.odds.gz")
    assert gzip.decompress((tmp_path / "a.odds.gz").read_bytes()) == (tmp_path / "a.odds").read_bytes()
    packed = (tmp_path / "a.odds.gz").read_bytes()
    assert packed == (tmp_path / "b.odds.gz").read_bytes()
    for data in (packed, base64.b64decode(embedded.pack_certificate(solution))):
        assert data.startswith(b"\x1f\x8b\x08" + bytes(5))  # neither a name nor a time
    for wrong in (mpq(1, 2), mpq(2, 3)):
        with pytest.raises(AssertionError, match="two methods disagree"):
            list(format_certificate(replace(trueodds.solve(trueodds.RiskOrSafety(3), "start"), start_value=wrong)))
    without_gmpy2 = f"import sys, runpy; sys.modules['gmpy2'] = None; {RUN}"
    found = {
        run(sys.executable, *words, CHECKER, tmp_path / name)
        for words in (["-I"], ["-I", "-c", without_gmpy2])
        for name in ("a.odds", "a.odds.gz")
    }
    if node := shutil.which("node"):
        found.add(run(node, JAVASCRIPT, tmp_path / "a.odds.gz"))
    assert len(found) == 1
    status, said, complaint = found.pop()
    assert (status, complaint) == (0, "")
    assert "exactly" in said


def test_a_verdict_is_one_line_whatever_the_terminal_can_show(tmp_path):
    rules = trueodds.Rules(0, lambda x: ["é"], lambda x, y: [(1, None, 10**50_000)], lambda x: 0, "\U0001f3b2 é")
    trueodds.solve(rules).certificate(tmp_path / "a.odds")
    code = f"import sys, runpy; sys.stdout.reconfigure(encoding='ascii'); {RUN}"
    status, said, complaint = run(sys.executable, "-I", "-c", code, CHECKER, tmp_path / "a.odds")
    assert (status, complaint) == (0, "")
    assert said.startswith(f'"\\U0001f3b2 \\xe9": seat 0 gets exactly 1{"0" * 50_000}.000')


def test_what_is_not_proved_is_one_line_and_status_1(tmp_path):
    (tmp_path / "a.odds").write_bytes(b"odds 1\n")
    for program in [[sys.executable, "-I", CHECKER]] + ([["node", JAVASCRIPT]] if shutil.which("node") else []):
        for arguments in ([tmp_path / "a.odds"], [tmp_path / "no such file"], []):
            status, said, complaint = run(*program, *arguments)
            assert (status, said) == (1, "")
            assert complaint.startswith("not proved: ")
            assert complaint.count("\n") == 1
        assert complaint == "not proved: name an .odds file\n"


def test_the_checkers_are_files_that_stand_alone():
    imports = re.findall(r"^ *(?:from|import) (\S+)", CHECKER.read_text(), re.MULTILINE)
    assert set(imports) - {"gmpy2"} <= sys.stdlib_module_names
    assert set(re.findall(r'require\("([^"]*)"\)', JAVASCRIPT.read_text())) == {"node:fs", "node:zlib"}
