// What a person would see amiss on a page: text that does not contrast, words and numbers that begin on one line and
// end on another, and by how many pixels the page scrolls sideways. Colours are as computed; of text over several
// backgrounds, the nearest that can be seen counts.
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
    if (!element) return [255, 255, 255, 1];
    const own = colour(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, background(element.parentElement));
  };
  const opacity = (element) => (element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1);
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
      const cell = element.matches(".in-cell") && getComputedStyle(element.previousElementSibling).fill;
      const back = cell ? colour(cell) : background(element);
      const front = [...colour(element.closest("svg") ? style.fill : style.color)];
      front[3] *= opacity(element);
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
  window.broken = (within = "body") => {
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      if (!node.parentElement.closest(within)) continue;
      if (!node.parentElement.checkVisibility() || node.parentElement.closest("script, svg, option")) continue;
      for (const word of node.textContent.matchAll(/[^\s/;,-]+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
      }
    }
    return found;
  };
  const wide = () => Math.max(0, document.documentElement.scrollWidth - innerWidth);
  window.look = () => ({ faint: faint(), wide: wide() });
})();
