// Evaluate the moves of Pig on the explore page, from the values at the starts of turns. Move 0 is roll, and 1 is hold.
"use strict";
function rules({ data, stop, tied, passed }) {
  const sides = data.sides, step = sides === 2 ? 2 : 1; // with two sides all turn totals are even
  const chance = (n) => ({ n: BigInt(n), d: BigInt(sides) });
  const failed = (i, j) => ({ odds: passed(i, j), chance: chance(1), next: [0, j, i] });

  // The value of rolling at each turn total and then playing perfectly, from the largest total down.
  let last = {};
  function rolling(i, j) {
    if (last.i === i && last.j === j) return last.values;
    const values = [], lost = passed(i, j);
    for (let t = i - 1; t >= 0; t--) {
      const odds = { win: lost.win / sides, lose: lost.lose / sides };
      for (let face = 2; face <= sides; face++) {
        const next = t + face < i && !stop(t + face, i, j) ? values[t + face] : passed(Math.max(i - t - face, 0), j);
        odds.win += next.win / sides;
        odds.lose += next.lose / sides;
      }
      values[t] = odds;
    }
    last = { i, j, values };
    return values;
  }

  const holds = (t, i, j) => t > 0 && stop(t, i, j);
  const best = (t, i, j) => (!holds(t, i, j) ? [0] : tied(t, i, j) ? [0, 1] : [1]);
  const value = (t, i, j) => (holds(t, i, j) ? passed(i - t, j) : rolling(i, j)[t]);

  // The attainable turn totals at which the best move changes, as pairs [total, whether to hold].
  function changes(i, j) {
    const totals = [];
    for (let t = 2; t < i; t += step) {
      if (holds(t, i, j) !== (totals.length > 0 && totals.at(-1)[1])) totals.push([t, holds(t, i, j)]);
    }
    return totals;
  }

  function outcomes(t, i, j, move) {
    if (move === 1) return [{ chance: exact.one, odds: passed(i - t, j), next: [0, j, i - t] }];
    const results = [failed(i, j)];
    for (let face = 2; face <= sides && t + face < i; face++) {
      results.push({ chance: chance(1), odds: value(t + face, i, j), keeps: true, next: [t + face, i, j] });
    }
    const left = sides - results.length;
    if (left) results.push({ chance: chance(left), odds: { win: 1, lose: 0 }, next: null });
    return results;
  }

  return {
    best, value, outcomes,
    moves: (t, i, j) => [
      { name: "roll", odds: rolling(i, j)[t], best: best(t, i, j).includes(0) },
      { name: "hold", odds: passed(i - t, j), best: best(t, i, j).includes(1), needs: [j, i - t] },
    ].slice(0, t ? 2 : 1),
    change: (i, j) => changes(i, j)[0]?.[0],
    plan: (i, j) => changes(i, j).map(([t, hold]) => `${hold ? "hold" : "roll again"} from ${t}`).join(", ")
      || "roll until the game is won",
  };
}
