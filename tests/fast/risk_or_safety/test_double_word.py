"""Double-word arithmetic is exact where the paper claims it, and otherwise within its bounds."""

import importlib.util
import math
import subprocess
import sys
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import assume, example, given
from hypothesis import strategies as st

from trueodds.fast.risk_or_safety import columns

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
U = mpq(1, 2**53)
NOT_ZERO = st.floats(2.0**-200, 2.0**200) | st.floats(-(2.0**200), -(2.0**-200))

_BUILD = """
import runpy, sys
from Cython.Build import cythonize
from setuptools import Extension, setup
root = sys.argv.pop(1)
flags = runpy.run_path(root + "/setup.py")["CFLAGS"]
kernel = Extension("double_words", [sys.argv.pop(1)], include_dirs=[sys.argv.pop(1)], extra_compile_args=flags)
setup(ext_modules=cythonize([kernel], include_path=[root + "/src"], build_dir=sys.argv.pop(1), language_level=3))
"""


@pytest.fixture(scope="module")
def double_word(tmp_path_factory):
    """Compile the inline functions of `double_word.pxd` and `double_word.h` for this test."""
    pytest.importorskip("Cython")
    folder = tmp_path_factory.mktemp("double_words")
    headers = ROOT / "src" / "trueodds" / "exact"
    arguments = [ROOT, HERE / "double_words.pyx", headers, folder, "-q", "build_ext", "-b", folder, "-t", folder]
    subprocess.run([sys.executable, "-c", _BUILD, *map(str, arguments)], cwd=folder, check=True, capture_output=True)
    (built,) = (path for path in folder.glob("double_words*") if path.suffix in (".so", ".pyd"))
    spec = importlib.util.spec_from_file_location("double_words", built)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@st.composite
def words(draw, high=NOT_ZERO):
    """Return a double word, whose low part is at most half a unit in the last place of the high part."""
    hi = draw(high)
    lo = draw(st.floats(-1, 1)) * math.ulp(hi) / 2
    return (hi, lo) if hi + lo == hi else (hi, 0.0)


def exact(word):
    return mpq(word[0]) + mpq(word[1])


def is_word(word):
    return word[0] + word[1] == word[0]


@given(NOT_ZERO, NOT_ZERO)
@example(1.0, 2.0**-60)
@example(2.0**-60, 1.0)  # the smaller one first
@example(1 / 3, -1 / 3 + 2.0**-54)
def test_nothing_is_lost(a, b):
    assert exact(columns.exact_sum(a, b)) == mpq(a) + mpq(b)
    assert exact(columns.exact_product(a, b)) == mpq(a) * mpq(b)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("operation", "rational", "bound"),
    [
        ("plus", lambda a, b: a + b, 3 * U**2 + 13 * U**3),
        ("times", lambda a, b: a * b, 7 * U**2),
        ("over", lambda a, b: a / b, 18 * U**2),
    ],
)
@given(words(), words())
@example((1.0, 2.0**-54), (-1.0, 2.0**-54))  # everything but the low parts cancels
@example((1 / 3, 2.0**-56), (1 / 7, -(2.0**-57)))
def test_errors_are_within_the_bounds_of_the_paper(double_word, operation, rational, bound, a, b):
    found, wanted = getattr(double_word, operation)(a, b), rational(exact(a), exact(b))
    assert is_word(found)
    assert abs(exact(found) - wanted) <= bound * abs(wanted)


ONE, BELOW = (1.0, -(2.0**-54)), (1 - 2.0**-53, 2.0**-54)  # the same number, 1 - 2^-54
WORD = words(NOT_ZERO | st.sampled_from([0.0, 1.0, 1 - 2.0**-53, 1 + 2.0**-52, 1 + 2.0**-51]))


@pytest.mark.slow
@given(WORD, WORD)
@example(ONE, BELOW)
@example(BELOW, ONE)
@example((1.5, 2.0**-53), (1.5 + 2.0**-52, -(2.0**-53)))  # also equal numbers
@example((1.5, 2.0**-60), (1.5, 2.0**-59))
@example((-4.0, 0.0), (0.0, 0.0))
@example((0.0, 0.0), (0.0, 0.0))
def test_less_is_exact(double_word, a, b):
    assume(all(low == 0 or abs(low) > 2.0**-300 for _, low in (a, b)))  # smaller numbers are omitted
    assert double_word.less(a, b) == (exact(a) < exact(b))


@pytest.mark.slow
def test_division_by_zero_gives_nan(double_word):
    assert math.isnan(sum(double_word.over((1.0, 0.0), (0.0, 0.0))))


@pytest.mark.slow
@given(st.floats(allow_nan=False), st.integers(-2300, 2300) | st.sampled_from([-1023, -1022, 1023, 1024]))
@example(1.5, -1074)  # rounded below all normal floats
@example(5e-324, 1074)
@example(1.7976931348623157e308, -2098)
@example(1.0, 1024)
def test_powers_of_two_are_those_of_the_c_library(double_word, a, n):
    try:
        wanted = math.ldexp(a, n)
    except OverflowError:
        wanted = math.copysign(math.inf, a)
    assert double_word.scaled(a, n) == wanted
    if a and math.isfinite(a):
        assert double_word.split_exponent(a) == math.frexp(a)
