// Keys. A letter acts only when no field has the focus, no modifier is held, and no input method is composing:
// a Chinese input method's Enter or letter must never send or decide.
(() => {
  const PAUSE = 1200; // ms in which the second letter of "g t" counts as one chord
  let before = "";
  let at = 0;
  const inField = (element) => element.closest("input, textarea, select, [contenteditable]");
  const composing = (event) => event.isComposing || event.keyCode === 229;

  const send = (event) => {
    const form = event.target.closest("form");
    const button = form && form.querySelector("[data-send]");
    if (!button) return;
    event.preventDefault();
    form.requestSubmit(button);
  };

  const act = (chord) => {
    const open = document.querySelector("dialog[open]");
    const target = [...(open || document).querySelectorAll(`[data-key="${CSS.escape(chord)}"]`)]
      .find((element) => !element.disabled && element.checkVisibility());
    if (target) target.click();
    return Boolean(target);
  };

  document.addEventListener("keydown", (event) => {
    if (composing(event) || event.defaultPrevented) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return send(event);
    if (event.ctrlKey || event.metaKey || event.altKey || inField(event.target)) return;
    if (document.body.dataset.singleKeys === "off" || event.key.length !== 1) return;
    if (event.key === "/") {
      const field = document.querySelector("[data-search]");
      if (field) { event.preventDefault(); field.focus(); }
      return;
    }
    const now = Date.now();
    const chord = now - at < PAUSE && before ? `${before} ${event.key}` : event.key;
    before = event.key; at = now;
    if (act(chord) || (chord !== event.key && act(event.key))) { event.preventDefault(); before = ""; }
  });

  // The list of keys is read from the page, so it can't tell of a key that isn't there.
  const list = document.querySelector("[data-keylist]");
  for (const element of document.querySelectorAll("[data-key]")) {
    if (!list || element.dataset.key === "?") continue;
    const row = document.createElement("div");
    const keys = document.createElement("dt");
    for (const key of element.dataset.key.split(" ")) {
      const mark = document.createElement("kbd");
      mark.textContent = key;
      keys.append(mark, " ");
    }
    const what = document.createElement("dd");
    what.textContent = element.dataset.keyName || element.textContent.trim().replace(/\s+/g, " ");
    row.append(keys, what);
    list.append(row);
  }
})();
