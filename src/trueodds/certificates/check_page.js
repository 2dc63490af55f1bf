// Checks the certificate of a page in a worker thread, and shows the verdict in one line.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const say = (words) => {
    byId("certified").textContent = words;
    byId("certified").dataset.ready = "true";
  };
  const program = `${byId("certificate-checker").textContent}
onmessage = async ({ data }) => {
  try {
    const packed = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    postMessage("checked in your browser: " + checkOdds(new Uint8Array(await new Response(unpacked).arrayBuffer())));
  } catch (error) {
    postMessage("not proved: " + error.message);
  }
};`;
  byId("certified").textContent = "being checked in your browser …";
  const place = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  try {
    const worker = new Worker(place);
    worker.onmessage = ({ data }) => {
      say(data);
      worker.terminate();
    };
    worker.onerror = ({ message }) => say(`not checked: this browser cannot run the checker (${message || "no worker"})`);
    worker.postMessage(byId("certificate").textContent.trim());
  } catch (error) {
    say(`not checked: this browser cannot run the checker (${error.message})`);
  }
})();
