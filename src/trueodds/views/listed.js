// A "book" gives the page the moves, outcomes and values of each position. `listedBook` is for games whose positions
// are listed in the data, with exact values; `neededBook` is for games with more positions.
"use strict";
function listedBook(data) {
  const count = data.seats.length;
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
  const read = (position) => (data.certified ? of(seat(position), exact.read(data.certified[position]))
    : exact.read(data.values[position]));
  const value = (position) => (values[position] ??= read(position));
  const number = (position) => (floats[position] ??= exact.number(value(position)));
  const of = (who, worth) => (who === 0 ? worth : exact.minus(exact.one, worth)); // a payoff is seat 0's

  function follows(position, move) {
    const found = [], at = firstMove[position] + move, who = seat(position);
    for (let one = firstOutcome[at]; one < firstOutcome[at + 1]; one++) {
      const after = data.after[one], chance = data.chance[one];
      const worth = after < 0 ? of(who, payoffs[-1 - after])
        : seat(after) === who ? value(after) : exact.minus(exact.one, value(after));
      found.push({ after, payoff: after < 0 ? data.payoffs[-1 - after] : null, chance: chances[chance], worth });
    }
    return found;
  }

  // The outcomes of a move, and their values for the player who made it.
  const outcomes = (position, move) => follows(position, move).map(({ after, payoff, chance, worth }) => ({
    after, payoff, probability: exact.number(chance), chance: exact.decimal(chance, 6), exactly: exact.text(chance),
    worth: exact.decimal(worth, 6),
  }));

  // Every legal move with its exact value: the sum of chance times value over its outcomes.
  function moves(position) {
    const found = [];
    for (let move = 0; move < data.counts[position]; move++) {
      const at = firstMove[position] + move;
      const worth = follows(position, move).map((one) => exact.times(one.chance, one.worth)).reduce(exact.plus);
      found.push({ name: data.names[data.moves[at]], best: data.best[at] === "1", worth });
    }
    const top = found.find(({ best }) => best).worth;
    return found.map(({ name, best, worth }) => ({
      name, best, value: exact.decimal(worth), fraction: exact.text(worth),
      cost: best ? "0" : exact.decimal(exact.minus(top, worth), 4),
    }));
  }

  // The indices of the names of the best moves.
  function best(position) {
    const found = [];
    for (let at = firstMove[position]; at < firstMove[position + 1]; at++) {
      if (data.best[at] === "1") found.push(data.moves[at]);
    }
    return found;
  }

  // The position with these levels; on a map, also with the other player to move.
  const find = (levels, anySeat) => known.get(key(levels)) ?? (anySeat ? withoutSeat.get(rest(levels)) : undefined);

  // The position nearest to another position, among the positions with this level of a field.
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

  const standing = (position) => data.standing?.[position];
  const note = () => [], worth = (position) => exact.about(value(position), 6);
  return {
    start: 0, count, seatField, seat, number, worth, outcomes, moves, best, find, nearest, levelsOf, standing, note,
  };
}
