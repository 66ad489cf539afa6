// A citation is a button that opens the exact quote. Without this file it's a link to the list of references.
(() => {
  const report = document.querySelector(".report");
  if (!report || !HTMLElement.prototype.showPopover) return;
  let panels = 0;

  // A link goes somewhere, a button opens something: screen readers are told the truth of either.
  for (const link of report.querySelectorAll("a.cite[data-quote]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "cite";
    button.textContent = link.textContent;
    button.setAttribute("aria-label", link.getAttribute("aria-label"));
    button.setAttribute("aria-expanded", "false");
    button.dataset.quote = link.dataset.quote;
    link.replaceWith(button);
  }

  const panelFor = (button) => {
    const panel = document.createElement("div");
    panel.id = `quote-${++panels}`;
    panel.className = "quote-panel";
    panel.popover = "auto"; // one at a time; Escape and a click elsewhere close it
    panel.setAttribute("role", "dialog");
    panel.setAttribute("aria-label", button.getAttribute("aria-label"));
    panel.lang = document.documentElement.lang;
    panel.textContent = report.dataset.loading;
    panel.addEventListener("toggle", (event) => {
      const open = event.newState === "open";
      button.setAttribute("aria-expanded", String(open));
      button.closest(".line")?.classList.toggle("is-read", open);
      if (open) focusTitle(panel);
    });
    report.append(panel); // outside of the sentence: its text is measured, copied and read aloud
    button.popoverTargetElement = panel;
    return panel;
  };

  const focusTitle = (panel) => panel.querySelector(".cite-title")?.focus({ preventScroll: true });

  const load = async (button, panel) => {
    await htmx.ajax("GET", button.dataset.quote, { target: panel, swap: "innerHTML" });
    if (!panel.querySelector(".cite-card")) {
      panel.textContent = report.dataset.lost;
      button.popoverTargetElement = null; // asked again at the next opening
      return;
    }
    const copy = panel.querySelector("[data-copy]");
    if (copy && navigator.clipboard) copy.hidden = false;
    if (panel.matches(":popover-open")) focusTitle(panel);
  };

  // The stored words, byte for byte; that it was done is said in the page's one polite region.
  report.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (!copy) return;
    await navigator.clipboard.writeText(copy.closest(".cite-card").querySelector("[data-exact]").textContent);
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = copy.dataset.copied;
    document.getElementById("notes").replaceChildren(note);
  });

  // The panel exists before the button's own action runs, so the browser opens and closes it and brings focus back.
  report.addEventListener("click", (event) => {
    const button = event.target.closest("button.cite");
    if (button && !button.popoverTargetElement) load(button, panelFor(button));
  });
})();
