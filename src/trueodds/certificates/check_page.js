// Check the certificate of a page in a worker thread, and show the verdict in one line.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const show = (text) => {
    byId("certified").textContent = text;
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
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  try {
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => {
      show(data);
      worker.terminate();
    };
    worker.onerror = ({ message }) => show(`not checked: this browser cannot run the checker (${message || "no worker"})`);
    worker.postMessage(byId("certificate").textContent.trim());
  } catch (error) {
    show(`not checked: this browser cannot run the checker (${error.message})`);
  }
})();
