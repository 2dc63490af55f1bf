"""The length of b-files, and why they end."""

from dataclasses import replace

import pytest
from gmpy2 import mpz

from trueodds.oeis import bfile
from trueodds.oeis.registry import find


@pytest.mark.parametrize("most", [1, 2, 999, 5000])
def test_the_cut_is_before_the_first_longer_term(most):
    longest, longer = mpz(10) ** most - 1, mpz(10) ** most
    assert bfile.truncate([mpz(1), longest, longer, mpz(1)], most) == [1, longest]
    assert bfile.truncate([mpz(1), -longest, -longer, mpz(1)], most) == [1, -longest]
    assert bfile.truncate([longer], most) == []
    assert bfile.truncate([longest], most) == [longest]
    assert bfile.truncate([longer, longest], 0) == [longer, longest]
    assert bfile.truncate([mpz(10) ** 998, mpz(10) ** 999]) == [mpz(10) ** 998]


@pytest.mark.parametrize("most", [1, 38, 300])
def test_as_many_as_fit(most):
    found = bfile.fit_terms(find("A387261"), None, most).terms
    longer = find("A387261").terms(len(found) + 1)
    assert found == longer[:-1]
    assert max(map(bfile.count_digits, found)) <= most < bfile.count_digits(longer[-1])


def test_endless_b_files_are_refused_and_short_terms_end():
    with pytest.raises(ValueError, match="give a number of terms or of digits"):
        bfile.fit_terms(find("A387261"), None, 0)
    short = replace(find("A387261"), compute=lambda count, *rest: [mpz(1)] * count)
    assert len((found := bfile.fit_terms(short, None)).terms) == 10_000
    assert found.why == "a(10001) and beyond require a number of terms"


@pytest.mark.parametrize(
    ("number", "count", "max_digits", "terms", "why"),
    [
        ("A387260", None, 4, 4, "a(5) has more than 4 digits"),
        ("A387262", 90, 0, 90, None),
        ("A387260", None, 49, 10, "a(11) and beyond cannot be computed here"),  # the number of digits of a(10)
        ("A387260", None, 48, 9, "a(10) has more than 48 digits"),
        ("risk-or-safety-against-two", None, 1, 860 - 2, "a(860) has more than 1 digit"),
        ("A394776", None, 999, 5050, None),
        ("greed-dice", 100, 999, 100, None),
    ],
)
def test_why_a_file_ends(number, count, max_digits, terms, why):
    found = bfile.fit_terms(find(number), count, max_digits)
    assert len(found.terms) == terms
    assert found.why == why
