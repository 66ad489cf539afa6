// Reading a report: only its weak sentences, and from one to the next. Without this file all of it is there to read.
(() => {
  const report = document.querySelector(".report");
  const filter = document.querySelector("[data-only-weak]");
  if (!report || !filter) return;
  const all = [...report.querySelectorAll(".line")];
  const weak = all.filter((line) => line.matches(".is-weak, .is-rejected, .is-speculation"));
  let here = null;

  filter.hidden = weak.length === 0;
  filter.addEventListener("click", () => {
    const only = filter.getAttribute("aria-pressed") !== "true";
    filter.setAttribute("aria-pressed", String(only));
    report.classList.toggle("only-weak-lines", only);
  });

  // From the sentence one is at, through those of the list, and round.
  const next = (lines, by) => {
    const beyond = (line) => !here || (here.compareDocumentPosition(line) & (by > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING));
    const rest = lines.filter(beyond);
    const pool = rest.length ? rest : lines;
    return by > 0 ? pool[0] : pool[pool.length - 1];
  };

  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      const line = next("any" in button.dataset ? all : weak, Number(button.dataset.step));
      if (!line) return;
      here = line;
      line.tabIndex = -1;
      line.scrollIntoView({ block: "center" });
      line.focus({ preventScroll: true });
    });
  }

  // A question that was sent is replaced with its whole section: the reader goes on at it, or at what was wrong with it.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id !== "ask-further") return;
    const wrong = event.detail.elt.querySelector("[aria-invalid]");
    (wrong || event.detail.elt.querySelector(".asked-one h3"))?.focus();
  });

  // On a sentence that a key led to, Enter opens its first quote.
  report.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches(".line")) return;
    event.target.querySelector("button.cite")?.click();
  });
})();
