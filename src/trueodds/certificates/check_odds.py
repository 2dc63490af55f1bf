"""Check an .odds certificate: python -I check_odds.py FILE.

This file needs only Python's standard library; it uses gmpy2, if installed, for speed. docs/certificates.md contains
the specification of the format, the proofs, and pseudocode. The program prints one line, which states what is proved or
where the proof fails, and exits with status 0 or 1.
"""

import hashlib
import json
import math
import re
import secrets
import sys
import zlib
from array import array

try:
    from gmpy2 import mpq as Fraction
except ImportError:
    from fractions import Fraction

INFINITY = float("inf")
MAX_BYTES, MAX_LINE, MAX_POSITIONS, MAX_TABLE, MAX_WORK = 1 << 33, 1 << 21, 10_000_000, 1_000_000, 10**9
MAX_HEADS_BYTES, MAX_NEEDS, MAX_BITS = 1 << 26, 10_000, 100_000  # limits of kind heads
BLOCK = 1 << 16  # bytes read at once
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,399999})(?:/[1-9][0-9]{0,399999})?")
COUNT = re.compile("0|[1-9][0-9]{0,11}")
OUTCOME = re.compile("(0|[1-9][0-9]{0,7})([>=])(0|[1-9][0-9]{0,7})")
RUN = re.compile("([1-9][0-9]{0,4})x([1-9][0-9]{0,4})")
JSON = re.compile(  # a number, true, false, null or text
    r"-?(?:0|[1-9][0-9]{0,399})(?:\.[0-9]{1,399})?(?:[eE][+-]?[0-9]{1,3})?|true|false|null"
    r'|"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})){0,10000}"'
)
# Control characters, blanks other than U+0020, combining marks, and invisible or direction-changing characters.
UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u0300-\u036f\u0483-\u0489\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff"
    "\u1dc0-\u1dff\u2000-\u200f\u2028-\u202f\u205f-\u206f\u20d0-\u20ff\u2800\u3000\u302a-\u302f\u3099\u309a\u3164\ua66f-\ua672"
    "\ud800-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\U00013430-\U0001345f"
    "\U0001bca0-\U0001bca3\U0001d159\U0001d165-\U0001d182\U0001fffe\U0001ffff\U0002fffe\U0002ffff\U0003fffe-\U0010ffff]"
)
PLAIN = re.compile("[A-Za-z0-9._/+-]+")  # shown without quotes: no space, no colon


class Refused(Exception):
    """The certificate does not prove its claim."""


def require(holds, message, *parts):
    """Raise Refused with a message unless a condition holds."""
    if not holds:
        raise Refused(message.format(*(quote(part[:40]) if isinstance(part, str) else part for part in parts)))


def quote(text: str) -> str:
    """Quote text for printing unless it is one plain word; other text could mislead without quotes."""
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def read_number(text, or_infinity=False):
    """Read an exact number a or a/b, or ``infinity`` if that is allowed."""
    if or_infinity and text == "infinity":
        return INFINITY
    require(NUMBER.fullmatch(text), "{} is not a number such as 3 or 1/2", text)
    return Fraction(text) if "/" in text else int(text)


def read_count(text, below, minimum=0):
    """Read an integer from `minimum` to `below` - 1."""
    valid = COUNT.fullmatch(text) and minimum <= int(text) < below
    require(valid, "{} is not a whole number from {} to {}", text, minimum, below - 1)
    return int(text)


def split_ratio(value):
    """Return the numerator and the denominator of a number."""
    return int(value.numerator), int(value.denominator)


def format_ratio(a, b):
    """Return a/b as a decimal for the verdict, preceded by the exact number if that is short."""
    text = f"{'-' * (a < 0)}{abs(a) // b}.{abs(a) * 10**15 // b % 10**15:015d}..."
    if max(abs(a), b) >= 10**60:
        return f"{text} (denominator of {b.bit_length()} bits)"
    return f"{a}{f'/{b}' * (b > 1)} = {text}"


