"use strict";
// Check an .odds certificate; docs/certificates.md specifies the format. checkOdds(bytes or text) returns one line that
// states what is proved, or throws an Error that names the failing line. In node,
//     node check_odds.js FILE
// prints the result or the error, and exits with status 0 or 1. The program uses exact whole numbers (BigInt) and no
// library, and was written from the specification alone.

const checkOdds = (() => {
  const LIMIT = { bytes: 2 ** 29, line: 2 ** 21, digits: 400000, positions: 1e7, table: 1e6, work: 1e9,
    headsBytes: 2 ** 26, needs: 10000, headsBits: 100000 };
  const JSON_VALUE = new RegExp("^(?:-?(?:0|[1-9][0-9]{0,399})(?:\\.[0-9]{1,399})?(?:[eE][+-]?[0-9]{1,3})?"
    + '|true|false|null|"(?:[^"\\\\]|\\\\(?:["\\\\/bfnrt]|u[0-9A-Fa-f]{4})){0,10000}")$', "u");
  // Control characters, blanks other than U+0020, combining marks, and invisible or direction-changing characters.
  const UNPRINTABLE = new RegExp("[\\u0000-\\u001f\\u007f-\\u00a0\\u00ad\\u0300-\\u036f\\u0483-\\u0489\\u061c\\u115f\\u1160"
    + "\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f"
    + "\\u20d0-\\u20ff\\u2800\\u3000\\u302a-\\u302f\\u3099\\u309a\\u3164\\ua66f-\\ua672\\ud800-\\uf8ff\\ufdd0-\\ufdef\\ufe00-\\ufe0f"
    + "\\ufe20-\\ufe2f\\ufeff\\uffa0\\ufff0-\\ufffc\\ufffe\\uffff\\u{13430}-\\u{1345f}\\u{1bca0}-\\u{1bca3}\\u{1d159}"
    + "\\u{1d165}-\\u{1d182}\\u{1fffe}\\u{1ffff}\\u{2fffe}\\u{2ffff}\\u{3fffe}-\\u{10ffff}]", "u");
  const PLAIN = /^[A-Za-z0-9._/+-]+$/; // shown without quotes: no space, no colon

  const quote = (text) => (PLAIN.test(text) ? text : JSON.stringify(text));
  function require_(holds, message, ...parts) { // quotes and shortens texts from the file
    if (holds) return;
    const shorten = (part) => (typeof part === "string" ? quote(/^[^]{0,40}/u.exec(part)[0]) : `${part}`);
    throw new Error(message.replace(/\{\}/g, () => shorten(parts.shift())));
  }

  // ---- SHA-256 (FIPS 180-4), because crypto.subtle is asynchronous and not available on every page.
  const ROUND = [], FIRST = [];
  for (let n = 2; ROUND.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    const bits = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
    if (FIRST.length < 8) FIRST.push(bits(Math.sqrt(n)));
    ROUND.push(bits(Math.cbrt(n)));
  }
  function sha256(bytes) {
    const state = Int32Array.from(FIRST), words = new Int32Array(64);
    const tail = new Uint8Array(bytes.length % 64 < 56 ? 64 : 128), whole = bytes.length - (bytes.length % 64);
    tail.set(bytes.subarray(whole));
    tail[bytes.length % 64] = 128;
    const view = new DataView(tail.buffer);
    view.setUint32(tail.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(tail.length - 4, (bytes.length << 3) >>> 0);
    const rotate = (x, n) => (x >>> n) | (x << (32 - n));
    for (const part of [bytes.subarray(0, whole), tail]) {
      for (let at = 0; at < part.length; at += 64) {
        for (let i = 0; i < 16; i++) {
          const b = at + 4 * i;
          words[i] = (part[b] << 24) | (part[b + 1] << 16) | (part[b + 2] << 8) | part[b + 3];
        }
        for (let i = 16; i < 64; i++) {
          const x = words[i - 15], y = words[i - 2];
          const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3), s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
          words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let i = 0; i < 64; i++) {
          const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25), choice = (e & f) ^ (~e & g);
          const t1 = (h + s1 + choice + ROUND[i] + words[i]) | 0;
          const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22), t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
          [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
        }
        [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] = (state[i] + value) | 0; });
      }
    }
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // ---- Exact numbers: pairs [numerator, denominator] of BigInts, with a denominator above 0. Infinity has a numerator
  // above 0 and the denominator 0; the same formulas add and compare it.
  function gcd(a, b) {
    while (b) [a, b] = [b, a % b];
    return a < 0n ? -a : a;
  }
  function add([a, b], [c, d]) {
    if (b === d) return [a + c, b];
    const common = gcd(b, d);
    return [a * (d / common) + c * (b / common), (b / common) * d];
  }
  const times = ([a, b], [c, d]) => [a * c, b * d];
  const compare = ([a, b], [c, d]) => { const l = a * d, r = c * b; return l < r ? -1 : l > r ? 1 : 0; };
  const complement = ([a, b]) => [b - a, b];
  const larger = (a, b) => (a > b ? a : b);
  const modulo = (n, m) => ((n % m) + m) % m;
  const bits = (n) => (n ? (n < 0 ? -n : n).toString(2).length : 0); // of a BigInt or a Number
  function readNumber(text) {
    const match = /^(-?)(0|[1-9][0-9]*)(?:\/([1-9][0-9]*))?$/.exec(text), digits = LIMIT.digits;
    const valid = match && match[2].length <= digits && (match[3] || "").length <= digits;
    require_(valid, "{} is not a number such as 3 or 1/2", text);
    return [BigInt(match[1] + match[2]), BigInt(match[3] || 1)];
  }
  const isInfinite = ([, b]) => b === 0n;
  const readNumberOrInfinity = (text) => (text === "infinity" ? [1n, 0n] : readNumber(text));
  function readCount(text, below, minimum = 0) {
    const valid = /^(0|[1-9][0-9]{0,11})$/.test(text) && minimum <= Number(text) && Number(text) < below;
    require_(valid, "{} is not a whole number from {} to {}", text, minimum, below - 1);
    return Number(text);
  }
  function inLowestTerms([a, b]) {
    const common = gcd(a, b);
    return [a / common, b / common];
  }
  function formatRatio([a, b]) { // a decimal, after the exact number if that is short
    const size = a < 0n ? -a : a, digits = (((size * 10n ** 15n) / b) % 10n ** 15n).toString().padStart(15, "0");
    const text = `${a < 0n ? "-" : ""}${size / b}.${digits}...`, short = larger(size, b) < 10n ** 60n;
    return short ? `${a}${b === 1n ? "" : "/" + b} = ${text}` : `${text} (denominator of ${bits(b)} bits)`;
  }

  const pluralize = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

  // ---- Lines.
  class Reader {
    constructor(bytes) {
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      Object.assign(this, { bytes, at: 0, offset: 0, line: null, most: LIMIT.bytes, decoder });
    }
    peek() {
      while (this.line === null || this.line.startsWith("#")) {
        const newline = this.bytes.indexOf(10, this.offset), end = newline < 0 ? this.bytes.length : newline;
        this.at++;
        require_(end - this.offset < LIMIT.line, "the line or the file is too long");
        require_(newline >= 0, "the file ends without a checksum");
        require_(end < this.most, "the line or the file is too long");
        try {
          this.line = this.decoder.decode(this.bytes.subarray(this.offset, end));
        } catch {
          require_(false, "not UTF-8");
        }
        require_(!UNPRINTABLE.test(this.line), "the line contains an unprintable character");
        if (this.line.startsWith("sha256 ")) {
          const seal = sha256(this.bytes.subarray(0, this.offset));
          require_(this.line.slice(7) === seal, "the checksum does not match the lines before it");
          require_(end + 1 === this.bytes.length, "the file continues after the checksum");
        }
        this.offset = end + 1;
      }
      return this.line;
    }
    take(keyword, parts = 2) {
      const words = this.peek().split(" ");
      if (words.length > parts) words.push(words.splice(parts - 1).join(" "));
      const valid = words[0] === keyword && words.length === parts && words.every((word) => word);
      require_(valid, `expected a line with the keyword {} and ${pluralize(parts - 1, "field")}`, keyword);
      this.line = null;
      return parts === 2 ? words[1] : words.slice(1);
    }
  }

  // ---- Certificates of values and of bounds.
  function model(reader, bounded) {
    const given = reader.take("given"), infinite = reader.take("infinite"), never = infinite === "never";
    require_(["none", "0", "1", "0,1"].includes(given), "given must be none, 0, 1 or 0,1, not {}", given);
    const rewards = reader.take("rewards"), rewarded = rewards === "moves";
    const value = rewarded ? readNumberOrInfinity : readNumber;
    require_(["none", "moves"].includes(rewards), "rewards must be none or moves, not {}", rewards);
    const both = rewarded === (infinite === "infinity");
    require_(both, "infinite play must be worth infinity if moves have rewards, and only then");
    const unit = bounded ? readNumber(reader.take("unit")) : [1n, 1n];
    require_(unit[0] > 0n, "the unit must be above 0");
    const perUnit = ([a, b]) => [a * unit[1], b * unit[0]], worth = never ? null : perUnit(value(infinite));
    const numbers = [];
    for (let left = readCount(reader.take("numbers"), LIMIT.table); left > 0; left--) {
      numbers.push(readNumber(reader.take("number")));
    }
    const payoffs = numbers.map(perUnit), total = readCount(reader.take("positions"), LIMIT.positions);
    const low = [], high = [], ranks = [], seats = [], sides = [], sole = new Map(), sums = new Map();
    const names = new Set(), waiting = new Map();
    let moveCount = 0;

    function outcomes(whole) {
      let text = whole, gain = [0n, 1n];
      const at = rewarded ? whole.indexOf(",+") : -1;
      if (at >= 0) {
        text = whole.slice(0, at);
        gain = payoffs[readCount(whole.slice(at + 2), numbers.length)];
        require_(gain[0] >= 0n, "the reward is below 0");
      }
      const edges = text.split(",").map((item) => {
        const parts = /^(0|[1-9][0-9]{0,7})([>=])(0|[1-9][0-9]{0,7})$/.exec(item);
        require_(parts, "{} is not a list of outcomes", text);
        return { chance: Number(parts[1]), over: parts[2] === "=", to: Number(parts[3]) };
      });
      const valid = edges.every((edge) => edge.chance < numbers.length
        && edge.to < (edge.over ? numbers.length : total));
      require_(valid, "the outcomes {} refer to a number or position that does not exist", text);
      const key = edges.map((edge) => edge.chance).sort((a, b) => a - b).join();
      if (!sums.has(key)) {
        require_(edges.every((edge) => numbers[edge.chance][0] > 0n), "a probability is not above 0");
        sums.set(key, compare(edges.map((edge) => numbers[edge.chance]).reduce(add), [1n, 1n]) === 0);
      }
      require_(sums.get(key), "the probabilities do not add up to 1");
      edges.gain = gain;
      return edges;
    }
    const mean = (move, values) => {
      const parts = move.map((edge) => times(numbers[edge.chance], edge.over ? payoffs[edge.to] : values[edge.to]));
      return (rewarded ? [move.gain, ...parts] : parts).reduce(add);
    };

    function checkPosition({ line, x, best, moves }) {
      const lows = moves.map((move) => mean(move, low)), highs = bounded ? moves.map((move) => mean(move, high)) : lows;
      const sign = seats[x] === 0 ? 1 : -1, better = (a, b) => sign * compare(a, b) > 0;
      const top = (list) => list.reduce((a, b) => (better(b, a) ? b : a));
      require_(compare(top(lows), low[x]) >= 0, "the position on line {} is worth less than stated", line);
      require_(compare(top(highs), high[x]) <= 0, "the position on line {} is worth more than stated", line);
      const [surely, perhaps] = sign > 0 ? [top(lows), highs] : [top(highs), lows];
      const left = moves.map((_, y) => y).filter((y) => !better(surely, perhaps[y]));
      const few = { toString: () => `[${left.slice(0, 9).join(", ")}]` }; // not quoted
      const wrong = "the best moves of the position on line {} are {}, not those listed";
      require_(best === left.join(), wrong, line, few);
      const here = sides[x];
      const falls = (move) => move.some((edge) => edge.over || (ranks[edge.to] < ranks[x] && sides[edge.to] === here));
      let ends = true;
      if (never || here === -sign) ends = moves.every(falls);
      else if (here === sign) {
        const keeps = (y) => (sign > 0 ? compare(lows[y], low[x]) >= 0 : compare(highs[y], high[x]) <= 0);
        ends = moves.some((move, y) => keeps(y) && falls(move));
      }
      require_(ends, "the ranks do not show that play from the position on line {} ends", line);
      if (isInfinite(low[x])) { // no outcome raises the rank, or one lowers it (docs/certificates.md, "Rewards")
        const at = ({ over, to }) => (!over && isInfinite(low[to]) ? ranks[to] : Infinity);
        const holds = (move) => move.every((edge) => at(edge) <= ranks[x]) || move.some((edge) => at(edge) < ranks[x]);
        const lasts = seats[x] === 0 ? moves.some(holds) : moves.every(holds);
        require_(lasts, "the ranks do not show that play from the position on line {} can last forever", line);
      }
      if (bounded && left.length === 1) sole.set(x, moves[left[0]]);
    }

    for (let x = 0; x < total; x++) {
      const [seat, rank, best, ...rest] = reader.take("p", bounded ? 7 : 6), name = rest.pop(), line = reader.at;
      seats.push(readCount(seat, 2));
      const values = rest.map(value), moves = [], called = new Set();
      require_(!names.has(name), "two positions have the name {}", name);
      require_(!bounded || rest.every((text) => !text.includes("/")), "bounds must be whole numbers");
      require_(compare(values[0], values[values.length - 1]) <= 0, "the lower bound exceeds the upper bound");
      names.add(name);
      ranks.push(rank === "-" ? x : readCount(rank, 1e9));
      low.push(values[0]);
      high.push(values[values.length - 1]);
      // 1 where the bounds exceed the value of infinite play, -1 where they are below it; otherwise 0
      sides.push(never ? 0 : compare(low[x], worth) > 0 ? 1 : compare(high[x], worth) < 0 ? -1 : 0);
      let ready = x;
      while (reader.peek().startsWith("m ")) {
        const [text, move] = reader.take("m", 3);
        require_(!called.has(move), "two moves have the name {}", move);
        called.add(move);
        moves.push(outcomes(text));
        for (const edge of moves[moves.length - 1]) if (!edge.over && edge.to > ready) ready = edge.to;
      }
      require_(moves.length, "the position on line {} has no move", line);
      const several = "the strategy of seat {} is given, but the position on line {} has several moves";
      require_(moves.length === 1 || !given.includes(seat), several, seats[x], line);
      moveCount += moves.length;
      if (!waiting.has(ready)) waiting.set(ready, []);
      waiting.get(ready).push({ line, x, best, moves });
      for (const record of waiting.get(x) || []) checkPosition(record);
      waiting.delete(x);
    }
    const start = readCount(reader.take("start"), total), [seat, claimed] = reader.take("claim", 3);
    const space = claimed.indexOf(" "), texts = space < 0 ? [claimed] : [claimed.slice(0, space), claimed.slice(space + 1)];
    const claim = texts.map(value);
    require_(readCount(seat, 2) === 0 || !rewarded, "the claim must be for seat 0, which gets the rewards");
    const forSeat0 = seat === "0" ? claim : claim.map(complement).reverse();
    let how = "";
    if (bounded && claim.length === 1) how = ` (chance of an error below 2^${checkStart(start, forSeat0[0])})`;
    else {
      const stated = (bounded ? [low[start], high[start]] : [low[start]]).map((bound) => times(bound, unit));
      const same = forSeat0.length === stated.length && forSeat0.every((bound, at) => compare(bound, stated[at]) === 0);
      require_(same, "the claim differs from the value of the start");
    }
    const ends = claim.map((end) => (isInfinite(end) ? "infinity" : formatRatio(inLowestTerms(end))));
    how += never ? "" : `, with infinite play worth ${infinite}`;
    const seatsGiven = given === "0,1" ? "strategies of both seats" : `strategy of seat ${given}`;
    how += given === "none" ? "" : `, with the ${seatsGiven} given`;
    const gets = ends.length > 1 ? ends.join(" to ") : `exactly ${ends[0]}`;
    const counts = `${pluralize(total, "position")}, ${pluralize(moveCount, "move")}`;
    return `seat ${seat} gets ${gets}${how}; proved at ${counts}`;

    // Verify the value of the start modulo four random primes; the bounds must leave one move wherever best play leads.
    function checkStart(from, [top, bottom]) {
      require_(never, "with bounds, an exact claim requires a game that must end");
      const chain = new Set([from]);
      for (const x of chain) { // the set grows
        require_(sole.has(x), "the bounds leave several moves at position {}, which best play reaches", x);
        for (const edge of sole.get(x)) if (!edge.over) chain.add(edge.to);
      }
      // Hadamard's inequality: a row multiplied by the square of a common denominator is integral, and its length is at
      // most the sum of the absolute values of its entries.
      let all = 0, largest = 0n;
      for (const [a, b] of numbers) {
        all += bits(b);
        largest = larger(largest, (a < 0n ? -a : a) / b);
      }
      [top, bottom] = inLowestTerms([top, bottom]);
      const size = (2 * all + bits(2n + largest)) * chain.size + Math.max(bits(top), bits(bottom)) + 1;
      const modulus = drawModulus(), residue = solve(from, [...chain].sort((a, b) => a - b), modulus);
      require_(modulo(residue * bottom - top, modulus) === 0n, "the claim is not the value of the start");
      return 4 * (bits(Math.floor(size / 60) + 1) - 53);
    }
    function solve(from, order, modulus) {
      const parts = numbers.map(([a, b]) => modulo(a * invert(b, modulus), modulus));
      const values = new Map(), rows = new Map(), pending = [];
      let work = 0;
      for (const x of order) {
        let constant = 0n;
        const terms = new Map();
        for (const { chance, over, to } of sole.get(x)) {
          if (over) constant += parts[chance] * parts[to];
          else terms.set(to, (terms.get(to) || 0n) + parts[chance]);
        }
        for (;;) {
          let y = x;
          for (const z of terms.keys()) if (z < y) y = z;
          if (y === x) break;
          const factor = terms.get(y), row = values.has(y) ? { constant: values.get(y), terms: [] } : rows.get(y);
          terms.delete(y);
          constant += factor * row.constant;
          for (const [z, part] of row.terms) terms.set(z, ((terms.get(z) || 0n) + factor * part) % modulus);
          work += terms.size;
          require_(work < LIMIT.work, "eliminating the positions in the order of their numbers takes too long");
        }
        const own = terms.get(x);
        terms.delete(x);
        const scale = own === undefined ? 1n : invert(1n - own, modulus);
        for (const [z, part] of terms) terms.set(z, (part * scale) % modulus);
        rows.set(x, { constant: (constant * scale) % modulus, terms });
        pending.push(x);
        for (let y; pending.length; pending.pop()) {
          y = pending[pending.length - 1];
          const row = rows.get(y);
          if (![...row.terms.keys()].every((z) => values.has(z))) break;
          let sum = row.constant;
          for (const [z, part] of row.terms) sum += part * values.get(z);
          values.set(y, sum % modulus);
          rows.delete(y);
        }
      }
      return values.get(from);
    }
  }

  // ---- Random 61-bit primes.
  function invert(n, modulus) {
    let [a, b, u, v] = [modulo(n, modulus), modulus, 1n, 0n];
    while (a > 1n) [a, b, u, v] = [b % a, a, v - (b / a) * u, u];
    require_(a === 1n, "a random prime divides a number that must be inverted; check the file again");
    return modulo(u, modulus);
  }
  function power(base, exponent, modulus) {
    let result = 1n;
    for (; exponent; exponent >>= 1n, base = (base * base) % modulus) if (exponent & 1n) result = (result * base) % modulus;
    return result;
  }
  function drawModulus() {
    let modulus = 1n;
    while (modulus < 1n << 240n) {
      const words = globalThis.crypto.getRandomValues(new Uint32Array(2));
      const n = (1n << 60n) | (((BigInt(words[0]) << 32n) | BigInt(words[1])) & ((1n << 60n) - 1n)) | 3n; // 4k + 3
      const passes = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n].every((base) => {
        const value = power(base, n >> 1n, n);
        return value === 1n || value === n - 1n;
      });
      if (passes) modulus *= n;
    }
    return modulus;
  }

  // ---- Certificates of kind heads: Risk or Safety by needs, solved column by column, both in whole units (rounded
  // down) and modulo random primes (docs/certificates.md, "Bounds" and "Claims").
  function heads(reader) {
    reader.most = LIMIT.headsBytes;
    const [r, s] = inLowestTerms(readNumber(reader.take("heads")));
    const need = (text) => readCount(text, LIMIT.needs + 1, 1);
    require_(r > 0n && r < s, "heads must be between 0 and 1");
    const [n, m] = reader.take("needs", 3).map(need);
    require_(m <= n, "the larger need must come first");
    require_(n * bits(s) <= LIMIT.headsBits, "the needs are too large");
    const ties = new Map(), claims = new Map(), modulus = drawModulus();
    for (let left = readCount(reader.take("ties"), LIMIT.needs + 1); left > 0; left--) {
      const key = reader.take("tie", 4).map(need).join();
      require_(!ties.has(key), "two lines list the same tie");
      ties.set(key, false);
    }
    let last, size = 0;
    for (let left = readCount(reader.take("claims"), LIMIT.needs + 1, 1); left > 0; left--) {
      const [i, j, text] = reader.take("claim", 4), key = [need(i), need(j)].join();
      require_(!claims.has(key), "two claims are for the same needs");
      last = { i, j, value: readNumber(text) };
      claims.set(key, last.value);
      size = Math.max(size, ...last.value.map(bits));
    }
    size += 2 + n * bits(s);
    const claimed = claims.size, down = [1n], up = [1n]; // powers of r and s
    for (let k = 1; k <= n; k++) {
      down.push(down[k - 1] * r);
      up.push(up[k - 1] * s);
    }
    const one = 1n << BigInt(128 + bits(up[n] / down[n]));
    const units = Array.from({ length: n + 1 }, () => [0n]), residues = Array.from({ length: n + 1 }, () => [0n]); // X
    const floor = (a, b) => (a < 0n && a % b ? a / b - 1n : a / b), pairs = new Map();

    function readRuns(text, length) { // 2x3,1x2 is 2 2 2 1 1
      const matches = text.split(",").map((part) => /^([1-9][0-9]{0,4})x([1-9][0-9]{0,4})$/.exec(part));
      const valid = matches.every((part) => part) && matches.reduce((sum, part) => sum + Number(part[2]), 0) === length;
      require_(valid, "{} does not list numbers of heads for {} needs", text, length);
      return matches.flatMap((part) => new Array(Number(part[2])).fill(Number(part[1])));
    }
    function solvePair(k, l) {
      const key = k * (n + 1) + l;
      if (!pairs.has(key)) {
        const K = up[k] - down[k], L = up[l] - down[l], D = up[k] * up[l] - K * L;
        pairs.set(key, { D, size: bits(D), over: invert(D, modulus),
          ofX: [K * down[l], down[k] * up[l]], ofY: [up[k] * down[l], L * down[k]] });
      }
      return pairs.get(key);
    }
    function checkTie(i, j, h, difference) {
      const key = [i, j, h].join();
      require_(ties.has(key), "for needs {} and {}, the number of heads {} may be better", i, j, h);
      require_(difference % modulus === 0n, "for needs {} and {}, the number of heads {} does not tie", i, j, h);
      ties.set(key, true);
    }
    // For each h except `chosen`, compare p^h gainOf(h), a bound on the gain from h heads, with p^chosen `gain`. Stop
    // at an h > `chosen` if p^h best(h) is less than p^chosen `gain`, because then no number from h on is as good.
    function compareAll(needs, chosen, gain, gainOf, best, residue) {
      for (let h = 1; h <= needs[0]; h++) {
        if (h > chosen && down[h - chosen] * best(h) < up[h - chosen] * gain) break;
        if (h === chosen) continue;
        const less = h < chosen ? up[chosen - h] : down[h - chosen], more = h < chosen ? down[chosen - h] : up[h - chosen];
        if (less * gainOf(h) >= more * gain) checkTie(...needs, h, less * residue(h) - more * residue(chosen));
      }
    }

    for (let j = 1; j <= m; j++) {
      const [trailing, leading] = reader.take("column", 3).map((text) => readRuns(text, n - j + 1));
      // The value for a player who needs h, when the opponent needs j and is to toss: Y(h, j), 1 - X(j, h), or 1.
      const ahead = [one], aheadResidue = [1n], best = [one];
      for (let h = 1; h < j; h++) {
        ahead.push(one - units[j][h] - BigInt(h + j));
        aheadResidue.push(modulo(1n - residues[j][h], modulus));
        best.push(larger(ahead[h] + BigInt(h + j), (best[h - 1] * r + s - 1n) / s));
      }
      for (let i = j; i <= n; i++) {
        const k = trailing[i - j], l = leading[i - j], wide = BigInt(i + j), row = units[i], residue = residues[i];
        require_(k <= i && l <= j, "for needs {} and {}, a number of heads exceeds the need", i, j);
        const { D, size: more, over, ofX, ofY } = solvePair(k, l);
        size += more;
        const [A, B, a, b] = [row[j - l], ahead[i - k], residue[j - l], aheadResidue[i - k]];
        const X = floor(ofX[0] * A + ofX[1] * B, D), x = ((ofX[0] * a + ofX[1] * b) % modulus) * over % modulus;
        const Y = floor(ofY[0] * A + ofY[1] * B, D), y = ((ofY[0] * a + ofY[1] * b) % modulus) * over % modulus;
        compareAll([i, j], k, B - Y - wide, (h) => ahead[i - h] + wide - Y, (h) => best[i - h], (h) => aheadResidue[i - h] - y);
        compareAll([j, i], l, X - A - wide, (h) => X + wide - row[j - h], () => X + wide, (h) => residue[j - h] - x);
        row.push(X);
        residue.push(x);
        ahead.push(Y);
        aheadResidue.push(y);
        best.push(larger(Y + wide, (best[i - 1] * r + s - 1n) / s));
        for (const [key, value] of [[`${i},${j}`, x], [`${j},${i}`, 1n - y]]) {
          if (!claims.has(key)) continue;
          const [c, d] = claims.get(key);
          claims.delete(key);
          require_((value * d - c) % modulus === 0n, "the claim for needs {} and {} is false", ...key.split(","));
        }
      }
    }
    require_(claims.size === 0, "a claim is for needs outside the table");
    require_([...ties.values()].every((met) => met), "a listed tie is not a tie");
    const chance = 4 * (bits(Math.floor(size / 60) + 1) - 53) + bits(claimed + ties.size);
    const others = claimed > 1 ? `, the last of ${claimed} such claims` : "";
    return `with heads ${r}/${s}, the player to toss who needs ${last.i} against ${last.j} wins with exactly `
      + `${formatRatio(last.value)}${others} (chance of an error below 2^${chance}); `
      + `best numbers of heads proved for needs up to ${n} and ${m}, ${pluralize(ties.size, "tie")}`;
  }

  return (data) => {
    const reader = new Reader(typeof data === "string" ? new TextEncoder().encode(data) : data), keys = new Set();
    let title = "";
    try {
      require_((title = reader.take("odds")) === "1", "the version must be 1, not {}", title);
      title = quote(reader.take("game"));
      while (reader.peek().startsWith("parameter ")) {
        const [key, value] = reader.take("parameter", 3);
        require_(!keys.has(key), "parameter {} occurs twice", key);
        keys.add(key);
        require_(JSON_VALUE.test(value), "the value of parameter {} is not JSON: {}", key, value);
        title += ` ${quote(key)}=${value}`;
      }
      const kind = reader.take("kind");
      require_(["values", "bounds", "heads"].includes(kind), "kind must be values, bounds or heads, not {}", kind);
      const proved = kind === "heads" ? heads(reader) : model(reader, kind === "bounds");
      reader.take("sha256");
      return `${title}: ${proved}`;
    } catch (error) {
      throw new Error(`${title ? "" : "damaged or not a certificate: "}line ${reader.at}: ${error.message}`);
    }
  };
})();

if (typeof module !== "undefined") {
  const unpack = (raw) => { // decompress if necessary; reject bytes after the compressed data
    if (raw[0] !== 0x1f || raw[1] !== 0x8b) return raw;
    const { buffer, engine } = require("node:zlib").gunzipSync(raw, { maxOutputLength: 2 ** 29, info: true });
    if (engine.bytesWritten !== raw.length) throw new Error("the file continues after the compressed data");
    return buffer;
  };
  module.exports = { checkOdds, unpack };
  if (require.main === module) { // under node: check a file, compressed or not
    try {
      console.log(checkOdds(new Uint8Array(unpack(require("node:fs").readFileSync(process.argv[2])))));
    } catch (error) {
      console.error(`not proved: ${process.argv.length > 2 ? error.message : "name an .odds file"}`);
      process.exitCode = 1;
    }
  }
}
