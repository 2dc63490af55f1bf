"""Only requested values are evaluated, and systems without a solution are refused."""

import pytest
from gmpy2 import mpq

from trueodds.exact.elimination import Equation, solve_block


def test_only_requested_values_are_evaluated():
    class Refuses(dict):
        def __getitem__(self, key):
            raise AssertionError(f"{key} was not needed")

    equations = {
        "a": Equation(mpq(1), {"b": mpq(1, 2)}),
        "b": Equation(mpq(1), {"a": mpq(-1, 3), "b": mpq(1, 5)}),
        "c": Equation(mpq(0), {"a": mpq(1), "far": mpq(1)}),
    }
    values = {"a": mpq(39, 29), "b": mpq(20, 29)}
    for wanted in (["a"], ["b"], ["b", "a"]):
        assert solve_block(equations, Refuses(), wanted) == {node: values[node] for node in wanted}


def test_systems_without_a_single_solution_are_refused():
    a, b = {"a": mpq(1)}, {"b": mpq(1)}
    for terms, wrong in (([a], "a"), ([b, a], "[ab]"), ([b, b], "b"), ([{}, b], "b"), ([a, {}], "a")):
        equations = dict(zip("ab", (Equation(mpq(1), own) for own in terms), strict=False))
        with pytest.raises(ZeroDivisionError, match=f"^no unique solution: '{wrong}' cancels out of its equation$"):
            solve_block(equations, {})