def pluralize(number, noun):
    """Return a number followed by a noun, in the plural unless the number is 1."""
    return f"{number} {noun}{'s' * (number != 1)}"


def unpack(file):
    """Yield the bytes of a file in blocks, decompressed if the file is a gzip file."""
    block = file.read(BLOCK)
    if block[:2] != b"\x1f\x8b":
        while block:
            yield block
            block = file.read(BLOCK)
        return
    stream = zlib.decompressobj(31)
    while block:
        yield stream.decompress(block, BLOCK)
        block = stream.unconsumed_tail or stream.unused_data or file.read(BLOCK)
        if stream.eof and block:
            stream = zlib.decompressobj(31)
    require(stream.eof, "the compressed file ends early")


def split_lines(file):
    """Yield the lines of a file as bytes without line feeds; yield None for a last line that has no line feed."""
    rest = b""
    for block in unpack(file):
        *lines, rest = (rest + block).split(b"\n")
        yield from lines
        require(len(rest) < MAX_LINE, "the line or the file is too long")
    if rest:
        yield None


class Reader:
    """A reader of lines that limits the length of lines and of the file, skips comments, and verifies the checksum."""

    def __init__(self, file):
        self.lines, self.at, self.size, self.most = split_lines(file), 0, 0, MAX_BYTES
        self.hash, self.line = hashlib.sha256(), None

    def peek(self):
        while self.line is None or self.line.startswith("#"):
            self.at += 1
            raw = next(self.lines, None)
            require(raw is not None, "the file ends without a checksum")
            self.size += len(raw) + 1
            require(len(raw) < MAX_LINE and self.size <= self.most, "the line or the file is too long")
            self.line = raw.decode()
            printable = self.line.isprintable() if self.line.isascii() else not UNPRINTABLE.search(self.line)
            require(printable, "the line contains an unprintable character")
            if self.line.startswith("sha256 "):
                require(self.line[7:] == self.hash.hexdigest(), "the checksum does not match the lines before it")
                require(next(self.lines, self) is self, "the file continues after the checksum")
            self.hash.update(raw + b"\n")
        return self.line

    def take(self, keyword, parts=2):
        """Return the field, or the list of fields, of the next line, which must begin with `keyword`.

        The last field may contain spaces.
        """
        words = self.peek().split(" ", parts - 1)
        valid = words[0] == keyword and len(words) == parts and all(words)
        require(valid, "expected a line with the keyword {} and " + pluralize(parts - 1, "field"), keyword)
        self.line = None
        return words[1] if parts == 2 else words[1:]


def check(file: object) -> str:
    """Check a certificate in a binary file, compressed or not; return what is proved, or raise Refused."""
    reader, title, keys = Reader(file), "", set()
    try:
        require((title := reader.take("odds")) == "1", "the version must be 1, not {}", title)
        title = quote(reader.take("game"))
        while reader.peek().startswith("parameter "):
            key, value = reader.take("parameter", 3)
            require(key not in keys, "parameter {} occurs twice", key)
            keys.add(key)
            require(JSON.fullmatch(value), "the value of parameter {} is not JSON: {}", key, value)
            title += f" {quote(key)}={value}"
        kind = reader.take("kind")
        require(kind in ("values", "bounds", "heads"), "kind must be values, bounds or heads, not {}", kind)
        proved = Heads(reader).check() if kind == "heads" else CheckedModel(reader, kind == "bounds").check()
        reader.take("sha256")
        return f"{title}: {proved}"
    except (OSError, Refused, ValueError, zlib.error) as error:
        other = "not UTF-8" if isinstance(error, UnicodeDecodeError) else f"not readable ({type(error).__name__})"
        why = error if isinstance(error, Refused) else other
        raise Refused(f"{'' if title else 'damaged or not a certificate: '}line {reader.at}: {why}") from None


