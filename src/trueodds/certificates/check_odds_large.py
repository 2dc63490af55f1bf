"""Check an .odds certificate of kind heads, of Risk or Safety: python -I check_odds_large.py FILE.

The companion of check_odds.py for targets too large to write down all positions: one file, Python's standard library
only, one line, exit 0 or 1. What it computes and why that proves the claims: docs/certificates.md, "Kind heads".
"""

import gzip
import hashlib
import math
import re
import secrets
import sys

MAX_BYTES, MAX_COUNT, MAX_BITS = 1 << 26, 10_000, 100_000
NUMBER = re.compile("(0|[1-9][0-9]{0,399999})(?:/([1-9][0-9]{0,399999}))?")
RUN, COUNT = re.compile("([1-9][0-9]{0,4})x([1-9][0-9]{0,4})"), re.compile("0|[1-9][0-9]{0,4}")


class Refused(ValueError):
    """The certificate does not prove its claim."""


def require(holds, message):
    """Refuse what does not hold."""
    if not holds:
        raise Refused(message)


def check(file: object) -> str:
    """Check a certificate, a binary file; returns what is proved, or raises Refused with the line."""
    heads = Heads()
    try:
        return heads.check(file.read(MAX_BYTES + 1))
    except (ValueError, OSError, EOFError, gzip.zlib.error) as error:
        raise Refused(f"line {heads.at}: {error if isinstance(error, Refused) else 'not readable'}") from None


