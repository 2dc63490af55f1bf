"use strict";
// Check an .odds certificate, as docs/certificates.md specifies it: checkOdds(text) returns one line that says what is
// proved, or throws an Error with the line that fails. In a browser a function; under node also
//     node check_odds.js FILE
// which exits 0 or 1. Exact whole numbers (BigInt) only; no library; written from the specification alone.

const checkOdds = (() => {
  const LIMIT = { bytes: 2 ** 29, line: 2 ** 21, digits: 400000, positions: 1e7, table: 1e6, work: 1e9 };

  function require_(holds, message) {
    if (!holds) throw new Error(message);
  }

  // ---- SHA-256 (FIPS 180-4), since crypto.subtle is missing on pages opened as files.
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
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (const part of [bytes.subarray(0, whole), tail]) {
      for (let at = 0; at < part.length; at += 64) {
        for (let i = 0; i < 16; i++) {
          const b = at + 4 * i;
          words[i] = (part[b] << 24) | (part[b + 1] << 16) | (part[b + 2] << 8) | part[b + 3];
        }
        for (let i = 16; i < 64; i++) {
          const x = words[i - 15], y = words[i - 2];
          const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3), s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
          words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let i = 0; i < 64; i++) {
          const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25), choice = (e & f) ^ (~e & g);
          const one = (h + s1 + choice + ROUND[i] + words[i]) | 0;
          const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22), two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
          [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
        }
        [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] = (state[i] + value) | 0; });
      }
    }
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // ---- Exact numbers: pairs [numerator, denominator] of BigInts, the denominator above 0; [above 0, 0] is infinity,
  // which adds up and compares by the same formulas.
  function gcd(a, b) {
    while (b) [a, b] = [b, a % b];
    return a < 0n ? -a : a;
  }
  const lcm = (a, b) => (a / gcd(a, b)) * b;
  function add([a, b], [c, d]) {
    if (b === d) return [a + c, b];
    const common = gcd(b, d);
    return [a * (d / common) + c * (b / common), (b / common) * d];
  }
  const times = ([a, b], [c, d]) => [a * c, b * d];
  const compare = ([a, b], [c, d]) => { const l = a * d, r = c * b; return l < r ? -1 : l > r ? 1 : 0; };
  const less1 = ([a, b]) => [b - a, b];
  function bits(n) { // as many as the number has
    const text = (n < 0n ? -n : n).toString(16);
    return 4 * (text.length - 1) + [0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4][parseInt(text[0], 16)];
  }
  const modulo = (n, m) => ((n % m) + m) % m;
  function number(text) {
    const found = /^(-?(?:0|[1-9][0-9]*))(?:\/([1-9][0-9]*))?$/.exec(text);
    require_(found && text.split("/").every((part) => part.length <= LIMIT.digits), `no number a or a/b: ${text.slice(0, 40)}`);
    return [BigInt(found[1]), BigInt(found[2] || 1)];
  }
  const isInfinite = ([, b]) => b === 0n;
  const orInfinity = (text) => (text === "infinity" ? [1n, 0n] : number(text));
  function count(text, below) {
    require_(/^(0|[1-9][0-9]{0,11})$/.test(text) && Number(text) < below, `${text.slice(0, 40)} is no whole number below ${below}`);
    return Number(text);
  }
  function shown(value) {
    if (isInfinite(value)) return "infinity";
    const common = gcd(...value), n = value[0] / common, d = value[1] / common, size = n < 0n ? -n : n;
    const text = `${n < 0n ? "-" : ""}${size / d}.${(((size % d) * 10n ** 15n) / d).toString().padStart(15, "0")}...`;
    const short = size < 10n ** 60n && d < 10n ** 60n;
    return short ? `${n}${d === 1n ? "" : "/" + d} = ${text}` : `${text} (denominator of ${d.toString(2).length} bits)`;
  }

  // ---- Lines.
  class Reader {
    constructor(bytes, most = LIMIT.bytes) {
      require_(bytes.length <= most, "longer than a certificate may be");
      Object.assign(this, { bytes, at: 0, place: 0, line: null, decoder: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }) });
    }
    peek() {
      while (this.line === null || this.line.startsWith("#")) {
        const end = this.bytes.indexOf(10, this.place);
        this.at++;
        require_(end >= 0, "the file ends before its seal");
        require_(end - this.place < LIMIT.line, "longer than a certificate may be");
        const raw = this.bytes.subarray(this.place, end);
        require_(!raw.some((byte) => byte < 32 || byte === 127), "a control character");
        try {
          this.line = this.decoder.decode(raw);
        } catch {
          throw new Error("not readable: no UTF-8");
        }
        if (this.line.startsWith("sha256 ")) {
          const seal = sha256(this.bytes.subarray(0, this.place));
          require_(this.line.slice(7) === seal, "the seal is not that of the lines before it");
          require_(end + 1 === this.bytes.length, "something follows the seal");
        }
        this.place = end + 1;
      }
      return this.line;
    }
    take(keyword, parts = 2) {
      const words = this.peek().split(" ");
      if (words.length > parts) words.push(words.splice(parts - 1).join(" "));
      const good = words[0] === keyword && words.length === parts && words.every((word) => word);
      require_(good, `a line "${keyword}" of ${parts} parts expected, not ${this.line.slice(0, 40)}`);
      this.line = null;
      return parts === 2 ? words[1] : words.slice(1);
    }
  }

  // ---- Certificates of values and of bounds.
  function model(reader, bounded) {
    const given = reader.take("given");
    require_(["none", "0", "1", "0,1"].includes(given), "given must be none, 0, 1 or 0,1");
    const infinite = reader.take("infinite"), never = infinite === "never", rewards = reader.take("rewards");
    require_(["none", "moves"].includes(rewards), "rewards must be none or moves");
    const rewarded = rewards === "moves", value = rewarded ? orInfinity : number;
    require_(rewarded === (infinite === "infinity"), "beside rewards, and only there, infinite play is worth infinity");
    const unit = bounded ? number(reader.take("unit")) : [1n, 1n];
    require_(unit[0] > 0n, "the unit must be above 0");
    const perUnit = ([a, b]) => [a * unit[1], b * unit[0]], worth = never ? null : perUnit(value(infinite));
    const numbers = [];
    for (let left = count(reader.take("numbers"), LIMIT.table); left > 0; left--) numbers.push(number(reader.take("number")));
    const payoffs = numbers.map(perUnit), total = count(reader.take("positions"), LIMIT.positions);
    const low = [], high = [], ranks = [], seats = [], sole = new Map(), sums = new Map(), names = new Set(), waiting = new Map();
    let moveCount = 0;

    function outcomes(whole) {
      const [text, ...gains] = whole.split(",+");
      require_(gains.length <= (rewarded ? 1 : 0), `no outcomes: ${whole.slice(0, 40)}`);
      const found = text.split(",").map((one) => {
        const parts = /^(0|[1-9][0-9]{0,7})([>=])(0|[1-9][0-9]{0,7})$/.exec(one);
        require_(parts, `no outcomes: ${text.slice(0, 40)}`);
        const over = parts[2] === "=";
        return { chance: count(parts[1], numbers.length), over, to: count(parts[3], over ? numbers.length : total) };
      });
      const key = found.map((one) => one.chance).sort((a, b) => a - b).join();
      if (!sums.has(key)) {
        require_(found.every((one) => numbers[one.chance][0] > 0n), "a probability that is not above 0");
        sums.set(key, compare(found.map((one) => numbers[one.chance]).reduce(add), [1n, 1n]) === 0);
      }
      require_(sums.get(key), "probabilities that do not add to 1");
      found.gain = gains.length ? payoffs[count(gains[0], numbers.length)] : [0n, 1n];
      require_(found.gain[0] >= 0n, "a reward below 0");
      return found;
    }
    const side = (x) => (never ? 0 : compare(low[x], worth) > 0 ? 1 : compare(high[x], worth) < 0 ? -1 : 0);
    const mean = (move, known) => {
      const parts = move.map((one) => times(numbers[one.chance], one.over ? payoffs[one.to] : known[one.to]));
      return (rewarded ? [move.gain, ...parts] : parts).reduce(add);
    };

    function checkPosition({ line, x, best, moves }) {
      const lows = moves.map((move) => mean(move, low)), highs = bounded ? moves.map((move) => mean(move, high)) : lows;
      const sign = seats[x] === 0 ? 1 : -1, better = (a, b) => sign * compare(a, b) > 0;
      const top = (list) => list.reduce((a, b) => (better(b, a) ? b : a));
      require_(compare(top(lows), low[x]) >= 0, `the position of line ${line} is worth less than it says`);
      require_(compare(top(highs), high[x]) <= 0, `the position of line ${line} is worth more than it says`);
      const [surely, perhaps] = sign > 0 ? [top(lows), highs] : [top(highs), lows];
      const left = moves.map((_, y) => y).filter((y) => !better(surely, perhaps[y]));
      require_(best === left.join(), `best moves in line ${line} are ${left.slice(0, 9)}, not ${best.slice(0, 40)}`);
      const here = side(x);
      const falls = (move) => move.some((one) => one.over || (ranks[one.to] < ranks[x] && side(one.to) === here));
      let good = true;
      if (never || here === -sign) good = moves.every(falls);
      else if (here === sign) {
        const keeps = (y) => (sign > 0 ? compare(lows[y], low[x]) >= 0 : compare(highs[y], high[x]) <= 0);
        good = moves.some((move, y) => keeps(y) && falls(move));
      }
      require_(good, `nothing shows that play from the position of line ${line} ends: the rank does not fall`);
      if (isInfinite(low[x])) { // stays where ranks are no higher, or may come to lower ones, all infinite
        const at = ({ over, to }) => (!over && isInfinite(low[to]) ? ranks[to] : Infinity);
        const holds = (move) => move.every((one) => at(one) <= ranks[x]) || move.some((one) => at(one) < ranks[x]);
        const lasts = seats[x] === 0 ? moves.some(holds) : moves.every(holds);
        require_(lasts, `nothing shows that play from the position of line ${line} can last for ever`);
      }
      if (bounded && left.length === 1) sole.set(x, moves[left[0]]);
    }

    for (let x = 0; x < total; x++) {
      const [seat, rank, best, ...rest] = reader.take("p", bounded ? 7 : 6), name = rest.pop(), line = reader.at;
      seats.push(count(seat, 2));
      const values = rest.map(value), moves = [], called = new Set();
      require_(!names.has(name), `a second position ${name.slice(0, 40)}`);
      const whole = !bounded || rest.every((text) => !text.includes("/"));
      require_(whole && compare(values[0], values[values.length - 1]) <= 0, "bounds are whole numbers, the lower first");
      names.add(name);
      ranks.push(rank === "-" ? x : count(rank, 1e9));
      low.push(values[0]);
      high.push(values[values.length - 1]);
      let ready = x;
      while (reader.peek().startsWith("m ")) {
        const [text, move] = reader.take("m", 3);
        require_(!called.has(move), `a second move ${move.slice(0, 40)}`);
        called.add(move);
        moves.push(outcomes(text));
        for (const one of moves[moves.length - 1]) if (!one.over && one.to > ready) ready = one.to;
      }
      const fits = moves.length === 1 || (moves.length > 1 && !given.includes(seat));
      require_(fits, "a position has moves, and just one if the strategy of its seat is given");
      moveCount += moves.length;
      if (!waiting.has(ready)) waiting.set(ready, []);
      waiting.get(ready).push({ line, x, best, moves });
      for (const record of waiting.get(x) || []) checkPosition(record);
      waiting.delete(x);
    }
    const start = count(reader.take("start"), total), [seat, claimed] = reader.take("claim", 3);
    const space = claimed.indexOf(" "), texts = space < 0 ? [claimed] : [claimed.slice(0, space), claimed.slice(space + 1)];
    require_(!rewarded || seat === "0", "the claim must be of seat 0, who gets the rewards");
    const claim = texts.map(value), mine = count(seat, 2) === 0 ? claim : claim.map(less1).reverse();
    let how = "";
    if (bounded && claim.length === 1) how = ` (chance of an error below 2^-${checkStart(start, mine[0])})`;
    else {
      const known = (bounded ? [low[start], high[start]] : [low[start]]).map((bound) => times(bound, unit));
      const same = mine.length === known.length && mine.every((bound, at) => compare(bound, known[at]) === 0);
      require_(same, "the claim is not what stands at the start's position");
    }
    const gets = claim.length === 1 ? `exactly ${shown(claim[0])}` : claim.map(shown).join(" to ");
    const strategy = given === "none" ? "" : `, the strategy of seat ${given} being given`;
    how += never ? "" : `, infinite play being worth ${infinite.slice(0, 40)}`;
    return `seat ${seat} gets ${gets}${how}${strategy}; proved at ${total} positions, ${moveCount} moves`;

    // The start's value by the only moves left, modulo four primes drawn here.
    function checkStart(from, value) {
      require_(never, "an exact start besides bounds needs a game that must end");
      const chain = new Set([from]);
      for (const x of chain) { // grows while it is read
        require_(sole.has(x), `bounds leave several moves at position ${x}, to which best play comes`);
        for (const one of sole.get(x)) if (!one.over) chain.add(one.to);
      }
      // Hadamard: a row times the square of the least common denominator is whole and no longer than its sum.
      let all = 0, largest = 0n;
      for (const [a, b] of numbers) {
        all += bits(b);
        const whole = (a < 0n ? -a : a) / b;
        if (whole > largest) largest = whole;
      }
      const size = (2 * all + bits(2n + largest)) * chain.size;
      const order = [...chain].sort((a, b) => a - b);
      return byPrimes((modulus) => solve(from, order, modulus), value, size);
    }
    function solve(from, order, modulus) {
      const parts = numbers.map(([a, b]) => modulo(a * inverse(b, modulus), modulus));
      const known = new Map(), rows = new Map(), pending = [];
      let work = 0;
      for (const x of order) {
        let constant = 0n;
        const terms = new Map();
        for (const { chance, over, to } of sole.get(x)) {
          if (over || known.has(to)) constant += parts[chance] * (over ? parts[to] : known.get(to));
          else terms.set(to, (terms.get(to) || 0n) + parts[chance]);
        }
        for (;;) {
          let y = x;
          for (const z of terms.keys()) if (z < y) y = z;
          if (y === x) break;
          const factor = terms.get(y), row = rows.get(y);
          terms.delete(y);
          constant += factor * row.constant;
          for (const [z, value] of row.terms) terms.set(z, ((terms.get(z) || 0n) + factor * value) % modulus);
          work += terms.size;
          require_(work < LIMIT.work, "in this order of the positions elimination takes too long");
        }
        const own = terms.get(x);
        terms.delete(x);
        const scale = own === undefined ? 1n : inverse(modulo(1n - own, modulus), modulus);
        for (const [z, value] of terms) terms.set(z, (value * scale) % modulus);
        rows.set(x, { constant: (constant * scale) % modulus, terms });
        pending.push(x);
        for (let y; pending.length; pending.pop()) {
          y = pending[pending.length - 1];
          const row = rows.get(y);
          if (![...row.terms.keys()].every((z) => known.has(z))) break;
          let value = row.constant;
          for (const [z, part] of row.terms) value += part * known.get(z);
          known.set(y, value % modulus);
          rows.delete(y);
        }
      }
      return known.get(from);
    }
  }

  // ---- Primes of 61 bits, drawn here.
  function inverse(n, modulus) {
    let [a, b, u, v] = [modulo(n, modulus), modulus, 1n, 0n];
    while (a > 1n) [a, b, u, v] = [b % a, a, v - (b / a) * u, u];
    require_(a === 1n, "a prime divides a pivot: check again");
    return modulo(u, modulus);
  }
  function power(base, exponent, modulus) {
    let result = 1n;
    for (; exponent; exponent >>= 1n, base = (base * base) % modulus) if (exponent & 1n) result = (result * base) % modulus;
    return result;
  }
  function randomPrime() {
    for (;;) {
      const words = globalThis.crypto.getRandomValues(new Uint32Array(2));
      const n = (1n << 60n) | (((BigInt(words[0]) << 32n) | BigInt(words[1])) & ((1n << 60n) - 1n)) | 3n; // 4k + 3
      const passes = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n].every((base) => {
        const value = power(base, n >> 1n, n);
        return value === 1n || value === n - 1n;
      });
      if (passes) return n;
    }
  }
  function byPrimes(value, [top, bottom], size) {
    const all = size + Math.max(bits(top), bits(bottom)) + 1;
    const modulus = randomPrime() * randomPrime() * randomPrime() * randomPrime();
    require_(modulo(value(modulus) * bottom - top, modulus) === 0n, "the value claimed is not the start's");
    return 4 * (53 - (Math.floor(all / 60) + 1).toString(2).length);
  }

  function checkOdds(text) {
    const reader = new Reader(typeof text === "string" ? new TextEncoder().encode(text) : text);
    try {
      require_(reader.take("odds") === "1", "only version 1 is known");
      let name = reader.take("game");
      while (reader.peek().startsWith("parameter ")) name += " " + reader.take("parameter", 3).join("=");
      const kind = reader.take("kind");
      require_(["values", "bounds"].includes(kind), `unknown kind ${kind.slice(0, 40)} (heads: check_odds_large.js)`);
      const proved = model(reader, kind === "bounds");
      reader.take("sha256");
      return `${name}: ${proved}`;
    } catch (error) {
      throw new Error(`line ${reader.at}: ${error.message}`);
    }
  }
  checkOdds.parts = { Reader, bits, gcd, inverse, modulo, number, randomPrime, require_ }; // for check_odds_large.js
  return checkOdds;
})();

if (typeof module !== "undefined") {
  const run = (check) => { // under node: the file named, packed or not
    try {
      const raw = require("node:fs").readFileSync(process.argv[2]);
      const packed = raw[0] === 0x1f && raw[1] === 0x8b;
      const limit = { maxOutputLength: 2 ** 29 };
      console.log(check(new Uint8Array(packed ? require("node:zlib").gunzipSync(raw, limit) : raw)));
    } catch (error) {
      console.error(`not proved: ${error.message}`);
      process.exitCode = 1;
    }
  };
  module.exports = { checkOdds, run };
  if (require.main === module) run(checkOdds);
}
