import type { ApiModel } from "@metadata-service/spec-tools";
import { groupGuides } from "../guides/group-guides.js";
import type { Guide } from "../guides/guides.js";
import { codeBlock, escapeHtml } from "../guides/markdown.js";
import type { Sample } from "../samples/sample.js";

const READERS = [
  [
    "Integrators",
    "Send metadata, and pull purchase orders and reports every night: complete, fast, without duplicates.",
    "TypeScript client",
    "guides/client.html",
  ],
  [
    "Frontend developers",
    "Develop against a mock that returns pages, remembers what you create and simulates failures.",
    "Mock server",
    "guides/mock.html",
  ],
  [
    "Operators",
    "Run the service on an embedded database or PostgreSQL, with keys, backups, metrics and limits.",
    "Run the service",
    "guides/operate.html",
  ],
  [
    "API owners",
    "Edit one OpenAPI file; client, mock, docs and contract tests follow, and breaking changes are caught.",
    "Change the API",
    "guides/change.html",
  ],
] as const;

/** Returns the start page: what the project is, who it is for, and links to everything else. */
export function startPage({ title, summary, version }: ApiModel, guides: Guide[], first: Sample | undefined): string {
  const readers = READERS.filter(([, , , href]) => guides.some(({ name }) => href === `guides/${name}.html`)).map(
    ([who, what, name, href]) => `<li><h3>${who}</h3><p>${what}</p><p><a href="${href}">${name}</a></p></li>`,
  );
  const card = ({ name, title, summary }: Guide) =>
    `<li><h3><a href="guides/${name}.html">${escapeHtml(title)}</a></h3><p>${escapeHtml(summary)}</p></li>`;
  const groups = groupGuides(guides).map(
    ([heading, group]) => `<h2>${heading}</h2>\n<ul class="cards">${group.map(card).join("\n")}</ul>`,
  );
  const start = "# in a clone of the repository, with Node 20.19 or newer\nnpm start\n";
  const commands = codeBlock(first ? `${start}\n# in another terminal\n${first.source}` : start, "bash");
  return `<main id="content" class="prose">
<div class="hero">
<div>
<h1>${escapeHtml(title.replace(/ API$/, ""))}</h1>
<p class="lead">${escapeHtml(summary ?? "")}</p>
<div class="actions">${guides[0] ? `<a href="guides/${guides[0].name}.html">${escapeHtml(guides[0].title)}</a>` : ""}<a href="reference.html">Reference</a><a href="try.html">Try it</a></div>
${first?.output ? commands : ""}</div>
${first?.output ? codeBlock(first.output, "json", "Response") : commands}</div>
${readers.length > 0 ? `<h2>Who it is for</h2>\n<ul class="cards two">${readers.join("\n")}</ul>` : ""}
${groups.join("\n")}
<h2>Downloads</h2>
<ul>
<li>The OpenAPI 3.1 file: <a href="openapi.json" download>openapi.json</a>, <a href="openapi.yaml" download>openapi.yaml</a></li>
<li>These pages as Markdown, for AI tools and scripts: <a href="llms.txt">llms.txt</a>, <a href="llms-full.txt">all in one file</a></li>
<li>The reference <a href="reference-plain.html">on one plain page</a>, to print or to read without JavaScript</li>
<li>What changed: <a href="changelog.html">changelog</a>, version ${escapeHtml(version)} of the API</li>
</ul>
</main>`;
}
