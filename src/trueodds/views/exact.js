// Exact fractions of whole numbers of any size, and their text on pages. This program does not use the DOM.
"use strict";
const exact = (() => {
  const zero = { n: 0n, d: 1n }, one = { n: 1n, d: 1n };
  const SHORT = 18; // maximum number of digits of a numerator or denominator that is shown in full

  const size = (x) => (x < 0n ? -x : x);

  function gcd(a, b) {
    while (b) [a, b] = [b, a % b];
    return size(a);
  }

  // Parse text such as "6/11" or "-3".
  function read(text) {
    const [n, d = "1"] = text.split("/");
    return { n: BigInt(n), d: BigInt(d) };
  }

  function reduced({ n, d }) {
    const common = gcd(size(n), d);
    return common > 1n ? { n: n / common, d: d / common } : { n, d };
  }

  // For speed, results are reduced only when they are shown as fractions.
  const plus = (a, b) => (a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d });
  const minus = (a, b) => plus(a, { n: -b.n, d: b.d });
  const times = (a, b) => ({ n: a.n * b.n, d: a.d * b.d });
  const same = (a, b) => a.n * b.d === b.n * a.d;
  const less = (a, b) => a.n * b.d < b.n * a.d;

  function text(x) {
    const { n, d } = reduced(x);
    return d === 1n ? String(n) : `${n}/${d}`;
  }

  // The text of a fraction; if it is long, only the ends of its long parts, and then the numbers of digits.
  function short(whole) {
    const parts = whole.split("/"), count = (part) => part.replace("-", "").length;
    if (parts.every((part) => count(part) <= SHORT)) return whole;
    const ends = (part) => (count(part) > SHORT ? `${part.slice(0, 6)}…${part.slice(-6)}` : part);
    return `${parts.map(ends).join("/")} (${parts.map(count).join(" and ")} digits)`;
  }

  // The nearest float (below 2^-1022, perhaps the second nearest), even if both terms are beyond the range of floats.
  function number({ n, d }) {
    if (n === 0n) return 0;
    const shift = BigInt(size(n).toString(16).length - d.toString(16).length - 20) * 4n;
    const [top, bottom] = shift < 0n ? [size(n) << -shift, d] : [size(n), d << shift];
    // The last bit is 1 if there is a remainder, which prevents a false tie.
    const scaled = (top / bottom) | BigInt(top % bottom !== 0n);
    const half = Math.trunc(Number(shift) / 2); // in two steps, because 2^shift alone may underflow
    return (n < 0n ? -1 : 1) * Number(scaled) * 2 ** half * 2 ** (Number(shift) - half);
  }

  const raised = (exponent) => [...String(exponent)].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"["0123456789-".indexOf(sign)]).join("");

  // A decimal with this number of significant digits, and whether it is exact. A number just below 1, or near another
  // round number, is written as the round number and the distance from it. Trailing zeros are omitted from exact
  // decimals and round numbers only.
  function write(x, digits) {
    if (x.n === 0n) return ["0", true];
    if (x.n < 0n) {
      const [positive, precise] = write({ n: -x.n, d: x.d }, digits);
      return [/ [+−] /.test(positive) ? `−(${positive})` : `−${positive}`, precise];
    }
    const rest = minus(one, x);
    if (rest.n > 0n && rest.n * 10000n < rest.d) {
      const [distance, precise] = write(rest, digits);
      return [`1 − ${distance}`, precise];
    }
    let place = String(x.n).length - String(x.d).length; // the first digit stands for about 10^place
    const scale = (at) => {
      const up = BigInt(digits) - 1n - BigInt(at);
      return up >= 0n ? { n: 10n ** up, d: 1n } : { n: 1n, d: 10n ** -up };
    };
    const rounded = (at) => {
      const { n, d } = times(x, scale(at));
      return String((2n * n + d) / (2n * d));
    };
    let figures = rounded(place);
    if (figures.length < digits) figures = rounded(--place);
    if (figures.length > digits) {
      place += figures.length - digits;
      figures = figures.slice(0, digits);
    }
    const { n, d } = scale(place), difference = minus(x, { n: BigInt(figures) * d, d: n });
    const zeros = figures.length - figures.replace(/0+$/, "").length, round = zeros >= Math.max(4, digits - 4);
    const kept = difference.n === 0n || round ? figures.slice(0, digits - zeros) : figures;
    const [distance, precise] = round ? write({ n: size(difference.n), d: difference.d }, 2) : ["", difference.n === 0n];
    const more = difference.n === 0n || !round ? "" : ` ${difference.n > 0n ? "+" : "−"} ${distance}`;
    if (place < -4 || place >= digits) {
      const factor = `${kept[0]}${kept.length > 1 ? "." : ""}${kept.slice(1)}`;
      return [`${factor}\u00a0×\u00a010${raised(place)}${more}`, precise];
    }
    if (place < 0) return [`0.${"0".repeat(-place - 1)}${kept}${more}`, precise];
    const whole = figures.slice(0, place + 1), part = kept.slice(place + 1);
    return [`${whole}${part && "."}${part}${more}`, precise];
  }

  const decimal = (x, digits = 10) => write(x, digits)[0];

  // A decimal, preceded by = if it is exact, and otherwise by ≈.
  function about(x, digits = 10) {
    const [rounded, precise] = write(x, digits);
    return `${precise ? "=" : "≈"}\u00a0${rounded}`;
  }

  return { zero, one, read, plus, minus, times, same, less, text, short, number, decimal, about, raised };
})();
