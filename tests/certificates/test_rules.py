"""Certificates of other rules are refused: every change to the rules of a random game is detected."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates.check import Certificate, check_file, compare_rules
from trueodds.certificates.check_odds import Refused
from trueodds.certificates.write import format_certificate, write_lines
from trueodds.solver import array_game, bounded, given_strategies, numbered
from trueodds.solver.general import solve
from trueodds.solver.model import Model

from ..answers.test_save import Same
from ..solver.oracle import ENDING, draw
from .test_heads import lines_of
from .test_rewards import random_model


def random_table(luck):
    """Return a game that always ends: seat and moves of each position, a move's outcomes (chance, position, payoff)."""
    drawn, table = draw(luck.random(), ENDING, payoffs=[Fraction(0), Fraction(1, 2), Fraction(1)], onward=True), []
    for seat, own in zip(drawn.seats, drawn.rules, strict=True):
        names = luck.sample(["roll", "hold", 3, ("x", 1)], len(own))
        table.append((seat, {name: outcomes for name, (_, outcomes) in zip(names, own, strict=True)}))
    return table


def game_of(table, names=tuple(range(9)), name="random", infinite_play=None):
    """Return the game with a table's rules; names of positions are their numbers unless given."""
    number = {name: x for x, name in enumerate(names)}
    return trueodds.Rules(
        names[0],
        lambda name: list(table[number[name]][1]),
        lambda name, move: [(p, None if to is None else names[to], end) for p, to, end in table[number[name]][1][move]],
        lambda name: table[number[name]][0],
        name=name,
        infinite_play=infinite_play,
    )


END = [(0, {"go": [(Fraction(1), None, 1)]})]


def facts(table):
    """Return the seat and the moves of each position that play reaches, with equal outcomes added."""
    found, left = {}, [0]
    while left:
        x = left.pop()
        seat, moves = table[x]
        found[x] = seat, [(name, Counter()) for name in moves]
        for (_, added), outcomes in zip(found[x][1], moves.values(), strict=True):
            for chance, to, end in outcomes:
                added[to, end] += chance
        left += {to for own in moves.values() for _, to, _ in own} - found.keys() - {None}
    return found


def changes(table):
    """Yield tables in which a position has another player, other names of moves, or other moves or outcomes."""
    for x, (seat, moves) in enumerate(table):
        (name, first), *rest = moves.items()
        others = [(1 - seat, moves), (seat, moves | {"other": first}), (seat, dict(reversed(moves.items())))]
        others += [(seat, dict([("renamed", first), *rest])), (seat, dict(rest or [("renamed", first)]))]
        others.append((seat, dict(zip(moves, reversed(moves.values()), strict=True))))
        for at, (chance, to, end) in enumerate(first):
            parts = [[(chance / 2, to, end), (chance / 2, None, 5)], [(chance, None, 7)]]
            for part in parts + ([[(chance, len(table) - 1, None)]] if x + 1 < len(table) else []):
                others.append((seat, moves | {name: [*first[:at], *part, *first[at + 1 :]]}))
            if at:
                moved = [(first[0][0] + chance / 3, *first[0][1:]), *first[1:at], (chance * 2 / 3, to, end)]
                others.append((seat, moves | {name: moved + first[at + 1 :]}))
        yield from ([*table[:x], other, *table[x + 1 :]] for other in others)


def refuses(path, game, words):
    with pytest.raises(Refused, match=words):
        compare_rules(Certificate(path), game)


def test_every_change_to_the_rules_is_refused(luck, tmp_path):
    path, same = tmp_path / "a.odds", 0
    for turn in range(20):
        table = random_table(luck)
        (bounded.solve_moves if turn % 2 else solve)(game_of(table)).certificate(path)
        for other in [table, *changes(table)]:
            if facts(other) == facts(table):
                same += 1
                compare_rules(Certificate(path), game_of(other))
            else:
                refuses(path, game_of(other), "the rules are not those of the game")
    assert same > 40


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
        refuses(path, game_of(table, infinite_play=Fraction(2, 3)), "is 1/2 in the file but 2/3 in the game")
    long = "b" * 99
    for line, words in (
        (f"game a:{long}", f'the certificate is for "a:{long[:58]}", not for random$'),
        (f"game random\nparameter a: 1\nparameter {long} 2", f'are "a:"=1, {long[:60]}=2 in the file but none in'),
    ):
        write_lines(MORE.replace("game random", line).split("\n"), path)
        refuses(path, game_of(END), words)
    solve(game_of(END, ["ab"])).certificate(path)
    refuses(path, game_of(END, ["a"]), "ab is called a in the game")
    refuses(path, game_of([(1, END[0][1])], ["ab"]), "at ab, seat 0 is to move in the file but seat 1 in the game")
    refuses(path, game_of([(0, {"go": [(1, None, 0)]})], ["ab"]), "at ab, the move go has different outcomes")


