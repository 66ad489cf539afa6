// Reading a report: only its weak sentences, and from one to the next. Without this file all of it is there to read.
(() => {
  const report = document.querySelector(".report");
  const filter = document.querySelector("[data-only-weak]");
  if (!report || !filter) return;
  const weak = [...report.querySelectorAll(".line.is-weak, .line.is-rejected, .line.is-speculation")];
  let at = -1;

  filter.hidden = weak.length === 0;
  filter.addEventListener("click", () => {
    const only = filter.getAttribute("aria-pressed") !== "true";
    filter.setAttribute("aria-pressed", String(only));
    report.classList.toggle("only-weak-lines", only);
  });

  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      if (!weak.length) return;
      at = (at + Number(button.dataset.step) + weak.length) % weak.length;
      const line = weak[at];
      line.tabIndex = -1;
      line.scrollIntoView({ block: "center" });
      line.focus({ preventScroll: true });
    });
  }
})();
