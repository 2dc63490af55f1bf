"""Check an .odds certificate: python -I check_odds.py FILE.

One file, Python's standard library only; imports nothing of the package that writes certificates. What a certificate
says, why it proves its claim, and pseudocode of this program: docs/certificates.md. Prints one line, what is proved or
where it fails; exits 0 or 1. gmpy2, if it is there, changes the speed and nothing else.
"""

import gzip
import hashlib
import math
import re
import secrets
import sys
from array import array

try:
    from gmpy2 import mpq as Fraction
except ImportError:
    from fractions import Fraction

MAX_BYTES, MAX_LINE, MAX_POSITIONS, MAX_TABLE, MAX_WORK = 1 << 33, 1 << 21, 10_000_000, 1_000_000, 10**9
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,399999})(?:/[1-9][0-9]{0,399999})?")
OUTCOME, COUNT = re.compile("(0|[1-9][0-9]{0,7})([>=])(0|[1-9][0-9]{0,7})"), re.compile("0|[1-9][0-9]{0,11}")


class Refused(Exception):
    """The certificate does not prove its claim."""


def require(holds, message):
    """Refuse what does not hold."""
    if not holds:
        raise Refused(message)


def number(text):
    """An exact number, a or a/b."""
    require(NUMBER.fullmatch(text), f"no number a or a/b: {text[:40]!r}")
    return Fraction(text) if "/" in text else int(text)


def count(text, below):
    """A whole number from 0."""
    require(COUNT.fullmatch(text) and int(text) < below, f"{text[:40]!r} is no whole number from 0 to {below - 1}")
    return int(text)


def shown(value):
    """A number for the verdict, in full if it is short."""
    text = f"{'-' * (value < 0)}{math.floor(abs(value))}.{math.floor(abs(value) % 1 * 10**15):015d}..."
    short = max(abs(value.numerator), value.denominator) < 10**60
    return f"{value} = {text}" if short else f"{text} (denominator of {value.denominator.bit_length()} bits)"


class Reader:
    """A file's lines, bounded in length and number; comments are passed over, the seal is checked where it stands."""

    def __init__(self, file):
        self.file, self.at, self.size, self.hash, self.line = file, 0, 0, hashlib.sha256(), None

    def peek(self):
        while self.line is None or self.line.startswith("#"):
            raw = self.file.readline(MAX_LINE + 1)
            self.at, self.size = self.at + 1, self.size + len(raw)
            require(len(raw) <= MAX_LINE and self.size <= MAX_BYTES, "longer than a certificate may be")
            require(raw.endswith(b"\n"), "the file ends before its seal")
            self.line = raw[:-1].decode()
            require(self.line.isprintable() or not re.search("[\x00-\x1f\x7f]", self.line), "a control character")
            if self.line.startswith("sha256 "):
                require(self.line[7:] == self.hash.hexdigest(), "the seal is not that of the lines before it")
                require(self.file.read(1) == b"", "something follows the seal")
            self.hash.update(raw)
        return self.line

    def take(self, keyword, parts=2):
        """What follows a keyword, in so many parts, of which the last may have spaces."""
        words = self.peek().split(" ", parts - 1)
        require(words[0] == keyword and len(words) == parts and all(words), f"no line {keyword!r} of {parts} parts")
        self.line = None
        return words[1] if parts == 2 else words[1:]


def check(file: object) -> str:
    """Check a certificate, a binary file; returns what is proved, or raises Refused with the line."""
    reader = Reader(file)
    try:
        require(reader.take("odds") == "1", "only version 1 is known")
        name = reader.take("game")
        while reader.peek().startswith("parameter "):
            name += " " + "=".join(reader.take("parameter", 3))
        kind = reader.take("kind")
        require(kind in ("values", "bounds"), f"unknown kind {kind[:40]!r} (heads: check_odds_large.py)")
        proved = Model(reader, kind == "bounds").check()
        reader.take("sha256")
        return f"{name}: {proved}"
    except Refused as refused:
        raise Refused(f"line {reader.at}: {refused}") from None
    except (UnicodeDecodeError, OSError, EOFError, gzip.zlib.error) as error:
        raise Refused(f"line {reader.at}: not readable ({type(error).__name__})") from None