def test_parameters_and_the_seat_of_the_claim_are_compared(tmp_path):
    path, game = tmp_path / "a.odds", trueodds.Coinball(4)
    trueodds.solve(game).certificate(path)
    assert trueodds.check_certificate(path, game) == trueodds.check_certificate(path)
    with pytest.raises(trueodds.NotProved, match="the parameters are tosses=4 in the file but tosses=5 in the game"):
        trueodds.check_certificate(path, trueodds.Coinball(5))
    refuses(path, trueodds.Coinball(4, value_seat=1), "the parameters are")
    refuses(path, trueodds.TwoCoins(4), "the certificate is for coinball, not for two-coins")
    refuses(path, game_of(END, name="coinball"), "the parameters are tosses=4 in the file but none in the game")
    for seat in (0, 1):  # the seat of the claim is compared apart from the parameters
        game = trueodds.Coinball(4, value_seat=seat)
        lines = list(format_certificate(trueodds.solve(game)))
        write_lines([*lines[:-1], f"claim {1 - seat} {1 - trueodds.solve(game).value}"], path)
        refuses(path, game, f"the claim is for seat {1 - seat} in the file but {seat} in the game")


def test_positions_with_the_same_name_are_distinguished_by_their_outcomes(tmp_path):
    """Three positions have the same name; the file must not exchange them, or take one position for two."""

    def rules(first, second, payoff=0):
        start = {"left": [(1, first, None)], "right": [(1, second, None)]}
        table = [start, {"end": [(1, None, 1)]}, {"end": [(1, None, payoff)]}]
        return game_of([(0, moves) for moves in table], [Same(), Same(), Same()])

    path = tmp_path / "a.odds"
    solve(rules(1, 2)).certificate(path)
    compare_rules(Certificate(path), rules(1, 2))
    for other in (rules(2, 1), rules(1, 1), rules(1, 2, 1)):
        refuses(path, other, "the rules are not those")
    solve(rules(1, 1)).certificate(path)
    refuses(path, rules(1, 2, 1), "two positions of the game|other outcomes")
    start = {"left": [(1, 1, None)], "right": [(1, 1, None)]}
    solve(game_of([(0, start), *END])).certificate(path)
    refuses(path, game_of([(0, start | {"right": [(1, 2, None)]}), *END * 2]), "1 stands for two positions of the game")
    first = [(0, start | {"right": [(1, 2, None)]}), (0, {"on": [(1, 3, None)]})]
    solve(game_of([*first, first[1], *END], [Same() for _ in range(4)])).certificate(path)
    other = game_of([*first, (0, {"on": [(1, 4, None)]}), *END * 2], [Same() for _ in range(5)])
    refuses(path, other, "stands for two positions of the game")


MORE = """odds 1\ngame random\nkind values\ngiven none\ninfinite never\nrewards none\nnumbers 1\nnumber 1
positions 2\np 0 - 0 1 0\nm 0=0 go\np 0 - 0 1 elsewhere\nm 0=0 go\nstart 0\nclaim 0 1"""


def test_positions_that_the_game_does_not_have_are_refused(tmp_path):
    write_lines(MORE.split("\n"), tmp_path / "a.odds")
    refuses(tmp_path / "a.odds", game_of(END), "the game has no position elsewhere")
    for name, words in (("0 x", '"0 x" is called 0 in the game$'), ("0 #2", "the game has no position 0$")):
        text = MORE.replace("1 0\n", f"1 {name}\n").replace("elsewhere", "0")
        write_lines(text.split("\n"), tmp_path / "b.odds")
        refuses(tmp_path / "b.odds", game_of(END), words)
    many = {"move" * 9 + str(k): [(Fraction(1), None, 1)] for k in range(99)}
    refuses(tmp_path / "a.odds", game_of([(0, many)]), "at 0, the moves are go in the file but .{240} in the game$")


def test_equal_outcomes_in_a_file_are_added(tmp_path):
    text = MORE.replace("numbers 1\n", "numbers 2\nnumber 1/2\n").replace("0=0", "0=1,0=1", 1)
    text = text.replace("0=0 go", "0>0,0>0 go").replace("elsewhere", "1").replace("start 0", "start 1")
    write_lines(text.split("\n"), tmp_path / "a.odds")
    game = game_of([(0, {"go": [(Fraction(1), 1, None)]}), *END], (1, 0))
    assert "proved at 2 positions" in trueodds.check_certificate(tmp_path / "a.odds", game)


