// Functions that the pages share: packed data, small elements and colours.
"use strict";
const byId = (id) => document.getElementById(id);

// Read the page's data, which is compressed if it is large.
async function readData() {
  const element = byId("data"), text = element.textContent;
  return JSON.parse(element.type === "application/json" ? text : await unpack(text));
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

// Return the proved values for seat 0 as text; position k of the certificate has the index order[k] on the page.
async function certifiedValues(order) {
  // The certificate comes after this program.
  if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done));
  const values = new Array(order.length), lines = (await unpack(byId("certificate").textContent)).split("\n");
  let at = 0;
  for (const line of lines) if (line.startsWith("p ")) values[order[at++]] = line.split(" ", 5)[4];
  return values;
}

function make(name, { text = "", ...attributes } = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...(text === "" ? [] : [text]), ...children);
  return element;
}

// Make a selection list from pairs [value, text].
const choice = (id, options) =>
  make("select", { id }, ...options.map(([value, text]) => make("option", { value, text })));

function put(element, ...parts) {
  element.replaceChildren(...parts);
}

// A code element whose lines break between words and, in a long fraction, after the slash.
function code(text) {
  const parts = text.split(text.length > 24 ? /(?<=[/ ])/ : /(?<= )/);
  return make("code", {}, ...parts.flatMap((part, at) => [...(at ? [make("wbr")] : []), part]));
}

// A fraction, shortened if it is long, and a button that copies all of it.
function fraction(text, what) {
  const button = make("button", { type: "button", class: "copy control", "aria-label": `Copy ${what}`, text: "Copy" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      const area = make("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      button.textContent = document.execCommand("copy") ? "Copied" : "Not copied";
      area.remove();
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  return make("span", { class: "fraction" }, code(exact.short(text)), " ", button);
}

// Viridis from light to dark: legible for the colour-blind, and ordered in greyscale.
const VIRIDIS = "fde725 b5de2b 6ece58 35b779 1f9e89 26828e 31688e 3e4989 482878 440154".split(" ");

function mixed(share) {
  const index = share * (VIRIDIS.length - 1), low = Math.min(Math.floor(index), VIRIDIS.length - 2);
  const part = (colour, from) => parseInt(colour.slice(from - 1, from + 1), 16);
  const mix = (from) =>
    Math.round(part(VIRIDIS[low], from) + (index - low) * (part(VIRIDIS[low + 1], from) - part(VIRIDIS[low], from)));
  return `#${[1, 3, 5].map((from) => mix(from).toString(16).padStart(2, "0")).join("")}`;
}

// The first colours are the farthest apart, because the best moves are mostly small numbers.
const palette = (count) => Array.from({ length: count }, (_, n) => mixed((n / Math.max(count - 1, 1)) ** 0.75));

// The relative luminance, as WCAG 2 defines it, of a colour "#rrggbb".
function luminance(colour) {
  const parts = [1, 3, 5].map((from) => parseInt(colour.slice(from, from + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Black or white, whichever contrasts more. At luminance L, the ratios are (L + 0.05) / 0.05 and 1.05 / (L + 0.05).
function label(colour) {
  return (luminance(colour) + 0.05) ** 2 > 0.05 * 1.05 ? "#000000" : "#ffffff";
}

function drawing(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== "") element.textContent = text;
  return element;
}

// The reader chooses the colours; an embedded page has the colours of its parent.
function setUpTheme() {
  byId("theme").parentElement.hidden = self !== top;
  byId("theme").addEventListener("change", (event) => (document.documentElement.dataset.theme = event.target.value));
}
