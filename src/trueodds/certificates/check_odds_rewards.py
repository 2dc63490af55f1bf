"""Check an .odds certificate of expected rewards: python -I check_odds_rewards.py FILE.

One file, Python's standard library only; imports nothing of the package that writes certificates. What such a
certificate says ("Rewards") and why it proves its claim: docs/certificates.md. Prints one line, what is proved or
where it fails; exits 0 or 1. gmpy2, if it is there, changes the speed and nothing else.
"""

import gzip
import hashlib
import math
import re
import sys

try:
    from gmpy2 import mpq as Fraction
except ImportError:
    from fractions import Fraction

MAX_BYTES, MAX_LINE, MAX_POSITIONS, MAX_TABLE, INFINITY = 1 << 33, 1 << 21, 10_000_000, 1_000_000, float("inf")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,399999})(?:/[1-9][0-9]{0,399999})?")
OUTCOME, COUNT = re.compile("(0|[1-9][0-9]{0,7})([>=])(0|[1-9][0-9]{0,7})"), re.compile("0|[1-9][0-9]{0,11}")


class Refused(Exception):
    """The certificate does not prove its claim."""


def require(holds, message):
    """Refuse what does not hold."""
    if not holds:
        raise Refused(message)


def number(text, or_infinity=False):
    """An exact number, a or a/b; where it may be, also infinity."""
    if or_infinity and text == "infinity":
        return INFINITY
    require(NUMBER.fullmatch(text), f"no number a or a/b: {text[:40]!r}")
    return Fraction(text) if "/" in text else Fraction(int(text))


def count(text, below):
    """A whole number from 0."""
    require(COUNT.fullmatch(text) and int(text) < below, f"{text[:40]!r} is no whole number from 0 to {below - 1}")
    return int(text)


