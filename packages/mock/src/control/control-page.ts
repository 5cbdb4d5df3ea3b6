/**
 * The page at `/__mock/`: the last requests, live, with the reason for each response; the scenario; a reset button. It
 * loads nothing from other servers. Every text from a request is set as text, never as markup.
 */
export const CONTROL_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Metadata Service mock</title>
<style>
  :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 15%, transparent); }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1.5rem; }
  h1 { font-size: 1.3rem; margin: 0 0 .25rem; }
  code, td, .mono { font-family: ui-monospace, monospace; font-size: .85rem; }
  .facts { margin: 0 0 1.25rem; opacity: .75; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-bottom: .25rem; }
  select, button { font: inherit; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: .4rem;
    background: Canvas; color: CanvasText; }
  button { cursor: pointer; }
  #summary { margin: 0 0 1.25rem; min-height: 1.5em; }
  #live { margin-left: auto; font-size: .85rem; }
  table { border-collapse: collapse; width: 100%; }
  th { text-align: left; font-weight: 600; font-size: .85rem; }
  th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
  td.url, td.why { overflow-wrap: anywhere; }
  .ok { color: light-dark(#167a3a, #5fd38a); } .bad { color: light-dark(#9a5b00, #f0b45b); }
  .worse { color: light-dark(#b3261e, #ff8a80); }
  #none { opacity: .75; }
  @media (max-width: 44rem) {
    body { padding: 1rem; }
    thead { display: none; }
    tr { display: grid; grid-template-columns: auto auto 1fr; gap: .1rem .75rem; padding: .5rem 0;
      border-bottom: 1px solid var(--line); }
    td { padding: 0; border: 0; }
    td.url, td.why { grid-column: 1 / -1; }
    td.ms { order: -1; grid-row: 1; grid-column: 3; }
    td.ms::after { content: " ms"; }
  }
</style>
<h1>Metadata Service mock</h1>
<p class="facts mono" id="facts"></p>
<form>
  <label for="scenario">Scenario</label>
  <select id="scenario"></select>
  <button type="button" id="reset">Reset</button>
  <span id="live" role="status">connecting …</span>
</form>
<p id="summary"></p>
<table>
  <thead><tr><th>Time<th>Status<th>Request<th>ms<th>Why</tr></thead>
  <tbody id="requests"></tbody>
</table>
<p id="none">No requests yet. They appear here as they arrive.</p>
<script>
  const get = (id) => document.getElementById(id);
  const shown = 200;
  let scenarios = [];

  const post = (path, body) => fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}),
  }).then(load);

  function row(entry) {
    const tr = document.createElement("tr");
    const color = entry.status >= 500 ? "worse" : entry.status >= 400 ? "bad" : "ok";
    const why = [entry.source, entry.operation, entry.scenario === "none" ? "" : "scenario " + entry.scenario,
      entry.transport, entry.detail].filter(Boolean).join(" · ");
    for (const [name, text] of [["", entry.time.slice(11, 23)], [color, entry.status],
      ["url", entry.method + " " + entry.url], ["ms", entry.duration], ["why", why]]) {
      const td = document.createElement("td");
      td.className = name;
      td.textContent = text;
      tr.append(td);
    }
    return tr;
  }

  function add(entry) {
    get("none").hidden = true;
    get("requests").prepend(row(entry));
    while (get("requests").childElementCount > shown) get("requests").lastElementChild.remove();
  }

  async function load() {
    const [state, requests] = await Promise.all(["state", "requests"].map((path) => fetch(path).then((r) => r.json())));
    scenarios = state.scenarios;
    get("scenario").replaceChildren(...scenarios.map(({ name }) => new Option(name, name, false, name === state.scenario)));
    get("summary").textContent = scenarios.find(({ name }) => name === state.scenario)?.summary ?? "";
    const counts = Object.entries(state.records).map(([name, count]) => name + " " + count.toLocaleString("en"));
    get("facts").textContent = [state.url, "seed " + state.seed, ...counts].join(" · ");
    get("none").hidden = requests.length > 0;
    get("requests").replaceChildren(...requests.slice(-shown).reverse().map(row));
  }

  get("scenario").addEventListener("change", () => post("scenario", { name: get("scenario").value }));
  get("reset").addEventListener("click", () => post("reset"));
  const events = new EventSource("events");
  events.onopen = () => { get("live").textContent = "live"; load(); };
  events.onerror = () => { get("live").textContent = "the mock does not respond"; };
  events.onmessage = ({ data }) => add(JSON.parse(data));
  events.addEventListener("state", load);
</script>
</html>
`;
