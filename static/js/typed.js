// What is typed into a form marked data-typed stays in this tab until the server has it: a sign-in that ended meanwhile loses no words.
// A tab's store is its own; each entry names its writer, another person's page drops it, and so does signing out here.
(() => {
  const FIRST = "redthread:typed:";
  const body = document.body;
  const person = body.dataset.person;
  const store = (() => { try { return window.sessionStorage; } catch { return null; } })();
  const form = document.querySelector("form[data-typed]");
  if (!store) return;

  const entries = () => Object.keys(store).filter((key) => key.startsWith(FIRST));
  const read = (key) => { try { return JSON.parse(store.getItem(key)); } catch { return null; } };
  const write = (key, value) => { try { store.setItem(key, JSON.stringify(value)); } catch { /* full: the page still has it */ } };
  const keyOf = (address) => `${FIRST}${encodeURIComponent(person)}:${address}`;
  const own = person && form ? keyOf(form.dataset.typed) : "";

  // What was sent and led to a page of its writer's has arrived. A sign-in page or a refusal says that it hasn't.
  const status = performance.getEntriesByType("navigation")[0]?.responseStatus || 200;
  for (const key of entries()) {
    const entry = read(key);
    if (person && !key.startsWith(keyOf(""))) store.removeItem(key);
    else if (entry?.sent && key !== own) {
      if (person && status < 400) store.removeItem(key);
      else write(key, { ...entry, sent: false });
    }
  }

  for (const each of document.querySelectorAll("form[data-forget-typed]")) {
    each.addEventListener("submit", () => { for (const key of entries()) store.removeItem(key); });
  }
  if (!own) return;

  const box = (field) => field.type === "checkbox";
  const valueOf = (field) => (box(field) ? field.checked : field.value);
  // What the page had of itself. A refused form shows what was typed as its own; there everything counts as typed.
  const ownWords = (field) => (status < 400 ? field.defaultValue : field.dataset.standing ?? "");
  const came = new Map([...form.querySelectorAll("textarea[id], select[id], input[id]:not([type=hidden], [type=radio])")].map((field) => {
    if (box(field)) return [field, status < 400 && field.defaultChecked];
    if (field.tagName !== "SELECT") return [field, ownWords(field)];
    return [field, ((status < 400 && [...field.options].find((each) => each.defaultSelected)) || field.options[0])?.value];
  }));
  const put = (field, value) => {
    if (box(field)) field.checked = value;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const note = (sent) => {
    const changed = [...came].filter(([field, value]) => valueOf(field) !== value).map(([field]) => [field.id, valueOf(field)]);
    if (changed.length) write(own, { sent, version: form.elements.seen_version?.value, fields: Object.fromEntries(changed) });
    else store.removeItem(own);
  };

  // Said at the box that is written in.
  let last = null;
  const say = (words, tone) => {
    const place = last?.closest(".field, details")?.querySelector("[data-typed-said]") || form.querySelector("[data-typed-said]");
    for (const each of form.querySelectorAll("[data-typed-said]")) if (each !== place || !words) each.replaceChildren();
    if (!words || place.textContent === words) return null;
    const line = document.createElement("p");
    line.className = `strip ${tone}`;
    line.textContent = words;
    place.replaceChildren(line);
    return line;
  };

  const restore = () => {
    const entry = read(own);
    const back = [...came.keys()].filter((field) => entry?.fields && field.id in entry.fields && entry.fields[field.id] !== valueOf(field));
    if (!back.length) { note(false); return; }
    const had = back.map((field) => [field, valueOf(field)]);
    [last] = back;
    for (const field of back) {
      put(field, entry.fields[field.id]);
      const folded = field.closest("details");
      if (folded) folded.open = true;
    }
    const since = entry.version !== form.elements.seen_version?.value ? ` ${body.dataset.saidSince}` : "";
    const line = say(body.dataset.saidBack + since, "");
    const drop = document.createElement("button");
    drop.type = "button";
    drop.className = "small";
    drop.textContent = body.dataset.saidDrop;
    drop.addEventListener("click", () => {
      for (const [field, value] of had) put(field, value);
      say("");
      back[0].focus();
    });
    line.append(" ", drop);
  };

  form.addEventListener("input", (event) => {
    if (!came.has(event.target)) return;
    last = event.target;
    note(false);
  });
  document.addEventListener("submit", (event) => { if (event.target === form && !event.defaultPrevented) note(true); });
  form.addEventListener("redthread:kept", () => {
    store.removeItem(own);
    if (form.querySelector("[data-typed-said] .strip-warn")) say("");
  });
  form.addEventListener("redthread:unkept", (event) => {
    note(false);
    say(event.detail === "session" ? body.dataset.saidUnkept : body.dataset.saidUntaken, "strip-warn");
  });
  restore();
})();
