"""Certificates of other rules are refused: every change to the rules of a random game is detected."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates.check import Certificate, check_file, compare_rules
from trueodds.certificates.check_odds import Refused
from trueodds.certificates.write import certificate, write_lines
from trueodds.solver.array_game import ArrayGame
from trueodds.solver.bounded import solve_moves
from trueodds.solver.general import solve
from trueodds.solver.model import Model
from trueodds.solver.numbered import Numbered

from .test_heads import lines_of
from .test_rewards import random_model


def random_table(luck):
    """Return a game that always ends: seat and moves of each position, a move's outcomes (chance, position, payoff)."""
    count = luck.randrange(2, 6)
    table = []
    for x in range(count):
        moves = {}
        for name in luck.sample(["roll", "hold", 3, ("x", 1)], luck.randrange(1, 4)):
            ways = [(to, None) for to in range(x + 1, count) if luck.random() < 0.7]
            ways += [(None, Fraction(k, 2)) for k in range(3) if luck.random() < 0.5] or [(None, Fraction(1, 2))]
            parts = [luck.randrange(1, 4) for _ in ways]
            moves[name] = [(Fraction(part, sum(parts)), *way) for part, way in zip(parts, ways, strict=True)]
        table.append((luck.randrange(2), moves))
    return table


def game_of(table, names=tuple(range(9)), name="random", infinite_play=None):
    """Return the game with a table's rules; names of positions are their numbers unless given."""
    number = {name: x for x, name in enumerate(names)}
    place = lambda to: None if to is None else names[to]  # noqa: E731
    return trueodds.Rules(
        names[0],
        lambda name: list(table[number[name]][1]),
        lambda name, move: [
            trueodds.Outcome(p, position=place(to), payoff=end) for p, to, end in table[number[name]][1][move]
        ],
        lambda name: table[number[name]][0],
        name=name,
        infinite_play=infinite_play,
    )


def changes(table, luck):
    """Return games with other rules, by the kind of change."""
    reached, left = {0}, [0]
    while left:
        for outcomes in table[left.pop()][1].values():
            left += {to for _, to, _ in outcomes} - reached - {None}
            reached |= {to for _, to, _ in outcomes} - {None}
    x = luck.choice(sorted(reached))
    seat, moves = table[x]
    name = luck.choice(list(moves))
    outcomes = moves[name]
    put = lambda own, at=x: [own if y == at else row for y, row in enumerate(table)]  # noqa: E731
    with_outcomes = lambda own: put((seat, moves | {name: own}))  # noqa: E731
    yield "seat", put((1 - seat, moves))
    yield "a move more", put((seat, moves | {"other": outcomes}))
    yield "a move renamed", put((seat, {("renamed" if one == name else one): own for one, own in moves.items()}))
    if len(moves) > 1:
        yield "a move less", put((seat, {one: own for one, own in moves.items() if one != name}))
        yield "moves in another order", put((seat, dict(reversed(list(moves.items())))))
        first, second = luck.sample(list(moves), 2)
        if moves[first] != moves[second]:
            yield "moves exchanged", put((seat, moves | {first: moves[second], second: moves[first]}))
    at = luck.randrange(len(outcomes))
    chance, to, end = outcomes[at]
    rest = [*outcomes[:at], *outcomes[at + 1 :]]
    if to is None:
        if all(one[2] != end + 1 for one in outcomes):
            yield "a payoff", with_outcomes([*rest, (chance, None, end + 1)])
        yield "an end less sure", with_outcomes([*rest, (chance / 2, None, end), (chance / 2, None, end + 5)])
        if x + 1 < len(table):
            yield "a position for a payoff", with_outcomes([*rest, (chance, len(table) - 1, None)])
    else:
        yield "a payoff for a position", with_outcomes([*rest, (chance, None, Fraction(7))])
        others = [one for one in range(x + 1, len(table)) if one not in (to, *(y for _, y, _ in outcomes))]
        if others:
            changed = (chance, luck.choice(others), None)
            yield "a target", with_outcomes([*outcomes[:at], changed, *outcomes[at + 1 :]])
    if len(outcomes) > 1:
        other = luck.choice([y for y in range(len(outcomes)) if y != at])
        moved = chance / 3
        own = [(p - moved * ((y == at) - (y == other)), *way) for y, (p, *way) in enumerate(outcomes)]
        yield "probabilities", with_outcomes(own)


def refuses(path, game, words):
    with pytest.raises(Refused, match=words):
        compare_rules(Certificate(path), game)


def test_every_change_to_the_rules_is_refused(luck, tmp_path):
    path, kinds = tmp_path / "a.odds", {}
    for turn in range(40):
        table = random_table(luck)
        game = game_of(table)
        (solve_moves if turn % 2 else solve)(game).certificate(path)
        compare_rules(Certificate(path), game)
        for kind, other in changes(table, luck):
            refuses(path, game_of(other), "the rules are not those of the game")
            kinds[kind] = kinds.get(kind, 0) + 1
    assert len(kinds) == 12
    assert min(kinds.values()) >= 3


