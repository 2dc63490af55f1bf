"""Compare sparse with dense elimination on random systems; systems without a solution are refused."""

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact.elimination import Equation, solve_block

from ..solver.oracle import eliminate


def dense(equations, known):
    """Solve a system by Gauss-Jordan elimination."""
    rows = [
        [*((node == other) - terms.get(other, mpq(0)) for other in equations),
         constant + sum(factor * known[other] for other, factor in terms.items() if other in known)]
        for node, (constant, terms) in equations.items()
    ]  # fmt: skip
    eliminate(rows)
    return {node: row[-1] for node, row in zip(equations, rows, strict=True)}


@st.composite
def systems(draw):
    """Random chains that can leave the system, so that there is exactly one solution."""
    size = draw(st.integers(1, 12))
    known = {"out": mpq(draw(st.integers(-5, 5)), draw(st.integers(1, 7)))}
    equations = {}
    for node in range(size):
        others = draw(st.lists(st.sampled_from([*range(size), "out"]), max_size=4, unique=True))
        signs = {other: draw(st.sampled_from([-1, 1])) for other in others}
        terms = {other: mpq(signs[other], len(others) + draw(st.integers(1, 3))) for other in others}
        equations[node] = Equation(mpq(draw(st.integers(-3, 3)), draw(st.integers(1, 5))), terms)
    return equations, known


@given(systems())
@example(({0: Equation(mpq(1), {0: mpq(1, 2)})}, {}))
@example(({0: Equation(mpq(1), {1: mpq(1, 2)}), 1: Equation(mpq(0), {0: mpq(-1, 2), 1: mpq(1, 3)})}, {}))
def test_the_same_as_a_dense_elimination(system):
    equations, known = system
    expected = dense(equations, known)
    assert solve_block(equations, known) == expected
    for node, value in expected.items():
        assert solve_block(equations, known, [node])[node] == value


def test_only_requested_values_are_evaluated():
    class Refuses(dict):
        def __getitem__(self, key):
            raise AssertionError(f"{key} was not needed")

    equations = {"a": Equation(mpq(1), {}), "b": Equation(mpq(0), {"a": mpq(1), "far": mpq(1)})}
    assert solve_block(equations, Refuses(), ["a"]) == {"a": 1}


@pytest.mark.parametrize(
    "equations",
    [
        {"a": Equation(mpq(1), {"a": mpq(1)})},
        {"a": Equation(mpq(0), {"b": mpq(1)}), "b": Equation(mpq(0), {"a": mpq(1)})},
    ],
)
def test_systems_without_a_single_solution_are_refused(equations):
    with pytest.raises(ZeroDivisionError, match=r"no unique solution: the equation of '[ab]' cancels out"):
        solve_block(equations, {})


def test_unknown_positions_are_named():
    with pytest.raises(KeyError, match="far"):
        solve_block({"a": Equation(mpq(0), {"far": mpq(1)})}, {})
