import type { OpenApiDocument } from "@metadata-service/spec-tools";
import type { Guide } from "./guides.js";
import { codeBlock, escapeHtml } from "./markdown.js";
import type { Sample } from "./sample.js";

const READERS = [
  [
    "Integrators",
    "Push metadata, and pull purchase orders and reports every night: everything, fast, nothing lost and nothing doubled.",
    "The typed client",
    "guides/client.html",
  ],
  [
    "Frontend developers",
    "Build screens before the service can be reached, against a mock that pages, remembers and fails on demand.",
    "The mock",
    "guides/mock.html",
  ],
  [
    "Readers",
    "Find out what the API does, what its document states, and what had to be assumed.",
    "The reference",
    "reference.html",
  ],
  [
    "Owners of the API",
    "Edit one spec; client, mock, docs and contract suite follow, and a breaking change is stopped.",
    "What is assumed",
    "guides/assumptions.html",
  ],
] as const;

/** The start page: what this is, for whom, and where everything lies. */
export function startPage(info: OpenApiDocument["info"], guides: Guide[], first: Sample | undefined): string {
  const readers = READERS.map(
    ([who, what, name, href]) => `<li><h3>${who}</h3><p>${what}</p><p><a href="${href}">${name}</a></p></li>`,
  );
  const list = guides.map(
    ({ name, title, summary }) =>
      `<li><h3><a href="guides/${name}.html">${escapeHtml(title)}</a></h3><p>${escapeHtml(summary)}</p></li>`,
  );
  return `<main id="content" class="prose">
<div class="hero">
<div>
<h1>${escapeHtml(info.title.replace(/ API$/, ""))}</h1>
<p class="lead">${escapeHtml(info.summary ?? "")} Thirteen kinds of item, three shapes of page, one spec from which the
client, the mock, these pages and the contract suite are made.</p>
<div class="actions"><a href="guides/first-request.html">Send a first request</a><a href="reference.html">Reference</a><a href="try.html">Try it</a></div>
</div>
<div>
${codeBlock("# the mock on port 4010, these docs beside it\nnpm start", "bash")}
${first ? codeBlock(first.source, "bash") + codeBlock(first.output ?? "", "json") : ""}
</div>
</div>
<h2>For whom</h2>
<ul class="cards two">${readers.join("\n")}</ul>
<h2>Guides</h2>
<ul class="cards">${list.join("\n")}</ul>
<h2>To take along</h2>
<ul>
<li>The API as one OpenAPI 3.1 description: <a href="openapi.json" download>openapi.json</a>, <a href="openapi.yaml" download>openapi.yaml</a></li>
<li>These pages as plain Markdown, for tools that read: <a href="llms.txt">llms.txt</a>, <a href="llms-full.txt">all in one file</a></li>
<li>What changed: <a href="changelog.html">changelog</a>, version ${escapeHtml(info.version)} of the API</li>
</ul>
</main>`;
}