class Model:
    """Positions with their rules, values (or bounds) and best moves, checked as soon as all they lead to is read."""

    def __init__(self, reader, bounds):
        self.reader, self.bounds, self.given, self.infinite = reader, bounds, *map(reader.take, ("given", "infinite"))
        require(self.given in ("none", "0", "1", "0,1"), "given must be none, 0, 1 or 0,1")
        require(reader.take("rewards") == "none", "rewards must be none here (moves: check_odds_rewards.py)")
        self.unit = Fraction(number(reader.take("unit")) if bounds else 1)
        require(self.unit > 0, "the unit must be above 0")
        self.worth = None if self.infinite == "never" else number(self.infinite) / self.unit  # None: the game must end
        self.numbers = [number(reader.take("number")) for _ in range(count(reader.take("numbers"), MAX_TABLE))]
        self.bits = sum(int(one.denominator).bit_length() for one in self.numbers)  # more than their lcm has
        self.common = math.lcm(*(int(n.denominator) for n in self.numbers)) if self.bits < 20_000 else 1
        self.payoffs = [int(u) if (u := n / self.unit).denominator == 1 else u for n in reversed(self.numbers)]  # at ~c
        self.weights = [int(n * self.common) for n in self.numbers] if self.bits < 20_000 else self.numbers
        self.count = count(reader.take("positions"), MAX_POSITIONS)
        self.low, self.high, self.ranks, self.sums, self.sole = [], [], [], {}, {}

    def check(self):
        reader, waiting, names, total = self.reader, {}, set(), 0
        for x in range(self.count):
            seat, rank, best, *values, name = reader.take("p", 7 if self.bounds else 6)
            line, seat, values, moves = reader.at, count(seat, 2), [number(value) for value in values], {}
            require(name not in names, f"a second position {name[:40]!r}")
            require(not self.bounds or all(type(value) is int for value in values), "bounds must be whole numbers")
            require(values[0] <= values[-1], "a lower bound above the upper")
            names.add(name)
            self.ranks.append(x if rank == "-" else count(rank, 10**9))
            self.low.append(values[0])
            self.high.append(values[-1])
            while reader.peek().startswith("m "):
                outcomes, move = reader.take("m", 3)
                require(move not in moves, f"a second move {move[:40]!r}")
                moves[move] = self.outcomes(outcomes)
            require(len(moves) == 1 or (moves and str(seat) not in self.given), "no move, or more than the given one")
            ready = max(x, max(y for move in moves.values() for _, y in move))
            waiting.setdefault(ready, []).append((line, x, seat, best, list(moves.values())))
            total += len(moves)
            for record in waiting.pop(x, ()):
                self.check_position(*record)
        start, (seat, claim), how = count(reader.take("start"), self.count), reader.take("claim", 3), ""
        claim = [number(one) for one in claim.split(" ", 1)]
        mine = [1 - one for one in reversed(claim)] if count(seat, 2) else claim
        if self.bounds and len(claim) == 1:
            how = self.check_start(start, mine[0])
        else:
            known = [self.low[start] * self.unit, self.high[start] * self.unit][: 1 + self.bounds]
            require(mine == known, "the claim is not what stands at the start's position")
        worth = "exactly " + shown(claim[0]) if len(claim) == 1 else " to ".join(map(shown, claim))
        how += "" if self.worth is None else f", infinite play being worth {self.infinite[:40]}"
        how += "" if self.given == "none" else f", the strategy of seat {self.given} being given"
        return f"seat {seat} gets {worth}{how}; proved at {self.count} positions, {total} moves"

    def outcomes(self, text):
        """Where a move may lead: pairs of a probability's number and a position, or ~ a payoff's number."""
        found = [OUTCOME.fullmatch(one) for one in text.split(",")]
        require(all(found), f"no outcomes: {text[:40]!r}")
        pairs = [(int(c), int(y) if sign == ">" else ~int(y)) for c, sign, y in map(re.Match.groups, found)]
        chances, n = tuple(sorted([c for c, _ in pairs])), len(self.numbers)
        require(chances[-1] < n and all(-n <= y < self.count for _, y in pairs), f"no such number: {text[:40]!r}")
        if chances not in self.sums:
            require(all(self.numbers[chance] > 0 for chance in chances), "a probability that is not above 0")
            self.sums[chances] = sum(self.numbers[chance] for chance in chances)
        require(self.sums[chances] == 1, "probabilities that do not add to 1")
        return pairs

    def side(self, x):  # 1 where more than infinite play is promised, -1 where less; 0: neither, or play must end
        return 0 if self.worth is None else (self.low[x] > self.worth) - (self.high[x] < self.worth)

    def means(self, x, moves, known):
        """What the moves are worth and what the position says it is, in a unit in which all is whole."""
        w, ends = self.weights, self.payoffs
        if not self.bounds:
            of = {y: (known if y >= 0 else ends)[y] for y in {x, *(y for move in moves for _, y in move)}}
            scale = math.lcm(*{int(value.denominator) for value in of.values()})
            known = ends = {y: int(value * scale) for y, value in of.items()}
        return [sum([w[c] * (known if y >= 0 else ends)[y] for c, y in move]) for move in moves], known[x] * self.common

    def check_position(self, line, x, seat, best, moves):
        """The theorem's conditions at one position."""
        (lows, low), side, rank, choose = self.means(x, moves, self.low), self.side(x), self.ranks[x], (max, min)[seat]
        highs, high = self.means(x, moves, self.high) if self.bounds else (lows, low)
        require(choose(lows) >= low and choose(highs) <= high, f"line {line}: the best move is worth something else")
        left = [y for y in range(len(moves)) if (lows[y] <= min(highs) if seat else highs[y] >= max(lows))]
        require(best == ",".join(map(str, left)), f"best moves in line {line} are {left[:9]}, not {best[:40]}")
        falls = [any(y < 0 or (self.ranks[y] < rank and self.side(y) == side) for _, y in move) for move in moves]
        if self.worth is not None and side != (1 if seat else -1):  # then by a move that keeps what is promised
            keeps = [value <= high for value in highs] if seat else [value >= low for value in lows]
            falls = [not side or any(map(min, keeps, falls))]
        require(all(falls), f"nothing shows that play from the position of line {line} ends: the rank does not fall")
        if self.bounds and len(left) == 1:
            self.sole[x] = array("i", [part for pair in moves[left[0]] for part in pair])

    def check_start(self, start, claim):
        """Hold the claim against the start's value by the only moves left."""
        require(self.worth is None, "an exact start besides bounds needs a game that must end")
        chain, found = {start}, [start]
        for x in found:  # grows
            require(x in self.sole, f"bounds leave several moves at position {x}, to which best play comes")
            found += {y for y in self.sole[x][1::2] if y >= 0} - chain
            chain.update(self.sole[x][1::2])
        row = 2 * self.bits + int(2 + max(map(abs, self.numbers))).bit_length()  # Hadamard's inequality, made whole
        return by_primes(lambda modulus: self.solve(start, sorted(found), modulus), claim, row * len(found))

    def solve(self, start, order, modulus):
        """The start's value modulo a number, the chain's positions eliminated in the order of their numbers."""
        numbers = [int(n.numerator) * pow(int(n.denominator), -1, modulus) % modulus for n in self.numbers]
        known, rows, pending, work = {}, {}, [], 0
        for x in order:
            constant, terms = 0, {}
            for c, y in zip(self.sole[x][::2], self.sole[x][1::2]):
                if y < 0 or y in known:
                    constant += numbers[c] * (known[y] if y >= 0 else numbers[~y])
                else:
                    terms[y] = terms.get(y, 0) + numbers[c]
            while terms and (y := min(terms)) < x:
                factor, (more, others) = terms.pop(y), rows[y]
                constant += factor * more
                terms.update({z: (terms.get(z, 0) + factor * value) % modulus for z, value in others.items()})
                work += len(terms)
                require(work < MAX_WORK, "in this order of the positions elimination takes too long")
            scale = pow(1 - terms.pop(x), -1, modulus) if x in terms else 1
            rows[x] = constant * scale % modulus, {y: scale * value % modulus for y, value in terms.items()}
            pending.append(x)
            while pending and all(y in known for y in rows[pending[-1]][1]):
                constant, terms = rows.pop(y := pending.pop())
                known[y] = (constant + sum(value * known[z] for z, value in terms.items())) % modulus
        return known[start]


def by_primes(value, claim, bits):
    """Hold a fraction of so many bits against a claim modulo four primes; at most bits / 60 deceive, of over 2^53."""
    bits, modulus = bits + max(int(claim.numerator).bit_length(), int(claim.denominator).bit_length()) + 1, 1
    while modulus < 1 << 240:  # 4k + 3; no other such number below 3.3e24 passes for all bases (Sorenson, Webster 2015)
        n = 1 << 60 | secrets.randbits(60) | 3
        if all(pow(base, n >> 1, n) in (1, n - 1) for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)):
            modulus *= n
    require((value(modulus) * int(claim.denominator) - int(claim.numerator)) % modulus == 0, "not the start's value")
    return f" (chance of an error below 2^{4 * ((bits // 60 + 1).bit_length() - 53)})"


if __name__ == "__main__":
    sys.set_int_max_str_digits(400_000)
    try:
        with open(sys.argv[1], "rb") as raw:
            print(check(gzip.GzipFile(fileobj=raw) if raw.peek(2)[:2] == b"\x1f\x8b" else raw))
    except (IndexError, OSError, Refused) as error:
        sys.exit(f"not proved: {error if len(sys.argv) > 1 else 'name an .odds file'}")
