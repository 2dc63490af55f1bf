// The page for any game: the position, its moves, what chance does, a game step by step. The data have the exact values
// of all positions and say which moves are best; values of moves are made of them, exactly.
"use strict";
readData().then((data) => {
  const graph = readGraph(data);
  const { fields } = graph;
  const state = { position: 0, move: 0, over: null, path: [] };
  const inputs = [];
  const PRINTED = 8; // rows of a table on paper, where many would need a second sheet

  const who = (seat) => (data.alone ? "You" : seat === 0 ? "First player" : "Second player");
  const place = (position) => fields
    .map((field, at) => [field, field.words[graph.levelsOf(position)[at]]])
    .filter(([field]) => !field.isSeat).map(([field, text]) => `${field.label} ${text}`).join(", ");
  const toMove = (position) => (data.alone ? "" : `${who(graph.seat(position))} to move`);
  const stands = (position) => {
    const said = data.standing ? data.standing[position] : `${place(position)}.`;
    return data.alone ? said : `${toMove(position)}. ${said}`;
  };
  const short = (position) => [place(position), toMove(position).toLowerCase()].filter(Boolean).join("; ");
  const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0]);

  function result(text) {
    if (!data.chances_only) return `the payoff is ${text}`;
    if (data.alone) return text === "1" ? "won" : text === "0" ? "lost" : "a draw";
    return text === "1" ? "the first player wins" : text === "0" ? "the second player wins" : "a draw";
  }

  // --- the address has the position, field by field

  function address(position) {
    const levels = graph.levelsOf(position);
    return `#${fields.map(({ name, levels: texts }, at) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(texts[levels[at]])}`).join("&")}`;
  }

  // The position that an address names; undefined if it is none.
  function named(hash) {
    const given = new URLSearchParams(hash.slice(1));
    const levels = fields.map(({ name, levels: texts }) => (given.has(name) ? texts.indexOf(given.get(name)) : -1));
    return levels.includes(-1) ? undefined : graph.find(levels);
  }

  // --- what is shown

  function showPosition(note) {
    const { position } = state, levels = graph.levelsOf(position);
    inputs.forEach((input, field) => (input.value = levels[field]));
    put(byId("standing"), stands(position));
    put(byId("note"), note);
  }

  function showMoves() {
    const { position } = state, moves = graph.moves(position);
    const top = moves.find(({ best }) => best), several = moves.filter(({ best }) => best).length;
    const names = listed(moves.filter(({ best }) => best).map(({ name }) => name));
    const advice = names[0].toUpperCase() + names.slice(1);
    put(byId("move"), `${advice}${several > 1 ? ": exactly the same" : moves.length === 1 ? ": the only move" : ""}.`);
    put(byId("worth"), data.chances_only
      ? "Chance to win for the player to move (a draw counts one half)" : "Expected payoff of the player to move");
    if (data.alone) put(byId("worth"), data.chances_only ? "Chance to win" : "Expected payoff");
    byId("moves").tBodies[0].replaceChildren(...moves.map(({ move, name, best, value }, at) => {
      const choose = make("button", { type: "button", class: "link", text: name, "aria-pressed": move === state.move });
      choose.addEventListener("click", () => show({ move }));
      const cost = best ? "0" : exact.decimal(exact.minus(top.value, value), 4);
      const verdict = best ? (several > 1 ? "tie" : "best") : "";
      const rest = at >= PRINTED && !best ? " rest" : "";
      return make("tr", { class: (best ? "best" : "") + rest, "aria-current": move === state.move },
        make("th", { scope: "row" }, choose), make("td", { text: exact.decimal(value) }, " ", fraction(exact.text(value), `the exact value of ${name}`)),
        make("td", { text: cost }), make("td", { text: verdict }));
    }));
    tellRest("moves");
    showChance(moves[state.move]);
  }

  // On paper: how many rows are left out.
  function tellRest(table) {
    const [body] = byId(table).tBodies, left = body.querySelectorAll("tr.rest").length;
    if (left) body.append(make("tr", { class: "left", "aria-hidden": "true" }, make("td", { colspan: 4, text: `and ${left} more` })));
  }

  function showChance({ move, name }) {
    const outcomes = graph.outcomes(state.position, move);
    put(byId("after"), `After ${name}; the value is still that of the player who moved`);
    byId("chance").tBodies[0].replaceChildren(...outcomes.map((outcome, at) => {
      const then = make("button", { type: "button", class: "link",
        text: outcome.after < 0 ? `The end: ${result(outcome.payoff)}` : short(outcome.after) });
      then.addEventListener("click", () => take(move, outcome));
      return make("tr", { class: at >= PRINTED ? "rest" : "" },
        make("td", { text: exact.decimal(outcome.chance, 6) }, " ", make("code", { text: exact.short(outcome.text) })),
        make("td", {}, then), make("td", { text: exact.decimal(outcome.worth, 6) }));
    }));
    tellRest("chance");
  }

  function showGame() {
    byId("back").disabled = state.path.length === 0;
    byId("step").disabled = state.over !== null;
    put(byId("result"), state.over === null ? "" : `The game is over: ${result(state.over)}.`);
    put(byId("path"), ...state.path.map(({ position, move, outcome }) => make("li", {
      text: `${short(position)}: ${graph.moves(position)[move].name}${outcome.after < 0
        ? `; the end: ${result(outcome.payoff)}` : ""}`,
    })));
  }

  function show(changes, note = "") {
    Object.assign(state, changes);
    showPosition(note);
    showMoves();
    showGame();
    map.draw();
    if (location.hash !== address(state.position)) history.replaceState(null, "", address(state.position));
  }

  const firstBest = (position) => graph.moves(position).findIndex(({ best }) => best);
  const go = (position, note) => show({ position, move: firstBest(position), over: null, path: [] }, note);

  // A step of the game: the move was made, and chance did this.
  function take(move, outcome) {
    const path = [...state.path, { position: state.position, move, outcome }];
    if (outcome.after < 0) show({ move, over: outcome.payoff, path });
    else show({ position: outcome.after, move: firstBest(outcome.after), over: null, path });
  }

  byId("step").addEventListener("click", () => {
    let left = Math.random();
    const outcomes = graph.outcomes(state.position, state.move);
    const drawn = outcomes.find(({ chance }) => (left -= exact.number(chance)) < 0) ?? outcomes.at(-1);
    take(state.move, drawn);
  });
  byId("back").addEventListener("click", () => {
    const path = state.path.slice(0, -1), { position, move } = state.path.at(-1);
    show({ position, move, over: null, path });
  });
  byId("again").addEventListener("click", () => go(0));

  fields.forEach(({ name, label, words }, field) => {
    const select = make("select", { id: `field-${name}` }, ...words.map((text, at) => make("option", { value: at, text })));
    select.addEventListener("change", () => {
      const wanted = graph.levelsOf(state.position);
      wanted[field] = Number(select.value);
      const exactly = graph.find(wanted);
      if (exactly !== undefined) go(exactly);
      else go(graph.nearest(state.position, field, wanted[field]), "Play cannot reach that position; this is the nearest.");
    });
    inputs.push(select);
    byId("fields").append(make("label", { text: `${label} ` }, select));
  });
  for (const [id, chosen] of [["across", data.map[1]], ["down", data.map[0]]]) {
    byId(id).append(...fields.map(({ label }, at) => make("option", { value: at, text: label })));
    byId(id).value = chosen;
  }
  const map = makeMap(graph, { go, here: () => state });
  addEventListener("hashchange", () => {
    const position = named(location.hash);
    if (position === undefined) show({}, "The address names no position of this game.");
    else if (position !== state.position) go(position);
  });
  choosesTheme();
  put(byId("proof"), `Every move shown is proved best: ${data.proof}. Made by trueodds.`);
  const asked = location.hash.length > 1 ? named(location.hash) : 0;
  go(asked ?? 0, asked === undefined ? "The address names no position of this game; this is the start." : "");
  document.body.dataset.ready = "true";
});
