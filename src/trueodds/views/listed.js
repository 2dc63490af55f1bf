// A "book" gives the page the moves, outcomes and values of each position. `listedBook` is for games whose positions
// are listed in the data, with exact values; `neededBook` is for games with too many positions to list.
"use strict";
function listedBook(data) {
  const count = data.seats.length;
  const sums = (sizes) => sizes.reduce((totals, size) => (totals.push(totals.at(-1) + size), totals), [0]);
  const firstMove = sums(data.counts), firstOutcome = sums(data.sizes);
  const chances = data.chances.map(exact.read), payoffs = data.payoffs.map(exact.read);
  const values = new Array(count), floats = new Array(count);
  const seatField = data.fields.indexOf(data.seat_field);
  const key = (levels) => levels.join(" ");
  const levelsOf = (position) => data.at.map((column) => column[position]);
  const positions = new Map(), withoutSeat = new Map();
  const rest = (levels) => key(levels.filter((_, field) => field !== seatField));
  for (let position = 0; position < count; position++) {
    const levels = levelsOf(position);
    positions.set(key(levels), position);
    if (!withoutSeat.has(rest(levels))) withoutSeat.set(rest(levels), position);
  }

  const seat = (position) => Number(data.seats[position]);
  const read = (position) => (data.certified ? of(seat(position), exact.read(data.certified[position]))
    : exact.read(data.values[position]));
  const value = (position) => (values[position] ??= read(position));
  const number = (position) => (floats[position] ??= exact.number(value(position)));
  const of = (who, worth) => (who === 0 ? worth : exact.minus(exact.one, worth)); // payoffs are seat 0's

  function follows(position, move) {
    const results = [], at = firstMove[position] + move, who = seat(position);
    for (let index = firstOutcome[at]; index < firstOutcome[at + 1]; index++) {
      const after = data.after[index], chance = data.chance[index];
      const worth = after < 0 ? of(who, payoffs[-1 - after])
        : seat(after) === who ? value(after) : exact.minus(exact.one, value(after));
      results.push({ after, payoff: after < 0 ? data.payoffs[-1 - after] : null, chance: chances[chance], worth });
    }
    return results;
  }

  // The outcomes of a move, and their values for the player who made it.
  const outcomes = (position, move) => follows(position, move).map(({ after, payoff, chance, worth }) => ({
    after, payoff, probability: exact.number(chance), chance: exact.decimal(chance, 6), exactly: exact.text(chance),
    worth: exact.decimal(worth, 6),
  }));

  // Every legal move with its exact value: the sum of chance times value over its outcomes.
  function moves(position) {
    const list = [];
    for (let move = 0; move < data.counts[position]; move++) {
      const at = firstMove[position] + move;
      const worth = follows(position, move).map((part) => exact.times(part.chance, part.worth)).reduce(exact.plus);
      list.push({ name: data.names[data.moves[at]], best: data.best[at] === "1", worth });
    }
    const top = list.find(({ best }) => best).worth;
    return list.map(({ name, best, worth }) => ({
      name, best, value: exact.decimal(worth), fraction: exact.text(worth),
      cost: best ? "0" : exact.decimal(exact.minus(top, worth), 4),
    }));
  }

  // The indices of the names of the best moves.
  function best(position) {
    const numbers = [];
    for (let at = firstMove[position]; at < firstMove[position + 1]; at++) {
      if (data.best[at] === "1") numbers.push(data.moves[at]);
    }
    return numbers;
  }

  // The position with these levels; on a map, if there is none, one that differs only in the player to move.
  const find = (levels, anySeat) => positions.get(key(levels)) ?? (anySeat ? withoutSeat.get(rest(levels)) : undefined);

  // Among the positions with this level of a field, the one nearest to the given position.
  function nearest(position, field, level) {
    const from = levelsOf(position);
    let closest = position, distance = Infinity;
    for (let at = 0; at < count; at++) {
      if (data.at[field][at] !== level) continue;
      let far = 0;
      for (let other = 0; other < from.length; other++) {
        if (other !== field) far += Math.abs(data.at[other][at] - from[other]) + (data.at[other][at] !== from[other]);
      }
      if (far < distance) [closest, distance] = [at, far];
    }
    return closest;
  }

  const standing = (position) => data.standing?.[position];
  const note = () => [], worth = (position) => exact.about(value(position), 6);
  return {
    start: data.start, count, seatField, seat, number, worth, outcomes, moves, best, find, nearest, levelsOf, standing,
    note,
  };
}
