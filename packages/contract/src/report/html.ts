import type { WireExchange } from "../judging/judge-response.js";
import { groupBy } from "../lib/group-by.js";
import type { CaseResult, Report } from "../run/run-contract.js";
import { type Cause, causesOf, curlOf, demandOf, escapeId } from "./failures.js";
import { STYLE } from "./style.js";
import { warningsOf } from "./warnings.js";

/** Returns the report as a self-contained page: verdict, failures with request and response, coverage by rule. */
export function htmlReport(report: Report): string {
  const causes = causesOf(report);
  const title = `${report.target}: ${verdictOf(report)}`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${html(title)}</title><style>${STYLE}</style></head>`,
    "<body><main>",
    head(report),
    causes.length > 0 ? `<h2>What failed</h2>${causes.map((cause, i) => failure(cause, i, report)).join("\n")}` : "",
    notShown(report),
    coverage(report),
    replay(report),
    "</main></body></html>",
    "",
  ].join("\n");
}

function verdictOf({ failed, stopped }: Report): string {
  if (stopped !== undefined) return "the run did not finish";
  return failed > 0 ? "the server violates the contract" : "the server fulfils the contract";
}

function head(report: Report): string {
  const { passed, failed, skipped, notRun, leftOut, milliseconds, document, effort, stopped } = report;
  const mood = stopped !== undefined ? "open" : failed > 0 ? "bad" : "good";
  const figures: [string, number, string][] = [
    ["passed", passed, "good"],
    ["failed", failed, failed > 0 ? "bad" : ""],
    ["skipped", skipped, ""],
    ["not run", notRun, notRun > 0 ? "open" : ""],
    ["left out at this effort", leftOut, ""],
  ];
  return `<header class="${mood}">
<h1>${html(capital(verdictOf(report)))}</h1>
<p><strong>${html(report.target)}</strong> checked against ${html(document.title)} ${html(document.version)}, effort ${effort}, ${report.requests} requests in ${(milliseconds / 1000).toFixed(1)} s.</p>
${stopped === undefined ? "" : `<p class="stopped">${html(capital(stopped))}.</p>`}
${warningsOf(report)
  .map((warning) => `<p class="stopped">${html(warning)}</p>`)
  .join("\n")}
<dl>${figures.map(([name, count, tone]) => `<div class="${tone}"><dt>${name}</dt><dd>${count}</dd></div>`).join("")}</dl>
</header>`;
}

function failure({ rule, first, others, operations, related }: Cause, index: number, report: Report): string {
  const also = related.flatMap((group) => [group.first, ...group.others]);
  const more = [
    details(`${others.length} more of the same`, others),
    details(`${also.length} of other rules, probably for the same reason`, also),
  ].join("\n");
  return `<section class="failure" id="failure-${index + 1}">
<h3>${html(rule)}: ${html(operations.join(", "))}</h3>
<p><code>${html(first.id)}</code></p>
<p>${html(demandOf(first))}</p>
<p class="reason">${html(cut(first.reason ?? "", 2000))}</p>
${first.exchange ? exchange(first.exchange, report.baseUrl) : ""}
${more}
<p class="replay">Run it again: <code>--seed ${report.seed} --effort ${report.effort} --only '${html(escapeId(first.id))}'</code></p>
</section>`;
}

function details(summary: string, results: CaseResult[]): string {
  if (results.length === 0) return "";
  const items = results
    .slice(0, 200)
    .map(({ id, reason }) => `<li><code>${html(id)}</code><br>${html(cut(reason ?? "", 300))}</li>`);
  return `<details><summary>${summary}</summary><ul>${items.join("")}</ul></details>`;
}

function exchange({ request, response }: WireExchange, baseUrl: string | undefined): string {
  const sent = [`${request.method} ${request.path}`, ...Object.entries(request.headers).map((pair) => pair.join(": "))];
  const came = [`${response.status}`, ...Object.entries(response.headers).map((pair) => pair.join(": "))];
  const body = request.body === undefined ? "" : Buffer.from(request.body as string).toString("utf8");
  const curl = baseUrl === undefined ? "" : `<pre class="curl">${html(curlOf({ request, response }, baseUrl))}</pre>`;
  return `<div class="exchange"><div><h4>Sent</h4><pre>${html(`${sent.join("\n")}\n\n${cut(body, 3000)}`)}</pre></div>
<div><h4>Received</h4><pre>${html(`${came.join("\n")}\n\n${cut(response.body, 3000)}`)}</pre></div></div>${curl}`;
}

function notShown({ results, leftOut, effort, notRun, notes, stopped }: Report): string {
  const reasons = groupBy(
    results.filter(({ verdict }) => verdict === "skipped"),
    ({ reason = "" }) => reason,
  );
  const lines = [...reasons].map(([reason, all]) => `<li>${count(all.length)}: ${html(reason)}</li>`);
  if (leftOut > 0)
    lines.push(`<li>${count(leftOut)}: left out at the effort ${effort}; a higher effort runs them</li>`);
  for (const note of notes) lines.push(`<li>${html(note)}</li>`);
  if (notRun > 0) lines.push(`<li>${count(notRun)}: not run, because ${html(stopped ?? "the run ended")}</li>`);
  return lines.length === 0 ? "" : `<h2>Skipped and not run, with the reasons</h2><ul>${lines.join("")}</ul>`;
}

const count = (cases: number) => `${cases} ${cases === 1 ? "case" : "cases"}`;

/** Returns a table for each operation: how many cases of each rule passed, failed or were skipped. */
function coverage({ results }: Report): string {
  const tables = [...groupBy(results, ({ operation }) => operation)].map(([operation, all]) => {
    const rows = [...groupBy(all, ({ keyword, status }) => `${keyword}\n${status}`)].map(([key, cases]) =>
      row(key, cases),
    );
    return `<h3>${html(operation === "*" ? "Any path" : operation)}</h3>
<table><thead><tr><th>rule</th><th>status</th><th class="n">passed</th><th class="n">failed</th><th class="n">skipped</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
  });
  return `<h2>What was covered</h2>\n${tables.join("\n")}`;
}

function row(key: string, cases: CaseResult[]): string {
  const [rule = "", status = ""] = key.split("\n");
  const of = (verdict: CaseResult["verdict"]) => cases.filter((each) => each.verdict === verdict);
  const [passed, failed, skipped] = [of("passed").length, of("failed").length, of("skipped")];
  const why = skipped[0]?.reason ? ` title="${html(skipped[0].reason)}"` : "";
  const tone = failed > 0 ? "bad" : passed === 0 ? "open" : "";
  return `<tr class="${tone}"><td>${html(rule)}</td><td>${html(status === "*" ? "any" : status)}</td><td class="n">${passed}</td><td class="n">${failed || ""}</td><td class="n"${why}>${skipped.length || ""}</td></tr>`;
}

function replay({ seed, effort, uidPrefix, readOnly, baseUrl }: Report): string {
  const stored = readOnly
    ? "Nothing was created."
    : `Records were created under the uid prefix <code>${html(uidPrefix)}</code>.`;
  return `<footer><p>Run it again: <code>metadata-contract --base-url ${html(baseUrl ?? "URL")} --effort ${effort} --seed ${seed}</code>. ${stored}</p></footer>`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)}... (${text.length} characters)` : text;

/**
 * Escapes text for HTML. Characters that HTML does not allow, or that change the text direction, become code point
 * numbers.
 */
const html = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(
      /[^\t\n\u0020-\u007e\u00a0-\u{10ffff}]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu,
      (odd) => `<i>U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}</i>`,
    );
