"""Random small models and properties, writers of a few lines for each format, and what a property means."""

import itertools
import operator
import random
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from trueodds.formats.explicit import read_transitions

from ..solver import oracle


@dataclass
class Small:
    """A model: for each state its variables, its owner, and its moves as a name and a probability for each target."""

    kind: str
    variables: tuple
    states: list
    start: int
    players: tuple
    owners: list
    moves: list
    labels: dict
    rewards: dict  # name to those of states x, of moves (x, y) and of outcomes (x, y, target)

    def columns(self):
        """Return the values of each variable, by its name."""
        return dict(zip(self.variables, map(np.array, zip(*self.states, strict=True)), strict=True))

    def rows(self):
        return [(x, y, to) for x, own in enumerate(self.moves) for y, (_, each) in enumerate(own) for to in each]

    def gain(self, name, x, y):
        """Return the reward of a move: that of its state, its own, and the mean of those of its outcomes."""
        states, moves, rows = self.rewards[name]
        mean = sum(chance * rows.get((x, y, to), 0) for to, chance in self.moves[x][y][1].items())
        return states.get(x, 0) + moves.get((x, y), 0) + mean

    def action(self, x, name):
        """Return the action of a move in the PRISM language; that of a game begins with the name of the player."""
        return f"p{self.players[self.owners[x]]}_{name}" if self.kind == "smg" else name

    def whole(self):
        """Return all of it in a comparable form."""
        names = [unlike([name for name, _ in own]) for own in self.moves]
        named = [
            [(name, out) for name, (_, out) in zip(*both, strict=True)] for both in zip(names, self.moves, strict=True)
        ]
        each = [[(x, y) for y in range(len(own))] for x, own in enumerate(self.moves)]
        gains = {name: [[self.gain(name, *at) for at in own] for own in each] for name in self.rewards}
        owners, players = (self.owners, self.players) if self.kind == "smg" else (None, ())
        states = [tuple(map(repr, state)) for state in self.states]  # True is not 1
        return self.kind, self.variables, states, self.start, players, owners, named, self.labels, gains


def unlike(names):
    found = []
    for name in names:
        free = (f"{name} #{at}" if at > 1 else name for at in itertools.count(1))
        found.append(next(one for one in free if one not in found))
    return found


def whole(found):
    """Return this form of a model that was read."""
    first, starts = found.first_outcome.tolist(), found.first_move.tolist()

    def outcomes(y):
        listed = [(int(found.targets[z]), found.table[found.which[z]]) for z in range(first[y], first[y + 1])]
        assert len(dict(listed)) == len(listed)
        return dict(listed)

    own = [range(starts[x], starts[x + 1]) for x in range(len(found))]
    moves = [[(found.moves[y], outcomes(y)) for y in ys] for ys in own]
    labels = {name: set(where.nonzero()[0].tolist()) for name, where in found.labels.items()}
    gains = {name: [[table[which[y]] for y in ys] for ys in own] for name, (table, which) in found.rewards.items()}
    states = [tuple(map(repr, state)) for state in found.states]
    owners = found.owners.tolist() if found.kind == "smg" else None
    return found.kind, found.variables, states, found.start, found.players, owners, moves, labels, gains


def same_moves(found, wanted):
    """Verify that a model which Storm built has the states, owners and moves of `wanted`, a comparable form."""
    its = whole(found)
    order = [wanted[1].index(name) for name in its[1]]
    number = [tuple(state[at] for at in order) for state in wanted[2]]
    number = [number.index(state) for state in its[2]]
    assert number[its[3]] == wanted[3]
    for x, at in enumerate(number):
        prefix = f"{found.players[its[5][x]]}_" if found.kind == "smg" else ""
        assert found.kind != "smg" or its[5][x] == wanted[5][at]
        there = {name: {number[to]: p for to, p in out.items()} for name, out in its[6][x]}
        assert there == {prefix + name: out for name, out in wanted[6][at]}


