// The map has two fields of positions as axes. Each other field has a chosen value or that of the current position.
// Colours show the best move, the value, or the level of a third field at which the best move changes.
"use strict";
function makeMap(book, data, fields, { go, here, describe }) {
  const svg = byId("map"), CELL = 24, COLOURS = 10;
  const order = data.names.map((_, number) => number), size = (number) => data.numbers?.[number] ?? Infinity;
  order.sort((a, b) => (size(a) === size(b) ? 0 : size(a) - size(b))); // numbers by size, then others as listed
  const rank = [];
  order.forEach((number, index) => (rank[number] = index));
  const ranks = (position) => book.best(position).map((number) => rank[number]);
  const first = (position) => Math.min(...ranks(position));
  const pins = data.pins ?? fields.map(() => null); // levels of the other fields; null: as at the current position
  let cells = new Map(), shownFor = "", scale, zoom = Infinity;

  // The first [level, best move, position] whose move differs from the best move at the lowest level.
  function changes(steps) {
    steps.sort(([one], [other]) => one - other);
    return steps.find(([, move]) => move !== steps[0][1]);
  }

  // --- what is on the map

  const axes = () => [Number(byId("across").value), Number(byId("down").value)];
  const along = () => (/^\d/.test(byId("colour").value) ? Number(byId("colour").value) : undefined);
  const base = () => book.levelsOf(here().position).map((level, field) => pins[field] ?? level);
  const levelCount = (field) => Math.min(fields[field].levels.length, zoom);
  // With the same field on both axes, the map is one row.
  const rows = (x, y) => (x === y ? 1 : levelCount(y)), rowOf = (levels, x, y) => (x === y ? 0 : levels[y]);

  // A cell's position, and the number for its colour; the number is undefined if the best move never changes.
  function cellAt(levels) {
    const z = along();
    if (z === undefined) {
      const position = book.find(levels, true);
      if (position === undefined) return undefined;
      if (byId("colour").value === "value") return { position, number: book.number(position) };
      const best = ranks(position);
      return { position, number: Math.min(...best), several: best.length > 1 };
    }
    if (book.change) {
      const position = book.find(levels.with(z, 0), true), number = book.change(position);
      return { position, number, next: book.find(levels.with(z, number ?? 0), true) };
    }
    const steps = [];
    for (let level = 0; level < fields[z].levels.length; level++) {
      const position = book.find(levels.with(z, level), true);
      if (position !== undefined) steps.push([level, first(position), position]);
    }
    const change = changes(steps);
    return steps.length ? { position: steps[0][2], number: change?.[0], next: change?.[2] } : undefined;
  }

  // The lowest number of each colour: each number if there are few, otherwise the deciles and, if some of these
  // coincide, also the most frequent numbers.
  function edgesOf(numbers) {
    const counts = new Map();
    for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
    const distinct = [...counts.keys()].sort((a, b) => a - b), sorted = numbers.toSorted((a, b) => a - b);
    if (distinct.length <= COLOURS) return distinct;
    const edges = new Set(Array.from({ length: COLOURS }, (_, n) => sorted[Math.floor((n * sorted.length) / COLOURS)]));
    for (const number of distinct.toSorted((a, b) => counts.get(b) - counts.get(a))) {
      if (edges.size < COLOURS) edges.add(number);
    }
    return [...edges].sort((a, b) => a - b);
  }

  function edges(numbers) {
    if (byId("colour").value === "value") {
      const low = Math.min(...numbers), high = Math.max(...numbers);
      return high > low ? Array.from({ length: COLOURS }, (_, n) => low + (n * (high - low)) / COLOURS) : [low];
    }
    // If there are few moves, each has the same colour on every map.
    return along() === undefined && order.length <= COLOURS ? [...order.keys()] : edgesOf(numbers);
  }

  const NEVER = "#b4b4bc";
  const brief = (number) => (along() === undefined ? data.brief[order[number]] : fields[along()].words[number]);

  // --- drawing

  // Cells are square unless the map would then be far from square; letters always have the same size on screen.
  function measure(wide, high, longest) {
    const narrow = high === 1 ? 1 : (1.25 * high) / wide; // a row keeps its squares
    const width = CELL * Math.min(1, narrow), height = CELL * Math.min(1, (1.25 * wide) / high);
    const room = Math.max(svg.parentElement.clientWidth, 200);
    const pixel = Math.max((wide * width) / (room - 8 * longest - 21), (high * height) / (0.8 * innerHeight));
    const letters = 13 * pixel, left = letters * (0.6 * longest + 0.6);
    return { width, height, letters, pixel, left, top: 2.8 * letters };
  }

  const corner = (column, row) => ({ x: scale.left + column * scale.width, y: scale.top + row * scale.height });

  function redraw(x, y) {
    const wide = levelCount(x), high = rows(x, y), group = drawing("g", {});
    scale = measure(wide, high, x === y ? 0 : Math.max(...fields[y].words.map((text) => text.length), 2));
    const { width, height, pixel } = scale, levels = base();
    const [right, bottom] = [scale.left + wide * width + scale.letters, scale.top + high * height + 4 * pixel];
    svg.setAttribute("viewBox", `0 0 ${right} ${bottom}`);
    cells = new Map();
    for (let row = 0; row < high; row++) for (let column = 0; column < wide; column++) {
      [levels[y], levels[x]] = [row, column];
      const cell = cellAt(levels);
      if (cell) cells.set(`${column} ${row}`, { ...cell, column, row });
    }
    const numbers = [...cells.values()].map(({ number }) => number).filter((number) => number !== undefined);
    const lows = numbers.length ? edges(numbers) : [], colours = palette(lows.length), used = new Map();
    const roomy = Math.min(width, height) / pixel >= 15, areas = makeAreas();
    for (const [key, { column, row, number, several }] of cells) {
      const at = number === undefined ? -1 : lows.findLastIndex((edge) => edge <= number), point = corner(column, row);
      const colour = colours[at] ?? NEVER;
      const name = number === undefined || byId("colour").value === "value" ? "" : brief(number);
      const [smallest, largest] = used.get(at) ?? [Infinity, -Infinity];
      used.set(at, [Math.min(smallest, number), Math.max(largest, number)]);
      if (roomy) group.append(drawing("rect", { ...point, width, height, fill: colour, "data-cell": key }));
      else areas.add(colour, column, row);
      const text = `${name}${several ? "*" : ""}`;
      const size = Math.min(Math.min(0.55, 1.5 / text.length) * width, 15 * pixel);
      if (roomy && name && size / pixel >= 8) {
        const middle = { x: point.x + width / 2, y: point.y + height / 2, class: "in-cell" };
        group.append(drawing("text", { ...middle, style: `fill: ${label(colour)}; font-size: ${size}px` }, text));
      } else if (several) areas.add("url(#hatched)", column, row);
    }
    group.append(...areas.drawn());
    const marks = [drawing("rect", { id: "mark-out" }), drawing("rect", { id: "mark" })];
    svg.replaceChildren(hatching(), group, ...labels(x, y, wide, high), ...marks);
    legend(lows, colours, used, wide * high);
    return used.size;
  }

  // All cells with the same fill are one shape: tens of thousands of squares would be slow to draw and to print.
  function makeAreas() {
    const runs = new Map(); // by fill: neighbours in a row as [first column, row, number of cells]
    return {
      add(fill, column, row) {
        if (!runs.has(fill)) runs.set(fill, []);
        const last = runs.get(fill).at(-1);
        if (last && last[1] === row && last[0] + last[2] === column) last[2]++;
        else runs.get(fill).push([column, row, 1]);
      },
      drawn() {
        const hatched = (fill) => fill.startsWith("url"); // drawn above the colours
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

  // Dark lines beside light ones are visible on every colour.
  function hatching() {
    const size = scale.letters / 2, look = { id: "hatched", width: size, height: size, patternUnits: "userSpaceOnUse" };
    const pattern = drawing("pattern", { ...look, patternTransform: "rotate(45)" });
    for (const [n, fill] of ["#000000", "#ffffff"].entries()) {
      pattern.append(drawing("rect", { x: (n * size) / 4, width: size / 4, height: size, fill }));
    }
    return pattern;
  }

  function labels(x, y, wide, high) {
    const size = scale.letters, elements = [], names = [fields[x], fields[y]].map(({ words }) => words);
    const style = `font-size: ${size}px`;
    const write = (x, y, name, text) => elements.push(drawing("text", { x, y, class: name, style }, text));
    const longest = Math.max(...names[0].map((text) => text.length), 2);
    // Write all labels or, if they do not fit, only round numbers.
    const steps = [(size * 0.7 * longest) / scale.width, (size * 1.3) / scale.height]
      .map((need) => [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step >= need) ?? Math.ceil(need));
    const labelled = (axis, at) => (Number(names[axis][at]) || at) % steps[axis] === 0;
    for (let at = 0; at < Math.max(wide, high); at++) {
      const { x: left, y: top } = corner(at, at);
      if (at < wide && labelled(0, at)) write(left + scale.width / 2, scale.top - size / 3, "column", names[0][at]);
      if (x === y || at >= high || !labelled(1, at)) continue;
      write(scale.left - size / 3, top + scale.height / 2, "row", names[1][at]);
    }
    write(scale.left, size, "axis", `${fields[x].label} →${x === y ? "" : `\u2003${fields[y].label} ↓`}`);
    return elements;
  }

  // Mark the position if it is on this map.
  function mark(x, y) {
    const levels = book.levelsOf(here().position), thick = scale.letters / 11;
    const point = corner(levels[x], rowOf(levels, x, y));
    const away = levels[x] >= levelCount(x) || levels[y] >= levelCount(y)
      || pins.some((level, field) => level !== null && ![x, y, along()].includes(field) && level !== levels[field]);
    for (const [name, width] of [["mark-out", 4 * thick], ["mark", 2 * thick]]) {
      const look = { "stroke-width": width, visibility: away ? "hidden" : "visible" };
      const box = { ...point, width: scale.width, height: scale.height, ...look };
      for (const [key, value] of Object.entries(box)) svg.querySelector(`#${name}`).setAttribute(key, value);
    }
  }

  function legend(lows, colours, used, all) {
    const z = along();
    const swatch = (colour, text) => make("li", {}, make("span", { style: `background: ${colour}` }), text);
    let digits = 3;
    const rounded = (value) => Number(value.toPrecision(digits));
    while (digits < 15 && new Set(lows.map(rounded)).size < lows.length) digits++;
    const step = lows.length > 1 ? lows[1] - lows[0] : 0;
    const moved = [...cells.values()].filter(({ number }) => z !== undefined && number !== undefined);
    const name = (position) => data.names[order[first(position)]];
    const names = (group, key) => [...new Set(group.map((cell) => name(cell[key])))];
    const [from, to] = [names(moved, "position"), names(moved, "next")];
    const stay = names([...cells.values()].filter(({ number }) => number === undefined), "position");
    const items = [...used].sort(([one], [other]) => one - other).map(([at, [low, high]]) => {
      if (at < 0) return swatch(NEVER, stay.length === 1 ? `always ${stay[0]}` : "the best move does not change");
      if (byId("colour").value === "value") {
        return swatch(colours[at], `${rounded(lows[at])}${step ? `–${rounded(lows[at] + step)}` : ""}`);
      }
      const single = z === undefined ? data.names[order[low]] : brief(low);
      const words = z === undefined && size(order[high]) === Infinity; // words have no ranges
      const several = words ? order.slice(low, high + 1).map((move) => data.brief[move]).join(", ") : "";
      return swatch(colours[at], high > low ? several || `${brief(low)} to ${brief(high)}` : single);
    });
    if ([...cells.values()].some(({ several }) => several)) {
      const shape = svg.querySelector("[fill^=url]");
      items.push(make("li", { text: `${shape ? "hatched" : "*"}: other moves are equally good` }));
    }
    if (cells.size < all) items.push(make("li", { text: "no colour: play cannot reach it" }));
    put(byId("legend"), ...items);
    const change = from.length === 1 && to.length === 1 ? ` from ${from[0]} to ${to[0]}` : "";
    put(byId("meaning"), z === undefined ? ""
      : `The colour is the value of “${fields[z].label}” at which the best move changes${change}.`);
  }

  function draw() {
    const [x, y] = axes(), z = along();
    fields.forEach((_, field) => (byId(`pin-${field}`).parentElement.hidden =
      [x, y, z].includes(field) || (book.needed && field === book.seatField)));
    const largest = Math.max(fields[x].levels.length, fields[y].levels.length), range = byId("zoom");
    range.parentElement.hidden = !book.needed;
    range.max = largest;
    range.value = zoom = Math.min(zoom, largest);
    if (zoom === largest) zoom = Infinity;
    put(byId("zoomed"), range.value);
    const rest = base().map((level, field) => ([x, y, z].includes(field) ? "" : level));
    const now = [x, y, z, zoom, byId("colour").value, svg.parentElement.clientWidth, ...rest].join(" ");
    // If the first map has only one colour, show values instead.
    if (now !== shownFor && redraw(x, y) < 2 && shownFor === "" && byId("colour").value !== "value") {
      byId("colour").value = "value";
      return draw();
    }
    shownFor = now;
    mark(x, y);
    showCell(here().position);
  }

  const showCell = (position) => put(byId("cell"), describe(position));

  function under({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    return cells.get([(x - scale.left) / scale.width, (y - scale.top) / scale.height].map(Math.floor).join(" "));
  }
  svg.addEventListener("click", (event) => under(event) && go(under(event).position));
  svg.addEventListener("pointermove", (event) => showCell((under(event) ?? here()).position));
  svg.addEventListener("pointerleave", () => showCell(here().position));
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if ((!step && !["Home", "End"].includes(event.key)) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const all = [...cells.values()];
    if (!step) return go((event.key === "Home" ? all[0] : all.at(-1)).position);
    const [x, y] = axes(), levels = book.levelsOf(here().position);
    for (let [column, row] = [levels[x] + step[0], rowOf(levels, x, y) + step[1]];
      column >= 0 && row >= 0 && column < levelCount(x) && row < rows(x, y); column += step[0], row += step[1]) {
      const cell = cells.get(`${column} ${row}`);
      if (cell) return go(cell.position);
    }
  });
  // Screen readers read the cell if the keyboard focus is on the map, otherwise the advice.
  for (const [event, advice, cell] of [["focus", "off", "polite"], ["blur", "polite", "off"]]) {
    svg.addEventListener(event, () => {
      byId("advice").setAttribute("aria-live", advice);
      byId("cell").setAttribute("aria-live", cell);
    });
  }

  // --- controls

  const option = (value, text) => make("option", { value, text });
  const [downward, across, changing] = data.map;
  for (const id of ["across", "down"]) byId(id).append(...fields.map(({ label: text }, field) => option(field, text)));
  [byId("across").value, byId("down").value] = [across, downward];
  const third = book.needed ? [changing].filter((z) => z !== undefined && book.change) : [...fields.keys()]
    .filter((field) => !fields[field].isSeat && fields[field].levels.length > 1);
  byId("colour").append(...third.map((field) => option(field, `change along ${fields[field].label}`)));
  byId("colour").value = changing ?? "move";
  fields.forEach(({ label: text, words }, field) => {
    const select = choice(`pin-${field}`, [["", "current"], ...words.map((word, at) => [at, word])]);
    select.value = pins[field] ?? "";
    select.addEventListener("change", () => {
      pins[field] = select.value === "" ? null : Number(select.value);
      draw();
    });
    byId("pins").append(make("label", { text: `${text} ` }, select));
  });
  for (const name of ["across", "down", "colour"]) byId(name).addEventListener("change", draw);
  byId("zoom").addEventListener("input", () => {
    zoom = Number(byId("zoom").value);
    draw();
  });
  new ResizeObserver(() => draw()).observe(svg.parentElement);
  return { draw };
}
