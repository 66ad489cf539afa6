// What every page needs: failures of parts of it said in words, counters of fields, and buttons that fire once.
(() => {
  const SHOWN = 12000; // ms
  const body = document.body;

  const say = (text, place = "alarms") => {
    const box = document.getElementById(place);
    const note = document.createElement("p");
    note.className = "note note-error";
    note.textContent = text;
    box.replaceChildren(note);
    setTimeout(() => { if (!note.matches(":hover")) note.remove(); }, SHOWN);
  };

  // The old content stays; the page never blanks.
  const refused = (event) => {
    const status = event.detail.xhr ? event.detail.xhr.status : 0;
    if (status === 401 || /data-session-changed/.test(event.detail.xhr ? event.detail.xhr.responseText : "")) say(body.dataset.saidSession);
    else if (status === 403) say(body.dataset.saidForbidden);
    else say(body.dataset.saidLost);
  };
  body.addEventListener("htmx:responseError", refused);
  body.addEventListener("htmx:sendError", refused);

  // Characters, not UTF-16 units: 8,000 Chinese characters are 8,000.
  const count = (field) => {
    const shown = document.getElementById(field.dataset.counter);
    if (!shown) return;
    const length = [...field.value].length;
    shown.textContent = length.toLocaleString(document.documentElement.lang);
    shown.classList.toggle("over", length > Number(field.dataset.most));
  };
  document.addEventListener("input", (event) => { if (event.target.matches("[data-counter]")) count(event.target); });
  for (const field of document.querySelectorAll("[data-counter]")) count(field);

  // The server writes times in UTC; a reader's clock on the wall shows another. Same style, with the zone it counts in.
  const two = (number) => String(number).padStart(2, "0");
  const zone = (at) => {
    const minutes = -at.getTimezoneOffset();
    const length = Math.abs(minutes);
    return minutes ? `UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(length / 60))}:${two(length % 60)}` : "UTC";
  };
  const shapes = {
    time: (at) => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
    moment: (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())} ${zone(at)}`,
  };
  const localise = (root) => {
    for (const each of root.querySelectorAll("time[data-local]")) {
      const at = new Date(each.dateTime);
      each.textContent = shapes[each.dataset.local](at);
      each.title = shapes.moment(at);
      delete each.dataset.local;
    }
  };
  localise(document);
  addEventListener("redthread:fresh", () => localise(document));
  body.addEventListener("htmx:afterSettle", (event) => localise(event.detail.elt));

  // A form sent twice starts two tasks.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    if (form.hasAttribute("data-once")) { form.dataset.sent = "yes"; form.setAttribute("aria-busy", "true"); }
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) { delete form.dataset.sent; form.removeAttribute("aria-busy"); }
  });
})();