class CheckedModel:
    """Positions with rules, values (or bounds) and best moves; a position is checked after its successors are read."""

    def __init__(self, reader, bounds):
        self.reader, self.bounds, self.given, self.infinite = reader, bounds, *map(reader.take, ("given", "infinite"))
        require(self.given in ("none", "0", "1", "0,1"), "given must be none, 0, 1 or 0,1, not {}", self.given)
        rewards = reader.take("rewards")
        require(rewards in ("none", "moves"), "rewards must be none or moves, not {}", rewards)
        self.rewards = rewards == "moves"
        consistent = self.rewards == (self.infinite == "infinity")
        require(consistent, "infinite play must be worth infinity if moves have rewards, and only then")
        self.unit = Fraction(read_number(reader.take("unit")) if bounds else 1)
        require(self.unit > 0, "the unit must be above 0")
        self.worth = None  # the game must end
        if self.infinite != "never":
            self.worth = INFINITY if self.rewards else read_number(self.infinite) / self.unit
        self.numbers = [
            read_number(reader.take("number")) for _ in range(read_count(reader.take("numbers"), MAX_TABLE))
        ]
        self.bits = sum(int(n.denominator).bit_length() for n in self.numbers)  # at least the bits of their lcm
        self.common = math.lcm(*(int(n.denominator) for n in self.numbers)) if self.bits < 20_000 else 1
        # Number c of the table, in units, is payoffs[~c].
        self.payoffs = [int(u) if (u := n / self.unit).denominator == 1 else u for n in reversed(self.numbers)]
        self.weights = [w if (w := n * self.common).denominator > 1 else int(w) for n in self.numbers]
        self.count = read_count(reader.take("positions"), MAX_POSITIONS)
        self.low, self.high, self.ranks, self.sides, self.sums, self.sole = [], [], [], [], {}, {}

    def check(self):
        reader, waiting, names, total = self.reader, {}, set(), 0
        for x in range(self.count):
            seat, rank, best, *values, name = reader.take("p", 7 if self.bounds else 6)
            line, seat, moves, gains = reader.at, read_count(seat, 2), {}, []
            low, high = (read_number(value, self.rewards) for value in (values[0], values[-1]))
            require(name not in names, "two positions have the name {}", name)
            require(not self.bounds or "/" not in "".join(values), "bounds must be whole numbers")
            require(low <= high, "the lower bound exceeds the upper bound")
            names.add(name)
            self.ranks.append(x if rank == "-" else read_count(rank, 10**9))
            self.low.append(low)
            self.high.append(high)
            # 1 where the bounds exceed the value of infinite play, -1 where they are below it; otherwise 0
            self.sides.append(0 if self.worth is None else (low > self.worth) - (high < self.worth))
            while reader.peek().startswith("m "):
                outcomes, move = reader.take("m", 3)
                require(move not in moves, "two moves have the name {}", move)
                gain, moves[move] = self.outcomes(outcomes)
                gains.append(gain)
            require(moves, "the position on line {} has no move", line)
            several = "the strategy of seat {} is given, but the position on line {} has several moves"
            require(len(moves) == 1 or str(seat) not in self.given, several, seat, line)
            ready = max(x, max(y for move in moves.values() for _, y in move))
            waiting.setdefault(ready, []).append((line, x, seat, best, list(moves.values()), gains))
            total += len(moves)
            for record in waiting.pop(x, ()):
                self.check_position(*record)
        start, (seat, claim), details = read_count(reader.take("start"), self.count), reader.take("claim", 3), ""
        claim = [read_number(end, self.rewards) for end in claim.split(" ", 1)]
        require(read_count(seat, 2) == 0 or not self.rewards, "the claim must be for seat 0, which gets the rewards")
        for_seat_0 = claim if seat == "0" else [1 - end for end in reversed(claim)]
        if self.bounds and len(claim) == 1:
            details = self.check_start(start, for_seat_0[0])
        else:
            stated = [low if low is INFINITY else low * self.unit for low in (self.low[start], self.high[start])]
            require(for_seat_0 == stated[: 1 + self.bounds], "the claim differs from the value of the start")
        amount = ["infinity" if end is INFINITY else format_ratio(*split_ratio(end)) for end in claim]
        details += "" if self.worth is None else f", with infinite play worth {self.infinite}"
        seats = "strategies of both seats" if self.given == "0,1" else f"strategy of seat {self.given}"
        details += "" if self.given == "none" else f", with the {seats} given"
        amount = " to ".join(amount) if len(amount) > 1 else f"exactly {amount[0]}"
        proved = f"proved at {pluralize(self.count, 'position')}, {pluralize(total, 'move')}"
        return f"seat {seat} gets {amount}{details}; {proved}"

    def outcomes(self, text):
        """Return ~index of the reward (or None), and the outcomes as index pairs (probability, position or ~payoff)."""
        pairs, gain, n = [], None, len(self.numbers)
        if self.rewards and ",+" in text:
            text, gain = text.split(",+", 1)
            gain = ~read_count(gain, n)
            require(self.numbers[~gain] >= 0, "the reward is below 0")
        for match in map(OUTCOME.fullmatch, text.split(",")):
            require(match, "{} is not a list of outcomes", text)
            chance, sign, to = match.groups()
            pairs.append((int(chance), int(to) if sign == ">" else ~int(to)))
        chances = tuple(sorted([chance for chance, _ in pairs]))
        valid = chances[-1] < n and all(-n <= y < self.count for _, y in pairs)
        require(valid, "the outcomes {} refer to a number or position that does not exist", text)
        if chances not in self.sums:
            require(all(self.numbers[chance] > 0 for chance in chances), "a probability is not above 0")
            self.sums[chances] = sum(self.numbers[chance] for chance in chances)
        require(self.sums[chances] == 1, "the probabilities do not add up to 1")
        return gain, pairs

    def evaluate_moves(self, x, moves, gains, values):
        """Return the value of each move, and the value that the file states for the position, in a common unit."""
        w, ends = self.weights, self.payoffs
        if not self.bounds:
            reached = {x, *(y for move in moves for _, y in move)}.union(gain for gain in gains if gain is not None)
            of = {y: (values if y >= 0 else ends)[y] for y in reached}
            scale = math.lcm(*{int(value.denominator) for value in of.values() if value is not INFINITY})
            values = ends = {y: value if value is INFINITY else int(value * scale) for y, value in of.items()}
        if not self.rewards:
            totals = [sum([w[c] * (values if y >= 0 else ends)[y] for c, y in move]) for move in moves]
            return totals, values[x] * self.common
        totals = [0 if gain is None else ends[gain] * self.common for gain in gains]
        for at, move in enumerate(moves):
            if any(y >= 0 and values[y] is INFINITY for _, y in move):
                totals[at] = INFINITY
            else:
                totals[at] += sum([w[c] * (values if y >= 0 else ends)[y] for c, y in move])
        return totals, values[x] if values[x] is INFINITY else values[x] * self.common

    def check_position(self, line, x, seat, best, moves, gains):
        """Verify the conditions of the theorems in docs/certificates.md at one position."""
        side, rank, choose = self.sides[x], self.ranks[x], (max, min)[seat]
        lows, low = self.evaluate_moves(x, moves, gains, self.low)
        highs, high = self.evaluate_moves(x, moves, gains, self.high) if self.bounds else (lows, low)
        require(choose(lows) >= low, "the position on line {} is worth less than stated", line)
        require(choose(highs) <= high, "the position on line {} is worth more than stated", line)
        left = [y for y in range(len(moves)) if (lows[y] <= min(highs) if seat else highs[y] >= max(lows))]
        wrong = "the best moves of the position on line {} are {}, not those listed"
        require(best == ",".join(map(str, left)), wrong, line, left[:9])
        falls = [any(y < 0 or (self.ranks[y] < rank and self.sides[y] == side) for _, y in move) for move in moves]
        if self.worth is not None and side != (1 if seat else -1):  # one move that falls and keeps the bound is enough
            keeps = [value <= high for value in highs] if seat else [value >= low for value in lows]
            falls = [not side or any(map(min, keeps, falls))]
        require(all(falls), "the ranks do not show that play from the position on line {} ends", line)
        if low is INFINITY:  # for some move of seat 0, or all of seat 1: no outcome raises the rank, or one lowers it
            ranks = [[self.ranks[y] if y >= 0 and self.low[y] is INFINITY else INFINITY for _, y in m] for m in moves]
            lasts = (any, all)[seat](max(after) <= rank or min(after) < rank for after in ranks)
            require(lasts, "the ranks do not show that play from the position on line {} can last forever", line)
        if self.bounds and len(left) == 1:
            self.sole[x] = array("i", [part for pair in moves[left[0]] for part in pair])

    def check_start(self, start, claim):
        """Verify an exact value claimed with bounds, which must leave only one move wherever best play leads."""
        require(self.worth is None, "with bounds, an exact claim requires a game that must end")
        chain, reached = {start}, [start]
        for x in reached:  # the list grows
            require(x in self.sole, "the bounds leave several moves at position {}, which best play reaches", x)
            reached += {y for y in self.sole[x][1::2] if y >= 0} - chain
            chain.update(self.sole[x][1::2])
        row = 2 * self.bits + int(2 + max(map(abs, self.numbers))).bit_length()  # bits per row in Hadamard's inequality
        (a, b), modulus = split_ratio(claim), draw_modulus()
        bits = row * len(reached) + max(a.bit_length(), b.bit_length()) + 1
        proved = (self.solve(start, sorted(reached), modulus) * b - a) % modulus == 0
        require(proved, "the claim is not the value of the start")
        return f" (chance of an error below 2^{4 * ((bits // 60 + 1).bit_length() - 53)})"

    def solve(self, start, order, modulus):
        """Return the start's value modulo `modulus`, eliminating positions in the order of their numbers."""
        numbers = [a * invert(b, modulus) % modulus for a, b in map(split_ratio, self.numbers)]
        values, rows, pending, work = {}, {}, [], 0
        for x in order:
            constant, terms = 0, {}
            for c, y in zip(self.sole[x][::2], self.sole[x][1::2]):
                if y < 0:
                    constant += numbers[c] * numbers[~y]
                else:
                    terms[y] = terms.get(y, 0) + numbers[c]
            while terms and (y := min(terms)) < x:
                factor = terms.pop(y)
                more, others = (values[y], {}) if y in values else rows[y]
                constant += factor * more
                for z, value in others.items():
                    terms[z] = (terms.get(z, 0) + factor * value) % modulus
                work += len(terms)
                require(work < MAX_WORK, "eliminating the positions in the order of their numbers takes too long")
            scale = invert(1 - terms.pop(x), modulus) if x in terms else 1
            rows[x] = constant * scale % modulus, {y: scale * value % modulus for y, value in terms.items()}
            pending.append(x)
            while pending and all(y in values for y in rows[pending[-1]][1]):
                constant, terms = rows.pop(y := pending.pop())
                values[y] = (constant + sum(value * values[z] for z, value in terms.items())) % modulus
        return values[start]


