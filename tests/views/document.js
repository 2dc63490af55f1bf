// A document with just enough of a browser's interface to run the programs of the pages. Reads a page as a line of JSON
// and then programs, line by line; answers each with a line.
"use strict";
const readline = require("node:readline"), { runInThisContext } = require("node:vm");
const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'" };
const decoded = (text) => text.replace(/&([\w#]+);/g, (_, name) => ENTITIES[name]);
const PART = /^([\w-]+|\*)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:(\^?=)'?([^\]']*)'?)?\]|:not\(([^)]*)\)/g;

const known = new Map(), ids = new Map(); // chains of selectors, and elements

// The parts of a selector, last first, each as tests of an element.
function chains(selector) {
  if (!known.has(selector)) {
    known.set(selector, selector.split(",").map((one) => one.trim().split(/\s+(?![^[]*\])/).reverse().map(tests)));
  }
  return known.get(selector);
}

function tests(simple) {
  return [...simple.matchAll(PART)].map(([, name, id, own, key, sign, value, not]) => {
    if (not) return (one) => !one.matches(tests(not));
    if (own) return (one) => one.classList.contains(own);
    if (id) return (one) => one.id === id;
    if (name) return (one) => name === "*" || one.localName === name;
    const fits = { "=": (given) => given === value, "^=": (given) => given.startsWith(value) }[sign] ?? (() => true);
    return (one) => one.attributes.has(key) && fits(one.getAttribute(key));
  });
}

class Letters {
  constructor(text) { this.textContent = String(text); }
}

class Element {
  children = [];
  childNodes = [];
  listeners = [];
  attributes = new Map();
  disabled = false;
  clientWidth = 900;
  constructor(name) { this.localName = name; }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  getAttributeNames() { return [...this.attributes.keys()]; }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    if (name === "id") ids.set(value, this);
  }
  addEventListener(type, listener) { this.listeners.push([type, listener]); }
  get id() { return this.getAttribute("id"); }
  get type() { return this.getAttribute("type"); }
  get hidden() { return this.attributes.has("hidden"); }
  set hidden(hidden) { hidden ? this.setAttribute("hidden", "") : this.attributes.delete("hidden"); }
  get dataset() {
    return new Proxy(this, {
      get: (one, key) => one.getAttribute(`data-${key}`) ?? undefined,
      set: (one, key, value) => (one.setAttribute(`data-${key}`, value), true),
    });
  }
  get classList() {
    const names = new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    return {
      contains: (name) => names.has(name),
      toggle: (name, wanted = !names.has(name)) => {
        names[wanted ? "add" : "delete"](name);
        this.setAttribute("class", [...names].join(" "));
      },
    };
  }
  get firstChild() { return this.childNodes[0]; }
  get rows() { return this.querySelectorAll("tr"); }
  get tBodies() { return this.querySelectorAll("tbody"); }
  get textContent() { return this.text ?? this.childNodes.map((one) => one.textContent).join(""); }
  set textContent(text) { this.replaceChildren(text); }
  get value() { return this.chosen ?? this.children[0]?.getAttribute("value") ?? ""; }
  set value(value) {
    const known = this.localName !== "select" || this.children.some((one) => one.getAttribute("value") === String(value));
    this.chosen = known ? String(value) : "";
  }
  append(...parts) {
    for (const part of parts) {
      const node = part instanceof Element ? part : new Letters(part);
      this.childNodes.push(node);
      if (part instanceof Element) this.children.push(Object.assign(part, { parentElement: this }));
    }
  }
  replaceChildren(...parts) {
    [this.children, this.childNodes] = [[], []];
    this.append(...parts);
  }
  before(part) {
    const nodes = [...this.parentElement.childNodes];
    nodes.splice(nodes.indexOf(this), 0, part);
    this.parentElement.replaceChildren(...nodes.map((one) => (one instanceof Element ? one : one.textContent)));
  }
  dispatchEvent(event) {
    Object.defineProperty(event, "target", { value: this });
    for (let at = this; at; at = at.parentElement) {
      for (const [own, listen] of at.listeners) if (own === event.type) listen(event);
    }
  }
  click() { this.dispatchEvent(new Event("click")); }
  matches(tests) { return tests.every((test) => test(this)); }
  below(found = []) {
    for (const child of this.children) child.below((found.push(child), found));
    return found;
  }
  *found(selector) {
    const fits = (one, [last, ...rest]) => one.matches(last) && (!rest.length || above(one.parentElement, rest));
    const above = (one, chain) => one && (fits(one, chain) || above(one.parentElement, chain));
    for (const one of this.below()) if (chains(selector).some((chain) => fits(one, chain))) yield one;
  }
  querySelectorAll(selector) { return [...this.found(selector)]; }
  querySelector(selector) { return ids.get(selector.slice(1)) ?? this.found(selector).next().value ?? null; }
  getScreenCTM() { return { scale: 2, inverse: () => ({ scale: 0.5 }) }; }
}

// Add the elements of a page to its root. A program sees only the elements above it.
async function parse(page, root) {
  const open = [root];
  const tags = /<script([^>]*)>([^]*?)<\/script>|<style>[^]*?<\/style>|<!DOCTYPE[^>]*>|<(\/?)(\w+)([^>]*)>|([^<]+)/g;
  for (const [, kind, text, closes, name, given, letters] of page.matchAll(tags)) {
    if (letters) open.at(-1).append(decoded(letters));
    if (closes) open.pop();
    if (kind === "") await new Promise((done) => setImmediate(done, void runInThisContext(text)));
    if (closes || !(name || kind)) continue;
    const element = new Element(name ?? "script");
    for (const [, key, value] of (given ?? kind).matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
      element.setAttribute(key, decoded(value ?? ""));
    }
    if (kind) element.text = text;
    open.at(-1).append(element);
    if (name && !["meta", "link", "input"].includes(name)) open.push(element);
  }
}

async function start(page) {
  const root = new Element("document"), find = (name) => ({ get: () => root.querySelector(name) });
  Object.defineProperties(root, { body: find("body"), documentElement: find("html") });
  let address = "";
  Object.assign(globalThis, {
    document: Object.assign(root, {
      readyState: "loading", createElement: (name) => new Element(name),
      createElementNS: (space, name) => space === "http://www.w3.org/2000/svg" && new Element(name),
      getElementById: (id) => ids.get(id) ?? null,
    }),
    window: globalThis, self: globalThis, top: globalThis, innerHeight: 1200, navigator: {},
    location: { get hash() { return address; }, set hash(given) { address = (history.length++, given); } },
    history: { length: 1, replaceState: (_, __, given) => (address = given) },
    addEventListener: (type, listener) => root.addEventListener(type, listener),
    dispatchEvent: (event) => root.dispatchEvent(event), HashChangeEvent: Event,
    ResizeObserver: class { constructor(act) { this.observe = (part) => part.addEventListener("resize", act); } },
    DOMPoint: class { constructor(x, y) { this.matrixTransform = ({ scale }) => ({ x: scale * x, y: scale * y }); } },
  });
  await parse(page, root);
  for (let left = 5_000; left && document.body.dataset.ready !== "true"; left--) {
    await new Promise((done) => setTimeout(done, 1));
    dispatchEvent(new Event("DOMContentLoaded"));
  }
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { page, code, argument } = JSON.parse(line);
    let answer = page ? await start(page) : runInThisContext(`(${code})`);
    if (typeof answer === "function") answer = await answer(argument);
    console.log(JSON.stringify(answer ?? null, (_, value) => value ?? null));
  }
})();