def test_what_belongs_to_the_whole_game_is_compared(luck, tmp_path):
    path = tmp_path / "a.odds"
    for _ in range(8):
        table = random_table(luck)
        solve(game_of(table)).certificate(path)
        refuses(path, game_of(table, ["x", *range(1, 9)]), "is called x in the game")
        refuses(path, game_of(table, name="other"), "the certificate is for random, not for other")
        refuses(path, game_of(table, name="pig" * 30), "the certificate is for random, not for (pig){20}$")
        third = game_of(table, infinite_play=Fraction(1, 3))
        compare_rules(Certificate(path), third)  # play must end, which the file proves
        solve(game_of(table, infinite_play=Fraction(1, 2))).certificate(path)
        compare_rules(Certificate(path), game_of(table))  # the value of infinite play is part of the claim
        compare_rules(Certificate(path), game_of(table, infinite_play=Fraction(1, 2)))
        refuses(path, third, "the value of infinite play is 1/2 in the file but 1/3 in the game")


def test_parameters_and_the_seat_of_the_claim_are_compared(tmp_path):
    path, game = tmp_path / "a.odds", trueodds.Coinball(4)
    trueodds.solve(game).certificate(path)
    assert trueodds.check_certificate(path, game) == trueodds.check_certificate(path)
    with pytest.raises(trueodds.NotProved, match="the parameters are tosses=4 in the file but tosses=5 in the game"):
        trueodds.check_certificate(path, trueodds.Coinball(5))
    refuses(path, trueodds.Coinball(4, value_seat=1), "the parameters are")
    refuses(path, trueodds.TwoCoins(4), "the certificate is for coinball, not for two-coins")
    plain = game_of([(0, {"go": [(Fraction(1), None, 1)]})], name="coinball")
    refuses(path, plain, "the parameters are tosses=4 in the file but none in the game")
    solve(game_of([(0, {"go": [(Fraction(1), None, 1)]})], ["ab"])).certificate(path)
    refuses(path, game_of([(0, {"go": [(Fraction(1), None, 1)]})], ["a"]), "ab is called a in the game")
    for seat in (0, 1):  # the seat of the claim is compared apart from the parameters
        game = trueodds.Coinball(4, value_seat=seat)
        lines = list(certificate(trueodds.solve(game)))
        write_lines([*lines[:-1], f"claim {1 - seat} {1 - trueodds.solve(game).value}"], path)
        refuses(path, game, f"the claim is for seat {1 - seat} in the file but {seat} in the game")


def test_positions_with_the_same_name_are_distinguished_by_their_outcomes(tmp_path):
    """Two positions have the same name; the file must not exchange them, or take one position for both."""

    class Alike:
        def __init__(self, number):
            self.number = number

        def __eq__(self, other):
            return isinstance(other, Alike) and self.number == other.number

        def __hash__(self):
            return hash(self.number)

        def __repr__(self):
            return "alike"

    def rules(first, second, payoff=None):
        pays = {1: [(1, None, 1)], 2: [(1, None, 0 if payoff is None else payoff)]}
        return trueodds.Rules(
            Alike(0),
            lambda x: ["left", "right"] if x.number == 0 else ["end"],
            lambda x, move: pays[x.number] if x.number else [(1, Alike(first if move == "left" else second))],
            lambda x: 0,
        )

    path = tmp_path / "a.odds"
    solve(rules(1, 2)).certificate(path)
    compare_rules(Certificate(path), rules(1, 2))
    for other in (rules(2, 1), rules(1, 1), rules(1, 2, 1)):
        refuses(path, other, "the rules are not those")
    solve(rules(1, 1)).certificate(path)
    refuses(path, rules(1, 2, 1), "two positions of the game|other outcomes")


MORE = """odds 1\ngame random\nkind values\ngiven none\ninfinite never\nrewards none\nnumbers 1\nnumber 1
positions 2\np 0 - 0 1 0\nm 0=0 go\np 0 - 0 1 elsewhere\nm 0=0 go\nstart 0\nclaim 0 1"""


def test_positions_that_the_game_does_not_have_are_refused(tmp_path):
    write_lines(MORE.split("\n"), tmp_path / "a.odds")
    refuses(tmp_path / "a.odds", game_of([(0, {"go": [(Fraction(1), None, 1)]})]), "the game has no position elsewhere")
    many = {"move" * 9 + str(k): [(Fraction(1), None, 1)] for k in range(99)}
    refuses(tmp_path / "a.odds", game_of([(0, many)]), "at 0, the moves are go in the file but .{240} in the game$")


