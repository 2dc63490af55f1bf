"""Super Six: the published numerators, rules, hostile input."""

import pytest

import trueodds

# OEIS A349697: numerators for 1, 2, … sticks, three holes of the lid filled.
A349697 = [
    78307,
    186990749618019112,
    1614205257536455860879998130775735700828260230275,
    10794889897425456513785608689552167481027910004023676512263195628077085109766959836330846217,
]


@pytest.mark.parametrize("sticks", [1, 2, 3, 4])
def test_published_numerators(sticks):
    assert trueodds.solve(trueodds.SuperSix(sticks)).value.numerator == A349697[sticks - 1]
