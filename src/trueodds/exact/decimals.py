"""Format exact numbers: fractions as decimals, and long numbers without their middle digits."""

from __future__ import annotations

import math
from typing import Any

from gmpy2 import mpq, mpz

_DIGITS_SHOWN = 60  # maximum number of digits for which a number is shown in full
_MOST_DIGITS = 30  # maximum number of digits, in text, used to show that a value is not round


def format_decimal(value: Any, digits: int = 15) -> str:
    """Return a fraction as a decimal, rounded to nearest, without trailing zeros.

    If at least the last half of the digits are zeros although the value is not round, more digits show the difference:
    1/2 + 10^-18 is 0.500000000000000001 even if `digits` is 15.

    Parameters
    ----------
    value : int, Fraction, mpz or mpq
        The number.
    digits : int
        The number of significant digits; 15 by default.

    Returns
    -------
    str

    Examples
    --------
    >>> format_decimal(mpq(6, 11)), format_decimal(mpq(1, 4))
    ('0.545454545454545', '0.25')
    """
    return _show(value, digits, None)


def describe_value(value: Any, digits: int = 15) -> str:
    """Return a decimal and its relation to the value: "= 3", "≈ 0.545" or "slightly below 1"."""
    decimal = describe_decimal(value, digits)
    if decimal.startswith("slightly"):
        return decimal
    return f"{'=' if mpq(decimal) == mpq(value.numerator, value.denominator) else '≈'} {decimal}"


def number_to_json(value: Any, shown: str | None = None) -> dict[str, str] | str:
    """Return an exact number as plain data for JSON; `shown` takes the place of the decimal."""
    if value == math.inf:
        return "infinity"
    top, bottom = mpz(value.numerator), mpz(value.denominator)
    text = format_decimal(mpq(top, bottom)) if shown is None else shown
    return {"numerator": top.digits(), "denominator": bottom.digits(), "decimal": text}


def describe_decimal(value: Any, digits: int = 15) -> str:
    """Format a value as `format_decimal` does, or as text such as "slightly above 0.5" if over 30 digits are needed."""
    return _show(value, digits, _MOST_DIGITS)


def _show(value: Any, digits: int, max_digits: int | None) -> str:
    """Return the decimal, with more digits if it would wrongly look round.

    If more than `max_digits` digits would be needed, return text such as "slightly above 0.5".
    """
    number, exponent = _round(value, digits)
    text = _write(number, exponent, digits)
    if number == 0 or number % 10 ** ((digits + 1) // 2):
        return text
    rounded = _to_rational(number, exponent, digits)
    remainder = mpq(value.numerator, value.denominator) - rounded
    if remainder == 0:
        return text
    more_digits = max(digits, exponent - _round(remainder, 1)[1])
    limit = math.inf if max_digits is None else max_digits
    while more_digits <= limit and _to_rational(*_round(value, more_digits), more_digits) == rounded:
        more_digits += 1
    if more_digits > limit:
        return f"slightly {'above' if remainder > 0 else 'below'} {text}"
    return _write(*_round(value, more_digits), more_digits)


def _round(value: Any, digits: int) -> tuple[Any, int]:
    """Return the rounded digits of a value as an integer, and the exponent of the first digit."""
    top, bottom = mpz(abs(value.numerator)), mpz(value.denominator)
    if top == 0:
        return mpz(0), 0
    exponent = (len(top) - len(bottom)) * 30103 // 100000 - 2  # an estimate, too small by at most 3
    while True:
        shift = digits - 1 - exponent
        scaled = (top * mpz(10) ** shift, bottom) if shift >= 0 else (top, bottom * mpz(10) ** -shift)
        number = (2 * scaled[0] + scaled[1]) // (2 * scaled[1])
        if number < 10**digits:
            return (-number if value.numerator < 0 else number), exponent
        exponent += 1


def _to_rational(number: Any, exponent: int, digits: int) -> Any:
    """Return the number that these digits represent."""
    return mpq(number) * mpq(10) ** (exponent - digits + 1)


def _write(number: Any, exponent: int, digits: int) -> str:
    """Return the digits of a rounded value v as a decimal, with an exponent unless v = 0 or 10^-4 ≤ |v| < 10^digits."""
    if number == 0:
        return "0"
    sign, text = "-" if number < 0 else "", abs(number).digits()
    if -4 <= exponent < digits:
        text = text.rjust(digits - min(exponent, 0), "0")
        point = max(exponent, 0) + 1
        return sign + f"{text[:point]}.{text[point:]}".rstrip("0").rstrip(".")
    mantissa = f"{text[0]}.{text[1:]}".rstrip("0").rstrip(".")
    return f"{sign}{mantissa}e{exponent:+03d}"


def shorten_number(number: Any) -> tuple[str, str]:
    """Return all digits and an empty string or, for a long number, the outer digits and text such as "61 digits"."""
    digits = number.digits()
    count = len(digits) - (number < 0)
    if count <= _DIGITS_SHOWN:
        return digits, ""
    return f"{digits[: len(digits) - count + 20]}…{digits[-20:]}", f"{count} digits"
