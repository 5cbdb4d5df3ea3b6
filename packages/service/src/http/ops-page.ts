import { createHash } from "node:crypto";
import { html } from "@metadata-service/spec-tools/languages";
import type { ImportStatus, LimitStatus, OpsStatus } from "./ops-status.js";

/** Fetches the page again every two seconds, and replaces its content. */
const SCRIPT = `
  const pause = document.querySelector("button");
  const note = document.querySelector("#note");
  let isPaused = false;
  pause.hidden = false;
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Resume" : "Pause";
  });
  async function refresh() {
    try {
      if (isPaused || document.hidden) return;
      const response = await fetch("/", { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
      document.title = page.title;
      note.textContent = "";
    } catch {
      note.textContent = "The service does not respond.";
    } finally {
      setTimeout(refresh, 2000);
    }
  }
  setTimeout(refresh, 2000);
`;

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#d5d9de, #3a4048); --soft: light-dark(#545b64, #a9b1bb); }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 64rem; padding: 1.5rem;
    background: light-dark(#fff, #16191d); color: light-dark(#1b1f24, #e7eaee); }
  header { display: flex; flex-wrap: wrap; gap: .75rem; align-items: baseline; }
  h1 { font-size: 1.35rem; margin: 0; } h2 { font-size: 1.05rem; margin: 2rem 0 .4rem; }
  button { font: inherit; padding: .2rem .8rem; margin-left: auto; border: 1px solid var(--line); border-radius: .4rem;
    background: none; color: inherit; cursor: pointer; }
  .state { font-weight: 600; } .ok { color: light-dark(#116329, #5fd38a); } .bad { color: light-dark(#b3261e, #ff9a91); }
  dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .9rem 1.5rem; margin: 1rem 0; }
  dt { font-size: .85rem; color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
  thead th { font-size: .85rem; color: var(--soft); } tbody th { font-weight: 400; }
  .n { text-align: right; white-space: nowrap; } time { white-space: nowrap; } p { color: var(--soft); margin: .4rem 0; } a { color: inherit; }
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Allows only its own style and script, and reloading the page. */
export const OPS_PAGE_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  vary: "accept",
  "x-content-type-options": "nosniff",
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(SCRIPT)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
};

/** Returns the page at `/` of the private port. The script only updates it, so the page is complete without it. */
export function opsPage(status: OpsStatus): string {
  const state = status.ready ? "ready" : "not ready";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${state} · Metadata Service</title>
<style>${STYLE}</style>
<header>
  <h1>Metadata Service</h1><span id="note" class="bad" role="status"></span>
  <button type="button" hidden>Pause</button>
</header>
<main>
${facts(status)}
<h2>Requests in the last minute</h2>
${requests(status)}
<h2>Imports in progress</h2>
${imports(status.imports)}
<h2>Limits</h2>
${limits(status.limits)}
</main>
<footer><p>For programs: <a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a>, <a href="/metrics">/metrics</a>,
and this page as JSON for requests that do not accept <code>text/html</code>.</p></footer>
<script>${SCRIPT}</script>
</html>
`;
}

function facts(status: OpsStatus): string {
  const state = status.ready
    ? '<span class="state ok">Ready</span>'
    : `<span class="state bad">Not ready</span>: ${html.text(status.reason ?? "")}`;
  const rows: readonly (readonly [string, string])[] = [
    ["State", state],
    ["Uptime", `${duration(status.uptimeSeconds)}, since <time>${html.text(moment(status.startedAt))}</time>`],
    ["Version", `${html.text(status.version)}, on Node ${html.text(status.node)}`],
    ["API version", html.text(status.apiVersion)],
    ["Database", html.text(status.database)],
    ["Database response time", `${ms(status.probeMs)} ms`],
    ["Requests in progress", count(status.underWay)],
    ["Open connections", count(status.connections)],
    ["Memory", `${count(Math.round(status.memoryBytes / 1024 / 1024))} MiB`],
  ];
  return `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("\n")}</dl>`;
}

function requests({ lastMinute }: OpsStatus): string {
  if (lastMinute.length === 0) return "<p>No request in the last minute.</p>";
  const rows = lastMinute.map(({ operation, requestsPerSecond, statuses, medianMs, p95Ms, p99Ms }) => [
    operation === "none" ? "(no operation)" : html.text(operation),
    requestsPerSecond.toFixed(requestsPerSecond < 10 ? 2 : 0),
    ms(medianMs),
    ms(p95Ms),
    ms(p99Ms),
    Object.entries(statuses)
      .map(([code, times]) => `${html.text(code)}: ${count(times)}`)
      .join(", "),
  ]);
  return table(
    "Requests",
    ["Operation", "Per second", "Median, ms", "p95, ms", "p99, ms", "Responses"],
    rows,
    [1, 2, 3, 4],
  );
}

function imports(all: readonly ImportStatus[]): string {
  if (all.length === 0)
    return "<p>None in this process. With PostgreSQL, imports run in the process of the command, which shows their progress.</p>";
  const rows = all.map(({ into, startedAt, records, rejected, bytes }) => [
    html.text(into),
    html.text(moment(startedAt)),
    count(records),
    count(rejected),
    (bytes / 1024 / 1024).toFixed(1),
  ]);
  return table("Imports", ["Into", "Started", "Records", "Rejected", "MiB"], rows, [2, 3, 4]);
}

function limits(all: readonly LimitStatus[]): string {
  const rows = all.map(({ name, limit, unit, flag, used }) => [
    html.text(name),
    `${count(limit)} ${html.text(unit)}`,
    used === undefined ? "" : count(used),
    `<code>--${html.text(flag)}</code>`,
  ]);
  return table("Limits", ["Limit", "At most", "Now", "Setting"], rows, [2]);
}

/**
 * @param cells markup
 * @param numbers the columns that are numbers
 */
function table(
  label: string,
  names: readonly string[],
  cells: readonly (readonly string[])[],
  numbers: readonly number[],
): string {
  const align = (index: number) => (numbers.includes(index) ? ' class="n"' : "");
  const head = names.map((name, index) => `<th scope="col"${align(index)}>${name}</th>`).join("");
  const rows = cells.map(([first = "", ...rest]) => {
    const others = rest.map((cell, index) => `<td${align(index + 1)}>${cell}</td>`).join("");
    return `<tr><th scope="row">${first}</th>${others}</tr>`;
  });
  const body = `<thead><tr>${head}</tr></thead><tbody>${rows.join("\n")}</tbody>`;
  return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>${body}</table></div>`;
}

/** Formats a timestamp, to the second. */
const moment = (timestamp: string) => `${timestamp.slice(0, 19).replace("T", " ")} UTC`;

const count = (value: number) => value.toLocaleString("en");

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** Formats a duration in its two largest units, as in `3 h 12 min`. */
function duration(seconds: number): string {
  const units = [
    ["d", 86_400],
    ["h", 3_600],
    ["min", 60],
    ["s", 1],
  ] as const;
  let left = Math.floor(seconds);
  const parts = units.flatMap(([unit, size]) => {
    const whole = Math.floor(left / size);
    left -= whole * size;
    return whole > 0 ? [`${whole} ${unit}`] : [];
  });
  return parts.slice(0, 2).join(" ") || "0 s";
}