def draw(rng, kinds=("dtmc", "mdp", "smg"), titles=("r", "more"), names=("go", "a", "b_2"), unnamed=False, far=7):
    """Return a random model of one to five states; a chance is a fraction with a small denominator."""
    kind, count = rng.choice(kinds), rng.randrange(1, 6)

    def outcomes():
        targets = rng.sample(range(count), rng.randrange(1, min(3, count) + 1))
        weights = [rng.randrange(1, 5) for _ in targets]
        return {to: Fraction(weight, sum(weights)) for to, weight in zip(targets, weights, strict=True)}

    def some(keys):
        return {key: Fraction(rng.randrange(1, 9), rng.randrange(1, 4)) for key in keys if rng.random() < 0.6}

    few = [unnamed] if unnamed and rng.random() < 0.3 else names
    choices = [1 if kind == "dtmc" else rng.choice((1, 1, 2, 2, 3)) for _ in range(count)]
    moves = [[(rng.choice(few), outcomes()) for _ in range(size)] for size in choices]
    states = rng.sample([(x, done, y) for x in range(-3, 3) for done in (False, True) for y in (0, far)], count)
    start = rng.randrange(count)
    labels = {name: set(rng.sample(range(count), rng.randrange(count + 1))) for name in ("won", "lost", "odd one")}
    small = Small(kind, ("x", "done", "y"), states, start, ("1", "2"), [], moves, {"init": {start}, **labels}, {})
    small.owners = [rng.randrange(2) for _ in range(count)]
    pairs = [(x, y) for x, own in enumerate(moves) for y in range(len(own))]
    for title in titles[: rng.randrange(len(titles) + 1)]:
        small.rewards[title] = some(range(count)), some(pairs), some(small.rows())
    return small


def spelled(rng, chance):
    """Return one of the texts that denote a probability."""
    ways = [f"{chance.numerator}/{chance.denominator}", f"{3 * chance.numerator}/{3 * chance.denominator}"]
    scaled = chance * 10**6
    if scaled.denominator == 1:
        ways += [f"{scaled}e-6", f"{float(chance)}", f"{float(chance)}E+0", f"{scaled / 10}E-05"]
    ways = [way for way in ways if Fraction(way) == chance]
    return rng.choice([*ways, f"{float(chance)}"[1:]] if chance < 1 and scaled.denominator == 1 else ways)


def write_tra(small, path, rng=None):
    """Write PRISM's explicit files in any order; `path` is that of the .tra file. Choices are numbered with gaps."""
    rng = rng or random.Random(0)

    def write(ending, *lines):
        text = "".join(f"{line}\n" for line in lines)
        path.with_name(path.stem + ending).write_text(text, newline=rng.choice(("\n", "\r\n")))

    def shuffled(rows):
        return rng.sample(rows, len(rows))

    kind, count, gap = small.kind, len(small.states), rng.randrange(1, 4)
    state = [f"{x}:{small.owners[x]}" if kind == "smg" else f"{x}" for x in range(count)]
    choices = "" if kind == "dtmc" else f" {sum(map(len, small.moves))}"
    choice = (lambda y: "") if kind == "dtmc" else (lambda y: f" {y * gap}")
    players = f":{len(small.players)}" if kind == "smg" else ""
    rows = []
    for x, y, to in small.rows():
        name, outcomes = small.moves[x][y]
        action = "" if name == f"choice {y}" else f" {name}"
        rows.append(f"{state[x]}{choice(y)} {to} {spelled(rng, outcomes[to])}{action}")
    write(".tra", "# a comment", "", f"{count}{players}{choices} {len(rows)}", *shuffled(rows))
    rows = [f"{x}:({','.join(map(str, values)).lower()})" for x, values in enumerate(small.states)]
    write(".sta", f"({rng.choice((',', ', ')).join(small.variables)})", *shuffled(rows))
    named = dict(zip(rng.sample(range(99), len(small.labels)), small.labels.items(), strict=True))
    own = {x: [number for number, (_, where) in named.items() if x in where] for x in range(count)}
    head = " ".join(f'{number}="{name}"' for number, (name, _) in named.items())
    listed = [x for x, all_of in own.items() if all_of or rng.random() < 0.3]  # a line may have no labels
    write(".lab", head, *shuffled([f"{x}: {' '.join(map(str, own[x]))}" for x in listed]))
    for at, (title, (states, moves, outcomes)) in enumerate(small.rewards.items(), 1):
        number = at if len(small.rewards) > 1 else ""
        gains = {(x, y, to): moves.get((x, y), 0) + outcomes.get((x, y, to), 0) for x, y, to in small.rows()}
        rows = [f"{x}{choice(y)} {to} {gain}" for (x, y, to), gain in gains.items() if gain]
        if states or not rows:  # a file without rewards may be missing
            lines = [f"{x} {gain}" for x, gain in states.items()]
            named = ["# a comment", "", f'# Reward structure "{title}"', "# Rewards"]
            write(f"{number}.srew", *named, f"{count} {len(lines)}", *shuffled(lines))
        if rows or rng.random() < 0.5:
            head = f"{count}{choices} {len(rows)}"
            named = [f'# Reward structure "{title}"'] * (not states or rng.random() < 0.5)  # one name is enough
            write(f"{number}.trew", "# a comment", *named, head, *shuffled(rows))
    return path


