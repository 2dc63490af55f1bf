"""Every mistake gets one line that names the value and what is allowed, status 2, and leaves no file."""

import sys

import pytest

LINES = [
    ("slove", "slove: no such command (did you mean solve?); choose from solve, strategy"),
    ("pig", "pig: no such command (did you mean 'solve pig'?); choose from"),
    ("help", "help: no such command (did you mean --help?); choose"),
    ("dance", "dance: no such command; choose from solve, strategy, compare, simulate, sweep"),
    ("solve Pig", "solve Pig: no such game (did you mean pig?); choose from risk-or-safety"),
    ("solve chess", "solve chess: no such game; choose from risk-or-safety"),
    ("solve pig --traget 3", "No such option '--traget'. Did you mean '--target'?"),
    *(
        (f"solve risk-or-safety --target '{wrong}'", f"--target must be {wanted}, not '{wrong}'")
        for wanted, all_wrong in (("at least 1", ("0", "-3")), ("a whole number", ("2.5", "x", "", "٣", "x" * 40)))
        for wrong in all_wrong
    ),
    (f"solve risk-or-safety --target {'9' * 5000}", f"--target must be a whole number, not '{'9' * 40}…'"),
    ("solve risk-or-safety --target 1000000000", "would fit"),
    (f"solve risk-or-safety --target {'9' * 3000}", "would fit"),
    *(
        (f"solve risk-or-safety --heads {wrong}", "heads must be an exact rational strictly between 0 and 1")
        for wrong in ("0", "1", "7/5", "1e-999999999", "1/0")
    ),
    ("solve risk-or-safety --method magic", "'magic' is not one of 'pairs', 'sweeps', 'reference', 'start'"),
    ("solve pig --target 3 --output ''", "'': the name of a file must not be empty"),
    ("solve risk-or-safety --target 3 --output ./v --checkpoint v", "must be different files, not both 'v'"),
    ("solve pig --json -o answer.json.gz", "--output must end in .txt or .json, not 'answer.json.gz'"),
    ("solve pig --target 2000 --statistics", "estimate them with `trueodds simulate`"),
    ("strategy risk-or-safety --target 3 --matrix --json", "--matrix and --json cannot be used together"),
    ("strategy risk-or-safety --target 3 --seat third", "'third' is not one of"),
    ("strategy risk-or-safety --target 3 --output /no/such/place", "/no/such/place: No such file"),
    ("strategy the-race --target 3 --table 1", "--table 1: this game has no tables"),
    ("strategy super-six --matrix", "--matrix: this game has no table; --output FILE.csv writes a row for every"),
    ("strategy risk-or-safety --seat second --statements", "--statements covers both players; omit"),
    ("strategy risk-or-safety --target 99999999 --statements", "n, the larger target, must be from 1 to 65535"),
    (
        "strategy risk-or-safety --target 3 --heads 1/99999999999999999999 --statements",
        "heads must be from 2^-64 to 1 - 2^-64",
    ),
    ("advise risk-or-safety --me 20 --other 7", "(0, 20, 7) is not a position: with targets 20 and 20"),
    ("advise risk-or-safety --me -1 --other 7", "--me must be at least 0, not '-1'"),
    ("advise super-six --me 0 --other 1 --filled 0", "--me must be at least 1, not '0'"),
    ("advise super-six --me 1 --other 0 --filled 0", "--other must be at least 1, not '0'"),
    ("advise hog --me 1 --other -1", "--other must be at least 0, not '-1'"),
    ("advise coinball --tosses 4 --tosses-done -1 --lead -1", "--tosses-done must be at least 0, not '-1'"),
    ("advise two-coins --flips 4 --flips-done -1 --score -1", "--flips-done must be at least 0, not '-1'"),
    ("advise risk-or-safety --other 7", "Missing option '--me'"),
    ("advise pig --me 30 --other 41 --turn-total 70", "is not a position"),
    ("advise coinball --tosses-done 5 --lead ٣", "--lead must be a whole number, not"),
    ("advise own.py:Steps --position steps=2", "the fields of a position are part_1, part_2, not steps"),
    ("advise own.py:game --position nowhere", "'nowhere' is not a reachable position; the start is 0"),
    ("compare pig", "compare pig: name the strategies to compare, such as optimal hold-at-20 'always MOVE'"),
    ("compare pig 'hold at'", "a strategy must be 'optimal' or a rule (always MOVE"),
    ("compare coinball --tosses 3 'always jump'", "the moves are rush, pass"),
    ("compare pig optimal optimal", "'optimal' is given twice"),
    ("compare own.py:Take 'always 1' --max-positions 2", "more than 2 positions"),
    ("simulate pig --games 0", "--games must be at least 1, not '0'"),
    ("simulate pig --seed -1", "--seed must be at least 0, not '-1'"),
    ("simulate own.py:game --max-positions 1", "more than 1 position,"),
    ("play pig --opponent hold", "the opponent must be one of optimal, human, always MOVE, hold at N"),
    ("play two-coins --seat second", "two-coins is for one player"),
    ("play two-coins --opponent human", "two-coins is for one player"),
    ("play pig --opponent human --seat first", "--opponent human cannot be used with --seat first"),
    ("play two-coins --opponent 'always A'", "two-coins is for one player and cannot be used with --opponent"),
    ("play pig --opponent 'always rol'", "pig has no such move; the moves are roll, hold"),
    ("solve pig 20", "unexpected argument '20'; `trueodds solve pig --help` shows the usage"),
    ("play /no/such/file.py:game", "/no/such/file.py: no such file"),
    ("play pig --target 3 --record nowhere/game.json", "nowhere/game.json: No such file"),
    ("plot pig --kind curve", "kind must be one of strategy, odds for pig, not 'curve'"),
    ("plot own.py:game", "own game has no picture because its positions do not have two fields"),
    ("plot own.py:Steps --at part_1=2", "steps has no picture because its positions do not have two fields"),
    ("explore risk-or-safety --target 1000", "at most 250 for a page, not 1000"),
    ("explore risk-or-safety --target 5 -o nowhere/page.html", "nowhere/page.html: No such file"),
    ("explore pig --target 300", "at most 250"),
    ("explore pig --sides 1", "--sides must be at least 2, not '1'"),
    ("explore the-race --target 200", "a page holds at most 30000"),
    ("sweep pig", "sweep requires values for a parameter, such as --over target=1..6"),
    ("sweep pig --target 1..6", "--target must be one number, not '1..6'; to vary it, use sweep --over target=1..6"),
    ("sweep own.py:Race --goal 1..6", "--goal must be one number, not '1..6'; to vary it, use sweep --over goal=1..6"),
    ("sweep coinball --over seat=third", "seat must be first or second, not 'third'"),
    ("sweep race.prism", "sweep race.prism: only `trueodds solve` and `trueodds strategy` accept models"),
    ("sweep pig --over target", "--over must be NAME=VALUES, where NAME is one of target, "),
    ("sweep pig --over coins=1..3", "--over must be NAME=VALUES, where NAME is one of target, "),
    ("sweep pig --over target=1..3 --over target=5", "target is given twice"),
    ("sweep pig --over target=1..3 --target 5", "target is given twice"),
    ("sweep pig --over target=0..3", "target must be at least 1, not 0"),
    ("sweep pig --over target=0..3 --json -o t.csv", "--output must end in .json with --json, not 't.csv'"),
    ("sweep pig --over target=1/2", "target must be a whole number, not 1/2"),
    ("sweep risk-or-safety --target 5 --over heads=1/2..2:1/2", "heads must be an exact rational"),
    ("sweep pig --over target=1..3 --output /no/where/t.csv", "/no/where/t.csv: No such file or directory"),
    ("sweep pig --over target=1..9999999", "at most 1000000 values, but '1..9999999' has 9999999"),
    ("sweep own.py:game --over goal=1..3", "--over cannot be used: this game has no parameters"),
    ("solve own.py:game --workers 2", "own game has no method that can use workers"),
    ("sweep own.py:Race --over goal=1..3 --method none", "method must be one of general, start, not 'none'"),
    ("solve pig --target 4 --json -o x.txt", "must end in .json with --json, not 'x.txt'"),
    ("strategy the-race --matrix -o x.json", "must end in .csv or .txt with --matrix, not 'x.json'"),
    ("claims --checkpoint part", "--checkpoint requires --slow; all other checks are short"),
    ("check no.odds", "no.odds: No such file"),
    ("solve none --format=tra --property 'P=? [ F true ]'", "none: No such file"),
    ("completion tcsh", "'tcsh' is not one of 'bash'"),
    ("completion", "Missing argument"),
    (
        "solve own.py:nothing",
        "has no 'nothing'; its games are game, floats, endless, endless_end, broken, no_list, Unfinished",
    ),
    ("solve own.py:number", "must be a trueodds.Game, such as trueodds.Rules(…), not int"),
    ("solve own.py:largest", "raised by own.py:largest called without arguments"),
    ("solve own.py:floats", "the probability 0.5 (float) of move 'toss' at 0 must be an exact rational"),
    ("solve own.py:endless_end --max-positions 50", "more than 50 positions"),
    ("solve own.py:", "name your own game as FILE.py:NAME"),
    ("solve 'own.py:two words'", "name your own game as FILE.py:NAME"),
    ("solve own.py:Steps(steps=4)".replace("(", "'(").replace(")", ")'"), "name your own game as FILE.py:NAME"),
    ("solve own.py:Steps --size 4", "No such option"),
    ("""solve own.py:Steps --steps "__import__('os')" """, "--steps must be a number, such as 3"),
    ("solve own.py:Climb --top high", "--top must be a number, such as 3, not 'high'"),
    ("solve own.py:needs_more", "Missing option '--number'"),
    ("solve own.py:Unfinished", "Can't instantiate abstract class Unfinished"),
    ("solve own.py:no_list", "'NoneType' object is not iterable; raised by the rules of own game: outcomes of move"),
    ("solve own.py:out_of_memory", "out of memory"),
    *(
        (f"solve own.py:open_end --infinite-play '{wrong}'", f"must be an exact number such as 1/2, not '{wrong}'")
        for wrong in ("half", "1/0", "0x1", "1e3", "", "1/2/3", "٣")
    ),
    ("oeis trems", "oeis trems: no such command (did you mean terms?); choose from list"),
    ("oeis terms A000045", "unknown sequence 'A000045'; `trueodds oeis list` lists the known sequences"),
    ("oeis bfile b387261", "unknown sequence 'b387261' (did you mean A387261?)"),
    ("oeis terms coinball", "'coinball' (did you mean coinball-numerators or coinball-denominators?)"),
    ("oeis terms greed-dise", "unknown sequence 'greed-dise' (did you mean greed-dice?)"),
    ("oeis draft pig --number A390001", "pig stands for two sequences; give --number for both or for neither"),
    ("oeis draft greed-dice --edit", "greed-dice is not in the OEIS yet, so there is no entry to edit"),
    ("oeis draft pig --author a_b", "the author's name must be one line without underscores, not 'a_b'"),
    ("oeis draft ''", "unknown sequence ''"),
    ("oeis verify x --sequence A1", "unknown sequence 'A1'"),
    ("oeis verify /no/such/file", "/no/such/file: No such file or directory"),
    ("oeis verify", "Missing argument 'FILE...'"),
    ("oeis verify 'a\nb'", "a b: "),
    ("oeis verify .", ".: Is a directory"),
    ("oeis terms A387260 --terms 11", "A387260: only 10 terms can be computed here, not 11"),
    ("oeis terms A387261 --terms 1000000000", "would fit"),
    (f"oeis bfile A387262 --terms {'9' * 3000}", "would fit"),
    ("oeis bfile A394776 --terms 1000000000", "would fit"),
    ("oeis bfile A387261 --max-digits -1", "--max-digits must be at least 0, not '-1'"),
    ("oeis bfile A387261 --max-digits 0", "--max-digits 0 requires --terms N because A387261 is infinite"),
    ("oeis bfile A387261 --terms 3 --output /no/such/place", "/no/such/place: No such file"),
    ("oeis bfile A387261 --terms 3 --output .", ".: Is a directory"),
    ("oeis bfile hog-moves", "hog-moves requires --terms N because its terms are too short for --max-digits"),
    ("oeis bfile A387261 --checkpoint part", "--checkpoint requires --terms N and the sequence A387261 or A387262"),
    (
        "oeis bfile A387260 --terms 3 --checkpoint part",
        "--checkpoint requires --terms N and the sequence A387261 or A387262",
    ),
    ("oeis bfile A387261 --terms 21 --output part --checkpoint part", "must be different files"),
    ("oeis bfile A387261 --terms 21 --checkpoint own.py", "belongs to another computation or another version"),
    ("oeis terms A387261 --layout rows", "A387261 is not a table, so it has no layout"),
    ("oeis terms A394776 --layout spiral", "'spiral' is not one of"),
    ("oeis terms A394776 --corner 3", "corner must be 1 or 2, not 3"),
    ("oeis terms A394776 --layout triangle --width 3", "a width applies only to the layout 'rows'"),
    ("oeis terms A394776 --width 3 --terms 10", "rows of a square of width 3 from (1,1) have only 9 terms, not 10"),
    ("oeis draft A394776 --edit", "the published terms and their layout"),
    *(
        (
            f"solve risk-or-safety --workers {wrong}",
            f"workers must be a positive number, an address such as tcp://10.0.0.1:8786, or (in Python) an Executor, "
            f"not {wrong}",
        )
        for wrong in ("0", "-1", "'1.5'", "'http://a:1'")
    ),
    ("solve risk-or-safety --method pairs --workers 2", "workers can be used with method 'start', not with 'pairs'"),
    ("solve risk-or-safety --method pairs --checkpoint c", "a checkpoint can be used with method 'start', not with"),
]


