"""Typeset the formulas in the claims of the papers, which `trueodds claims` prints as plain text."""

from __future__ import annotations

import re

#: From the text in claims.md to LaTeX. A line can break at `$ $`.
FORMULAS = {
    "P(0,b,c) = 1/3 + 2/3 P(1,b,c) - 1/3 P(1,c,b)": r"P(0,b,c) = \frac13 + \frac23 P(1,b,c)$ $- \frac13 P(1,c,b)",
    "1/3 - 1/3 P(1,c,b) + 1/6 P(1,b,c) + 1/2 P(a+1,b,c)": (
        r"\frac13 - \frac13 P(1,c,b)$ $+ \frac16 P(1,b,c)$ $+ \frac12 P(a+1,b,c)"
    ),
    "2/3 - 2/3 P(1,c,a+b) + 1/3 P(1,a+b,c)": r"\frac23 - \frac23 P(1,c,a+b)$ $+ \frac13 P(1,a+b,c)",
    "(n-1)n²/2": "(n-1)n^2/2",
    "n(3n-1)/2": "n(3n-1)/2",
    "2p/(1+p)": "2p/(1+p)",
    "p = 2^-n": "p = 2^{-n}",
    "2p_x/(1+p_x)·p_(n-x)/(1+p_(n-x))": r"\frac{2p_x}{1+p_x} \cdot \frac{p_{n-x}}{1+p_{n-x}}",
    "p_x + p_(n-x) > 0": "p_x + p_{n-x} > 0",
    "p_x = 2^-x": "p_x = 2^{-x}",
    "E_rush = 1 - (E(t+1,y,m+1) + E(t+1,y+1,m))/2": (
        r"E_{\text{rush}} = 1 -$ $\frac12 (E(t+1,y,m+1)$ $+ E(t+1,y+1,m))"
    ),
    "E_pass = 1 - (E(t+1,y,m+2) + E(t+1,y+2,m))/2": (
        r"E_{\text{pass}} = 1 -$ $\frac12 (E(t+1,y,m+2)$ $+ E(t+1,y+2,m))"
    ),
    "(s_0, s_1, 1)": "(s_0, s_1, 1)",
    "(s_0, s_1 + t, 1)": "(s_0, s_1 + t, 1)",
    "(s_0 + t, s_1, 1)": "(s_0 + t, s_1, 1)",
    "s^-n · sum over k = 0 … floor((t-n)/s) of (-1)^k C(n, k) C(k - s k - 1, n - 1)": (
        r"s^{-n} \sum_{k=0}^{\lfloor (t-n)/s \rfloor}$ $(-1)^k \binom{n}{k} \binom{k - sk - 1}{n - 1}"
    ),
    "P(T = t) = s^-n · sum over k = 0 … floor((t-n)/s) of (-1)^k C(n, k) C(t - s k - 1, n - 1)": (
        r"P(T = t) =$ $s^{-n} \sum_{k=0}^{\lfloor (t-n)/s \rfloor}$ $(-1)^k \binom{n}{k} \binom{t - sk - 1}{n - 1}"
    ),
    "C(k - s k - 1, n - 1)": r"\binom{k - sk - 1}{n - 1}",
    "C(t - s k - 1, n - 1)": r"\binom{t - sk - 1}{n - 1}",
    "x^t": "x^t",
    "n (s^2 - 1) / 12": "n (s^2 - 1) / 12",
    "Var T = (s^2 - 1) / 12": r"\operatorname{Var} T = (s^2 - 1) / 12",
    "s_p + E T > (s_o + M) / 2": r"s_p + \operatorname{E} T > (s_o + M) / 2",
    "s_o < s_p + n": "s_o < s_p + n",
    "s_p + s n ≤ M": r"s_p + s n \le M",
    "rating(n) = sum over t of 1 - rating(s_o, s_p + t, 0)": (
        r"\text{rating}(n) =$ $\sum_t (1 - \text{rating}(s_o, s_p + t, 0))"
    ),
    "n > n_0 = 2 (M - s_p) / (s + 1)": "n > n_0 = 2 (M - s_p) / (s + 1)",
    "n ≥ n_0 = 2 (M - s_p) / (s + 1)": r"n \ge n_0 = 2 (M - s_p) / (s + 1)",
    "n_0 = 2/3": "n_0 = 2/3",
    "n_0": "n_0",
    "M - s_p": "M - s_p",
}

# The paper's positions and unknowns, bounds on a number, and single numbers with an index.
_SHORT = re.compile(r"P\(\d,\d,\d\)|\b[a-z] [≤≥] (?:[a-z] [+] [a-z] ≤ )?\d+|\b([xy])([012])\b|\bs_([op])( = \d+)?")


def typeset(page: str) -> str:
    """Return the page of claims with its formulas between dollar signs.

    Examples
    --------
    >>> typeset("| section 2 | x2 = P(0,2,0) = 8/9, as 2p/(1+p), where p = 2^-n |")
    '| section 2 | $x_2$ = $P(0,2,0)$ = 8/9, as $2p/(1+p)$, where $p = 2^{-n}$ |'
    """
    longest = sorted(FORMULAS, key=len, reverse=True)
    anywhere = [re.escape(one).replace(r"\ ", r"\s+") for one in longest]  # also across lines
    either = re.compile("|".join([*anywhere, _SHORT.pattern]))
    return either.sub(lambda found: f"${FORMULAS.get(' '.join(found[0].split())) or _short(found)}$", page)


def _short(found: re.Match[str]) -> str:
    letter, index, score, number = found.groups()
    if letter:
        return f"{letter}_{index}"
    return f"s_{score}{number or ''}" if score else found[0].replace("≤", r"\le").replace("≥", r"\ge")