def shown(value):
    """A number for the verdict, in full if it is short."""
    if value == INFINITY:
        return "infinity"
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
        require(kind in ("values", "bounds"), f"unknown kind {kind[:40]!r} beside rewards")
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
        self.reader, self.bounds, self.given, infinite = reader, bounds, *map(reader.take, ("given", "infinite"))
        require(self.given in ("none", "0", "1", "0,1"), "given must be none, 0, 1 or 0,1")
        require(reader.take("rewards") == "moves", "rewards must be moves here (none: check_odds.py)")
        require(infinite == "infinity", "beside rewards infinite play is worth infinity")
        self.unit = number(reader.take("unit")) if bounds else Fraction(1)
        require(self.unit > 0, "the unit must be above 0")
        self.numbers = [number(reader.take("number")) for _ in range(count(reader.take("numbers"), MAX_TABLE))]
        self.count = count(reader.take("positions"), MAX_POSITIONS)
        self.low, self.high, self.ranks, self.sums = [], [], [], {}

    def check(self):
        reader, waiting, names, total = self.reader, {}, set(), 0
        for x in range(self.count):
            seat, rank, best, *values, name = reader.take("p", 7 if self.bounds else 6)
            line, seat, moves = reader.at, count(seat, 2), {}
            require(name not in names, f"a second position {name[:40]!r}")
            require(not self.bounds or "/" not in "".join(values), "bounds must be whole numbers")
            values = [number(value, or_infinity=True) for value in values]
            require(values[0] <= values[-1], "a lower bound above the upper")
            names.add(name)
            self.ranks.append(x if rank == "-" else count(rank, 10**9))
            self.low.append(values[0] if values[0] == INFINITY else values[0] * self.unit)
            self.high.append(values[-1] if values[-1] == INFINITY else values[-1] * self.unit)
            while reader.peek().startswith("m "):
                outcomes, move = reader.take("m", 3)
                require(move not in moves, f"a second move {move[:40]!r}")
                moves[move] = self.outcomes(outcomes)
            require(len(moves) == 1 or (moves and str(seat) not in self.given), "no move, or more than the given one")
            ready = max(x, max(y for _, move in moves.values() for _, y in move))
            waiting.setdefault(ready, []).append((line, x, seat, best, list(moves.values())))
            total += len(moves)
            for record in waiting.pop(x, ()):
                self.check_position(*record)
        start, (seat, claim) = count(reader.take("start"), self.count), reader.take("claim", 3)
        require(seat == "0", "the claim must be of seat 0, who gets the rewards")
        claim = [number(one, or_infinity=True) for one in claim.split(" ", 1)]
        known = [self.low[start], self.high[start]][: 1 + self.bounds]
        require(claim == known, "the claim is not what stands at the start's position")
        worth = " to ".join(map(shown, claim)) if self.bounds else f"exactly {shown(claim[0])}"
        how = "" if self.given == "none" else f", the strategy of seat {self.given} being given"
        how = f"{worth}, infinite play being worth infinity{how}"
        return f"seat 0 gets {how}; proved at {self.count} positions, {total} moves"

    def outcomes(self, text):
        """What a move gains, and where it may lead: pairs of a probability and a position, or ~ a payoff's number."""
        text, *gains = text.split(",+")
        found, n = [OUTCOME.fullmatch(one) for one in text.split(",")], len(self.numbers)
        require(all(found) and len(gains) < 2, f"no outcomes: {text[:40]!r}")
        pairs = [(int(c), int(y) if sign == ">" else ~int(y)) for c, sign, y in map(re.Match.groups, found)]
        chances, gain = tuple(sorted([c for c, _ in pairs])), self.numbers[count(gains[0], n)] if gains else 0
        require(chances[-1] < n and all(-n <= y < self.count for _, y in pairs), f"no such number: {text[:40]!r}")
        if chances not in self.sums:
            require(all(self.numbers[chance] > 0 for chance in chances), "a probability that is not above 0")
            self.sums[chances] = sum(self.numbers[chance] for chance in chances)
        require(self.sums[chances] == 1, "probabilities that do not add to 1")
        require(gain >= 0, "a reward below 0")
        return gain, pairs

    def worths(self, moves, known):
        """What moves are worth by some numbers: infinitely much where one may lead to an infinite one."""
        found = []
        for gain, outcomes in moves:
            after = [known[y] if y >= 0 else self.numbers[~y] for _, y in outcomes]
            sums = () if INFINITY in after else (self.numbers[c] * value for (c, _), value in zip(outcomes, after))
            found.append(INFINITY if INFINITY in after else gain + sum(sums))
        return found

    def check_position(self, line, x, seat, best, moves):
        """The theorem's conditions at one position."""
        low, high, rank, choose = self.low[x], self.high[x], self.ranks[x], (max, min)[seat]
        lows = self.worths(moves, self.low)
        highs = self.worths(moves, self.high) if self.bounds else lows
        require(choose(lows) >= low and choose(highs) <= high, f"line {line}: the best move is worth something else")
        left = [y for y in range(len(moves)) if (lows[y] <= min(highs) if seat else highs[y] >= max(lows))]
        require(best == ",".join(map(str, left)), f"best moves in line {line} are {left[:9]}, not {best[:40]}")
        if low == INFINITY:  # one move of seat 0, or all of seat 1, keep to ranks no higher or may come to lower ones
            ranks = [[self.ranks[y] if self.endless(y) else INFINITY for _, y in move] for _, move in moves]
            holds = [max(own) <= rank or min(own) < rank for own in ranks]
            require(
                (any, all)[seat](holds), f"nothing shows that play from the position of line {line} can last for ever"
            )
        elif high < INFINITY:  # all moves of seat 0, or one of seat 1 that is worth no more, may end it or lower a rank
            falls = [any(y < 0 or self.ranks[y] < rank for _, y in move) for _, move in moves]  # all lead to numbers
            falls = [any(fall and worth <= high for fall, worth in zip(falls, highs))] if seat else falls
            require(
                all(falls), f"nothing shows that play from the position of line {line} ends: the rank does not fall"
            )

    def endless(self, y):
        return y >= 0 and self.low[y] == INFINITY


if __name__ == "__main__":
    sys.set_int_max_str_digits(400_000)
    try:
        with open(sys.argv[1], "rb") as raw:
            print(check(gzip.GzipFile(fileobj=raw) if raw.peek(2)[:2] == b"\x1f\x8b" else raw))
    except (IndexError, OSError, Refused) as error:
        sys.exit(f"not proved: {error if len(sys.argv) > 1 else 'name an .odds file'}")