@pytest.mark.parametrize(("line", "part"), LINES)
def test_one_line_and_no_file(line, part, say, own):
    assert part in say(line, status=2)
    assert [path.name for path in own.iterdir()] == ["own.py"]


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("strategy pig --target 5 -o t.parquet", 'Parquet files need pyarrow: pip install "trueodds[tables]"'),
        ("sweep pig --over target=2 -o t.parquet", 'Parquet files need pyarrow: pip install "trueodds[tables]"'),
        ("plot pig --target 9 -o map.png", 'pip install "trueodds[plot]"'),
        *(
            (f"{command} --workers tcp://127.0.0.1:9", 'a cluster needs Dask: pip install "trueodds[cluster]"')
            for command in (
                "solve risk-or-safety --target 30",
                "oeis terms A387261",
                "oeis bfile A387261",
                "oeis verify b.txt",
                "simulate pig --target 5",
                "sweep pig --over target=2..3",
                "claims",
            )
        ),
    ],
)
def test_a_missing_extra_is_named(line, part, say, own, monkeypatch):
    monkeypatch.delitem(sys.modules, "trueodds.views.plot", raising=False)
    for name in ("pyarrow", "matplotlib.figure", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    assert part in say(line, status=2)
    assert [path.name for path in own.iterdir()] == ["own.py"]
