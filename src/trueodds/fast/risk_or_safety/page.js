// Risk or Safety: what the page says of a position, in words and odds. Which move is best, the book knows exactly.
"use strict";
function rules(book) {
  const { data, passed, number, odds, several } = book;
  const coins = (moves) => `${moves.join(" or ")} coin${moves.length === 1 && moves[0] === 1 ? "" : "s"}`;

  // All best numbers of heads to go for, exactly; a itself is to bank now.
  function best(a, i, j) {
    const found = [];
    for (let k = Math.max(a, 1); k < i; k++) {
      if (!book.bank(k, i, j)) continue;
      found.push(k);
      if (!book.tied(k, i, j)) return found;
    }
    return [...found, i];
  }

  // Going for k heads in all with a of them tossed.
  function going(a, k, i, j) {
    const q = data.probability ** (k - a);
    const made = passed(i - k, j), failed = passed(i, j);
    return { q, made, failed, win: q * made.win + (1 - q) * failed.win, lose: q * made.lose + (1 - q) * failed.lose };
  }

  function advice(a, i, j) {
    const moves = best(a, i, j);
    const goal = best(a + 1, i, j)[0]; // if I toss now
    const rest = goal - a, tossing = going(a, goal, i, j);
    const heads = several(rest, a ? "more head" : "head");
    const toss = { name: `Toss: go for ${heads}`, odds: tossing, best: moves.some((k) => k > a) };
    const then = goal === i ? "I have won" : `I need ${i - goal} and my chance is ${odds(tossing.made)}`;
    const come = rest === 1 ? "1 head comes" : `${rest} heads in a row come`;
    const why =
      `${come} with chance ${number(tossing.q, 6)}; then ${then}. ` +
      `With a tails before that my chance is ${odds(tossing.failed)}.`;
    if (a === 0) {
      const same = moves.length > 1 ? ` ${coins(moves)} are worth exactly the same.` : "";
      const top = tossing, all = Array.from({ length: i }, (_, n) => {
        const odds = going(0, n + 1, i, j), right = moves.includes(n + 1);
        return { name: coins([n + 1]), odds, best: right, cost: right ? 0 : book.cost(top, odds) };
      });
      return { move: `Toss ${coins(moves)}.`, rows: [{ ...toss, best: true }], why: why + same, all };
    }
    const name = `Bank: ${several(a, "point")}; then I need ${i - a}, the opponent tosses`;
    return book.compared("Toss", toss, "Bank", { name, odds: passed(i - a, j), best: moves.includes(a) }, why);
  }

  return {
    advice,
    number: (i, j) => best(0, i, j)[0],
    several: (i, j) => best(0, i, j).length > 1,
    cell: (i, j) => `toss ${coins(best(0, i, j))}`,
    start: (i, j) => `${i === j ? "Who tosses first" : `Who tosses first needs ${i}, the other ${j}. The first`} ` +
      `should toss ${coins(best(0, i, j))} and wins with `,
    command: (i, j) => ["risk-or-safety", "--target", i]
      .concat(i === j ? [] : ["--opponent-target", j], data.heads === "1/2" ? [] : ["--heads", data.heads])
      .join(" "),
  };
}
