// Pig: what the page says of a position, in words and odds. Which move is best, the book knows exactly.
"use strict";
function rules(book) {
  const { data, passed, number, odds } = book;
  const sides = data.sides, step = sides === 2 ? 2 : 1; // with two sides all totals are even

  // What it is worth to roll at this turn total and to go on as is best: from the largest total down.
  function rolling(total, i, j) {
    const failed = passed(i, j), worth = [];
    const worthAt = (t) => (t < i && !book.bank(t, i, j) ? worth[t] : passed(Math.max(i - t, 0), j));
    for (let t = i - 1; t >= total; t--) {
      const made = { win: 0, lose: 0 };
      for (let face = 2; face <= sides; face++) {
        const next = worthAt(t + face);
        made.win += next.win / (sides - 1);
        made.lose += next.lose / (sides - 1);
      }
      const mixed = (side) => (failed[side] + (sides - 1) * made[side]) / sides;
      worth[t] = { win: mixed("win"), lose: mixed("lose"), made, failed };
    }
    return worth[total];
  }

  // The turn totals that can be rolled, split where the best move changes: [first, whether to hold].
  function changes(i, j) {
    const found = [];
    for (let t = 2; t < i; t += step) {
      const holds = book.bank(t, i, j);
      if (holds !== (found.length ? found.at(-1)[1] : false)) found.push([t, holds]);
    }
    return found;
  }

  function plan(i, j) {
    const found = changes(i, j);
    if (found.length === 0) return "roll until you have won";
    return found.map(([t, holds]) => (holds ? `hold from ${t}` : `roll again from ${t}`)).join(", ");
  }

  function advice(t, i, j) {
    const rolled = rolling(t, i, j);
    const roll = { name: "Roll", odds: rolled, best: t === 0 || !book.bank(t, i, j) || book.tied(t, i, j) };
    const why =
      `A 1 comes with chance 1/${sides}; then my chance is ${odds(rolled.failed)}. With another face it is ` +
      `${odds(rolled.made)} on average. In this turn: ${plan(i, j)}.`;
    if (t === 0) return { move: "Roll.", rows: [roll], why };
    const name = `Hold: ${t} saved; then I need ${i - t}, the opponent rolls`;
    return book.compared("Roll", roll, "Hold", { name, odds: passed(i - t, j), best: book.bank(t, i, j) }, why);
  }

  return {
    advice,
    number: (i, j) => (changes(i, j)[0] || [i])[0],
    cell: plan,
    start: (i, j) =>
      i === j ? "Who rolls first wins with " : `Who rolls first needs ${i}, the other ${j}. The first wins with `,
    command: (i, j) => ["pig", "--target", i]
      .concat(i === j ? [] : ["--opponent-target", j], sides === 6 ? [] : ["--sides", sides])
      .join(" "),
  };
}
