"""Describe everything about a game besides its rules and solvers."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..game import Game
from ..pictures import Picture
from .narrator import Narrator


def load(name: str) -> Any:
    """Return the object that a name such as ``"trueodds.solver.general:solve"`` refers to; import its module."""
    module, _, own_name = name.partition(":")
    return getattr(importlib.import_module(module), own_name)


class Method(NamedTuple):
    """A way to solve a game."""

    solver: str  # ``"module:function"``, which takes the game and a `trueodds.runtime.run.Run`
    help: str
    chunks: bool = False  # whether the method computes in chunks and can therefore use workers and a checkpoint
    limited: bool = False  # whether the method accepts a limit on the number of positions
    given: Mapping[str, Any] = {}  # additional arguments that select the method, if one function implements several
    moves: str = ""  # ``"module:function"``, which computes only the moves, if the value of the start is extra work


#: Maps the short names used in files to the classes of solutions for any game, as "module:class".
ANSWERS_OF_ANY_GAME = {
    "general": "trueodds.solver.general:GeneralSolution",
    "rewards": "trueodds.solver.general:RewardSolution",
    "start": "trueodds.solver.bounded:BoundedSolution",
}

#: The methods of any game; a game's own method with the same name takes precedence.
ANY_GAME = {
    "general": Method("trueodds.solver.general:solve", "for any game, exact at all positions", limited=True),
    "start": Method(
        "trueodds.solver.bounded:solve",
        "moves by bounds, exact value only at the start",
        limited=True,
        moves="trueodds.solver.bounded:solve_moves",
    ),
}


class Field(NamedTuple):
    """A part of a position as users enter it."""

    name: str  # the name in Python and on the command line
    help: str
    minimum: int | None = 0  # the smallest number, or None if there is no limit
    default: int | bool | None = None  # a bool makes the field a flag; None makes it required


class Place(NamedTuple):
    """The fields with which users enter a position in which they are to move."""

    fields: tuple[Field, ...]  # the fields to enter
    # takes the game and a mapping of field names to values; returns the game to solve (the game itself or the rest of
    # it) and the position in that game; raises ValueError if the position is impossible
    find: Callable[[Any, Mapping[str, Any]], tuple[Game, Any]]
    # maps the fields to parameters of the game that follow from them
    implied: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda at: {}
    left_out: tuple[str, ...] = ()  # parameters that need not be given with a position
    helps: Mapping[str, str] = {}  # help for parameters, from the point of view of the player to move


class Rule(NamedTuple):
    """A rule of thumb, such as "hold at 20"."""

    name: str  # the name that users type; N stands for a whole number from 1 to 999,999,999
    move: Callable[[Any, Any, int], Any]  # maps the game, a position and N to a move


class Drawing(NamedTuple):
    """A kind of picture."""

    # maps a solution to pictures without solving a game (unless `sweep` is true), or names a function that does so
    draw: Callable[..., Sequence[Picture]] | str
    note: str = ""  # a description, if the name of the kind is not clear
    # whether the picture shows many games; `draw` then takes the game and `progress`, and solves these games
    sweep: bool = False


class Tables(NamedTuple):
    """The options of the command that prints the tables of a solution."""

    # whether users choose tables by seat (one per player, or one for both) instead of by number
    by_seat: bool = False
    matrix: str = "Print one table as plain numbers, row by row."  # the help of `--matrix`; describes rows and columns
    # ``"module:function"``: maps the game and `progress` to sentences that are proved for the whole table
    statements: str = ""


class Page(NamedTuple):
    """The explore page of a game that has too many positions to list."""

    data: str  # ``"module:function"``: maps the game and the solution of `equalize_targets(game)` to the page's data
    program: str  # ``"package:file"``: JavaScript that computes values inside a turn; see ``views/needed.js``
    text: str  # a description of the page, for the help of `explore`
    check: Callable[[Any], None]  # called before a game is solved; raises ValueError if it is too large for the page
    beyond: Callable[[Any], bool]  # whether a game has too many positions to list


#: The largest target of a page that lists positions, and that of a page that lists needs; pages stay under 5 MB.
LISTED_TARGET, MAX_PAGE_TARGET = 20, 250


def check_page_targets(game: Any) -> None:
    """Raise ValueError if a target is too large for a page."""
    largest = max(game.target, game.opponent_target)
    if largest > MAX_PAGE_TARGET:
        raise ValueError(f"both targets must be at most {MAX_PAGE_TARGET} for a page, not {largest:,}")


def make_race_page(package: str, check: Callable[[Any], None] = check_page_targets) -> Page:
    """Return the page of a game with two targets; `package` contains ``page.py`` and ``page.js``."""
    return Page(
        f"{package}.page:make_page_data",
        f"{package}:page.js",
        f"For targets beyond {LISTED_TARGET}, the page covers all scores up to the larger target, with decimal values.",
        check,
        lambda game: max(game.target, game.opponent_target) > LISTED_TARGET,
    )


def make_race_place(points: Field) -> Place:
    """Return the `Place` of a game with two targets: the points of this turn and both saved scores."""

    def find(game: Any, at: Mapping[str, Any]) -> tuple[Game, Any]:
        turn_points = at[points.name]
        need, other_need = game.needs((turn_points, at["me"], at["other"]))
        return replace(game, target=need, opponent_target=other_need), (turn_points, 0, 0, 0)  # nothing is saved yet

    fields = Field("me", "Points I have saved."), Field("other", "Points the opponent has saved."), points
    helps = {"opponent_target": "Points that the opponent needs in all, if different from mine."}
    return Place(fields, find, helps=helps)


def equalize_targets(game: Any) -> Any:
    """Return the game in which both players have the larger target; it covers all points that either may still need."""
    largest = max(game.target, game.opponent_target)
    return replace(game, target=largest, opponent_target=largest)


class Paper(NamedTuple):
    """A paper about the game, with statements that are checked by computation."""

    name: str  # the name that users type
    title: str  # author, title and year
    claims: str  # ``"module:function"``, which lists the claims


class AtTable(NamedTuple):
    """The form in which people play a game, if they do not use the moves of its rules."""

    # the entry of the game with the moves that people make; that game is made from the game with the rules' moves
    entry: Entry
    # ``"module:function"``: maps the game with the moves of the rules, and a run, to a solution with people's moves
    solution: str


@dataclass(frozen=True)
class Entry:
    """All that the package knows about a game besides its rules and solvers.

    Attributes
    ----------
    game : type
        The class of the rules.
    summary : str
        The game in one line.
    text : str
        The rules in a few lines.
    methods : mapping of str to Method
        The game's own methods by name, the default first.
    answers : mapping of str to str
        Maps short names to the classes of solutions that these methods return and files store, as ``"module:class"``.
        If the only value that a class stores is that of the start, its short name is the name of the method.
    choose : str
        ``"module:function"``, which maps a game to the name of its default method, if that is not always the first one.
    choose_help : str
        A description of that function's choice.
    place : Place, optional
        How users enter a position; by default as text.
    rules : tuple of Rule
        Rules of thumb.
    narrator : type
        The class that describes positions, moves and outcomes to a player.
    at_table : AtTable, optional
        How people play the game if they do not use the moves of its rules.
    pictures : mapping of str to Drawing
        The pictures by kind, the default first.
    tables : Tables
        Options of the command that prints tables.
    page : Page, optional
        The explore page for games with too many positions to list.
    map : tuple of str
        The fields of positions that the most informative map shows downward and across, and optionally a third field,
        along which the best move changes. By default, the map shows the fields over which the best moves vary most.
    labels : mapping of str to str
        Labels on pages for fields whose names are not clear.
    more_positions : callable
        Maps a game to positions that its moves skip but players may reach; used on pages of solutions that store no
        model.
    papers : tuple of Paper
        Papers about the game.
    usual : mapping
        Typical values of parameters that have no default.
    small : mapping
        Parameters of a game that is solved almost instantly, for tests and examples.
    examples : mapping of str to tuple of str
        Options shown in the help of each command. A command without options here shows those of `solve` or, if there
        are none, `small`. However, `compare` then composes its own, `advise` shows none, and `sweep` always composes
        its own.

    See Also
    --------
    Game : The rules of a game.
    solve : Solve any game, with or without an entry.

    Examples
    --------
    >>> import trueodds
    >>> entry = trueodds.Entry(trueodds.SuperSix, "Sticks go into the holes of a lid.", small={"sticks": 2})
    >>> entry.name, entry.small, entry.papers
    ('super-six', {'sticks': 2}, ())
    """

    game: type[Game]
    summary: str
    text: str = ""
    methods: Mapping[str, Method] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    choose: str = ""
    choose_help: str = "the first"
    place: Place | None = None
    rules: tuple[Rule, ...] = ()
    narrator: type[Narrator] = Narrator
    at_table: AtTable | None = None
    pictures: Mapping[str, Drawing] = field(default_factory=dict)
    tables: Tables = Tables()  # noqa: RUF009 - it is immutable
    page: Page | None = None
    map: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    more_positions: Callable[[Any], Iterable[Any]] = lambda game: ()
    papers: tuple[Paper, ...] = ()
    usual: Mapping[str, Any] = field(default_factory=dict)
    small: Mapping[str, Any] = field(default_factory=dict)
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the game on the command line."""
        return self.game.name

    @property
    def title(self) -> str:
        """The game's docstring up to the first colon, or the name if there is no colon or the entry has no text."""
        title, colon, _ = (self.game.__doc__ or "").partition(":")
        return title if colon and self.text else self.name

    @property
    def all_methods(self) -> dict[str, Method]:
        """The game's own methods, which take precedence, followed by those for any game."""
        return {**self.methods, **{name: method for name, method in ANY_GAME.items() if name not in self.methods}}

    @property
    def all_answers(self) -> dict[str, str]:
        """The classes of storable solutions: the game's own, which take precedence, then those for any game."""
        return {**self.answers, **{word: one for word, one in ANSWERS_OF_ANY_GAME.items() if word not in self.answers}}
