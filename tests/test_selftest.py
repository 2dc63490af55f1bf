"""`trueodds selftest` passes, and a planted fault makes it fail."""

import json
import math
from types import SimpleNamespace

import pytest
from gmpy2 import mpq

from trueodds import selftest
from trueodds.catalog.registry import names
from trueodds.certificates import check_odds
from trueodds.cli import run
from trueodds.oeis.entries import KNOWN


def test_all_checks_pass(capsys):
    assert run(["selftest"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[-1] == "all checks passed"
    assert [line.split(":")[0] for line in out.splitlines()[2:-1]] == [f"ok     {name}" for name in selftest.CHECKS]
    assert f"{len(names())} certificates are accepted, " in out


def test_failed_checks_are_reported(capsys, monkeypatch):
    def broken():
        raise selftest.CheckError("a planted fault")

    monkeypatch.setattr(selftest, "CHECKS", {"first": broken, "second": lambda: 1 / 0, "third": lambda: "fine"})
    assert run(["selftest"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("FAILED first: a planted fault (")
    assert lines[3].startswith("FAILED second: ZeroDivisionError: ")
    assert lines[4].startswith("ok     third: fine")
    assert lines[5].startswith("failed: first, second; do not trust")
    assert run(["selftest", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def wrong_floats(monkeypatch):
    kernels = selftest.load_kernels()
    (kernel,) = (one for one in kernels.values() if hasattr(one, "exact_product"))
    real = kernel.exact_product

    class Fused:
        exact_sum = staticmethod(kernel.exact_sum)

        @staticmethod
        def exact_product(a, b):
            return real(a, b)[0], 0.0

    monkeypatch.setattr(selftest, "load_kernels", lambda: {"columns": Fused})


def wrong_terms(monkeypatch):
    compute = KNOWN[1].compute
    monkeypatch.setitem(KNOWN[1].__dict__, "compute", lambda *given: [term + 1 for term in compute(*given)])


def wrong_method(monkeypatch):
    real = selftest.solve

    class Answer:
        value = mpq(1, 7)

    monkeypatch.setattr(selftest, "solve", lambda game, name: real(game, name) if name == "general" else Answer)


def wrong_play(z):
    """Return a simulation that is off by `z` standard errors."""

    def plant(monkeypatch):
        monkeypatch.setattr(selftest, "simulate", lambda game, **how: SimpleNamespace(game=game, z=z))

    return plant


def blind_checker(monkeypatch):
    monkeypatch.setattr(check_odds, "check", lambda file: "proved")


def deaf_checker(monkeypatch):
    def refuse(file):
        raise check_odds.Refused("no")

    monkeypatch.setattr(check_odds, "check", refuse)


@pytest.mark.parametrize(
    ("plant", "check", "said"),
    [
        (wrong_floats, "floats", "columns: floats are not rounded to nearest"),
        (wrong_terms, "published values", f"{KNOWN[1].number}: a(1) is 3, but the published term is 2"),
        (wrong_method, "methods", "gives 1/7, but method general"),
        (wrong_play(-20.0), "games by chance", "-20.0 standard errors from the exact odds"),
        (wrong_play(math.nan), "games by chance", "nan standard errors from the exact odds"),
        (blind_checker, "certificates", "is accepted"),
        (deaf_checker, "certificates", "is refused"),
    ],
)
def test_a_planted_fault_makes_its_check_fail(plant, check, said, monkeypatch):
    plant(monkeypatch)
    monkeypatch.setattr(selftest, "CHECKS", {check: selftest.CHECKS[check]})
    (found,) = selftest.run_checks()
    assert not found.ok
    assert said in found.detail
