// The live page. The socket says what is newer than the last number on the page; this file keeps that number, the word
// for the connection, the clocks, and the reader's place. Nothing here is needed to read the page.
(() => {
  const SILENCE = 60000; // ms without any message, sign of life included: the connection is dead, whatever it says
  const box = document.getElementById("live");
  if (!box) return;
  const mark = () => document.getElementById("live-mark");
  const word = document.getElementById("connection");
  const list = document.getElementById("activity");
  const held = document.getElementById("held");
  const opened = new Set();
  let heard = Date.now();
  let polling = 0;
  let socket = null;
  let wrapper = null;
  let waiting = [];

  const say = (state) => {
    if (word.dataset.state === state) return;
    word.dataset.state = state;
    word.textContent = box.dataset[`word${state[0].toUpperCase()}${state.slice(1)}`] || "";
  };

  // The address gets the last number at every connect, so that nothing between two connections is lost.
  htmx.createWebSocket = (address) => {
    const url = new URL(address);
    url.searchParams.set("after", mark().dataset.seq);
    socket = new WebSocket(url, []);
    return socket;
  };

  // News comes by socket or by polling, and once by both: what continues our number is taken, anything else isn't.
  const fits = (text) => {
    const after = /id="live-mark"[^>]*data-after="(\d+)"/.exec(text);
    return !after || after[1] === mark().dataset.seq;
  };
  const before = () => {
    opened.clear();
    for (const each of box.querySelectorAll("details[open][id]")) opened.add(each.id);
  };
  const after = () => {
    heard = Date.now();
    dispatchEvent(new Event("redthread:fresh"));
    for (const id of opened) { const each = document.getElementById(id); if (each) each.open = true; }
    if (mark().hasAttribute("data-moved")) htmx.trigger("#moves", "moved");
    if (list.firstElementChild) document.getElementById("no-lines").hidden = true;
    clocks();
  };
  box.addEventListener("htmx:wsBeforeMessage", (event) => {
    heard = Date.now();
    if (!fits(event.detail.message)) { event.preventDefault(); return; }
    before();
  });
  box.addEventListener("htmx:wsAfterMessage", () => { say("live"); after(); });
  box.addEventListener("htmx:wsConnecting", () => say("again"));
  box.addEventListener("htmx:wsOpen", (event) => { wrapper = event.detail.socketWrapper; clearInterval(polling); polling = 0; heard = Date.now(); say("live"); });
  box.addEventListener("htmx:wsClose", (event) => {
    const code = event.detail.event.code;
    if (code === 4401 || code === 4403) { clearInterval(polling); polling = -1; say(code === 4401 ? "ended" : "refused"); return; }
    say(navigator.onLine ? "again" : "offline");
    poll();
  });
  box.addEventListener("htmx:wsError", () => poll());

  const ask = async () => {
    try {
      const answer = await fetch(`${box.dataset.news}&after=${mark().dataset.seq}`, { headers: { "HX-Request": "true" } });
      if (answer.status === 401) { say("ended"); return; }
      if (!answer.ok) return;
      const text = await answer.text();
      say("polling");
      if (!fits(text)) return;
      before();
      htmx.swap(document.createElement("div"), text, { swapStyle: "none" });
      after();
    } catch { say("offline"); }
  };
  const poll = () => {
    if (polling) return;
    polling = setInterval(ask, Number(box.dataset.every) * 1000);
  };

  // Nothing moves under the pointer: while it is over the list, or the list is scrolled, news waits behind a button.
  const holding = () => list.matches(":hover, :focus-within") || list.scrollTop > 4;
  const release = () => {
    for (const line of waiting) { line.hidden = false; line.classList.add("fresh"); }
    waiting = [];
    held.hidden = true;
  };
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const line of change.addedNodes) {
        if (line.nodeType !== Node.ELEMENT_NODE) continue;
        if (list.hasAttribute("data-past")) { line.remove(); continue; }
        if (holding()) { line.hidden = true; waiting.push(line); } else line.classList.add("fresh");
      }
    }
    if (!waiting.length) return;
    held.textContent = `${waiting.length} ${box.dataset.wordNew}`;
    held.hidden = false;
  }).observe(list, { childList: true });
  held.addEventListener("click", () => { release(); list.scrollTop = 0; });
  // The pane, not the list: on its way to the button the pointer must not take the button away.
  list.closest("section").addEventListener("pointerleave", () => { if (!holding()) release(); });

  // Clocks run on from what the server's clock said; the reader's own may be wrong.
  const began = new WeakMap();
  const clocks = () => {
    for (const each of box.querySelectorAll("[data-clock]")) {
      if (!began.has(each)) began.set(each, Date.now() - Number(each.dataset.clock) * 1000);
      const all = Math.floor((Date.now() - began.get(each)) / 1000);
      const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, String(all % 60).padStart(2, "0")];
      each.textContent = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
    }
  };
  setInterval(() => {
    clocks();
    if (socket && socket.readyState === WebSocket.OPEN && Date.now() - heard > SILENCE) {
      heard = Date.now();
      say("again");
      if (wrapper) wrapper.reconnect();
    }
  }, 1000);
  addEventListener("offline", () => say("offline"));
})();
