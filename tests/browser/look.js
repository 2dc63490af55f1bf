// What a person would see amiss on a page: text that does not contrast, and whether the page scrolls sideways.
// Colours are as computed; of text over several backgrounds, the nearest that can be seen counts.
(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const colour = (text) => {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(text, [r, g, b, a / 255]);
    }
    return known.get(text);
  };
  const over = (above, below) => [0, 1, 2].map((at) => above[at] * above[3] + below[at] * (1 - above[3])).concat([1]);
  const light = ([r, g, b]) => {
    const part = (value) => (value <= 10.03 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const background = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      const found = colour(getComputedStyle(one).backgroundColor);
      if (found[3] > 0) layers.push(found);
      if (found[3] === 1) break;
    }
    return layers.reverse().reduce((below, above) => over(above, below), [255, 255, 255, 1]);
  };
  const faint = () => {
    const found = {};
    const seen = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      const element = node.parentElement;
      if (!node.textContent.trim() || seen.has(element)) continue;
      seen.add(element);
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // Off the page, behind a closed drawer, or cut to nothing for those who hear it.
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || box.right <= 0 || box.left >= innerWidth) continue;
      if (element.closest(".md-search__output") && !document.querySelector("#__search:checked")) continue;
      const style = getComputedStyle(element);
      const back = background(element);
      let front = [...colour(style.color)];
      for (let one = element; one; one = one.parentElement) front[3] *= Number(getComputedStyle(one).opacity);
      const [more, less] = [light(over(front, back)), light(back)].sort((a, b) => b - a);
      const ratio = (more + 0.05) / (less + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) {
        const what = `${element.tagName} ${element.className}: ${style.color} on ${back.slice(0, 3).map(Math.round)}`;
        found[what] = `${ratio.toFixed(2)} ${node.textContent.trim().slice(0, 30)}`;
      }
    }
    return found;
  };
  window.look = () => ({ faint: faint(), wide: document.documentElement.scrollWidth - innerWidth });
})();
