"""Other threads run while GMP works, and only then."""

import gmpy2

from trueodds.exact.threads import release_gil


def test_the_rest_of_the_context_stays_and_comes_back():
    gmpy2.get_context().precision = 77
    try:
        with release_gil():
            assert gmpy2.get_context().precision == 77
        assert not gmpy2.get_context().allow_release_gil
    finally:
        gmpy2.set_context(gmpy2.context())