def write_drn(small, folder):
    """Write the files and the answer of the process that runs Storm, which does not support rewards of outcomes."""
    names = list(small.rewards)

    def gains(of, key):
        return f" [{', '.join(str(small.rewards[name][of].get(key, 0)) for name in names)}]" if names else ""

    lines = ["// Exported by storm", "@type: MDP", "@reward_models", " ".join(names), "@model"]
    for x, own in enumerate(small.moves):
        labels = "".join(f" {name}" for name, where in small.labels.items() if x in where)
        lines += [f"state {x}{gains(0, x)}{labels}", f"//[x={x}]"]
        for y, (name, outcomes) in enumerate(own):
            lines.append(f"\taction {'__NOLABEL__' if name == '[]' else name}{gains(1, (x, y))}")
            lines += [f"\t\t{to} : {chance}" for to, chance in outcomes.items()]
    (folder / "model.drn").write_text("\n".join([*lines, ""]))
    columns = {f"variable {at}": own for at, own in enumerate(small.columns().values())}
    if small.kind == "smg":
        columns["players"] = np.array(small.owners)
    np.savez(folder / "model.npz", **columns)
    sizes = [len(small.states), sum(map(len, small.moves)), len(small.rows())]
    known = {"start": small.start, "sizes": sizes, "rewards": names}
    return {**known, "variables": list(small.variables)}


def write_prism(small, path):
    """Write a model in the PRISM language: commands named after the owners of moves, rewards of states and actions."""
    shown = [[str(value).lower() for value in state] for state in small.states]

    def is_at(x):
        return " & ".join(map("=".join, zip(small.variables, shown[x], strict=True))) or "true"

    def becomes(x):
        return " & ".join(f"({name}'={value})" for name, value in zip(small.variables, shown[x], strict=True)) or "true"

    lines = [small.kind]
    for number, player in enumerate(small.players if small.kind == "smg" else ()):
        owned = [x for x, owner in enumerate(small.owners) if owner == number]
        mine = {f"[ {small.action(x, name)} ]" for x in owned for name, _ in small.moves[x]}
        lines += [f"player p{player} {', '.join([*sorted(mine), f'[p{player}_unused]'])}", "endplayer"]
    lines.append("module m")
    for name, first, values in zip(small.variables, shown[small.start], zip(*small.states, strict=True), strict=True):
        domain = "bool" if isinstance(values[0], bool) else f"[{min(values)}..{max(values)}]"
        lines.append(f"{name} : {domain} init {first};")
    for x, own in enumerate(small.moves):
        for name, outcomes in own:
            updates = " + ".join(f"{p} : {becomes(to)}" for to, p in outcomes.items())
            lines.append(f"[{small.action(x, name)}] {is_at(x)} -> {updates};")
    lines += [f"[p{player}_unused] false -> true;" for player in small.players if small.kind == "smg"]
    lines.append("endmodule")
    for label, where in small.labels.items():
        if label != "init":
            lines.append(f'label "{label}" = {" | ".join(f"({is_at(x)})" for x in sorted(where)) or "false"};')
    for title, (states, moves, _) in small.rewards.items():
        items = [f"{is_at(x)} : {gain};" for x, gain in states.items()]
        items.append("false : 0;")
        items += [f"[{small.action(x, small.moves[x][y][0])}] {is_at(x)} : {gain};" for (x, y), gain in moves.items()]
        lines.append("\n".join([f'rewards "{title}"' if title else "rewards", *items, "endrewards"]))
    path.write_text("\n".join([*lines, ""]))
    return path


def transitions_of(owners, moves, gains):
    """Return a game of players 1 and 2: each state's moves, as lists of (probability, state), and their rewards."""
    named = [[(f"m{y}", {to: Fraction(p) for p, to in own}) for y, own in enumerate(each)] for each in moves]
    small = Small("smg", ("s",), [(x,) for x in range(len(moves))], 0, ("1", "2"), owners, named, {"init": {0}}, {})
    each = {(x, y): gains[x][y] for x, own in enumerate(moves) for y in range(len(own))}
    small.rewards["r"] = {}, each, {}
    with TemporaryDirectory() as made:
        return read_transitions(write_tra(small, Path(made, "lists.tra"), random.Random(0)))


