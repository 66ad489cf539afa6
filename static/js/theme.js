// In the head and not deferred, so that a chosen theme is there before the first paint.
(() => {
  const KEY = "redthread-theme";
  const root = document.documentElement;
  const chosen = () => { try { return localStorage.getItem(KEY) || "system"; } catch { return "system"; } };
  const show = (theme) => {
    if (theme === "system") delete root.dataset.theme; else root.dataset.theme = theme;
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === theme));
    }
  };
  show(chosen());
  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-theme-switch]")) box.hidden = false;
    show(chosen());
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-choice]");
    if (!button) return;
    try { localStorage.setItem(KEY, button.dataset.themeChoice); } catch { /* private window: for this page only */ }
    show(button.dataset.themeChoice);
  });
})();
