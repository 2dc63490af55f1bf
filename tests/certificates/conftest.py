"""Both checkers side by side, and a judge that has nothing in common with either."""

import base64
import io
import json
import shutil
import subprocess
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

import trueodds
from trueodds.certificates import check_odds, check_odds_large, check_odds_rewards
from trueodds.certificates.write import sealed
from trueodds.solver.general import solve as solve_any

HERE = Path(check_odds.__file__).parent

SERVER = """
const { checkOdds } = require(process.argv[1]), { checkHeads } = require(process.argv[2]);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let answer;
  const [kind, text] = line.split(" "), check = kind === "heads" ? checkHeads : checkOdds;
  try { answer = [true, check(new Uint8Array(Buffer.from(text, "base64")))]; }
  catch (error) { answer = [false, error.message]; }
  console.log(JSON.stringify(answer));
});
"""


def in_python(data):
    """Whether the Python checker is convinced, that of rewards where they are told, and what it says."""
    checker = check_odds_rewards if b"\nrewards moves\n" in data else check_odds
    try:
        return True, checker.check(io.BytesIO(data))
    except checker.Refused as refused:
        return False, str(refused)


def _heads_in_python(data):
    """The same of the checker of kind heads."""
    try:
        return True, check_odds_large.check(io.BytesIO(data))
    except check_odds_large.Refused as refused:
        return False, str(refused)


@pytest.fixture(scope="session")
def checkers_in_node():
    """The same of the JavaScript checkers, of kind heads if that is said; None without node."""
    node = shutil.which("node")
    if node is None:
        yield None
        return
    checkers = [str(HERE / "check_odds.js"), str(HERE / "check_odds_large.js")]
    server = subprocess.Popen([node, "-e", SERVER, *checkers], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(data, kind="other"):
        server.stdin.write(f"{kind} {base64.b64encode(data).decode()}\n")
        server.stdin.flush()
        return tuple(json.loads(server.stdout.readline()))

    yield ask
    server.stdin.close()
    server.wait(timeout=30)
    server.stdout.close()


@pytest.fixture(scope="session")
def in_javascript(checkers_in_node):
    """The same of the JavaScript checker."""
    if checkers_in_node is None:
        pytest.skip("node is not installed: the JavaScript checker is not tried")
    return checkers_in_node


@pytest.fixture(scope="session")
def python():
    return in_python


@pytest.fixture
def both(in_javascript):
    """Both checkers, which must agree."""

    def ask(data):
        ours, theirs = in_python(data), in_javascript(data)
        assert ours[0] == theirs[0], (ours, theirs, data[-3000:])
        if ours[0]:
            assert ours == theirs
        return ours

    return ask


@pytest.fixture(scope="session")
def heads_in_python():
    return _heads_in_python


@pytest.fixture(scope="session")
def both_of_heads(checkers_in_node):
    """Both checkers of kind heads, which must agree; the one in Python alone where there is no node."""

    def ask(data):
        ours = _heads_in_python(data)
        if checkers_in_node is not None:
            ask.theirs = theirs = checkers_in_node(data, "heads")
            assert ours[0] == theirs[0], (ours, theirs, data[-3000:])
            if ours[0]:
                assert ours == theirs
        return ours

    ask.theirs = None  # the last verdict in JavaScript
    return ask


@pytest.fixture(scope="session")
def seal():
    """Lines sealed, as bytes."""
    return lambda lines: "".join(sealed(lines)).encode()


def parsed(lines):
    """The model in a certificate: moves by position, numbers, header."""
    head, numbers, positions = defaultdict(list), [], []
    for line in lines:
        keyword, _, rest = line.partition(" ")
        if keyword == "number":
            numbers.append(Fraction(rest))
        elif keyword == "p":
            positions.append((rest.split(" "), []))
        elif keyword == "m":
            positions[-1][1].append(rest.split(" ", 1)[0])
        else:
            head[keyword].append(rest)
    return head, numbers, positions


@pytest.fixture(scope="session")
def is_true():
    """Solve the game in a certificate anew, and hold all that it says against the answer."""

    def judge(lines):
        head, numbers, positions = parsed(lines)  # that it ends is proved anew, too, if it says so
        worth = head["infinite"][0]

        def outcomes(x, y):
            for one in positions[x][1][y].split(","):
                chance, goes, to = one.partition(">")
                if goes:
                    yield trueodds.Outcome(numbers[int(chance)], position=int(to))
                else:
                    chance, _, to = one.partition("=")
                    yield trueodds.Outcome(numbers[int(chance)], payoff=numbers[int(to)])

        game = trueodds.Rules(
            int(head["start"][0]),
            lambda x: range(len(positions[x][1])),
            lambda x, y: list(outcomes(x, y)),
            lambda x: int(positions[x][0][0]),
            infinite_play=None if worth == "never" else Fraction(worth),
        )
        solution = solve_any(game)
        for x, value, best in zip(solution.model.positions, solution.values, solution.best, strict=True):
            fields = positions[x][0]
            if head["kind"] == ["values"]:
                assert Fraction(fields[3]) == value
                assert fields[2] == ",".join(map(str, best))
            else:
                unit = Fraction(head["unit"][0])
                assert Fraction(fields[3]) * unit <= value <= Fraction(fields[4]) * unit
                assert set(map(str, best)) <= set(fields[2].split(","))
        seat, *claim = head["claim"][0].split(" ")
        value = solution.value if seat == "0" else 1 - solution.value
        assert Fraction(claim[0]) <= value <= Fraction(claim[-1])

    return judge
