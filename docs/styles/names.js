// Add accessible names and keyboard focus where the theme omits them, also in elements that it creates later.
// Give embedded live pages the site's light or dark mode.
"use strict";
(() => {
  let pieces = 0;
  const named = (element, name, role) => {
    if (role) element.setAttribute("role", role);
    element.setAttribute("aria-label", name);
  };
  function mend() {
    for (const search of document.querySelectorAll(".md-search:not([aria-label])")) named(search, "Search");
    for (const nav of document.querySelectorAll("nav.md-nav[aria-labelledby]")) {
      const label = document.getElementById(nav.getAttribute("aria-labelledby"));
      if (label && label.textContent.trim()) continue;
      nav.removeAttribute("aria-labelledby");
      named(nav, nav.querySelector(".md-nav__title").textContent.trim());
    }
    for (const buttons of document.querySelectorAll("nav.md-code__nav:not([aria-label])")) {
      named(buttons, `Buttons of piece of code ${++pieces}`); // no two of a page have the same name
    }
    for (const wide of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
      wide.tabIndex = 0;
      named(wide, "Table", "group");
    }
  }
  function colour() {
    const theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
    for (const frame of document.querySelectorAll("iframe.live")) {
      const inside = frame.contentDocument; // null if the site is opened from files
      if (inside && inside.documentElement) inside.documentElement.dataset.theme = theme;
    }
  }
  for (const frame of document.querySelectorAll("iframe.live")) frame.addEventListener("load", colour);
  new MutationObserver(colour).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
  colour();
  mend();
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
})();
