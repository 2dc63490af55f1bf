"""`trueodds selftest` passes, and a planted fault makes it fail."""

import importlib
import json
import math
import platform
import re
from types import SimpleNamespace
from unittest.mock import Mock

import gmpy2
import pytest
from gmpy2 import mpq

from trueodds import selftest
from trueodds.catalog.registry import list_entries
from trueodds.certificates import check_odds
from trueodds.cli import run
from trueodds.oeis.entries import KNOWN


def test_all_checks_pass(capsys):
    assert run(["selftest"]) == 0
    out, err = capsys.readouterr()
    assert (err, out.splitlines()[-1]) == ("", "all checks passed")
    found = selftest.describe_machine()
    first = "trueodds {trueodds}, Python {python}, gmpy2 {gmpy2} ({gmp}), numpy {numpy}, scipy {scipy}"
    second = f"{found['system']} {found['machine']}, processor: {' '.join(found['features']) or 'unknown'}"
    assert out.splitlines()[:2] == [first.format(**found), second]
    assert [line.split(":")[0] for line in out.splitlines()[2:-1]] == [f"ok     {name}" for name in selftest.CHECKS]
    sizes = [int(re.search(r": (\d+) ", line)[1]) for line in out.splitlines()[2:-1]]
    terms = sum(min(6, len(sequence.published)) for sequence in KNOWN)
    entries = list_entries()
    answers = sum(len(entry.all_methods) for entry in entries)  # of which bounds may refuse some, for ties
    assert sizes == [len(selftest.load_kernels()), 4000, terms, pytest.approx(answers, abs=3), 20_000, len(entries)]
    assert f" accepted, and {6 * len(entries)} changed certificates are rejected (" in out


def test_the_machine_is_described(monkeypatch, tmp_path):
    file = tmp_path / "cpuinfo"
    found = selftest.describe_machine()
    for name in ("numpy", "scipy", "gmpy2", "trueodds"):
        assert found[name] == importlib.import_module(name).__version__
    assert found["gmp"] == gmpy2.mp_version()
    assert found["python"] == platform.python_version()
    assert (found["system"], found["machine"]) == (platform.system(), platform.machine())
    monkeypatch.setattr(selftest, "Path", lambda _: file)
    for text, features in (
        ("model: x\nFlags\t: sve bmi1 bmi2 fma avx512f\nflags: avx2", ["fma", "bmi2", "avx512f", "sve"]),
        ("Features : fp avx512ifma avx2 asimd sve2", ["avx2", "avx512ifma", "asimd"]),
        ("", []),
    ):
        file.write_text(text)
        assert selftest.describe_machine()["features"] == features
    file.unlink()
    assert selftest.describe_machine()["features"] == []


def test_failed_checks_are_reported(capsys, monkeypatch):
    broken = Mock(side_effect=selftest.CheckError("planted"))
    monkeypatch.setattr(selftest, "CHECKS", {"first": broken, "second": lambda: {}[1], "third": lambda: "fine"})
    monkeypatch.setattr(selftest, "time", Mock(**{"perf_counter.side_effect": [2.0, 3.0, 5.0, 7.0, 9.0, 13.0] * 2}))
    assert run(["selftest"]) == 1
    said = ["FAILED first: planted (1.0 s)", "FAILED second: KeyError: 1 (2.0 s)", "ok     third: fine (4.0 s)"]
    told = "failed: first, second; do not trust numbers from this installation"
    assert capsys.readouterr().out.splitlines()[2:] == [*said, told]
    assert run(["selftest", "--json"]) == 1
    rows = ("first", False, "planted", 1.0), ("second", False, "KeyError: 1", 2.0), ("third", True, "fine", 4.0)
    checks = [selftest.Check(*row)._asdict() for row in rows]
    assert json.loads(capsys.readouterr().out) == {"ok": False, **selftest.describe_machine(), "checks": checks}


def test_ctrl_c_stops_the_checks(monkeypatch):
    monkeypatch.setattr(selftest, "check_interrupt", Mock(side_effect=KeyboardInterrupt))
    for work in (*map(selftest.CHECKS.get, ("methods", "simulation", "certificates")), selftest.run_checks().__next__):
        with pytest.raises(KeyboardInterrupt):
            work()


def only(patch, *kernels):
    patch.setattr(selftest, "load_kernels", lambda: dict(enumerate(kernels)))


def wrong_floats(patch, name):
    """Leave one kernel whose function of this name loses the low part."""
    (kernel,) = (one for one in selftest.load_kernels().values() if hasattr(one, "exact_product"))
    right = {"exact_sum": kernel.exact_sum, "exact_product": kernel.exact_product}
    only(patch, SimpleNamespace(**right | {name: lambda a, b: (right[name](a, b)[0], 0.0)}))


def wrong_terms(patch):
    compute = KNOWN[1].compute
    patch.setitem(KNOWN[1].__dict__, "compute", lambda *given: [term + 1 for term in compute(*given)])


def wrong_method(patch, **answer):
    """Let all methods but the general one return or raise this."""
    real, wrong = selftest.solve, Mock(**answer)
    patch.setattr(selftest, "solve", lambda game, name: (real if name == "general" else wrong)(game, name))


def wrong_play(patch, z):
    """Let simulations be off by `z` standard errors."""
    patch.setattr(selftest, "simulate", lambda game, **how: SimpleNamespace(game=game, z=z))


def checker(patch, *answers):
    """Let the checker accept or refuse certificates in this order, or raise another error."""
    results = {True: None, False: check_odds.Refused("no")}
    patch.setattr(check_odds, "check", Mock(side_effect=[results.get(answer, answer) for answer in answers]))


@pytest.mark.parametrize(
    ("plant", "given", "check", "said"),
    [
        (only, (), "kernels", "the compiled kernels are missing"),
        (only, (check_odds,), "kernels", "the compiled kernels are missing"),
        (only, (check_odds,), "floats", "no kernel has float operations to check"),
        (wrong_floats, ("exact_sum",), "floats", "0: floats are not rounded to nearest"),
        (wrong_floats, ("exact_product",), "floats", "0: floats are not rounded to nearest"),
        (pytest.MonkeyPatch.setattr, (selftest, "KNOWN", KNOWN[3:4]), "published values", "no published terms"),
        (wrong_terms, (), "published values", f"{KNOWN[1].number}: a(1) is 3, but the published term is 2"),
        (wrong_method, {"return_value.value": mpq(1, 7)}, "methods", "gives 1/7, but method general"),
        (wrong_method, {"side_effect": ValueError("no")}, "methods", "ValueError: no"),
        (wrong_play, (8.1,), "simulation", "8.1 standard errors from the exact odds"),
        (wrong_play, (-8.1,), "simulation", "-8.1 standard errors from the exact odds"),
        (wrong_play, (math.nan,), "simulation", "nan standard errors from the exact odds"),
        (checker, (False,), "certificates", "a correct certificate is rejected"),
        (checker, (True, True, True), "certificates", "a certificate with a wrong value in line 76 is accepted"),
        (checker, (True, False, True), "certificates", "a certificate is accepted although byte 965 was changed"),
        (checker, (ValueError("no"),), "certificates", "ValueError: no"),
        (checker, (True, ValueError("no")), "certificates", "ValueError: no"),
    ],
)
def test_a_planted_fault_makes_its_check_fail(plant, given, check, said, monkeypatch):
    plant(monkeypatch, **given) if isinstance(given, dict) else plant(monkeypatch, *given)
    monkeypatch.setattr(selftest, "CHECKS", {check: selftest.CHECKS[check]})
    (found,) = selftest.run_checks()
    assert not found.ok
    assert said in found.detail
