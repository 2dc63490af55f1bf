"use strict";
// Check an .odds certificate of kind heads, of Risk or Safety, as docs/certificates.md specifies it ("Kind heads"):
// checkHeads(text) returns one line that says what is proved, or throws an Error with the line that fails. Under node
//     node check_odds_large.js FILE
// which exits 0 or 1. The companion of check_odds.js, whose reader, seal and primes it uses: they stand side by side.

const checkHeads = (() => {
  const { Reader, bits, gcd, inverse, modulo, number, randomPrime, require_ } =
    (typeof require === "undefined" ? checkOdds : require("./check_odds.js").checkOdds).parts;
  const MAX_BYTES = 2 ** 26, MAX_COUNT = 10000, MAX_BITS = 100000;

  function count(text, least = 1) {
    const good = /^(0|[1-9][0-9]{0,4})$/.test(text) && Number(text) >= least && Number(text) <= MAX_COUNT;
    require_(good, `${text.slice(0, 40)} is no count from ${least}`);
    return Number(text);
  }
  function positive(text) {
    require_(!text.startsWith("-"), `no number from 0: ${text.slice(0, 40)}`);
    return number(text);
  }
  function runs(text, length) { // 2x3,1x2 is 2 2 2 1 1
    const found = text.split(",").map((one) => /^([1-9][0-9]{0,4})x([1-9][0-9]{0,4})$/.exec(one));
    const good = found.every((one) => one) && found.reduce((sum, one) => sum + Number(one[2]), 0) === length;
    require_(good, `not for ${length} needs: ${text.slice(0, 40)}`);
    return found.flatMap((one) => new Array(Number(one[2])).fill(Number(one[1])));
  }
  const floor = (a, b) => (a < 0n && a % b ? a / b - 1n : a / b);
  const larger = (a, b) => (a > b ? a : b);

  function read(reader) {
    require_(reader.take("odds") === "1", "only version 1 is known");
    let name = reader.take("game");
    while (reader.peek().startsWith("parameter ")) name += " " + reader.take("parameter", 3).join("=");
    require_(reader.take("kind") === "heads", "check_odds.js checks other kinds");
    const [r, s] = positive(reader.take("heads"));
    require_(r > 0n && r < s && gcd(r, s) === 1n, "heads must be between 0 and 1, in lowest terms");
    const [n, m] = reader.take("needs", 3).map((text) => count(text));
    require_(m <= n && n * bits(s) <= MAX_BITS, "needs: the larger first, not above what this checker takes");
    const ties = new Map(), claims = new Map();
    for (let left = count(reader.take("ties"), 0); left > 0; left--) {
      const key = reader.take("tie", 4).map((text) => count(text)).join();
      require_(!ties.has(key), "a tie twice");
      ties.set(key, false);
    }
    let last;
    for (let left = count(reader.take("claims")); left > 0; left--) {
      const [i, j, text] = reader.take("claim", 4), key = [count(i), count(j)].join();
      require_(!claims.has(key), "a claim twice");
      last = { i, j, value: positive(text) };
      claims.set(key, last.value);
    }
    return { name, r, s, n, m, ties, claims, last };
  }

  // The table column by column, as "Bounds" and "Claims" have it: in whole units, rounded down, and modulo the primes.
  function check(reader) {
    const { name, r, s, n, m, ties, claims, last } = read(reader), claimed = claims.size;
    const modulus = randomPrime() * randomPrime() * randomPrime() * randomPrime();
    const down = [1n], up = [1n]; // powers of r and s
    for (let k = 1; k <= n; k++) {
      down.push(down[k - 1] * r);
      up.push(up[k - 1] * s);
    }
    const one = 1n << BigInt(128 + bits(up[n] / down[n]));
    const units = Array.from({ length: n + 1 }, () => [0n]), residues = Array.from({ length: n + 1 }, () => [0n]); // X
    let size = n * bits(s) + 2;
    size += Math.max(...[...claims.values()].flat().map(bits));
    const pairs = new Map();

    function pair(k, l) {
      const key = k * (n + 1) + l;
      if (!pairs.has(key)) {
        const K = up[k] - down[k], L = up[l] - down[l], D = up[k] * up[l] - K * L;
        pairs.set(key, { D, size: bits(D), inverse: inverse(D, modulus),
          ofX: [K * down[l], down[k] * up[l]], ofY: [up[k] * down[l], L * down[k]] });
      }
      return pairs.get(key);
    }
    function holdTie(i, j, heads, difference) {
      const key = [i, j, heads].join();
      require_(ties.has(key), `needs ${i} and ${j}: ${heads} heads may be better`);
      require_(difference % modulus === 0n, `needs ${i} and ${j}: ${heads} heads are no tie`);
      ties.set(key, true);
    }
    // Numbers of heads h other than `chosen`: what they gain by bounds, gainOf(h), against `gain`; none beyond is better
    // once p^h times `most(h)` is less.
    function compareAll(needs, chosen, gain, gainOf, most, residue) {
      for (let h = 1; h <= needs[0]; h++) {
        if (h > chosen && down[h - chosen] * most(h) < up[h - chosen] * gain) break;
        if (h === chosen) continue;
        const less = h < chosen ? up[chosen - h] : down[h - chosen], more = h < chosen ? down[chosen - h] : up[h - chosen];
        if (less * gainOf(h) >= more * gain) holdTie(...needs, h, less * residue(h) - more * residue(chosen));
      }
    }

    for (let j = 1; j <= m; j++) {
      const [trailing, leading] = reader.take("column", 3).map((text) => runs(text, n - j + 1));
      // What it is worth to the trailing player to have h left and the leader to toss: Y(h, j), 1 - X(j, h), or 1.
      const ahead = [one], aheadResidue = [1n], most = [one];
      for (let h = 1; h < j; h++) {
        ahead.push(one - units[j][h] - BigInt(h + j));
        aheadResidue.push(modulo(1n - residues[j][h], modulus));
        most.push(larger(ahead[h] + BigInt(h + j), (most[h - 1] * r + s - 1n) / s));
      }
      for (let i = j; i <= n; i++) {
        const k = trailing[i - j], l = leading[i - j], wide = BigInt(i + j), row = units[i], residue = residues[i];
        require_(k <= i && l <= j, `needs ${i} and ${j}: more heads than are needed`);
        const { D, size: more, inverse: over, ofX, ofY } = pair(k, l);
        size += more;
        const [A, B, a, b] = [row[j - l], ahead[i - k], residue[j - l], aheadResidue[i - k]];
        const X = floor(ofX[0] * A + ofX[1] * B, D), x = ((ofX[0] * a + ofX[1] * b) % modulus) * over % modulus;
        const Y = floor(ofY[0] * A + ofY[1] * B, D), y = ((ofY[0] * a + ofY[1] * b) % modulus) * over % modulus;
        compareAll([i, j], k, B - Y - wide, (h) => ahead[i - h] + wide - Y, (h) => most[i - h], (h) => aheadResidue[i - h] - y);
        compareAll([j, i], l, X - A - wide, (h) => X + wide - row[j - h], () => X + wide, (h) => residue[j - h] - x);
        row.push(X);
        residue.push(x);
        ahead.push(Y);
        aheadResidue.push(y);
        most.push(larger(Y + wide, (most[i - 1] * r + s - 1n) / s));
        for (const [key, value] of [[`${i},${j}`, x], [`${j},${i}`, 1n - y]]) {
          if (!claims.has(key)) continue;
          const [c, d] = claims.get(key);
          claims.delete(key);
          require_((value * d - c) % modulus === 0n, `the claim for needs ${key} is not the value`);
        }
      }
    }
    require_(claims.size === 0 && [...ties.values()].every((met) => met), "a claim for no needs in the table, or a tie that is none");
    const chance = 4 * ((Math.floor(size / 60) + 1).toString(2).length - 53) + (claimed + ties.size).toString(2).length;
    const many = claimed > 1 ? `, the last of ${claimed} such claims` : "";
    return `${name}: with heads ${r}/${s}, who is to toss and needs ${last.i} against ${last.j} wins with exactly `
      + `${shown(last.value)}${many} (chance of an error below 2^${chance}); `
      + `best heads proved for needs to ${n} and ${m}, ${ties.size} ties`;
  }
  function shown([a, b]) {
    const digits = ((a * 10n ** 15n) / b % 10n ** 15n).toString().padStart(15, "0"), text = `${a / b}.${digits}...`;
    return b < 10n ** 60n ? `${a}/${b} = ${text}` : `${text} (denominator of ${bits(b)} bits)`;
  }

  return (text) => {
    const reader = new Reader(typeof text === "string" ? new TextEncoder().encode(text) : text, MAX_BYTES);
    try {
      const proved = check(reader);
      reader.take("sha256");
      return proved;
    } catch (error) {
      throw new Error(`line ${reader.at}: ${error.message}`);
    }
  };
})();

if (typeof module !== "undefined") {
  module.exports = { checkHeads };
  if (require.main === module) require("./check_odds.js").run(checkHeads);
}
