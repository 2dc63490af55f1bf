"""Certificates of every game and method are accepted by both checkers, and what they say is true."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

import trueodds
from trueodds.certificates import check_odds
from trueodds.certificates.write import certificate, write_certificate
from trueodds.solver.bounded import solve_moves as solve_bounded

HERE = Path(check_odds.__file__).parent
ROOT = Path(__file__).parents[2]

GAMES = [
    trueodds.RiskOrSafety(4),
    trueodds.RiskOrSafety(5, 2, "2/5"),
    trueodds.RiskOrSafety(7, heads="2/5"),  # with ties
    trueodds.Coinball(6),
    trueodds.Coinball(7, opponent="always-rush", value_seat=1),
    trueodds.TwoCoins(5),
    trueodds.Greed(6, 3),
    trueodds.Pig(5),
    trueodds.Pig(4, sides=2),
    trueodds.TheRace(5),
    trueodds.SuperSix(2),
]


@pytest.mark.parametrize(
    ("game", "method"),
    [
        (game, method)
        for game in GAMES
        for method in trueodds.methods(game)
        if (game.name, method) != ("risk-or-safety", "start")  # test_heads.py
    ],
    ids=lambda one: str(one)[:40],
)
def test_every_game_and_method_is_certified(game, method, both, seal, is_true):
    # By bounds, without the value of the start: where moves tie there, there is none to claim.
    lines = list(certificate(solve_bounded(game) if method == "start" else trueodds.solve(game, method)))
    good, said = both(seal(lines))
    assert good, said
    is_true(lines)
    value = trueodds.solve(game).value
    assert f"exactly {value} = " in said or " to " in said


def test_the_value_of_the_seat_asked_for_is_claimed(both, seal):
    lines = list(certificate(trueodds.solve(trueodds.Coinball(7, value_seat=1))))
    value = trueodds.solve(trueodds.Coinball(7, value_seat=1)).value
    assert lines[-1] == f"claim 1 {value}"


def test_a_best_response_and_a_duel_are_certified(both, seal, is_true):
    game = trueodds.RiskOrSafety(5)
    last = lambda position: game.moves(position)[-1]  # noqa: E731
    for solution, given in [
        (trueodds.best_response(game, last), "given 1"),
        (trueodds.best_response(game, last, seat=0), "given 0"),
        (trueodds.duel(game, last, trueodds.solve(game)), "given 0,1"),
    ]:
        lines = list(certificate(solution))
        assert given in lines
        good, said = both(seal(lines))
        assert good, said
        assert f"strategy of seat {given[6:]} being given" in said
        is_true(lines)
    others = [line.replace("given 0,1", "given none") for line in lines]
    assert both(seal(others))[0]  # a game in which nobody has a choice
    free = list(certificate(trueodds.solve(game)))
    assert not both(seal([line.replace("given none", "given 1") for line in free]))[0]


def test_a_file_is_text_or_gzip_and_the_same_each_time(tmp_path):
    solution = trueodds.solve(trueodds.Pig(6))
    solution.certificate(tmp_path / "a.odds")
    write_certificate(solution, tmp_path / "a.odds.gz")
    write_certificate(solution, tmp_path / "b.odds.gz")
    plain = (tmp_path / "a.odds").read_bytes()
    assert gzip.decompress((tmp_path / "a.odds.gz").read_bytes()) == plain
    assert (tmp_path / "a.odds.gz").read_bytes() == (tmp_path / "b.odds.gz").read_bytes()
    for name in ("a.odds", "a.odds.gz"):
        done = subprocess.run(
            [sys.executable, "-I", ROOT / "checker" / "check_odds.py", tmp_path / name], capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "exactly" in done.stdout


def test_what_is_not_proved_is_one_line_and_status_1(tmp_path):
    (tmp_path / "a.odds").write_bytes(b"odds 1\n")
    for arguments in ([tmp_path / "a.odds"], [tmp_path / "no such file"], []):
        done = subprocess.run(
            [sys.executable, "-I", HERE / "check_odds.py", *arguments], capture_output=True, text=True
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("not proved: ")
        assert done.stderr.count("\n") == 1


def test_the_checkers_are_one_file_each_in_two_places():
    for name in ("check_odds.py", "check_odds.js", "check_odds_rewards.py"):
        assert (ROOT / "checker" / name).read_bytes() == (HERE / name).read_bytes()
    for name in ("check_odds.py", "check_odds_rewards.py"):
        text = (HERE / name).read_text()
        assert len(text.splitlines()) < 250
        imports = {line.split()[1] for line in text.splitlines() if line.strip().startswith(("import ", "from "))}
        assert imports - {"gmpy2"} <= sys.stdlib_module_names


def test_without_gmpy2_it_says_the_same(tmp_path):
    trueodds.solve(trueodds.SuperSix(2)).certificate(tmp_path / "a.odds")
    code = (
        "import sys, runpy; sys.modules['gmpy2'] = None; sys.argv = sys.argv[1:];"
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    done = [
        subprocess.run(
            [sys.executable, *words, HERE / "check_odds.py", tmp_path / "a.odds"], capture_output=True, text=True
        )
        for words in (["-I"], ["-I", "-c", code])
    ]
    assert done[0].stdout == done[1].stdout != ""


def test_a_bounded_solution_with_a_tie_on_the_best_path_claims_bounds(both, seal):
    lines = list(certificate(solve_bounded(trueodds.Coinball(4))))
    assert len(lines[-1].split(" ")) == 4
    assert both(seal(lines))[0]
    exact = [*lines[:-1], f"claim 0 {trueodds.solve(trueodds.Coinball(4)).value}"]
    good, said = both(seal(exact))
    assert not good
    assert "several moves" in said
