// The page's program: reads the data, answers questions, keeps the map in step. The data decide every move; the
// floats here only say by how much.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const size = data.target;
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const decimals = data.values.split(" ");
  const fractions = data.fractions.split(" ");
  const digits = data.digits && new Uint32Array(bytes(data.digits).buffer);
  const bits = bytes(data.bank);
  const ties = new Set(data.ties);
  const at = (i, j) => (i - 1) * size + j - 1;

  // What is exactly known of needs i, j with a points open, 1 <= a < i: whether to bank is best, whether both are.
  const index = (a, i, j) => size * ((a - 1) * size - (a * (a - 1)) / 2) + (i - a - 1) * size + j - 1;
  const bank = (a, i, j) => ((bits[index(a, i, j) >> 3] >> (7 - (index(a, i, j) & 7))) & 1) === 1;
  const tied = (a, i, j) => ties.has(index(a, i, j));

  // --- chances are pairs {win, lose}, each with its own leading digits, so that neither is lost near 0

  // The player whose turn begins needs i, the opponent j.
  function chance(i, j) {
    const text = decimals[at(i, j)];
    if (text.startsWith("1-")) {
      const lose = Number(text.slice(2));
      return { win: 1 - lose, lose };
    }
    return { win: Number(text), lose: 1 - Number(text) };
  }

  // The same at the beginning of the opponent's turn.
  function passed(i, j) {
    if (i === 0) return { win: 1, lose: 0 };
    const { win, lose } = chance(j, i);
    return { win: lose, lose: win };
  }

  // How much more one chance is than another, from whichever side has more digits.
  const more = (one, other) => (one.win > 0.5 && other.win > 0.5 ? other.lose - one.lose : one.win - other.win);

  // --- words

  function number(x, precision) {
    if (x === 0) return "0";
    if (x >= 1e-4) return x.toPrecision(precision).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
    const [mantissa, exponent] = x.toExponential(precision - 1).split("e");
    return power(mantissa.replace(/\.?0+$/, ""), Number(exponent));
  }

  function power(mantissa, exponent) {
    const raised = [...String(exponent)].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"["0123456789-".indexOf(sign)]);
    return `${mantissa} × 10${raised.join("")}`;
  }

  function odds({ win, lose }) {
    if (lose > 0 && lose < 1e-4) return `1 − ${number(lose, 4)}`;
    return win < 1e-4 ? number(win, 4) : win.toFixed(6);
  }

  function written(text) {
    const plain = (part) => {
      const [mantissa, exponent] = part.split("e");
      return exponent ? power(mantissa, Number(exponent)) : part;
    };
    return text.startsWith("1-") ? `1 − ${plain(text.slice(2))}` : plain(text);
  }

  const several = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

  function put(element, ...parts) {
    element.replaceChildren(...parts.map((part) => (typeof part === "string" ? document.createTextNode(part) : part)));
  }

  // A command: lines break between its words only.
  function code(text) {
    const element = document.createElement("code");
    put(element, ...text.split(" ").flatMap((word, n) => {
      const whole = document.createElement("span");
      whole.textContent = word;
      return n ? [" ", whole] : [whole];
    }));
    return element;
  }

  // The exact value at the start of a turn: in full where it is short, else its size and how to print it.
  function exact(i, j) {
    const where = at(i, j), decimal = written(decimals[where]);
    if (fractions[where]) return [`${fractions[where]} ≈ ${decimal}`];
    const size = digits ? ` with a denominator of ${several(digits[where], "digit")}` : "";
    return [`≈ ${decimal}, exactly a fraction${size}, printed by `, code(`trueodds solve ${game.command(i, j)}`)];
  }

  // Two moves, of which the data know the better one; the floats say by how much.
  function compared(goOn, going, stop, stopping, why) {
    const gain = Math.abs(more(going.odds, stopping.odds));
    const scale = Math.min(Math.max(going.odds.win, stopping.odds.win), Math.max(going.odds.lose, stopping.odds.lose));
    const by = gain < 1e-10 * scale ? "by less than these numbers show" : `by ${number(gain, 4)}`;
    const same = `${goOn} or ${stop.toLowerCase()}: exactly the same.`;
    const better = `${going.best ? goOn : stop}: better ${by}.`;
    return { move: going.best && stopping.best ? same : better, rows: [going, stopping], why };
  }

  const cost = (best, other) => Math.abs(more(best, other));
  const game = rules({ data, bank, tied, passed, number, odds, several, compared, cost });

  // --- what is shown

  // Both players need as much, unless the page was made of a game in which they do not.
  const [first, second] = data.targets, equal = first === second;
  const here = { target: first, other: second, me: first, opponent: second, open: 0 };
  const larger = () => Math.max(here.target, here.other); // the side of the map
  const inputs = { me: byId("me"), opponent: byId("opponent"), open: byId("open") };

  function showStart() {
    for (const name of ["target", "other"]) {
      byId(name).value = here[name];
      byId(name).setAttribute("aria-valuetext", several(here[name], "point"));
      put(byId(`${name}-shown`), String(here[name]));
    }
    put(byId("start"), game.start(here.target, here.other), ...exact(here.target, here.other), ".");
  }

  function showCell(i, j) {
    put(byId("cell"), `I need ${i}, the opponent needs ${j}: ${game.cell(i, j)}. I win with `, ...exact(i, j), ".");
  }

  function showAdvice() {
    const { move, rows, why, all = [] } = game.advice(here.open, here.me, here.opponent);
    put(byId("move"), move);
    byId("odds").tBodies[0].replaceChildren(
      ...rows.map((option) => {
        const row = document.createElement("tr");
        row.className = option.best ? "best" : "";
        const head = document.createElement("th");
        head.scope = "row";
        put(head, option.name);
        const cell = document.createElement("td");
        put(cell, odds(option.odds));
        row.append(head, cell);
        return row;
      }),
    );
    put(byId("why"), why);
    showAll(all);
  }

  // At the start of a turn: every number, with its cost.
  function showAll(all) {
    byId("all").hidden = all.length === 0;
    byId("all").querySelector("tbody").replaceChildren(
      ...all.map(({ name, odds: chance, best, cost }) => {
        const row = document.createElement("tr"), head = document.createElement("th");
        row.className = best ? "best" : "";
        head.scope = "row";
        put(head, name);
        const cells = [odds(chance), best ? "0" : number(cost, 4)].map((text) => {
          const cell = document.createElement("td");
          put(cell, text);
          return cell;
        });
        row.append(head, ...cells);
        return row;
      }),
    );
  }

  // The position is in the address, so that it can be passed on.
  const names = ["target", ...(equal ? [] : ["other"]), "me", "opponent", "open"];
  const address = () => `#${names.map((name) => `${name}=${here[name]}`).join("&")}`;
  function goToAddress() {
    const given = new URLSearchParams(location.hash.slice(1)), wanted = {};
    for (const name of names) {
      const value = given.get(name);
      if (value === null || !/^[0-9]{1,4}$/.test(value)) return;
      wanted[name] = Math.min(Math.max(Number(value), name === "open" ? 0 : 1), size);
    }
    if (location.hash !== address()) go(wanted);
  }
  addEventListener("hashchange", goToAddress);

  function show() {
    for (const [name, input] of Object.entries(inputs)) {
      input.max = name === "open" ? here.me - 1 : size;
      if (input !== document.activeElement || Number(input.value) !== here[name]) input.value = here[name];
      input.removeAttribute("aria-invalid");
    }
    showStart();
    showCell(here.me, here.opponent);
    showAdvice();
    if (map) map.show();
    if (location.hash !== address()) history.replaceState(null, "", address());
  }

  // Go to a position; what is out of range goes to the nearest that there is.
  function go(changes) {
    Object.assign(here, changes);
    const needed = Math.min(Math.max(here.me, here.opponent), size);
    if (equal) here.target = here.other = Math.max(Math.min(here.target, size), needed);
    else if (needed > larger()) here[here.target >= here.other ? "target" : "other"] = needed;
    here.open = Math.min(here.open, here.me - 1);
    show();
  }

  for (const [name, input] of Object.entries(inputs)) {
    input.addEventListener("input", () => {
      const wanted = Number(input.value);
      const least = name === "open" ? 0 : 1, most = name === "open" ? here.me - 1 : size;
      if (input.value !== "" && Number.isInteger(wanted) && wanted >= least && wanted <= most) go({ [name]: wanted });
      else {
        input.setAttribute("aria-invalid", "true");
        put(byId("move"), `${input.labels[0].firstChild.textContent.trim()}: a whole number from ${least} to ${most}.`);
        byId("odds").tBodies[0].replaceChildren();
        put(byId("why"));
      }
    });
    input.addEventListener("change", () => show()); // what was not a number goes
  }
  byId("second").hidden = equal;
  if (!equal) put(document.querySelector("label[for=target]"), "Points to win for the player who moves first");
  for (const name of ["target", "other"]) {
    byId(name).max = size;
    byId(name).addEventListener("input", (event) => {
      here[name] = Number(event.target.value);
      if (equal) here.other = here.target;
      go({ me: here.target, opponent: here.other, open: 0 });
    });
  }

  // --- the map

  let map = null;

  function drawn(plot) {
    const renderer = (name) => plot.renderers.filter((one) => one.name === name);
    const source = renderer("here")[0].data_source;
    const numbers = renderer("numbers")[0];
    const palette = renderer("colours")[0].glyph.color_mapper.palette.map(css);
    const colour = (count) => data.edges.findLastIndex((edge) => edge <= count);
    let shown = 0, room = 0;

    put(byId("legend"), ...data.edges.map((edge, n) => {
      const last = n + 1 < data.edges.length ? data.edges[n + 1] - 1 : data.most_coloured;
      const item = document.createElement("li"), swatch = document.createElement("span");
      swatch.style.background = palette[n];
      item.append(swatch, last > edge ? `${edge}–${last}` : String(edge));
      return item;
    }));
    if (game.several && data.ties.length) {
      const item = document.createElement("li");
      put(item, "*: others are exactly as good");
      byId("legend").append(item);
    }

    function numberCells(n, width) {
      const found = { x: [], y: [], text: [], colour: [] };
      if (width >= 15) {
        for (let i = 1; i <= n; i++) for (let j = 1; j <= n; j++) {
          const count = game.number(i, j);
          found.x.push(j);
          found.y.push(i);
          found.text.push(`${count}${game.several?.(i, j) ? "*" : ""}`);
          found.colour.push(label(palette[colour(count)]));
        }
      }
      numbers.glyph.text_font_size = { value: `${Math.min(Math.floor(0.6 * width), 16)}px` };
      numbers.data_source.data = found;
    }

    function recolour() {
      const style = getComputedStyle(document.documentElement);
      const [ink, line] = ["--ink", "--line"].map((name) => style.getPropertyValue(name).trim());
      plot.setv({ outline_line_color: line });
      for (const axis of [...plot.above, ...plot.left]) {
        axis.setv({
          axis_label_text_color: ink, major_label_text_color: ink,
          axis_line_color: line, major_tick_line_color: line,
        });
      }
    }

    plot.on_event("mousemove", ({ x, y }) => {
      const i = Math.round(y), j = Math.round(x);
      if (i >= 1 && j >= 1 && i <= larger() && j <= larger()) showCell(i, j);
    });
    plot.on_event("mouseleave", () => showCell(here.me, here.opponent));
    plot.on_event("tap", ({ x, y }) => {
      const i = Math.round(y), j = Math.round(x);
      if (i >= 1 && j >= 1 && i <= larger() && j <= larger()) go({ me: i, opponent: j });
    });

    const self = {
      recolour,
      show() {
        const n = larger(), space = Math.floor(byId("map").clientWidth - 60);
        source.data = { x: [here.opponent], y: [here.me], size: [Math.max(space / n - 3, 9)] };
        if (n === shown && space === room) return;
        [shown, room] = [n, space];
        plot.x_range.end = plot.y_range.start = n + 0.5;
        numberCells(n, space / n);
      },
    };
    new ResizeObserver(() => self.show()).observe(byId("map"));
    return self;
  }

  const css = (colour) =>
    typeof colour === "string" ? colour : `#${(colour >>> 8).toString(16).padStart(6, "0")}`;
  // Relative luminance as WCAG 2 defines it, of "#rrggbb".
  function luminance(colour) {
    const parts = [1, 3, 5].map((from) => parseInt(colour.slice(from, from + 2), 16) / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  // Black or white, whichever contrasts more: black has the ratio (L + 0.05) / 0.05, white 1.05 / (L + 0.05).
  function label(colour) {
    return (luminance(colour) + 0.05) ** 2 > 0.05 * 1.05 ? "black" : "white";
  }

  byId("map").addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const n = larger(), inside = (x) => Math.min(Math.max(x, 1), n);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) go({ me: inside(here.me + step[0]), opponent: inside(here.opponent + step[1]) });
    else if (event.key === "Home") go({ me: 1, opponent: 1 });
    else if (event.key === "End") go({ me: n, opponent: n });
    else return;
    event.preventDefault();
  });

  // Read aloud is what belongs to where the keyboard is: the cell on the map, else the advice.
  for (const [event, advice, cell] of [["focus", "off", "polite"], ["blur", "polite", "off"]]) {
    byId("map").addEventListener(event, () => {
      byId("advice").setAttribute("aria-live", advice);
      byId("cell").setAttribute("aria-live", cell);
    });
  }

  byId("theme").addEventListener("change", (event) => {
    document.documentElement.dataset.theme = event.target.value;
    if (map) map.recolour();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => map && map.recolour());

  // On paper the map is a picture of it, in light colours, that fits the sheet.
  let theme;
  addEventListener("beforeprint", () => {
    if (!map) return;
    theme = byId("theme").value;
    document.documentElement.dataset.theme = "light";
    map.recolour();
    byId("print").replaceChildren(Bokeh.index.roots[0].export("png").canvas);
  });
  addEventListener("afterprint", () => {
    if (!map) return;
    byId("print").replaceChildren();
    document.documentElement.dataset.theme = theme;
    map.recolour();
  });

  put(byId("proof"), `Every move shown is proved best: ${data.proof}. Made by trueodds.`);
  goToAddress();
  show();
  Bokeh.embed.embed_item(JSON.parse(byId("map-item").textContent), "map").then(() => {
    map = drawn(Bokeh.documents[0].roots()[0]);
    map.recolour();
    map.show();
    byId("map").dataset.ready = "true";
  });
})();
