// The map: over two fields, the others as they are at the position; rows go down, columns to the right.
"use strict";
function makeMap(graph, { go, here }) {
  const { data, fields } = graph;
  const svg = byId("map"), CELL = 24, ROOM = 15; // a cell's side, and the least side that has room for text
  const ranked = rankMoves();
  const firsts = Array.from({ length: graph.count }, (_, position) => first(position)).sort((a, b) => a - b);
  const edges = chooseEdges(), largest = firsts.at(-1);
  const moveColours = palette(edges.length), valueColours = palette(10);
  let cells = new Map(), shownFor = "", scale;

  // The order of moves: numbers by size, others as the game lists them.
  function rankMoves() {
    const order = data.names.map((_, number) => number);
    if (data.numbers) order.sort((a, b) => data.numbers[a] - data.numbers[b]);
    const rank = [];
    order.forEach((number, place) => (rank[number] = place));
    return { order, rank };
  }

  // The least rank of each colour: a colour for each first best move if there are few, else for about as many each.
  function chooseEdges() {
    const distinct = [...new Set(firsts)];
    if (distinct.length <= 10) return distinct;
    return [...new Set(Array.from({ length: 10 }, (_, n) => firsts[Math.floor((n * firsts.length) / 10)]))];
  }

  function first(position) {
    return Math.min(...graph.best(position).map((number) => ranked.rank[number]));
  }

  const axes = () => [Number(byId("across").value), Number(byId("down").value)];

  function positionAt(column, row) {
    const [x, y] = axes(), levels = graph.levelsOf(here().position);
    levels[x] = column;
    levels[y] = row;
    return x === y && column !== row ? undefined : graph.find(levels, true);
  }

  function look(position) {
    if (byId("colour").value === "value") {
      const share = (graph.float(position) - data.range[0]) / (data.range[1] - data.range[0] || 1);
      return { colour: valueColours[Math.min(9, Math.floor(share * 10))], text: "" };
    }
    const rank = first(position), several = graph.best(position).length > 1;
    const colour = moveColours[edges.findLastIndex((edge) => edge <= rank)];
    return { colour, text: data.brief[ranked.order[rank]], several };
  }

  function draw() {
    const [x, y] = axes(), { position } = here();
    const rest = graph.levelsOf(position).map((level, field) => (field === x || field === y ? "" : level));
    const now = [x, y, byId("colour").value, ...rest].join(" ");
    if (now !== shownFor) redraw(x, y);
    shownFor = now;
    mark(x, y);
  }

  // Cells are squares unless the map would be far from one; letters grow with the map, which is shrunk to the page.
  function measure(wide, high) {
    const width = CELL * Math.min(1, (1.25 * high) / wide), height = CELL * Math.min(1, (1.25 * wide) / high);
    const letters = Math.max(11, (wide * width) / 42, (high * height) / 42);
    const longest = Math.max(...fields[axes()[1]].words.map((text) => text.length), 2);
    return { width, height, letters, left: letters * (0.6 * longest + 0.6), top: 2.8 * letters };
  }

  const corner = (column, row) => ({ x: scale.left + column * scale.width, y: scale.top + row * scale.height });

  function redraw(x, y) {
    const wide = fields[x].levels.length, high = fields[y].levels.length, group = drawing("g", {});
    scale = measure(wide, high);
    const { width, height } = scale;
    svg.setAttribute("viewBox", `0 0 ${scale.left + wide * width + 4} ${scale.top + high * height + 4}`);
    cells = new Map();
    const roomy = wide <= 40 && Math.min(width, height) >= ROOM, areas = makeAreas();
    for (let row = 0; row < high; row++) for (let column = 0; column < wide; column++) {
      const position = positionAt(column, row);
      if (position === undefined) continue;
      const { colour, text, several } = look(position), place = corner(column, row), name = `${column} ${row}`;
      cells.set(name, position);
      const words = `${text}${several ? "*" : ""}`, written = roomy && text && words.length <= 4;
      if (roomy) group.append(drawing("rect", { ...place, width, height, fill: colour, "data-cell": name }));
      else areas.add(colour, column, row);
      if (written) {
        const style = `fill: ${label(colour)}; font-size: ${words.length > 2 ? 9 : 12}px`;
        group.append(drawing("text", { x: place.x + width / 2, y: place.y + height / 2, class: "in-cell", style }, words));
      } else if (several) areas.add("url(#hatched)", column, row);
    }
    group.append(...areas.drawn());
    const marks = [drawing("rect", { id: "mark-out" }), drawing("rect", { id: "mark" })];
    svg.replaceChildren(hatching(), group, ...labels(x, y, wide, high), ...marks);
    legend();
  }

  // Cells of one filling are one shape: tens of thousands of squares would be slow to draw, slower to print.
  function makeAreas() {
    const runs = new Map(); // by filling: [column, row, cells] of neighbours in a row
    return {
      add(fill, column, row) {
        if (!runs.has(fill)) runs.set(fill, []);
        const last = runs.get(fill).at(-1);
        if (last && last[1] === row && last[0] + last[2] === column) last[2]++;
        else runs.get(fill).push([column, row, 1]);
      },
      drawn() {
        const hatched = (fill) => fill.startsWith("url"); // above the colours
        return [...runs].sort(([one], [other]) => hatched(one) - hatched(other)).map(([fill, all]) => {
          const shape = all.map(([column, row, count]) => {
            const { x, y } = corner(column, row), long = count * scale.width;
            return `M${x} ${y}h${long}v${scale.height}h${-long}z`;
          });
          return drawing("path", { d: shape.join(""), fill });
        });
      },
    };
  }

  // Dark lines beside light ones are seen on every colour.
  function hatching() {
    const size = scale.letters / 2;
    const pattern = drawing("pattern", {
      id: "hatched", width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
    });
    pattern.append(
      drawing("rect", { width: size / 4, height: size, fill: "#000000" }),
      drawing("rect", { x: size / 4, width: size / 4, height: size, fill: "#ffffff" }),
    );
    return pattern;
  }

  function labels(x, y, wide, high) {
    const size = scale.letters, found = [];
    const write = (at, name, text) =>
      found.push(drawing("text", { ...at, class: name, style: `font-size: ${size}px` }, text));
    const longest = Math.max(...fields[x].words.map((text) => text.length), 2);
    const across = Math.ceil((size * 0.7 * longest) / scale.width), down = Math.ceil((size * 1.3) / scale.height);
    fields[x].words.forEach((text, at) => {
      const place = corner(at, 0);
      if (at % across === 0) write({ x: place.x + scale.width / 2, y: place.y - size / 3 }, "column", text);
    });
    fields[y].words.forEach((text, at) => {
      const place = corner(0, at);
      if (at % down === 0) write({ x: place.x - size / 3, y: place.y + scale.height / 2 }, "row", text);
    });
    write({ x: scale.left, y: size }, "axis", `${fields[x].label} →   ${fields[y].label} ↓`);
    return found;
  }

  function mark(x, y) {
    const levels = graph.levelsOf(here().position), thick = scale.letters / 11;
    const place = corner(levels[x], levels[y]);
    for (const [name, width] of [["mark-out", 4 * thick], ["mark", 2 * thick]]) {
      const box = { ...place, width: scale.width, height: scale.height, "stroke-width": width };
      for (const [key, value] of Object.entries(box)) svg.querySelector(`#${name}`).setAttribute(key, value);
    }
  }

  function legend() {
    const swatch = (colour, text) => make("li", {}, make("span", { style: `background: ${colour}` }), text);
    const [x, y] = axes(), all = fields[x].levels.length * fields[y].levels.length;
    const empty = cells.size < all ? [make("li", { text: "no colour: play cannot get there" })] : [];
    const worth = (share) => Number((data.range[0] + share * (data.range[1] - data.range[0])).toPrecision(3));
    if (byId("colour").value === "value") {
      const found = valueColours.map((colour, n) => swatch(colour, `${worth(n / 10)}–${worth((n + 1) / 10)}`));
      put(byId("legend"), ...found, ...empty);
      return;
    }
    const name = (rank) => data.names[ranked.order[rank]], brief = (rank) => data.brief[ranked.order[rank]];
    const found = edges.map((edge, n) => {
      const end = n + 1 < edges.length ? edges[n + 1] - 1 : largest;
      return swatch(moveColours[n], end > edge && data.numbers ? `${brief(edge)} to ${brief(end)}` : name(edge));
    });
    if ([...cells.values()].some((position) => graph.best(position).length > 1)) {
      const shown = svg.querySelector("[fill^=url]") ? "hatched" : "*";
      found.push(make("li", { text: `${shown}: others are exactly as good` }));
    }
    put(byId("legend"), ...found, ...empty);
  }

  svg.addEventListener("click", (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [column, row] = [(x - scale.left) / scale.width, (y - scale.top) / scale.height].map(Math.floor);
    const position = cells.get(`${column} ${row}`);
    if (position !== undefined) go(position);
  });
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const [x, y] = axes(), levels = graph.levelsOf(here().position);
    const last = [fields[x].levels.length, fields[y].levels.length];
    for (let [column, row] = [levels[x] + step[0], levels[y] + step[1]];
      column >= 0 && row >= 0 && column < last[0] && row < last[1]; column += step[0], row += step[1]) {
      const position = cells.get(`${column} ${row}`);
      if (position !== undefined) return go(position);
    }
  });
  for (const name of ["across", "down", "colour"]) byId(name).addEventListener("change", draw);
  return { draw };
}