def draw_modulus():
    """Return the product of four random 61-bit primes 4k + 3.

    There are over 2^53 such primes; at most B/60 of them miss an error of B bits.
    """
    modulus = 1
    while modulus < 1 << 240:  # 4k + 3; no composite number below 3.1e23 passes for all bases (Sorenson, Webster 2017)
        n = 1 << 60 | secrets.randbits(60) | 3
        if all(pow(base, n >> 1, n) in (1, n - 1) for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)):
            modulus *= n
    return modulus


def invert(n, modulus):
    """Return the inverse of a number modulo `modulus`."""
    require(math.gcd(n, modulus) == 1, "a random prime divides a number that must be inverted; check the file again")
    return pow(n, -1, modulus)


class Heads:
    """Risk or Safety by needs: bounds compare all numbers of heads; residues verify the claims and the ties."""

    def __init__(self, reader):
        self.reader, reader.most, self.heads = reader, MAX_HEADS_BYTES, read_number(reader.take("heads"))
        require(0 < self.heads < 1, "heads must be between 0 and 1")
        r, s = split_ratio(self.heads)
        self.n, self.m = n, m = [self.need(text) for text in reader.take("needs", 3)]
        require(m <= n, "the larger need must come first")
        require(n * s.bit_length() <= MAX_BITS, "the needs are too large")
        self.down, self.up = ([base**k for k in range(n + 1)] for base in (r, s))
        self.one = 1 << (self.up[n] // self.down[n]).bit_length() + 128  # bounds are in units of 1 / one
        self.modulus, self.solved, self.ties, self.claims, self.bits = draw_modulus(), {}, {}, {}, 0
        for _ in range(read_count(reader.take("ties"), MAX_NEEDS + 1)):
            tie = tuple(map(self.need, reader.take("tie", 4)))
            require(tie not in self.ties, "two lines list the same tie")
            self.ties[tie] = False
        for _ in range(read_count(reader.take("claims"), MAX_NEEDS + 1, 1)):
            i, j, text = reader.take("claim", 4)
            require((needs := (self.need(i), self.need(j))) not in self.claims, "two claims are for the same needs")
            require(NUMBER.fullmatch(text), "{} is not a number such as 3 or 1/2", text)
            a, b = map(int, (text if "/" in text else text + "/1").split("/"))
            self.claims[needs] = self.last = a, b
            self.bits = max(self.bits, a.bit_length(), b.bit_length())
        self.bits += 2 + n * s.bit_length()  # for claims and ties; the bits of denominators are added later

    def need(self, text):
        return read_count(text, MAX_NEEDS + 1, 1)

    def read_runs(self, text, length):
        """Read integers with repetitions: 2x3,1x2 is 2 2 2 1 1."""
        parts = [RUN.fullmatch(part) for part in text.split(",")]
        valid = all(parts) and sum(int(part[2]) for part in parts) == length
        require(valid, "{} does not list numbers of heads for {} needs", text, length)
        return [int(part[1]) for part in parts for _ in range(int(part[2]))]

    def check(self):
        (i, j), claimed = list(self.claims)[-1], len(self.claims)
        # rows[i][j]: X(i, j) of docs/certificates.md, in units (at most i + j too low) and exactly, modulo the primes
        rows = [[(0, 0)] for _ in range(self.n + 1)]
        for column in range(1, self.m + 1):
            texts = self.reader.take("column", 3)
            self.solve_column(column, rows, *(self.read_runs(text, self.n - column + 1) for text in texts))
            rows[column] = None
        require(not self.claims, "a claim is for needs outside the table")
        require(all(self.ties.values()), "a listed tie is not a tie")
        chance = 4 * ((self.bits // 60 + 1).bit_length() - 53) + (claimed + len(self.ties)).bit_length()
        others = f", the last of {claimed} such claims" if claimed > 1 else ""
        return (
            f"with heads {self.heads}, the player to toss who needs {i} against {j} wins with exactly "
            f"{format_ratio(*self.last)}{others} (chance of an error below 2^{chance}); "
            f"best numbers of heads proved for needs up to {self.n} and {self.m}, {pluralize(len(self.ties), 'tie')}"
        )

    def solve_pair(self, k, l):
        """Solve X = (1 - p^k) Y + p^k B and Y = (1 - p^l) X + p^l A; return D, its modular inverse and four factors."""
        down, up = self.down, self.up
        K, L = up[k] - down[k], up[l] - down[l]
        D = up[k] * up[l] - K * L  # the factors c, d, e, f: D X = c A + d B, D Y = e A + f B
        return D, invert(D, self.modulus), K * down[l], down[k] * up[l], down[l] * up[k], L * down[k]

    def solve_column(self, j, rows, trailing, leading):
        """Solve each pair (i, j) of column j, where the trailing player needs i >= j; compare all numbers of heads."""
        down, up, one, modulus = self.down, self.up, self.one, self.modulus
        # ahead[h]: U(h, j), which is 1 if h = 0, 1 - X(j, h) if 0 < h < j, and Y(h, j) otherwise; stored like X
        ahead = [(one, 1)] + [(one - X - h - j, (1 - x) % modulus) for h, (X, x) in enumerate(rows[j][1:], 1)]
        best = [one]  # best[h]: at least p^(h - g) U(g, j) for all g <= h
        for h in range(1, j):
            best.append(max(ahead[h][0] + h + j, -(-best[-1] * down[1] // up[1])))
        for i, k, l in zip(range(j, len(rows)), trailing, leading):
            require(k <= i and l <= j, "for needs {} and {}, a number of heads exceeds the need", i, j)
            D, inverse_of_D, c, d, e, f = self.solved.get((k, l)) or self.solved.setdefault(
                (k, l), self.solve_pair(k, l)
            )
            row, wide, self.bits = rows[i], i + j, self.bits + D.bit_length()
            (A, a), (B, b) = row[j - l], ahead[i - k]
            X, x = (c * A + d * B) // D, (c * a + d * b) * inverse_of_D % modulus
            Y, y = (e * A + f * B) // D, (e * a + f * b) * inverse_of_D % modulus
            gain, low = B - Y - wide, Y - wide  # k heads gain the trailing player at least p^k * gain
            for h in range(1, i + 1):
                if h > k and down[h - k] * best[i - h] < up[h - k] * gain:
                    break  # no number from h on is as good
                less, more = (up[k - h], down[k - h]) if h < k else (down[h - k], up[h - k])
                if h != k and less * (ahead[i - h][0] - low) >= more * gain:
                    self.check_tie(i, j, h, less * (ahead[i - h][1] - y) - more * (b - y))
            gain, high = X - A - wide, X + wide  # l heads cost the trailing player at least p^l * gain
            for h in range(1, j + 1):
                if h > l and down[h - l] * high < up[h - l] * gain:
                    break
                less, more = (up[l - h], down[l - h]) if h < l else (down[h - l], up[h - l])
                if h != l and less * (high - row[j - h][0]) >= more * gain:
                    self.check_tie(j, i, h, less * (row[j - h][1] - x) - more * (a - x))
            row.append((X, x))
            ahead.append((Y, y))
            best.append(max(Y + wide, -(-best[-1] * down[1] // up[1])))
            for needs, value in ((i, j), x), ((j, i), 1 - y):
                c, d = self.claims.pop(needs, (0, 0))
                require((value * d - c) % modulus == 0, "the claim for needs {} and {} is false", *needs)

    def check_tie(self, i, j, heads, difference):
        """Verify that a number of heads that the bounds do not exclude is listed as a tie and does tie."""
        require((i, j, heads) in self.ties, "for needs {} and {}, the number of heads {} may be better", i, j, heads)
        require(difference % self.modulus == 0, "for needs {} and {}, the number of heads {} does not tie", i, j, heads)
        self.ties[i, j, heads] = True


if __name__ == "__main__":
    sys.set_int_max_str_digits(400_000)
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with open(sys.argv[1], "rb") as binary:
            print(check(binary))
    except (IndexError, OSError, Refused) as error:
        sys.exit(f"not proved: {error if len(sys.argv) > 1 else 'name an .odds file'}")