def test_the_moves_of_a_given_strategy_are_moves_of_the_game(luck, tmp_path):
    path = tmp_path / "a.odds"
    for _ in range(20):
        table = random_table(luck)
        game, (mover, moves) = game_of(table), table[0]
        for seat in (0, 1):
            last = lambda name, table=table: list(table[name][1])[-1]  # noqa: E731
            trueodds.best_response(game, last, seat=seat).certificate(path)
            compare_rules(Certificate(path), game)
            if mover == seat:
                changed = {"new" if move == last(0) else move: own for move, own in moves.items()}
            else:  # the other player has all moves of the game
                changed = moves | {"new": [(Fraction(1), None, Fraction(1))]}
            refuses(path, game_of([(mover, changed), *table[1:]]), "the moves are")


def with_gains(model, gains):
    game = array_game.ArrayGame(model.start, model.game.name)
    game.model = replace(model, game=game, gains=gains)
    return game


def test_arrays_and_rewards_are_compared(tmp_path):
    path, seventh = tmp_path / "a.odds", r"at \S+ \d\)\", the move \d gains \S+ in the file but 1/7 in the game$"
    for seed in range(20):
        model = random_model(seed)
        solve(model.game).certificate(path)
        compare_rules(Certificate(path), model.game)
        refuses(path, with_gains(model, numbered.Numbered([mpq(1, 7)], model.end_numbers * 0)), seventh)
        words = "gains|the value of infinite play is infinity in the file but undefined in the game"
        refuses(path, with_gains(model, None), words)
    half = Fraction(1, 2)
    ending = Model.from_arrays([0, 0], [0, 1, 2], [0, 1, 3], [2, 0, 3], [1, half], [0, 1, 1], [0, 1], start=1)
    no_gains = with_gains(ending, numbered.Numbered([mpq(0)], np.zeros(2, dtype=np.int64)))
    games = ending.game, given_strategies.WithInfinitePlay(ending.game, half)
    for game, worth in zip(games, ("undefined", "1/2"), strict=True):
        for solved in (given_strategies.Followed(game, {1: {}}), game):
            solve(solved).certificate(path)
            for other in games:  # which have the same rules, because play must end
                compare_rules(Certificate(path), other)
        assert ": seat 0 gets exactly 1/2 = " in check_file(path)
        refuses(path, no_gains, f"the value of infinite play is {worth} in the file but infinity in the game")


def test_kind_heads_is_compared_by_its_parameters(tmp_path):
    path = tmp_path / "a.odds"
    write_lines(lines_of(4, 3, "1/2"), path)
    compare_rules(Certificate(path), trueodds.RiskOrSafety(4, 3))
    refuses(path, trueodds.RiskOrSafety(5, 3), "the parameters are")
    refuses(path, trueodds.RiskOrSafety(4, 3, "1/3"), 'heads="1/3" in the game')
    refuses(path, trueodds.RiskOrSafety(4, 3, f"1/{'3' * 90}"), r'heads="1/3{57}… in the game')
    refuses(path, trueodds.Pig(4), "the certificate is for risk-or-safety, not for pig")


@pytest.mark.parametrize(
    ("n", "m", "heads", "claims", "words"),
    [
        (5, 3, "1/2", [(4, 3)], "the needs are .5, 3. in the file but .4, 3. in the game"),
        (4, 3, "1/3", [(4, 3)], "the probability of heads is 1/3 in the file but 1/2 in the game"),
        (4, 3, "1/2", [(4, 3), (3, 4)], "the needs of the last claim are .3, 4. in the file but .4, 3. in the game"),
    ],
)
def test_kind_heads_is_compared_by_its_table(n, m, heads, claims, words, tmp_path):
    """A true certificate with another game's parameters is refused."""
    values = {needs: trueodds.solve(trueodds.RiskOrSafety(*needs, heads)).value for needs in claims}
    lines = lines_of(n, m, heads, values)
    rest = lines[lines.index("kind heads") :]
    head = ["odds 1", "game risk-or-safety", "parameter target 4", "parameter opponent_target 3"]
    write_lines(head + rest, tmp_path / "a.odds")
    refuses(tmp_path / "a.odds", trueodds.RiskOrSafety(4, 3), words)
    write_lines(["odds 1", "game pig", "parameter target 4", *rest], tmp_path / "b.odds")
    refuses(tmp_path / "b.odds", trueodds.Pig(4), "the rules are for risk-or-safety in the file but pig in the game")
