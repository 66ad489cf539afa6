// The desk. Keys themselves are keys.js's; here is what only a decision needs. All of it works without this file.
(() => {
  const form = document.querySelector("[data-decision]");
  if (!form) return;
  const note = form.querySelector("#note");
  const wrong = form.querySelector("#note-wrong");

  // "Edit" opens where the writing starts, "Assign" at the names.
  for (const box of form.closest("section").querySelectorAll("details.choice-box")) {
    box.addEventListener("toggle", () => {
      const first = box.querySelector("[data-first]");
      if (!box.open || !first || document.activeElement === note) return;
      first.focus();
      first.setSelectionRange?.(first.value.length, first.value.length);
    });
  }

  // A careful wording goes into the edit box when somebody takes it, and is sent by them alone.
  const careful = form.querySelector("[data-take-careful]");
  if (careful) careful.addEventListener("click", (event) => {
    event.preventDefault();
    const box = form.querySelector("[data-edit]");
    const field = box.querySelector("[data-first]");
    field.value = form.querySelector("[data-careful]").textContent;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (box.open) field.focus();
    box.open = true;
  });

  // A refused decision is shown at the address it was sent to; reloading must show the claim, not send it again.
  if (location.pathname !== new URL(form.dataset.address, location).pathname) history.replaceState(null, "", form.dataset.address);

  // The button that asked for a note: Ctrl+Enter in the note sends the same decision again.
  const asked = form.dataset.noteAsked;
  let asking = asked ? form.querySelector(`[name="ruling"][value="${asked}"]`) : null;
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
  const DECIDING = [...form.dataset.deciding];
  setTimeout(() => { form.dataset.ready = "yes"; }, SETTLE);

  // What is typed is kept on the server, a moment after each pause: a closed lid or a lapsed hold loses nothing.
  const PAUSE = 900; // ms
  const text = form.querySelector("#text");
  let timer = 0;
  let kept = true;
  const keep = (leaving) => {
    clearTimeout(timer);
    if (kept || form.querySelector("fieldset").disabled) return;
    kept = true;
    const body = new FormData();
    body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    body.set("text", text.value === text.dataset.standing ? "" : text.value);
    body.set("note", note.value);
    const lost = (why) => {
      kept = false;
      form.dataset.kept = "no";
      form.dispatchEvent(new CustomEvent("redthread:unkept", { detail: why }));
    };
    // A redirect leads to the sign-in page, and a 403 is a sign-in that changed: followed, the one would look like success.
    fetch(form.dataset.draft, { method: "POST", body, headers: { "X-Draft": "yes" }, keepalive: leaving, redirect: "manual" })
      .then((answer) => {
        if (!answer.ok) { lost(answer.type === "opaqueredirect" || [401, 403].includes(answer.status) ? "session" : "server"); return; }
        form.dataset.kept = "yes";
        if (kept) form.dispatchEvent(new CustomEvent("redthread:kept"));
      })
      .catch(() => lost("server"));
  };
  form.addEventListener("input", (event) => {
    if (event.target !== text && event.target !== note) return;
    kept = false;
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE, false);
  });
  form.addEventListener("submit", () => { kept = true; });
  addEventListener("pagehide", () => keep(true));

  // The end of the hold is said two minutes before, and when it is over (WCAG 2.2.1).
  const hold = document.querySelector("[data-until]");
  if (hold) {
    const NOTICE = 120000; // ms
    const status = hold.querySelector("[role=status]");
    const left = Date.parse(hold.dataset.until) - Date.now();
    const say = (words) => () => { if (form.dataset.kept !== "yes" || words !== hold.dataset.ending) status.textContent = words; };
    setTimeout(say(hold.dataset.ending), Math.max(0, left - NOTICE));
    setTimeout(say(hold.dataset.ended), Math.max(0, left));
  }

  for (const row of document.querySelectorAll("[data-keylist] > div")) {
    if (row.querySelector("kbd").textContent === form.dataset.noteKey) row.querySelector("dd").textContent = note.dataset.keyWord;
  }

  // N means the note here. The frame's own N would leave the page, so this listener comes before the frame's.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.keyCode === 229) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (document.body.dataset.singleKeys === "off") return;
    const early = DECIDING.includes(event.key) && (event.repeat || !form.dataset.ready);
    if (!early && event.key !== form.dataset.noteKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!early) note.focus();
  }, true);
})();
