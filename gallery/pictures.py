"""Draw the pictures of the gallery from the results: python gallery/pictures.py."""

import json
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

FOLDER = Path(__file__).parent
DARK, BRIGHT = "#33608c", "#d1495b"

mpl.rcParams.update({"svg.hashsalt": "trueodds", "axes.spines.top": False, "axes.spines.right": False, "font.size": 10})


def number(value):
    """Return a value of the results as a float."""
    return float(value["decimal"])


def draw_yahtzee(answers, axes):
    """Draw what a zero costs in the first turn, box by box."""
    game = answers["forced joker"]
    costs = {box: number(game["value"]) - number(value) for box, value in game["value after a zero"].items()}
    axes.barh(list(costs), list(costs.values()), color=DARK)
    axes.invert_yaxis()
    axes.bar_label(axes.containers[0], fmt="%.1f", padding=3)
    axes.set(xlabel="points that a zero in this box costs in the first turn, on average")


def draw_gambler(answers, axes):
    """Draw all best stakes for p = 2/5, and the stakes that value iteration in floats chooses."""
    game = answers["p = 2/5"]
    points = [(int(capital), stake) for capital, stakes in game["best stakes"].items() for stake in stakes]
    axes.scatter(*zip(*points, strict=True), s=14, color=DARK, label="all best stakes, exactly")
    for kind, size, color in (("64", 60, BRIGHT), ("32", 110, "#edae49")):
        chosen = game[f"floats of {kind} bits"]["stakes"]
        axes.scatter(
            range(1, 100), chosen, s=size, facecolors="none", edgecolors=color, label=f"chosen in floats of {kind} bits"
        )
    axes.set(xlabel="capital", ylabel="stake")
    axes.legend(frameon=False, loc="upper left")


def draw_bearoff(answers, axes):
    """Draw the distributions of the errors of GNU Backgammon's values."""
    for name, color in (("expected rolls", DARK), ("chances to win", BRIGHT)):
        audit = answers[f"GNU Backgammon, {name}"]
        counts = audit["differences, from n/200000 to (n+1)/200000"]
        share = [100 * count / audit["values"] for count in counts.values()]
        axes.step([int(n) * 5 for n in counts], share, where="post", color=color, label=name)
    axes.set(xlabel="GNU Backgammon's value minus the exact value, in millionths", ylabel="per cent of all positions")
    axes.legend(frameon=False)


def draw_ur(answers, axes):
    """Draw the chance of the player who rolls first, by the number of pieces."""
    pieces = [int(name.split()[0]) for name in answers if name != "game"]
    chances = [100 * answers[f"{count} pieces"]["low"] for count in pieces]
    axes.plot(pieces, chances, "o-", color=DARK)
    for count, chance in zip(pieces, chances, strict=True):
        axes.annotate(f"{chance:.4f} %", (count, chance), xytext=(6, 6), textcoords="offset points")
    axes.set(xlabel="pieces of each player", ylabel="chance of the player who rolls first, %", xticks=pieces)
    axes.set(xlim=(0.8, max(pieces) + 0.6), ylim=(min(50, *chances), max(chances) + 0.4))


def draw_shut_the_box(answers, axes):
    """Draw the value for the second player, by the score to beat."""
    chances = answers["value of the second player, by the score to beat"]
    axes.plot([int(score) for score in chances], [100 * number(value) for value in chances.values()], ".-", color=DARK)
    axes.axhline(50, color="grey", linewidth=0.8)
    axes.set(xlabel="score of the first player", ylabel="value for the second player, %")


if __name__ == "__main__":
    for name, draw in list(globals().items()):
        results = FOLDER / f"{name.removeprefix('draw_')}.json"
        if name.startswith("draw_") and results.exists():
            figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
            draw(json.loads(results.read_text()), axes)
            figure.savefig(results.with_suffix(".svg"), metadata={"Date": None})
