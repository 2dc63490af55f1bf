"""Exact numbers for people: fractions as decimals, long numbers with their middle left out."""

from __future__ import annotations

from typing import Any

from gmpy2 import mpz

_DIGITS_SHOWN = 60  # of a long number


def decimal(value: Any, digits: int = 15) -> str:
    """A fraction as a decimal, rounded to nearest.

    Parameters
    ----------
    value : mpq
        Any rational, or whatever has its numerator and denominator.
    digits : int
        Significant digits, from 1.

    Returns
    -------
    str

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> decimal(mpq(6, 11)), decimal(mpq(1, 2**2000), 3), decimal(mpq(1))
    ('0.545454545454545', '8.71e-603', '1')
    """
    if value.numerator == 0:
        return "0"
    sign, top, bottom = "-" if value.numerator < 0 else "", abs(value.numerator), value.denominator
    exponent = (len(top) - len(bottom)) * 30103 // 100000 - 2  # of the leading digit; too small by at most 3
    while True:
        shift = digits - 1 - exponent
        scaled = (top * mpz(10) ** shift, bottom) if shift >= 0 else (top, bottom * mpz(10) ** -shift)
        number = (2 * scaled[0] + scaled[1]) // (2 * scaled[1])
        if number < 10**digits:
            break
        exponent += 1
    text = number.digits()
    if -4 <= exponent < digits:  # as people write them; else with an exponent
        text = text.rjust(digits - min(exponent, 0), "0")
        point = max(exponent, 0) + 1
        return sign + f"{text[:point]}.{text[point:]}".rstrip("0").rstrip(".")
    mantissa = f"{text[0]}.{text[1:]}".rstrip("0").rstrip(".")
    return f"{sign}{mantissa}e{exponent:+03d}"


def long_number(number: Any) -> tuple[str, str]:
    """The digits of a number, the middle left out if there are many, and then how many there are.

    Examples
    --------
    >>> long_number(mpz(11)), long_number(mpz(10) ** 60 + 1)
    (('11', ''), ('10000000000000000000…00000000000000000001', '61 digits'))
    """
    digits = number.digits()
    if len(digits) <= _DIGITS_SHOWN:
        return digits, ""
    return f"{digits[:20]}…{digits[-20:]}", f"{len(digits)} digits"
