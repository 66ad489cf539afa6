// The queue stays true while it is looked at: in whose hand a sentence is, and how it was decided meanwhile. Each message
// is the whole state of the rows shown. The page reads the same without this file, as of when it was loaded.
(() => {
  const list = document.querySelector("[data-hands]");
  if (!list) return;
  const FIRST = 1000; // ms until the first try to connect again; doubled each time, with jitter
  const MOST = 30000; // ms
  const SILENCE = 60000; // ms without a message, sign of life included: the connection is dead, whatever it says
  const rows = new Map([...list.querySelectorAll("[data-row]")].map((row) => [row.dataset.row, row]));
  const asked = `rows=${[...rows.keys()].join(",")}&lang=${encodeURIComponent(document.documentElement.lang)}`;
  let wait = FIRST;
  let polling = 0;
  let socket = null;
  let heard = 0;

  const put = (row, kind, words) => {
    const place = row.querySelector(`[data-${kind}]`);
    place.querySelector("[data-words]").textContent = words;
    place.hidden = !words;
  };
  const show = (state) => {
    for (const [pk, told] of Object.entries(state.rows)) {
      const row = rows.get(pk);
      if (!row) continue;
      put(row, "held", told.held);
      put(row, "decided", told.decided);
      row.classList.toggle("queued-over", Boolean(told.decided));
      const box = row.querySelector("[name=chosen]");
      if (box && told.decided) { box.checked = false; box.disabled = true; }
    }
  };

  const poll = () => {
    if (polling) return;
    polling = setInterval(async () => {
      try {
        const answer = await fetch(`${list.dataset.hands}?${asked}`, { headers: { "HX-Request": "true" } });
        if (answer.ok) show(await answer.json());
      } catch { /* offline: what is shown stays */ }
    }, Number(list.dataset.every) * 1000);
  };
  const connect = () => {
    const url = new URL(`${list.dataset.socket}?${asked}`, location);
    url.protocol = url.protocol.replace("http", "ws");
    socket = new WebSocket(url);
    heard = Date.now();
    socket.addEventListener("message", (event) => {
      heard = Date.now();
      wait = FIRST;
      clearInterval(polling);
      polling = 0;
      show(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (event.code === 4401 || event.code === 4403) { clearInterval(polling); return; }
      poll();
      setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, MOST);
    });
  };
  setInterval(() => { if (socket && socket.readyState === WebSocket.OPEN && Date.now() - heard > SILENCE) socket.close(); }, FIRST);
  if (rows.size) connect();
})();
