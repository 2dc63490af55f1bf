"""The length of b-files; ``recorded_calls.txt`` says why they end."""

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


def test_short_terms_end():
    short = replace(find("A387261"), compute=lambda count, *rest: [mpz(1)] * count)
    assert len((found := bfile.fit_terms(short, None)).terms) == 10_000
    assert found.why == "a(10001) and beyond are written only if a number of terms is given"
    assert len(bfile.fit_terms(replace(short, max_terms=60_000), None).terms) == 60_000
    long = replace(short, compute=lambda count, *rest: [mpz(10) ** 998, mpz(10) ** 999] * count)
    assert bfile.fit_terms(long, None) == ([mpz(10) ** 998], "a(2) has more than 999 digits")
    assert bfile.fit_terms(replace(short, max_terms=40), None, 0).why == "a(41) and beyond cannot be computed here"