class Heads:
    """Risk or Safety by needs and numbers of heads: all numbers compared by bounds, claims and ties held by primes."""

    def __init__(self):
        self.at, self.modulus, self.solved = 0, 1, {}
        while self.modulus < 1 << 240:  # four primes; no other such number below 3.3e24 passes (Sorenson, Webster 2015)
            n = 1 << 60 | secrets.randbits(60) | 3
            if all(pow(base, n >> 1, n) in (1, n - 1) for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)):
                self.modulus *= n

    def take(self, keyword, parts=1):
        """What follows the keyword of the next line that is no comment, in so many parts."""
        self.at, line = self.lines.pop() if self.lines else (self.at, "the end")
        first, *words = line.split(" ", parts)
        require(first == keyword and len(words) == parts and all(words), f"no line {keyword!r} of {parts + 1} parts")
        return words if parts > 1 else words[0]

    def count(self, text, least=1):
        """A whole number."""
        require(COUNT.fullmatch(text) and least <= int(text) <= MAX_COUNT, f"{text[:40]!r} is no count from {least}")
        return int(text)

    def number(self, text):
        """An exact number from 0, a or a/b: numerator and denominator."""
        require(found := NUMBER.fullmatch(text), f"no number a or a/b from 0: {text[:40]!r}")
        return int(found[1]), int(found[2] or 1)

    def runs(self, text, length):
        """Whole numbers, as often as is said: 2x3,1x2 is 2 2 2 1 1."""
        found = [RUN.fullmatch(one) for one in text.split(",")]
        require(all(found) and sum(int(one[2]) for one in found) == length, f"not for {length} needs: {text[:40]!r}")
        return [int(one[1]) for one in found for _ in range(int(one[2]))]

    def check(self, data):
        """The whole file."""
        require(len(data) <= MAX_BYTES and not re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", data), "too long, or no text")
        seal = re.fullmatch(rb"(.*\n)sha256 ([0-9a-f]{64})\n", data, re.DOTALL)
        require(seal and hashlib.sha256(seal[1]).hexdigest() == seal[2].decode(), "no seal, or not that of the file")
        lines = seal[1].decode().split("\n")[:-1]
        self.lines = [(at, line) for at, line in enumerate(lines, 1) if not line.startswith("#")][::-1]
        require(self.take("odds") == "1", "only version 1 is known")
        name = self.take("game")
        while self.lines and self.lines[-1][1].startswith("parameter "):
            name += " " + "=".join(self.take("parameter", 2))
        require(self.take("kind") == "heads", "check_odds.py checks other kinds")
        r, s = self.number(self.take("heads"))
        require(0 < r < s and math.gcd(r, s) == 1, "heads must be between 0 and 1, in lowest terms")
        n, m = map(self.count, self.take("needs", 2))
        require(m <= n and n * s.bit_length() <= MAX_BITS, "needs: the larger first, not above what this checker takes")
        self.down, self.up = ([base**k for k in range(n + 1)] for base in (r, s))
        self.one = 1 << (self.up[n] // self.down[n]).bit_length() + 128  # bounds count in units of 1 / one
        ties = [tuple(map(self.count, self.take("tie", 3))) for _ in range(self.count(self.take("ties"), 0))]
        claims = [self.take("claim", 3) for _ in range(self.count(self.take("claims")))]
        claims = [((self.count(i), self.count(j)), self.number(value)) for i, j, value in claims]
        self.ties, self.claims = dict.fromkeys(ties, False), dict(claims)
        require(len(self.ties) + len(self.claims) == len(ties) + len(claims), "a tie or a claim twice")
        longest = max(one.bit_length() for _, claim in claims for one in claim)
        self.bits = longest + 2 + n * s.bit_length()  # grows: of a claim or power of s, times all denominators
        rows = [[(0, 0)] for _ in range(n + 1)]  # [i][j]: X(i, j) in units, less by 0 to i + j; the same modulo primes
        for j in range(1, m + 1):
            self.column(j, rows, *(self.runs(text, n - j + 1) for text in self.take("column", 2)))
            rows[j] = None
        require(not self.lines, "a line too many")
        require(not self.claims and all(self.ties.values()), "a claim for no needs in the table, or a tie that is none")
        ((i, j), (a, b)), many = claims[-1], f", the last of {len(claims)} such claims" * (len(claims) > 1)
        shown = f"{a}/{b} = " * (b < 10**60) + f"{a // b}.{a * 10**15 // b % 10**15:015d}..."
        shown += f" (denominator of {b.bit_length()} bits)" * (b >= 10**60)
        chance = 4 * ((self.bits // 60 + 1).bit_length() - 53) + (len(claims) + len(ties)).bit_length()
        return (
            f"{name}: with heads {r}/{s}, who is to toss and needs {i} against {j} wins with exactly {shown}{many} "
            f"(chance of an error below 2^{chance}); best heads proved for needs to {n} and {m}, {len(ties)} ties"
        )

    def pair(self, k, l):
        """X = (1 - p^k) Y + p^k B, Y = (1 - p^l) X + p^l A, solved: a denominator, and factors of A, B, A, B."""
        K, L, *powers = self.up[k] - self.down[k], self.up[l] - self.down[l], self.down[k], self.up[l]
        D = self.up[k] * self.up[l] - K * L
        require(math.gcd(D, self.modulus) == 1, "a prime drawn divides a denominator; the next check draws others")
        return (
            D,
            pow(D, -1, self.modulus),
            K * self.down[l],
            math.prod(powers),
            self.down[l] * self.up[k],
            L * powers[0],
        )

    def column(self, j, rows, trailing, leading):
        """All needs i >= j of the trailing player against j: solved, and all numbers of heads compared."""
        down, up, one, modulus = self.down, self.up, self.one, self.modulus
        # ahead[h]: U(h, j) in the same way as X; best[h]: above p^(h - g) U(g, j) for all g <= h
        ahead = [(one, 1)] + [(one - X - h - j, (1 - x) % modulus) for h, (X, x) in enumerate(rows[j][1:], 1)]
        best = [one]
        for h in range(1, j):
            best.append(max(ahead[h][0] + h + j, -(-best[-1] * down[1] // up[1])))
        for i, k, l in zip(range(j, len(rows)), trailing, leading):
            require(k <= i and l <= j, f"needs {i} and {j}: more heads than are needed")
            D, inverse, c, d, e, f = self.solved.get((k, l)) or self.solved.setdefault((k, l), self.pair(k, l))
            row, wide, self.bits = rows[i], i + j, self.bits + D.bit_length()
            (A, a), (B, b) = row[j - l], ahead[i - k]
            X, x = (c * A + d * B) // D, (c * a + d * b) * inverse % modulus
            Y, y = (e * A + f * B) // D, (e * a + f * b) * inverse % modulus
            gain, low = B - Y - wide, Y - wide  # p^k gain, at least, is what k heads gain the trailing player
            for h in range(1, i + 1):
                if h > k and down[h - k] * best[i - h] < up[h - k] * gain:
                    break  # nor is any larger number as good
                less, more = (up[k - h], down[k - h]) if h < k else (down[h - k], up[h - k])
                if h != k and less * (ahead[i - h][0] - low) >= more * gain:
                    self.tie(i, j, h, less * (ahead[i - h][1] - y) - more * (b - y))
            gain, high = X - A - wide, X + wide  # the same, of what l heads of the leading player take from the other
            for h in range(1, j + 1):
                if h > l and down[h - l] * high < up[h - l] * gain:
                    break
                less, more = (up[l - h], down[l - h]) if h < l else (down[h - l], up[h - l])
                if h != l and less * (high - row[j - h][0]) >= more * gain:
                    self.tie(j, i, h, less * (row[j - h][1] - x) - more * (a - x))
            row.append((X, x))
            ahead.append((Y, y))
            best.append(max(Y + wide, -(-best[-1] * down[1] // up[1])))
            for needs, value in ((i, j), x), ((j, i), 1 - y):
                c, d = self.claims.pop(needs, (0, 0))
                require((value * d - c) % modulus == 0, f"the claim for needs {needs} is not the value")

    def tie(self, i, j, heads, difference):
        """Two numbers of heads that bounds do not tell apart: said to tie, and equal."""
        require((i, j, heads) in self.ties, f"needs {i} and {j}: {heads} heads may be better")
        require(difference % self.modulus == 0, f"needs {i} and {j}: {heads} heads are no tie")
        self.ties[i, j, heads] = True


if __name__ == "__main__":
    sys.set_int_max_str_digits(400_000)
    try:
        with open(sys.argv[1], "rb") as raw:
            print(check(gzip.GzipFile(fileobj=raw) if raw.peek(2)[:2] == b"\x1f\x8b" else raw))
    except (IndexError, OSError, Refused) as error:
        sys.exit(f"not proved: {error if len(sys.argv) > 1 else 'name an .odds file'}")