def test_equal_outcomes_in_a_file_are_added(tmp_path):
    text = MORE.replace("numbers 1\n", "numbers 2\nnumber 1/2\n").replace("0=0", "0=1,0=1", 1)
    text = text.replace("0=0 go", "0>0,0>0 go").replace("elsewhere", "1").replace("start 0", "start 1")
    write_lines(text.split("\n"), tmp_path / "a.odds")
    one = Fraction(1)
    game = game_of([(0, {"go": [(one, 1, None)]}), (0, {"go": [(one, None, one)]})], (1, 0))
    assert "proved at 2 positions" in trueodds.check_certificate(tmp_path / "a.odds", game)


def test_the_moves_of_a_given_strategy_are_moves_of_the_game(luck, tmp_path):
    path, given = tmp_path / "a.odds", 0
    for _ in range(20):
        table = random_table(luck)
        game = game_of(table)
        for seat in (0, 1):
            last = lambda name, table=table: list(table[name][1])[-1]  # noqa: E731
            trueodds.best_response(game, last, seat=seat).certificate(path)
            compare_rules(Certificate(path), game)
            if table[0][0] == seat:
                given += 1
                renamed = {"new" if move == last(0) else move: own for move, own in table[0][1].items()}
                refuses(path, game_of([(seat, renamed), *table[1:]]), "the moves are")
            else:  # the other player has all moves of the game
                more = table[0][1] | {"new": [(Fraction(1), None, Fraction(1))]}
                refuses(path, game_of([(1 - seat, more), *table[1:]]), "the moves are")
    assert given == 20


def with_gains(model, gains):
    game = ArrayGame(model.start, model.game.name)
    game.model = replace(model, game=game, gains=gains)
    return game


def test_arrays_and_rewards_are_compared(tmp_path):
    path = tmp_path / "a.odds"
    for seed in range(20):
        model = random_model(seed)
        solve(model.game).certificate(path)
        compare_rules(Certificate(path), model.game)
        refuses(path, with_gains(model, Numbered([mpq(1, 7)], model.end_numbers * 0)), "gains")
        refuses(
            path,
            with_gains(model, None),
            "gains|the value of infinite play is infinity in the file but undefined in the game",
        )
    half = Fraction(1, 2)
    ending = Model.from_arrays([0, 0], [0, 1, 2], [0, 1, 3], [2, 0, 3], [1, half], [0, 1, 1], [0, 1], start=1)
    solve(ending.game).certificate(path)
    compare_rules(Certificate(path), ending.game)
    assert ": seat 0 gets exactly 1/2 = " in check_file(path)
    no_gains = with_gains(ending, Numbered([mpq(0)], np.zeros(2, dtype=np.int64)))
    refuses(path, no_gains, "the value of infinite play is undefined in the file but infinity in the game")


def test_kind_heads_is_compared_by_its_parameters(tmp_path):
    path = tmp_path / "a.odds"
    write_lines(lines_of(4, 3, "1/2"), path)
    compare_rules(Certificate(path), trueodds.RiskOrSafety(4, 3))
    refuses(path, trueodds.RiskOrSafety(5, 3), "the parameters are")
    refuses(path, trueodds.RiskOrSafety(4, 3, "1/3"), 'heads="1/3" in the game')
    refuses(path, trueodds.RiskOrSafety(4, 3, f"1/{'3' * 90}"), r'heads="1/3{57}… in the game')
    refuses(path, trueodds.Pig(4), "the certificate is for risk-or-safety, not for pig")


@pytest.mark.parametrize(
    ("n", "m", "heads", "claim", "words"),
    [
        (5, 3, "1/2", None, "the needs are .5, 3. in the file but .4, 3. in the game"),
        (4, 2, "1/2", None, "the needs are .4, 2. in the file but .4, 3. in the game"),
        (4, 3, "1/3", None, "the probability of heads is 1/3 in the file but 1/2 in the game"),
        (4, 3, "1/2", (3, 4), "the needs of the last claim are .3, 4. in the file but .4, 3. in the game"),
        (4, 3, "1/2", (4, 2), "the needs of the last claim are .4, 2. in the file but .4, 3. in the game"),
    ],
)
def test_kind_heads_is_compared_by_its_table(n, m, heads, claim, words, tmp_path):
    """A true certificate with another game's parameters is refused."""
    values = {claim: trueodds.solve(trueodds.RiskOrSafety(*claim, heads)).value} if claim else None
    lines = lines_of(n, m, heads, values)
    rest = lines[lines.index("kind heads") :]
    head = ["odds 1", "game risk-or-safety", "parameter target 4", "parameter opponent_target 3"]
    write_lines(head + rest, tmp_path / "a.odds")
    refuses(tmp_path / "a.odds", trueodds.RiskOrSafety(4, 3), words)
    write_lines(["odds 1", "game pig", "parameter target 4", *rest], tmp_path / "b.odds")
    refuses(tmp_path / "b.odds", trueodds.Pig(4), "kind heads is for risk-or-safety in the file but pig in the game")
