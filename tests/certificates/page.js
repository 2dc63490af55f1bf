"use strict";
// Run check_page.js with stand-ins for a page and its worker: node page.js PROGRAM, with the case as JSON on stdin.
const { readFileSync } = require("node:fs");
const { checker, certificate, failure } = JSON.parse(readFileSync(0, "utf8"));
const page = {
  certified: { dataset: {}, textContent: "" },
  certificate: { textContent: `\n${certificate}\n` },
  "certificate-checker": { textContent: checker },
};
globalThis.document = { getElementById: (id) => page[id] };
let program, worker;
URL.createObjectURL = (blob) => { program = blob; return "place"; };
globalThis.Worker = class {
  constructor(place) {
    if (failure === "none" || place !== "place") throw new Error("no workers here");
    this.ended = false;
    worker = this;
  }
  async postMessage(data) {
    if (failure !== undefined) return this.onerror({ message: failure });
    const code = `let onmessage; ${await program.text()}; return onmessage;`;
    return new Function("postMessage", code)((answer) => this.onmessage({ data: answer }))({ data });
  }
  terminate() { this.ended = true; }
};
new Function(readFileSync(process.argv[2], "utf8"))();
const first = { ...page.certified.dataset, text: page.certified.textContent };
process.on("exit", () => console.log(JSON.stringify([first, { ...page.certified.dataset, text: page.certified.textContent },
  worker && worker.ended])));
