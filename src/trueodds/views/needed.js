// A game with too many positions to list, in which each player needs points and may lose the points of a turn. The data
// has the best moves at all positions, and correctly rounded decimals of the values at the start of a turn. From this
// data, the game's function `rules` computes the values of moves in floats, which never decide which move is best.
"use strict";
function neededBook(data) {
  const size = data.target;
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const decimals = data.values.split(" "), fractions = data.fractions.split(" "), ties = new Set(data.ties);
  const stops = bytes(data.stops), chances = decimals.map(readChance);
  const at = (i, j) => (i - 1) * size + j - 1;

  // If the needs are i and j: whether stopping with `a` points, 1 <= a < i, is best, and whether continuing is as good.
  const index = (a, i, j) => size * ((a - 1) * size - (a * (a - 1)) / 2) + (i - a - 1) * size + j - 1;
  const stop = (a, i, j) => ((stops[index(a, i, j) >> 3] >> (7 - (index(a, i, j) & 7))) & 1) === 1;
  const tied = (a, i, j) => ties.has(index(a, i, j));

  // Chances are pairs {win, lose}: both numbers are stored, so that neither loses precision near 0.
  function readChance(text) {
    const rest = Number(text.slice(2));
    return text.startsWith("1-") ? { win: 1 - rest, lose: rest } : { win: Number(text), lose: 1 - Number(text) };
  }

  // The chances of a player who needs i when the opponent, who needs j, begins a turn.
  const swap = ({ win, lose }) => ({ win: lose, lose: win });
  const passed = (i, j) => (i === 0 ? { win: 1, lose: 0 } : swap(chances[at(j, i)]));
  const more = (one, other) => (one.win > 0.5 && other.win > 0.5 ? other.lose - one.lose : one.win - other.win);

  function rounded(x, digits) {
    if (x === 0) return "0";
    if (x >= 1e-4) return x.toPrecision(digits);
    return scientific(x.toExponential(digits - 1));
  }

  const power = (_, exponent) => `\u00a0×\u00a010${exact.raised(Number(exponent))}`;
  const scientific = (text) => text.replace(/e([-+]\d+)$/, power);
  const odds = ({ win, lose }) =>
    (lose > 0 && lose < 1e-4 ? `1 − ${rounded(lose, 4)}` : win === 1 ? "1" : rounded(win, 6));

  const about = (text) => `≈\u00a0${text}`;

  // The value at the start of a turn, exact if a fraction is known.
  const ratio = (i, j) => fractions[at(i, j)] || null;
  const written = (i, j) => {
    const text = decimals[at(i, j)];
    return ratio(i, j) ? exact.decimal(exact.read(ratio(i, j))) : about(scientific(text.replace("1-", "1 − ")));
  };

  const game = rules({ data, stop, tied, passed, more });
  const parts = (position) => {
    const open = position % size, pairs = (position - open) / size, j = (pairs % size) + 1;
    const rest = (pairs - j + 1) / size;
    return { a: open, i: (rest % size) + 1, j, seat: rest >= size ? 1 : 0 };
  };
  const positionOf = ({ a, i, j, seat }) => ((seat * size + i - 1) * size + j - 1) * size + a;
  const find = ([a, i, j, seat]) => (a <= i ? positionOf({ a, i: i + 1, j: j + 1, seat }) : undefined);
  const levelsOf = (position) => {
    const { a, i, j, seat } = parts(position);
    return [a, i - 1, j - 1, seat];
  };

  function moves(position) {
    const { a, i, j } = parts(position), options = game.moves(a, i, j), top = options.find(({ best }) => best).odds;
    return options.map(({ name, best, odds: worth, needs }) => {
      const cost = Math.abs(more(top, worth));
      const scale = Math.min(Math.max(top.win, worth.win), Math.max(top.lose, worth.lose));
      const whole = needs ? ratio(...needs) : a === 0 && best ? ratio(i, j) : null; // the opponent's turn, or this turn
      const value = whole && (needs ? exact.minus(exact.one, exact.read(whole)) : exact.read(whole));
      return {
        name, best, value: value ? exact.decimal(value) : about(odds(worth)), fraction: value && exact.text(value),
        cost: best ? "0" : cost < 1e-9 * scale ? "too small to show" : about(rounded(cost, 4)),
      };
    });
  }

  function outcomes(position, move) {
    const { a, i, j, seat } = parts(position);
    return game.outcomes(a, i, j, move).map(({ chance, odds: worth, keeps, next }) => ({
      after: next ? positionOf({ a: next[0], i: next[1], j: next[2], seat: keeps ? seat : 1 - seat }) : -1,
      payoff: next ? null : String(1 - seat), probability: exact.number(chance), chance: exact.decimal(chance, 6),
      exactly: exact.text(chance), worth: next ? about(odds(worth)) : "1",
    }));
  }

  function nearest(position, field, level) {
    const levels = levelsOf(position);
    levels[field] = level;
    if (levels[0] > levels[1]) levels[field === 0 ? 1 : 0] = level;
    return find(levels);
  }

  function note(position) {
    const { i, j } = parts(position), other = i === j ? "" : ` --opponent-target ${j}`;
    const command = `trueodds solve ${data.game} --target ${i}${other}${data.options}`;
    const exactly = ratio(i, j) ? [`${ratio(i, j)} ${exact.about(exact.read(ratio(i, j)))}`]
      : [`${written(i, j)}; to print the exact fraction, run `, code(command)];
    const plan = `At the start of this turn, or of a game with these targets: ${game.plan(i, j)}; the value is `;
    return [plan, ...exactly, "."];
  }

  const seat = (position) => parts(position).seat;
  const number = (position) => (({ a, i, j }) => (a ? game.value(a, i, j) : chances[at(i, j)]).win)(parts(position));
  const standing = (position) => {
    const { a, i, j } = parts(position);
    return `You need ${i}, the opponent needs ${j}${a ? `; ${data.labels[0]} ${a}` : ""}.`;
  };
  return {
    start: positionOf({ a: 0, i: data.targets[0], j: data.targets[1], seat: 0 }), seatField: 3, needed: true,
    seat, outcomes, moves, find, nearest, levelsOf, standing, note,
    number, worth: (position) => about(number(position).toPrecision(6)),
    best: (position) => (({ a, i, j }) => game.best(a, i, j))(parts(position)),
    change: game.change && ((position) => (({ i, j }) => game.change(i, j))(parts(position))),
  };
}
