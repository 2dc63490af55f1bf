"""The programs of the pages, run by node: exact fractions, decimals and legible labels."""

import json
import random
import re
import subprocess
from importlib.resources import files

import pytest
from gmpy2 import mpq

from .test_pages import NODE, number

pytestmark = pytest.mark.skipif(NODE is None, reason="no node to run the page's program")

PARTS = ("exact", "common", "listed", "needed")
PROGRAMS = [(files("trueodds.views") / f"{name}.js").read_text(encoding="utf-8") for name in PARTS]


def ask(expression, data):
    script = "\n".join([*PROGRAMS, f"console.log(JSON.stringify({json.dumps(data)}.map({expression})));"])
    return json.loads(subprocess.run([NODE], input=script, capture_output=True, text=True, check=True).stdout)


def some_numbers():
    draw = random.Random(7)
    found = [mpq(0), mpq(1), mpq(1, 2), mpq(-1, 3), mpq(10**9), mpq(10**10), mpq(1, 10**300), mpq(99999, 100000)]
    found.append(1 + mpq(1, 2**53) + mpq(1, 2**200))  # just above the middle between two floats
    found += [mpq(10) ** n - mpq(1, 10 ** (12 - n)) for n in range(-3, 4)]  # rounded up to a power of ten
    for bits in 20 * (3, 30, 60, 300, 3000):
        below = draw.getrandbits(bits) + 2
        found.append(mpq(draw.randrange(-below, 2 * below), below))
    return found


def test_sums_products_order_and_decimals():
    numbers = some_numbers()
    pairs = [[str(one), str(other)] for one, other in zip(numbers, numbers[::-1], strict=True)]
    answers = ask(
        """([one, other]) => {
          const [a, b] = [exact.read(one), exact.read(other)];
          return [exact.text(exact.plus(a, b)), exact.text(exact.minus(a, b)), exact.text(exact.times(a, b)),
            exact.less(a, b), exact.same(a, b), exact.text(a), exact.decimal(a), exact.number(a)];
        }""",
        pairs,
    )
    for a, b, (*answer, text, near) in zip(numbers, numbers[::-1], answers, strict=True):
        assert answer == [str(a + b), str(a - b), str(a * b), a < b, a == b, str(a)]
        assert abs(number(text) - a) <= abs(a) / 10**9 / 2
        assert abs(number(re.split(" [+−] ", text.strip("−()"))[0]) - abs(a)) <= abs(a) / 9999
        assert len([one for one in text.split("×")[0] if one.isdigit()]) <= 16
        assert near == int(a.numerator) / int(a.denominator)


