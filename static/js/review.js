// The desk. Keys themselves are keys.js's; here is what only a decision needs. All of it works without this file.
(() => {
  const form = document.querySelector("[data-decision]");
  if (!form) return;
  const note = form.querySelector("#note");
  const wrong = form.querySelector("#note-wrong");

  // "Edit" opens where the writing starts.
  for (const box of form.querySelectorAll("details.choice-box")) {
    box.addEventListener("toggle", () => {
      const first = box.querySelector("[data-first]");
      if (!box.open || !first) return;
      first.focus();
      first.setSelectionRange(first.value.length, first.value.length);
    });
  }

  // A refused decision is shown at the address it was sent to; reloading must show the claim, not send it again.
  if (location.pathname !== new URL(form.dataset.address, location).pathname) history.replaceState(null, "", form.dataset.address);

  // The button that asked for a note: approving is the only ruling that does.
  const approve = form.querySelector('[name="ruling"][value="approved"]');
  let asking = "noteAsked" in form.dataset ? approve : null;
  if (asking) note.focus();

  // Escape gives the letters back their meaning.
  note.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    document.getElementById("claim").focus();
  });

  // Ctrl+Enter sends the text that is being edited, or the ruling that asked for the note; a note nobody asked for could mean any.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    if (event.target.type === "radio") event.preventDefault();
    const button = event.target === note ? asking : form.querySelector(`[data-for="${event.target.id}"]`);
    if (!(event.ctrlKey || event.metaKey) || !button || button.disabled) return;
    event.preventDefault();
    form.requestSubmit(button);
  });

  // Approving what the sources don't carry asks for a line of reason first; the server asks too.
  form.addEventListener("submit", (event) => {
    const due = form.dataset.reasonDue && event.submitter?.value === "approved" && !note.value.trim();
    wrong.hidden = !due;
    if (!due) return;
    asking = event.submitter;
    event.preventDefault();
    event.stopPropagation();
    wrong.textContent = form.dataset.reasonDue;
    note.focus();
  });

  // A key that is held, or pressed twice, decides once: the second press must not fall on the claim that just came up.
  const SETTLE = 400; // ms
  const DECIDING = ["a", "x", "l", "s"];
  setTimeout(() => { form.dataset.ready = "yes"; }, SETTLE);

  for (const row of document.querySelectorAll("[data-keylist] > div")) {
    if (row.querySelector("kbd").textContent === "n") row.querySelector("dd").textContent = note.dataset.keyWord;
  }

  // N means the note here. The frame's own N would leave the page, so this listener comes before the frame's.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.keyCode === 229) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (document.body.dataset.singleKeys === "off") return;
    const early = DECIDING.includes(event.key) && (event.repeat || !form.dataset.ready);
    if (!early && event.key !== "n") return;
    event.preventDefault();
    event.stopPropagation();
    if (!early) note.focus();
  }, true);
})();
