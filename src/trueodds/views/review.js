// The page that reviews a played game: the curve of the value for seat 0, the mistakes, and every move.
"use strict";
readData().then((data) => {
  const { moves, players, shown } = data;
  const whose = players[0] === "You" ? "you" : players[0];
  const WIDE = 600, HIGH = 300, LEFT = 52, TOP = 12;
  const values = [data.start, ...moves.map((move) => move.after)].map((value) => Number(value.decimal));
  const written = ({ numerator, denominator }) => (denominator === "1" ? numerator : `${numerator}/${denominator}`);
  const low = Math.min(0, ...values), high = Math.max(data.chances ? 1 : 0, ...values);
  const across = (at) => LEFT + ((WIDE - LEFT - 12) * at) / Math.max(values.length - 1, 1);
  const down = (value) => TOP + (HIGH - 2 * TOP) * (1 - (value - low) / (high - low || 1));

  function row(name, text, whole) {
    const cell = make("td", { text });
    if (whole !== undefined) cell.append(" ", fraction(written(whole), name));
    return make("tr", {}, make("th", { scope: "row", text: name }), cell);
  }

  put(byId("sum").tBodies[0],
    row(`Value at the start, for ${whose}`, shown.start, data.start),
    row("Change due to both players' decisions", shown.skill, data.skill),
    row("Change due to luck", shown.luck, data.luck),
    row(data.over ? "Result" : "Value where the game stopped", shown.result, data.result),
    ...players.map((player, seat) => [player, seat]).filter(([, seat]) => data.decisions[seat])
      .map(([player, seat]) => row(`${player}: given away (decisions: ${data.decisions[seat]}, best: ${data.best[seat]})`,
        shown.given_away[seat], data.given_away[seat])));

  const mistakes = moves.map((move, at) => [move, at]).filter(([move]) => move.cost.numerator !== "0")
    .sort(([one], [other]) => (exact.less(exact.read(written(one.cost)), exact.read(written(other.cost))) ? 1 : -1));
  const name = (move) => players[move.seat];
  put(byId("mistakes"), ...mistakes.map(([move, at]) => {
    const text = `Move ${at + 1}, ${name(move)}: ${move.move}`;
    const button = make("button", { type: "button", class: "link", text });
    button.addEventListener("click", () => choose(at));
    return make("li", {}, button, ` cost ${move.cost_shown}; best was ${move.best_said.join(" or ")}.`);
  }));
  if (!mistakes.length) byId("mistakes").before(make("p", { id: "none", text: "None: every decision was best." }));

  function drawCurve() {
    const svg = byId("curve"), text = (x, y, words, anchor = "end") =>
      drawing("text", { x, y, "text-anchor": anchor, "dominant-baseline": "central", "font-size": 12 }, words);
    svg.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH + 22}`);
    const marks = data.chances ? [0, 0.25, 0.5, 0.75, 1] : [low, (low + high) / 2, high];
    const written = (mark) => (data.chances ? `${100 * mark} %` : String(Number(mark.toPrecision(3))));
    const lines = marks.flatMap((mark) => [
      drawing("line", { x1: LEFT, x2: WIDE - 12, y1: down(mark), y2: down(mark), class: "grid" }),
      text(LEFT - 6, down(mark), written(mark)),
    ]);
    const points = values.map((value, at) => `${across(at)},${down(value)}`).join(" ");
    const dots = moves.map((move, at) => {
      const mistake = move.cost.numerator !== "0", centre = { cx: across(at + 1), cy: down(values[at + 1]) };
      const dot = drawing("circle", { ...centre, r: mistake ? 6 : 3, class: mistake ? "mistake" : "dot" });
      dot.addEventListener("click", () => choose(at));
      return dot;
    });
    const chosen = drawing("line", { id: "here", y1: TOP, y2: HIGH - TOP, class: "here", x1: -9, x2: -9 });
    svg.replaceChildren(...lines, chosen, drawing("polyline", { points, class: "curve" }), ...dots,
      text(LEFT, HIGH + 10, "start", "middle"), text(WIDE - 12, HIGH + 10, `move ${moves.length}`));
    put(byId("curve-help"), `The value for ${whose}, from ${shown.start} at the start to ${shown.result}; `,
      "large dots are mistakes. The table below has every number.");
  }

  function choose(at) {
    const move = moves[at];
    for (const key of ["x1", "x2"]) byId("here").setAttribute(key, across(at + 1));
    [...byId("moves").tBodies[0].rows].forEach((line, number) => line.setAttribute("aria-current", number === at));
    const cost = move.forced ? "the only move" : move.cost.numerator === "0" ? "best" : `cost ${move.cost_shown}`;
    const text = `${move.position} ${move.said} Decision: ${cost}; luck: ${move.luck_shown}.`;
    put(byId("chosen"), `Move ${at + 1}. ${text}`);
  }

  put(byId("moves").tBodies[0], ...moves.map((move, at) => {
    const button = make("button", { type: "button", class: "link", text: at + 1, "aria-label": `Move ${at + 1}` });
    button.addEventListener("click", () => choose(at));
    return make("tr", { class: move.cost.numerator === "0" ? "" : "best" }, make("th", { scope: "row" }, button),
      make("td", { text: move.said }), make("td", { text: move.forced ? "" : move.cost_shown }),
      make("td", { text: move.forced ? "" : move.best_said.join(" or ") }), make("td", { text: move.luck_shown }),
      make("td", { text: move.after_shown }));
  }));
  drawCurve();
  setUpTheme();
  document.body.dataset.ready = "true";
});