def test_rounded_decimals_are_marked_and_long_fractions_are_shown_by_their_ends():
    """A decimal with fewer digits than requested is exact or shows the rounding error."""
    tiny, whole = mpq(1, 10**18), f"{10**50 + 123456}/{10**60 + 654321}"
    values = [mpq(1, 2), mpq(1, 2) + tiny, mpq(1, 2) - tiny, mpq(1, 4) + mpq(1, 10**12), mpq(1, 10**6) + tiny]
    shown = "(text) => [exact.decimal(exact.read(text)), exact.about(exact.read(text))[0], exact.short(text)]"
    values += [mpq(-999999, 10**6), mpq(9999, 10**4), mpq(99991, 10**5), mpq(1234, 10**4) + mpq(1, 10**13)]
    values += [mpq(12345, 10**5) + mpq(1, 10**13), mpq(1, 2) + mpq(12345, 10**49), -123456789012345678]
    values += [mpq(-1, 3), 1 - mpq(1, 3 * 10**6)]
    assert ask(shown, [*map(str, values), "3", "1/100000", whole]) == [
        ["0.5", "=", "1/2"],
        ["0.5 + 1\u00a0×\u00a010⁻¹⁸", "=", "500000000000000001/100000…000000 (18 and 19 digits)"],
        ["0.5 − 1\u00a0×\u00a010⁻¹⁸", "=", "499999999999999999/100000…000000 (18 and 19 digits)"],
        ["0.25 + 1\u00a0×\u00a010⁻¹²", "=", "250000000001/1000000000000"],
        ["1\u00a0×\u00a010⁻⁶ + 1\u00a0×\u00a010⁻¹⁸", "=", "1000000000001/100000…000000 (13 and 19 digits)"],
        ["−(1 − 1\u00a0×\u00a010⁻⁶)", "=", "-999999/1000000"],
        ["0.9999", "=", "9999/10000"],
        ["1 − 9\u00a0×\u00a010⁻⁵", "=", "99991/100000"],
        ["0.1234 + 1\u00a0×\u00a010⁻¹³", "=", "1234000000001/10000000000000"],
        ["0.1234500000", "≈", "1234500000001/10000000000000"],
        ["0.5 + 1.2\u00a0×\u00a010⁻⁴⁵", "≈", "100000…002469/200000…000000 (49 and 49 digits)"],
        ["−1.234567890\u00a0×\u00a010¹⁷", "≈", "-123456789012345678"],
        ["−0.3333333333", "≈", "-1/3"],
        ["1 − 3.333333333\u00a0×\u00a010⁻⁷", "≈", "2999999/3000000"],
        ["3", "=", "3"],
        ["1\u00a0×\u00a010⁻⁵", "=", "1/100000"],
        ["1\u00a0×\u00a010⁻¹⁰ + 1.2\u00a0×\u00a010⁻⁵⁵", "≈", "100000…123456/100000…654321 (51 and 61 digits)"],
    ]
    assert ask("(text) => exact.decimal(exact.read(text), 4)", ["1/3", "100001/1000000"]) == ["0.3333", "0.1000"]


def test_the_nearest_position_has_the_least_changes_of_all_fields():
    """A field with another level counts one more than the distance of its levels; the first of equals is shown."""
    draw = random.Random(5)
    cases = [[[draw.choices(range(5), k=9) for _ in range(3)], draw.randrange(9)] for _ in range(300)]
    rest = "counts: [], sizes: [], chances: [], payoffs: [], fields: [], seats: '000000000'"
    found = ask(f"([at, position]) => listedBook({{ at, {rest} }}).nearest(position, 1, at[1][0])", cases)
    for (at, start), answer in zip(cases, found, strict=True):
        far = [sum(abs(one[x] - one[start]) + (one[x] != one[start]) for one in at[::2]) for x in range(9)]
        assert answer == min((x for x in range(9) if at[1][x] == at[1][0]), key=far.__getitem__)


def test_costs_below_a_billionth_of_the_value_are_not_shown():
    turn = "{ best: true, odds: { win: 0.5, lose: 0.5 } }, { odds: { win: 0.5 - cost, lose: 0.5 + cost } }"
    book = "neededBook({ target: 1, values: '0.5', fractions: '', ties: [], stops: '', targets: [1, 1] })"
    code = f"(cost) => {{ globalThis.rules = () => ({{ moves: () => [{turn}] }}); return {book}.moves(0)[1].cost; }}"
    assert ask(code, [6e-10, 4e-10]) == ["≈\u00a06.000\u00a0×\u00a010⁻¹⁰", "too small to show"]


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return sum(
        weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
        for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True)
    )


def contrast(one, other):
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_every_label_contrasts_with_its_colour():
    expression = "(count) => palette(count).map((colour) => [colour, label(colour)])"
    found = [pair for pairs in ask(expression, list(range(1, 60))) for pair in pairs]
    shades = {"#000000", "#ffffff"}
    assert len({colour for colour, _ in found}) > 300
    for colour, label in found:
        [other] = shades - {label}
        assert contrast(colour, label) >= max(4.5, contrast(colour, other)), (colour, label)
    assert {label for _, label in found} == shades
    assert contrast("#38b976", "#000000") == pytest.approx(8.4, abs=0.1)  # as WCAG computes it
