// A solved game as the page holds it: positions by fields, moves, chance, and exact values of moves made of them.
"use strict";
function readGraph(data) {
  const count = data.values.length;
  const sums = (sizes) => sizes.reduce((found, size) => (found.push(found.at(-1) + size), found), [0]);
  const firstMove = sums(data.counts), firstOutcome = sums(data.sizes);
  const chances = data.chances.map(exact.read), payoffs = data.payoffs.map(exact.read);
  const values = new Array(count), floats = new Array(count);
  const seatField = data.fields.indexOf(data.seat_field);
  const key = (levels) => levels.join(" ");
  const levelsOf = (position) => data.at.map((column) => column[position]);
  const known = new Map(), withoutSeat = new Map();
  const rest = (levels) => key(levels.filter((_, field) => field !== seatField));
  for (let position = 0; position < count; position++) {
    const levels = levelsOf(position);
    known.set(key(levels), position);
    if (!withoutSeat.has(rest(levels))) withoutSeat.set(rest(levels), position);
  }

  const seat = (position) => Number(data.seats[position]);
  const value = (position) => (values[position] ??= exact.read(data.values[position]));
  const float = (position) => (floats[position] ??= exact.number(value(position)));
  const of = (who, worth) => (who === 0 ? worth : exact.minus(exact.one, worth)); // a payoff is seat 0's

  // What can follow a move, and what that is worth to the player who made it.
  function outcomes(position, move) {
    const found = [], number = firstMove[position] + move, who = seat(position);
    for (let at = firstOutcome[number]; at < firstOutcome[number + 1]; at++) {
      const after = data.after[at], chance = data.chance[at];
      const worth = after < 0 ? of(who, payoffs[-1 - after])
        : seat(after) === who ? value(after) : exact.minus(exact.one, value(after));
      const payoff = after < 0 ? data.payoffs[-1 - after] : null;
      found.push({ chance: chances[chance], text: data.chances[chance], after, payoff, worth });
    }
    return found;
  }

  // Every legal move with its exact value: chances times values, added up.
  function moves(position) {
    const found = [];
    for (let move = 0; move < data.counts[position]; move++) {
      const number = firstMove[position] + move;
      const worth = outcomes(position, move)
        .map(({ chance, worth }) => exact.times(chance, worth)).reduce(exact.plus);
      found.push({ move, name: data.names[data.moves[number]], best: data.best[number] === "1", value: worth });
    }
    return found;
  }

  const best = (position) => {
    const found = [];
    for (let move = 0; move < data.counts[position]; move++) {
      if (data.best[firstMove[position] + move] === "1") found.push(data.moves[firstMove[position] + move]);
    }
    return found; // numbers of names
  };

  // The position of these levels; in a map also one in which it is the other player's turn.
  const find = (levels, anySeat = false) => known.get(key(levels)) ?? (anySeat ? withoutSeat.get(rest(levels)) : undefined);

  // The position of one field's level that differs least from another position.
  function nearest(position, field, level) {
    const from = levelsOf(position);
    let found = position, least = Infinity;
    for (let one = 0; one < count; one++) {
      if (data.at[field][one] !== level) continue;
      let far = 0;
      for (let other = 0; other < from.length; other++) {
        if (other !== field) far += Math.abs(data.at[other][one] - from[other]) + (data.at[other][one] !== from[other]);
      }
      if (far < least) [found, least] = [one, far];
    }
    return found;
  }

  const shown = (one) => (one === true ? "yes" : one === false ? "no" : one === null ? "none" : String(one));
  const fields = data.fields.map((name, field) => {
    const levels = data.levels[field].map(shown), isSeat = field === seatField;
    const words = isSeat ? levels.map((text) => (text === "0" ? "first" : "second")) : levels;
    return { name, label: isSeat ? "player to move" : data.labels[field], levels, words, isSeat };
  });
  return { data, count, fields, seat, value, float, outcomes, moves, best, find, nearest, levelsOf };
}
