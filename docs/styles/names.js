// Names and keys for those who listen or have no mouse, where the theme leaves them out; in what it makes later, too.
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
  mend();
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
})();