# Formulas: a tree of (level, text with a slot for each part, function of its parts' values, parts).

COMPARED = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
SAME = {"=": operator.eq, "!=": operator.ne}
BOOLEAN = [
    (0, "{}=>{}", lambda a, b: (not a) or b, (0, 1), "bb"),
    (1, "{}<=>{}", lambda a, b: a == b, (1, 2), "bb"),
    (2, "{}|{}", lambda a, b: a or b, (2, 3), "bb"),
    (3, "{}&{}", lambda a, b: a and b, (3, 4), "bb"),
    (4, "!{}", lambda a: not a, (4,), "b"),
    *((5, f"{{}}{sign}{{}}", holds, (6, 6), "bb") for sign, holds in SAME.items()),
    *((5, f"{{}}{sign}{{}}", holds, (6, 6), "nn") for sign, holds in (SAME | COMPARED).items()),
]
# Storm knows neither <=> nor equality of conditions, and its ! binds tighter than comparisons.
STORMS = [(4, "!({})", lambda a: not a, (0,), "b") if one[0] == 4 else one for one in BOOLEAN if one[4:] != ("bb",)]
STORMS += [BOOLEAN[0], *BOOLEAN[2:4]]
_NUMERIC = [
    (6, "{}+{}", lambda a, b: a + b, (6, 7), "nn"),
    (6, "{}-{}", lambda a, b: a - b, (6, 7), "nn"),
    (7, "{}*{}", lambda a, b: a * b, (7, 8), "nn"),
    (8, "-{}", lambda a: -a, (8,), "n"),
    (8, "min({},{})", min, (6, 6), "nn"),
    (8, "max({},{},{})", max, (6, 6, 6), "nnn"),
]


def formula(rng, small, depth, what="b", known=BOOLEAN):
    """Return a random formula: its level of binding, its text, and its value in each state."""
    count = len(small.states)
    if depth == 0 or rng.random() < 0.15:
        leaves = {name: own.tolist() for name, own in small.columns().items() if (own.dtype == bool) == (what == "b")}
        if what == "n":
            largest = max((abs(one) for state in small.states for one in state), default=0)
            leaves |= {str(number): [number] * count for number in (0, 1, 3, largest)}
        else:
            leaves |= {f'"{name}"': [x in where for x in range(count)] for name, where in small.labels.items()}
            leaves |= {"true": [True] * count, "false": [False] * count}
        text = rng.choice(list(leaves))
        return 9, text, leaves[text]
    level, pattern, function, levels, kinds = rng.choice(known if what == "b" else _NUMERIC)
    parts = [formula(rng, small, depth - 1, kind, known) for kind in kinds]
    texts = []
    for (own, text, _), least in zip(parts, levels, strict=True):
        wrapped = own < least or rng.random() < 0.1
        texts.append(f"({text})" if wrapped else f"{text} " if rng.random() < 0.2 else text)
    found = [function(*values) for values in zip(*(part[2] for part in parts), strict=True)]
    return level, pattern.format(*texts), found


def value(small, maximisers, before, target, steps=None, gains=None, chosen=None):
    """Return the value at the start if the owners in `maximisers` maximise it and the others minimise it.

    The value is the probability of reaching the target through states of `before`, or the reward until then. The move
    in some states may be `chosen`.
    """
    mine = [owner in maximisers for owner in small.owners]
    if steps is not None:
        count = range(len(small.states))
        found = [Fraction(x in target) for x in count]
        for _ in range(steps):
            after = [[sum(p * found[to] for to, p in outcomes.items()) for _, outcomes in own] for own in small.moves]
            best = [(max if mine[x] else min)(after[x]) for x in count]
            found = [Fraction(1) if x in target else best[x] if x in before else Fraction(0) for x in count]
        return found[small.start]

    def rules(x, own):
        if x in target or x not in before:
            return ((Fraction(0), ((Fraction(1), None, Fraction(gains is None and x in target)),)),)
        moves = [chosen[x]] if chosen and x in chosen else range(len(own))
        gained = [Fraction(0) if gains is None else small.gain(gains, x, y) for y in moves]
        after = [tuple((p, to, None) for to, p in own[y][1].items()) for y in moves]
        return tuple(zip(gained, after, strict=True))

    kind, seats = oracle.ENDLESS if gains is None else oracle.REWARDS, tuple(0 if one else 1 for one in mine)
    game = oracle.Drawn(kind, seats, tuple(rules(x, own) for x, own in enumerate(small.moves)), Fraction(0))
    return oracle.solve_once(game)[small.start]
