"""A small game of each that the registry has, solved in a blink, for tests of all of them."""

from trueodds.catalog.registry import entries

ENTRIES = entries()
GAMES = [entry.game(**entry.small) for entry in ENTRIES]


def options(entry):
    """The small game as the command line is told of it."""
    from trueodds.cli.games import parameters

    known = [(one.opts[0], one.name) for one in parameters(entry)]
    return [word for option, name in known if name in entry.small for word in (option, str(entry.small[name]))]
