"""The lists of faults live: every old text stands where it should, once, and the nearest tests are there."""

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(
    not (ROOT / "src").exists(), reason="tests of an installed package, without its sources"
)


@pytest.fixture(scope="module")
def mutate():
    spec = importlib.util.spec_from_file_location("mutate", ROOT / "tools" / "mutate.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutate"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["mutate"]


def test_every_fault_can_be_planted(mutate):
    faults = mutate.read_faults()
    assert len(faults) >= 194  # the 44 of the review, and 150 more
    for fault in faults:
        text = (ROOT / mutate.PACKAGE / fault.file).read_text(encoding="utf-8")
        changed = fault.apply(text)
        assert changed != text, fault.name
        if fault.file.endswith(".py"):
            ast.parse(changed)
        assert fault.tests, fault.name
        for test in fault.tests:
            assert (ROOT / test).exists(), f"{fault.name}: {test}"


TEXT = """def first(x):
    return x < 1


class Second:
    def first(
        self,
    ):
        return self.x < 1

    def other(self):
        return 2
"""


@pytest.mark.parametrize(("function", "line"), [("first", 1), ("Second.first", 8)])
def test_a_fault_is_planted_in_its_function_alone(mutate, function, line):
    fault = mutate.Fault("f", "a.py", function, "x < 1", "x <= 1", (), "")
    before, after = TEXT.splitlines(), fault.apply(TEXT).splitlines()
    assert [at for at in range(len(before)) if before[at] != after[at]] == [line]


@pytest.mark.parametrize(("function", "old"), [("", "x < 1"), ("Second.other", "x < 1"), ("third", "x")])
def test_what_is_not_there_once_is_told(mutate, function, old):
    with pytest.raises(ValueError, match=r"not once|there is no function"):
        mutate.Fault("f", "a.py", function, old, "", (), "").apply(TEXT)


def test_functions_in_c_end_at_their_brace(mutate):
    text = "static int one(int a) { return a; }\nstatic int two(int a) {\n    return a;\n}\nint three;\n"
    assert mutate.Fault("f", "a.h", "one", "return a", "return 1", (), "").apply(text).count("return 1") == 1
    assert (
        mutate.Fault("f", "a.h", "two", "return a", "return 1", (), "")
        .apply(text)
        .endswith("    return 1;\n}\nint three;\n")
    )
