// The page of a game: a position, its moves and outcomes, and a game step by step. For "book", see listed.js.
"use strict";
readData().then(async (data) => {
  if (data.order) data.certified = await certifiedValues(data.order);
  const book = data.stops === undefined ? listedBook(data) : neededBook(data);
  const ordinal = (seat) => (seat === book.seat(book.start) ? "first" : "second");
  const fields = data.fields.map((name, field) => {
    const text = (level) => (level === true ? "yes" : level === false ? "no" : level === null ? "none" : String(level));
    const levels = data.levels[field].map(text), isSeat = field === book.seatField;
    const words = isSeat ? levels.map((text) => ordinal(Number(text))) : levels;
    return { name, label: isSeat ? "player to move" : data.labels[field], levels, words, isSeat };
  });
  const state = { position: book.start, move: 0, over: null, path: [] };
  const inputs = [];
  const SHOWN = 8; // rows of a table; a click shows the rest, which are left out on paper

  const who = (seat) => (data.alone ? "You" : ordinal(seat) === "first" ? "First player" : "Second player");
  const describeFields = (position) => fields
    .map((field, at) => [field, field.words[book.levelsOf(position)[at]]])
    .filter(([field]) => !field.isSeat)
    .map(([{ label: name }, text]) => `${name}${/\d$/.test(name) ? " =" : ""} ${text}`).join(", "); // "part 3 = 0"
  const toMove = (position) => (data.alone ? "" : `${who(book.seat(position))} to move`);
  const describeStanding = (position) => {
    const text = book.standing(position) ?? `${describeFields(position)}.`;
    return data.alone ? text : `${toMove(position)}. ${text}`;
  };
  const short = (position) => [describeFields(position), toMove(position).toLowerCase()].filter(Boolean).join("; ");
  const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0]);

  function result(text) {
    if (!data.chances_only) return `the payoff is ${text}`;
    if (data.alone) return text === "1" ? "won" : text === "0" ? "lost" : "a draw";
    return text === "1" || text === "0" ? `the ${ordinal(1 - Number(text))} player wins` : "a draw";
  }

  function describe(position) {
    const moves = listed(book.best(position).map((number) => data.names[number]));
    return `${short(position)}: ${moves}; value ${book.worth(position)}.`;
  }

  // --- the position in the address, field by field

  function address(position) {
    const levels = book.levelsOf(position);
    return `#${fields.map(({ name, levels: texts }, at) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(texts[levels[at]])}`).join("&")}`;
  }

  // The position that an address names, or undefined.
  function named(hash) {
    const query = new URLSearchParams(hash.slice(1));
    const levels = fields.map(({ name, levels: texts }) => (query.has(name) ? texts.indexOf(query.get(name)) : -1));
    return levels.includes(-1) ? undefined : book.find(levels);
  }

  // --- what is shown

  function showPosition(message) {
    const { position } = state, levels = book.levelsOf(position);
    inputs.forEach((input, field) => (input.value = levels[field]));
    put(byId("standing"), describeStanding(position));
    put(byId("message"), message);
    put(byId("note"), ...book.note(position));
  }

  // Show the first rows of a table and the best rows; a button shows the rest.
  function fill(table, rows) {
    rows.forEach((row, at) => row.classList.toggle("rest", at >= SHOWN && !row.classList.contains("best")));
    const left = rows.filter((row) => row.classList.contains("rest")).length, button = byId(`${table}-rest`);
    byId(table).tBodies[0].replaceChildren(...rows);
    button.parentElement.hidden = left === 0;
    put(button, byId(table).classList.contains("all") ? "Show fewer" : `Show ${left} more`);
    put(byId(`${table}-left`), `and ${left} more`);
  }

  function showMoves() {
    const moves = book.moves(state.position), best = moves.filter((move) => move.best);
    const names = listed(best.map(({ name }) => name)), advice = names[0].toUpperCase() + names.slice(1);
    const remark = best.length > 1 ? ": exactly equal" : moves.length === 1 ? ": the only move" : "";
    put(byId("move"), `${advice}${remark}.`);
    const whose = data.alone ? "" : " for the player to move", draws = data.draws ? " (a draw counts as one half)" : "";
    put(byId("worth"), data.chances_only ? `Chance to win${whose}${draws}` : `Expected payoff${whose}`);
    fill("moves", moves.map(({ name, best: right, value, fraction: whole, cost }, move) => {
      const kind = name.length > 12 ? "link" : "link short", chosen = move === state.move;
      const choose = make("button", { type: "button", class: kind, text: name, "aria-pressed": chosen });
      choose.addEventListener("click", () => show({ move }));
      const exactly = whole ? [" ", fraction(whole, `the exact value of ${name}`)] : [];
      return make("tr", { class: right ? "best" : "", "aria-current": chosen },
        make("th", { scope: "row" }, choose), make("td", { text: value }, ...exactly), make("td", { text: cost }),
        make("td", { text: right ? (best.length > 1 ? "tie" : "best") : "" }));
    }));
    showChance(moves[state.move].name);
  }

  function showChance(name) {
    put(byId("after"), `After ${name}${data.alone ? "" : "; the value is still for the player who moved"}`);
    fill("chance", book.outcomes(state.position, state.move).map((outcome) => {
      const then = make("button", { type: "button", class: "link",
        text: outcome.after < 0 ? `The end: ${result(outcome.payoff)}` : short(outcome.after) });
      then.addEventListener("click", () => take(state.move, outcome));
      const exactly = outcome.exactly === outcome.chance ? [] : [" ", code(exact.short(outcome.exactly))];
      const chance = make("td", { text: outcome.chance }, ...exactly);
      return make("tr", {}, chance, make("td", {}, then), make("td", { text: outcome.worth }));
    }));
  }

  function showGame() {
    byId("back").disabled = state.path.length === 0;
    byId("step").disabled = state.over !== null;
    put(byId("result"), state.over === null ? "" : `The game is over: ${result(state.over)}.`);
    put(byId("path"), ...state.path.map(({ position, move, outcome }) => make("li", {
      text: `${short(position)}: ${book.moves(position)[move].name}${outcome.after < 0
        ? `; the end: ${result(outcome.payoff)}` : ""}`,
    })));
  }

  function show(changes, message = "") {
    Object.assign(state, changes);
    showPosition(message);
    showMoves();
    showGame();
    map.draw();
    if (location.hash !== address(state.position)) history.replaceState(null, "", address(state.position));
  }

  const firstBest = (position) => book.moves(position).findIndex(({ best }) => best);
  const go = (position, message) => show({ position, move: firstBest(position), over: null, path: [] }, message);

  // A step of the game: a move and its outcome.
  function take(move, outcome) {
    const path = [...state.path, { position: state.position, move, outcome }];
    if (outcome.after < 0) show({ move, over: outcome.payoff, path });
    else show({ position: outcome.after, move: firstBest(outcome.after), over: null, path });
  }

  byId("step").addEventListener("click", () => {
    let left = Math.random();
    const outcomes = book.outcomes(state.position, state.move);
    take(state.move, outcomes.find(({ probability }) => (left -= probability) < 0) ?? outcomes.at(-1));
  });
  byId("back").addEventListener("click", () => {
    const path = state.path.slice(0, -1), { position, move } = state.path.at(-1);
    show({ position, move, over: null, path });
  });
  byId("again").addEventListener("click", () => go(book.start));
  for (const table of ["moves", "chance"]) {
    byId(`${table}-rest`).addEventListener("click", () => {
      byId(table).classList.toggle("all");
      showMoves();
    });
  }

  fields.forEach(({ name, label, words }, field) => {
    const select = choice(`field-${name}`, words.map((text, at) => [at, text]));
    select.addEventListener("change", () => {
      const levels = book.levelsOf(state.position);
      levels[field] = Number(select.value);
      const place = book.find(levels), message = "Play cannot reach that position; the nearest reachable one is shown.";
      if (place !== undefined) go(place);
      else go(book.nearest(state.position, field, levels[field]), message);
    });
    inputs.push(select);
    byId("fields").append(make("label", { text: `${label} ` }, select));
  });
  const map = makeMap(book, data, fields, { go, here: () => state, describe });
  addEventListener("hashchange", () => {
    const position = named(location.hash);
    if (position === undefined) show({}, "The address does not name a position of this game.");
    else if (position !== state.position) go(position);
  });
  setUpTheme();
  put(byId("proof"), `The best moves are proved: ${data.proof}. Made by trueodds.`);
  const first = location.hash.length > 1 ? named(location.hash) : book.start;
  go(first ?? book.start, first === undefined ? "The address does not name a position of this game; this is the start." : "");
  document.body.dataset.ready = "true";
});
