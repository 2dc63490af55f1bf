"""A small game of each kind, for tests of all games."""

from trueodds.catalog.registry import list_entries

ENTRIES = list_entries()
GAMES = [entry.game(**entry.small) for entry in ENTRIES]


def options(entry):
    """Return the command-line options of an entry's small game."""
    from trueodds.cli.games import make_parameter_options

    known = [(one.opts[0], one.name) for one in make_parameter_options(entry)]
    return [word for option, name in known if name in entry.small for word in (option, str(entry.small[name]))]


def gathered(outcomes, names=None):
    """Return the probability of each result of a move; if `names` is given, the outcomes hold numbers of positions."""
    found = {}
    for chance, after, payoff in outcomes:
        to = after if names is None or after is None else names[after]
        found[to, payoff] = found.get((to, payoff), 0) + chance
    return found
