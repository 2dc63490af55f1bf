"""Compare the two checkers with each other, and accepted files with the values of all pairs of strategies."""

import base64
import json
import math
import random
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from gmpy2 import mpq

from trueodds.certificates import check, check_odds
from trueodds.certificates.lines import add_checksum

from ..solver import oracle

JAVASCRIPT = Path(check_odds.__file__).with_suffix(".js")
SERVER = """
const { checkOdds, unpack } = require(process.argv[1]);
const ask = (text) => {
  try { return [true, checkOdds(new Uint8Array(unpack(Buffer.from(text, "base64"))))]; }
  catch (error) { return [false, error.message]; }
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(JSON.stringify(line.split(" ").map(ask)));
});
"""


def in_python(data):
    """Return whether the Python checker accepts, and its line."""
    try:
        return True, check.check_bytes(data)
    except check_odds.Refused as refused:
        return False, str(refused)


def seal_lines(lines):
    """Return lines with their seal, as bytes."""
    return "".join(add_checksum(lines)).encode()


@pytest.fixture(scope="session")
def in_javascript():
    """The verdicts of the JavaScript checker on several files; None without node."""
    node = shutil.which("node")
    if node is None:
        yield None
        return
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    server = subprocess.Popen([node, "-e", SERVER, JAVASCRIPT], **pipes)

    def ask(*files):
        server.stdin.write(" ".join(base64.b64encode(data).decode() for data in files) + "\n")
        server.stdin.flush()
        return [tuple(answer) for answer in json.loads(server.stdout.readline())]

    yield ask
    server.stdin.close()
    server.wait(timeout=30)
    server.stdout.close()


@pytest.fixture(scope="session")
def both_all(in_javascript):
    """The verdicts of both checkers on several files, which must be identical."""

    def ask(files):
        found = [in_python(data) for data in files]
        for begin in range(0, len(files) if in_javascript else 0, 50):
            some = slice(begin, begin + 50)
            for data, ours, theirs in zip(files[some], found[some], in_javascript(*files[some]), strict=True):
                assert ours == theirs, data[-3000:]
        for _, said in found:
            assert "\n" not in said
        return found

    return ask


@pytest.fixture(scope="session")
def both(both_all):
    return lambda data: both_all([data])[0]


@pytest.fixture
def altered():
    """The verdicts of the JavaScript checker on files, each with something changed in its text."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")

    def ask(*cases):
        text, code = JAVASCRIPT.read_text(encoding="utf-8").partition("if (typeof module")[0], ""
        for data, old, new in cases:
            assert text.count(old) == 1
            checked = f"checkOdds(Buffer.from('{data.hex()}', 'hex').toString())"
            code += f"(() => {{ {text.replace(old, new)}"
            code += f"try {{ console.log({checked}); }} catch (error) {{ console.log(error.message); }} }})();\n"
        return subprocess.run(["node"], input=code, capture_output=True, text=True).stdout.splitlines()

    return ask


def parsed(lines):
    """Return the header, the table of numbers, and the positions in a certificate: fields, and texts of outcomes."""
    head, numbers, positions = defaultdict(list), [], []
    for line in lines:
        keyword, _, rest = line.partition(" ")
        if keyword == "number":
            numbers.append(mpq(rest))
        elif keyword == "p":
            positions.append((rest.split(" "), []))
        elif keyword == "m":
            positions[-1][1].append(rest.split(" ", 1)[0])
        elif not line.startswith("#"):
            head[keyword].append(rest)
    return head, numbers, positions


def read_game(lines):
    """Return the game in a certificate; infinite play is worth 0 if the file claims that play must end."""
    head, numbers, positions = parsed(lines)
    found, infinite = [], head["infinite"][0]
    for _, moves in positions:
        own = []
        for text in moves:
            text, _, gain = text.partition(",+")
            outcomes = []
            for one in text.split(","):
                chance, goes, to = one.partition(">") if ">" in one else one.partition("=")
                end = goes == "="
                outcomes.append((numbers[int(chance)], None if end else int(to), numbers[int(to)] if end else None))
            own.append((numbers[int(gain)] if gain else mpq(0), tuple(outcomes)))
        found.append(tuple(own))
    seats, worth = tuple(int(fields[0]) for fields, _ in positions), 0 if infinite == "never" else exact(infinite)
    return oracle.Drawn(oracle.REWARDS if worth == math.inf else oracle.ENDLESS, seats, tuple(found), worth)


def worths_of(game, x, values):
    """Return the worths of a position's moves, by the values of the following positions."""
    return [oracle.worth(game, values, x, y) for y in range(len(game.rules[x]))]


def must_end(game):
    """Return whether no choice of moves keeps play from ending."""
    moves = [(x, after) for x, own in enumerate(oracle.reach_of(game)) for after in own]
    return all(oracle.ranks(len(game.rules), moves, list(map(len, game.rules))))


def exact(text):
    return math.inf if text == "infinity" else mpq(text)


def judge(lines):
    """Verify everything that a certificate of a tiny game claims, by brute force."""
    game, (head, _, positions) = read_game(lines), parsed(lines)
    assert head["infinite"][0] != "never" or must_end(game)
    assert all(len(moves) == 1 for fields, moves in positions if fields[0] in head["given"][0])
    values = oracle.solve_once(game)
    unit = mpq(head["unit"][0]) if head["unit"] else 1
    for x, ((fields, _), seat, value) in enumerate(zip(positions, game.seats, values, strict=True)):
        own = worths_of(game, x, values)
        best = {str(y) for y, worth in enumerate(own) if worth == (min if seat else max)(own)}
        if head["kind"] == ["values"]:
            assert exact(fields[3]) == value
            assert set(fields[2].split(",")) == best
        else:
            assert exact(fields[3]) * unit <= value <= exact(fields[4]) * unit
            assert set(fields[2].split(",")) >= best
    seat, *claim = head["claim"][0].split(" ")
    value = values[int(head["start"][0])]
    assert exact(claim[0]) <= (1 - value if int(seat) else value) <= exact(claim[-1])


@pytest.fixture
def luck(request):
    """Random numbers that depend only on the name of the test."""
    return random.Random(request.node.name)
