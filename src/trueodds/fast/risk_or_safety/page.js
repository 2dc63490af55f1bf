// Evaluate the moves of Risk or Safety on the explore page, from the values at the starts of turns. In the result of
// `best`, n means going for n + 1 heads in the turn. `outcomes` takes an index into the result of `moves`. With `a`
// open points, going for `a` heads means banking them.
"use strict";
function rules({ data, stop, tied, passed }) {
  const heads = exact.read(data.heads), p = exact.number(heads);

  // Return all best numbers of heads, including exact ties.
  function goals(a, i, j) {
    const counts = [];
    for (let k = Math.max(a, 1); k < i; k++) {
      if (!stop(k, i, j)) continue;
      counts.push(k);
      if (!tied(k, i, j)) return counts;
    }
    return [...counts, i];
  }

  function going(a, k, i, j) {
    const q = p ** (k - a), made = passed(i - k, j), failed = passed(i, j);
    return { win: q * made.win + (1 - q) * failed.win, lose: q * made.lose + (1 - q) * failed.lose };
  }

  function outcomes(a, i, j, move) {
    const k = move + Math.max(a, 1), chance = { n: heads.n ** BigInt(k - a), d: heads.d ** BigInt(k - a) };
    const made = { chance, odds: passed(i - k, j), next: k < i ? [0, j, i - k] : null };
    const failed = { chance: exact.minus(exact.one, chance), odds: passed(i, j), next: [0, j, i] };
    return k === a ? [made] : [made, failed];
  }

  const plan = (counts) => `go for ${counts.join(" or ")}${counts.length > 1 ? ", exactly equal" : ""}`;
  return {
    outcomes,
    best: (a, i, j) => goals(a, i, j).map((k) => k - 1),
    value: (a, i, j) => going(a, goals(a, i, j)[0], i, j),
    moves: (a, i, j) => {
      const best = goals(a, i, j), minimum = Math.max(a, 1);
      return Array.from({ length: i - minimum + 1 }, (_, n) => minimum + n).map((k) => ({
        name: k === a ? `bank ${a}` : `go for ${k}`, odds: going(a, k, i, j), best: best.includes(k),
        needs: k === a ? [j, i - a] : undefined,
      }));
    },
    plan: (i, j) => plan(goals(0, i, j)),
  };
}
