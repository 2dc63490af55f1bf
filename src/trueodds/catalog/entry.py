"""What is known of one game besides its rules: a record. All of it but the class and a summary may be left out."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..game import Game
from ..pictures import Picture
from .narrator import Narrator


def load(name: str) -> Any:
    """What a name such as ``"trueodds.solver.general:solve"`` stands for; its module is opened now.

    Examples
    --------
    >>> load("trueodds.parameters:whole_number")("target", 3)
    3
    """
    module, _, own_name = name.partition(":")
    return getattr(importlib.import_module(module), own_name)


class Method(NamedTuple):
    """A way to solve a game.

    Attributes
    ----------
    solver : str
        ``"module:function"``, which takes the game and `progress`.
    help : str
        What it is, in a few words.
    options : tuple of str
        What it takes besides: some of executor, checkpoint, max_positions.
    given : mapping
        What else the function gets, if one function has several methods.
    moves : str
        The same without the value of the start, if that is work of its own.
    estimate : str
        ``"module:function"``: from the game to what solving it takes (`trueodds.runtime.estimate`), if that is known.
    """

    solver: str
    help: str
    options: tuple[str, ...] = ()
    given: Mapping[str, Any] = {}
    moves: str = ""
    estimate: str = ""


#: The methods of any game; a game's own of the same name comes before.
ANY_GAME = {
    "general": Method("trueodds.solver.general:solve", "for any game, exact at all positions", ("max_positions",)),
    "start": Method(
        "trueodds.solver.bounded:solve",
        "moves by bounds, only the start's value exactly",
        ("max_positions",),
        moves="trueodds.solver.bounded:solve_moves",
    ),
}


class Field(NamedTuple):
    """A part of a position as a person gives it.

    Attributes
    ----------
    name, help : str
        What it is called, in Python and on the command line, and what it is.
    minimum : int or None
        The smallest number; None if there is none.
    default : int, bool or None
        What it is if left out; a bool makes it a yes or no. None if it must be given.
    """

    name: str
    help: str
    minimum: int | None = 0
    default: int | bool | None = None


class Place(NamedTuple):
    """How a person gives a position in which they are to move.

    Attributes
    ----------
    fields : tuple of Field
        What the person says.
    find : callable
        From the game and the fields by name to what is to be solved, the game itself or what is left of it, and the
        position there. ValueError if it is none.
    implied : callable
        From the fields to parameters of the game that they tell.
    left_out : tuple of str
        Parameters that a person who is asked for a position need not give.
    helps : mapping
        Help for parameters that are told from the side of the player to move.
    """

    fields: tuple[Field, ...]
    find: Callable[[Any, Mapping[str, Any]], tuple[Game, Any]]
    implied: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda at: {}
    left_out: tuple[str, ...] = ()
    helps: Mapping[str, str] = {}


class Rule(NamedTuple):
    """A rule of thumb, such as "hold at 20".

    Attributes
    ----------
    name : str
        What users type; N stands for a whole number from 1.
    move : callable
        From the game, a position and N to a move.
    """

    name: str
    move: Callable[[Any, Any, int], Any]


class Drawing(NamedTuple):
    """A kind of picture.

    Attributes
    ----------
    draw : callable or str
        From a solution to pictures, or the name of such a function; it never solves.
    note : str
        What it shows, if the kind's name does not tell.
    sweep : bool
        The picture is of many games or answers: `draw` gets the game and `progress`, and looks for them.
    """

    draw: Callable[..., Sequence[Picture]] | str
    note: str = ""
    sweep: bool = False


class Tables(NamedTuple):
    """How the tables of a solution are asked for.

    Attributes
    ----------
    by_seat : bool
        There is one table a player, or one for both, and a seat is asked for; else a table's number.
    csv : str
        What a row and a column of the plain numbers are.
    data : callable, optional
        From a solution, a table and a seat to what JSON tells of it.
    statements : str
        ``"module:function"``: from the game and `progress` to sentences on what is proved of the whole table.
    """

    by_seat: bool = False
    csv: str = "One table as numbers only, row by row."
    data: Callable[[Any, Any, int], dict[str, Any]] | None = None
    statements: str = ""


class Page(NamedTuple):
    """A page of its own to explore a game in a browser, for sizes at which the page for any game cannot be.

    Attributes
    ----------
    data : str
        ``"module:function"``: from a solution to what the page knows, a `trueodds.pages.Explorable`.
    text : str
        What the page tells.
    check : callable
        Refuses a game that is too large for this page too, before it is solved.
    beyond : callable
        Whether a game is too large for the page for any game, and gets this one.
    whole : callable
        From a game to the one that is solved for its page, all positions of the first among its own.
    method : str or None
        How to solve the game, for either page.
    """

    data: str
    text: str
    check: Callable[[Any], None]
    beyond: Callable[[Any], bool]
    whole: Callable[[Any], Any]
    method: str | None = None


#: The largest target of a page: beyond, it would be more than 5 MB.
MAX_PAGE_TARGET = 250


def check_page_targets(game: Any) -> None:
    """Refuse targets that make no page.

    Raises
    ------
    ValueError
        A target is too large.
    """
    largest = max(game.target, game.opponent_target)
    if largest > MAX_PAGE_TARGET:
        raise ValueError(f"target must be at most {MAX_PAGE_TARGET} for a page, not {largest}")


def up_to_larger_target(game: Any) -> Any:
    """The game in which both players need as much as the one who needs more: it has all needs, whoever moves.

    Examples
    --------
    >>> import trueodds
    >>> up_to_larger_target(trueodds.Pig(20, opponent_target=30))
    Pig(target=30, sides=6, opponent_target=30)
    """
    largest = max(game.target, game.opponent_target)
    return replace(game, target=largest, opponent_target=largest)


class Paper(NamedTuple):
    """A paper on the game, whose statements are recomputed.

    Attributes
    ----------
    name : str
        What users type.
    title : str
        Author, title, year.
    claims : str
        ``"module:function"``, which lists the claims.
    """

    name: str
    title: str
    claims: str


class AtTable(NamedTuple):
    """How people play a game, if not by the moves of its rules.

    Attributes
    ----------
    entry : Entry
        Of the game as it is played; its class takes the game by the rules.
    solution : str
        ``"module:function"``: from the game by its rules, and progress, to a solution of the game as it is played.
    """

    entry: Entry
    solution: str


@dataclass(frozen=True)
class Entry:
    """All that the package knows of a game besides rules and solving.

    Attributes
    ----------
    game : type
        The class of the rules.
    summary : str
        The game in a line.
    text : str
        The rules in a few lines.
    methods : mapping of str to Method
        Its own, the usual one first.
    choose : str
        ``"module:function"``: from a game and the names of options given to the name of the usual method, where that
        is not always the first.
    choose_help : str
        What that function says.
    place : Place, optional
        How a person gives a position; without it, as it is printed.
    rules : tuple of Rule
        Rules of thumb.
    narrator : type
        Tells the game to a person who plays it.
    at_table : AtTable, optional
        How people play it, if not by the moves of the rules.
    pictures : mapping of str to Drawing
        By kind, the usual one first.
    tables : Tables
        How its tables are asked for.
    page : Page, optional
        A page of its own to explore it, for large sizes.
    map : tuple of str
        The two fields of positions, down and across, over which a map shows most; those with most values if left out.
    more_positions : callable
        From the game to positions that its moves do not lead to, though people come there; pages have them too.
    papers : tuple of Paper
        On this game.
    usual : mapping
        Parameters of a game that people would play, for those that have no default.
    small : mapping
        Parameters of a game that is solved in a blink, for tests.
    examples : mapping of str to tuple of str
        By command: options to show in its help. Those of `solve` serve for commands that have none.

    See Also
    --------
    Game : The rules that it is about.
    solve : Takes any game, with an entry or without.

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
    more_positions: Callable[[Any], Iterable[Any]] = lambda game: ()
    papers: tuple[Paper, ...] = ()
    usual: Mapping[str, Any] = field(default_factory=dict)
    small: Mapping[str, Any] = field(default_factory=dict)
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What users type."""
        return self.game.name

    @property
    def all_methods(self) -> dict[str, Method]:
        """Its own methods, then those of any game."""
        return {**self.methods, **{name: one for name, one in ANY_GAME.items() if name not in self.methods}}
