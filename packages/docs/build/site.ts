import { readFile } from "node:fs/promises";
// By its file: the whole of the mock would load Prism, which takes longer than the rest of the build.
import { BUILT_IN_SCENARIOS } from "../../mock/src/core/scenarios/built-in-scenarios.js";
import { buildAssets } from "./assets.js";
import type { Material } from "./blocks.js";
import { type Bundle, baseUrlOf, bundleFiles, operationsOf } from "./bundle.js";
import { linkDecisions, readDecisions } from "./decisions.js";
import { describe, sampleLanguages } from "./description.js";
import { guidePage, plainPage } from "./guide-page.js";
import { marks, readGuides } from "./guides.js";
import { page } from "./layout.js";
import { llmsFull, llmsIndex } from "./llms.js";
import { renderMarkdown } from "./markdown.js";
import { inRepository } from "./paths.js";
import { redoc } from "./redoc.js";
import { referenceMarkdown } from "./reference-markdown.js";
import { readPrograms, samplesOf } from "./samples.js";
import { searchIndex } from "./search-index.js";
import { startPage } from "./start-page.js";
import { tryOperations } from "./try-operations.js";
import { tryPage } from "./try-page.js";

/** Where the page on which operations are tried may send requests, beside the servers that `--api` names. */
const LOCAL = ["http://localhost:*", "http://127.0.0.1:*"];

/**
 * The whole site: text by path. The same bundle, guides and samples give the same bytes.
 *
 * @param apis deployments beside the machine of the reader that the site may send requests to; the first one stands in
 *   the form of the page on which operations are tried
 */
export async function siteOf(bundle: Bundle, apis: string[] = []): Promise<Record<string, string>> {
  const rows = operationsOf(bundle);
  const decisions = await readDecisions();
  const samples = new Map(
    await Promise.all(rows.map(async (row) => [row.operation.operationId, await samplesOf(bundle, row)] as const)),
  );
  const material: Material = {
    bundle,
    samples,
    programs: await readPrograms(),
    decisions,
    scenarios: BUILT_IN_SCENARIOS,
  };
  const [assets, guides, reference, changelog] = await Promise.all([
    buildAssets(),
    readGuides(material),
    redoc(describe(bundle, { rows, samples, decisions }), sampleLanguages([...samples.values()].flat())),
    readFile(inRepository("openapi/CHANGELOG.md"), "utf8"),
  ]);
  const baseUrl = apis[0] ?? baseUrlOf(bundle);
  const referenceText = referenceMarkdown(bundle, rows, samples);
  const [first] = [...samples.values()]
    .flat()
    .filter(({ way, status }) => way === "curl" && !status)
    .sort((a, b) => a.source.length - b.source.length);
  const decisionPage = (markdown: string) => marks(renderMarkdown(linkDecisions(markdown, decisions, "../")).html);

  return {
    "index.html": page({
      title: bundle.info.title,
      description: bundle.info.summary,
      root: "",
      kind: "start",
      body: startPage(bundle, guides, first),
    }),
    "reference.html": page({
      title: `Reference · ${bundle.info.title}`,
      description: `Every operation, parameter and schema of the ${bundle.info.title}.`,
      root: "",
      section: "Reference",
      kind: "reference",
      head: reference.head,
      body: `<div id="content">${reference.body}</div>`,
      scripts: `<script type="module">${reference.script}</script>`,
      permissions: { redoc: true },
      inline: { styles: assets.referenceStyles, script: assets.site },
    }),
    ...Object.fromEntries(
      // Redoc keeps no query in a link, so each operation has an address of its own.
      [undefined, ...rows.map(({ operation }) => operation.operationId)].map((id) => [
        id ? `try/${id}.html` : "try.html",
        page({
          title: `Try ${id ?? "it"} · ${bundle.info.title}`,
          description: "Send real requests to the mock from the browser.",
          root: id ? "../" : "",
          section: "Try it",
          kind: "try",
          body: tryPage(tryOperations(bundle, rows), id, baseUrl),
          scripts: `<script src="${id ? "../" : ""}assets/try.js" defer></script>`,
          permissions: { connect: [...LOCAL, ...apis.map((api) => new URL(api).origin)] },
        }),
      ]),
    ),
    "changelog.html": page({
      title: `Changelog · ${bundle.info.title}`,
      description: "What changed in which version of the API.",
      root: "",
      section: "Changelog",
      kind: "guide",
      body: plainPage(renderMarkdown(changelog).html),
    }),
    "404.html": page({
      title: `Not found · ${bundle.info.title}`,
      description: "There is no such page.",
      root: "",
      kind: "guide",
      body: plainPage(
        '<h1>There is no such page</h1><p class="lead">It may have moved. <a href="index.html">The start page</a> knows the way, and so does the search.</p>',
      ),
    }),
    ...Object.fromEntries(
      guides.flatMap((guide) => [
        [
          `guides/${guide.name}.html`,
          page({
            title: `${guide.title} · ${bundle.info.title}`,
            description: guide.summary,
            root: "../",
            section: "Guides",
            kind: "guide",
            body: guidePage(guide, guides),
          }),
        ],
        [`guides/${guide.name}.md`, guide.markdown],
      ]),
    ),
    ...Object.fromEntries(
      decisions.map(({ name, number, title, markdown }) => [
        `decisions/${name}.html`,
        page({
          title: `Decision ${number}: ${title} · ${bundle.info.title}`,
          description: title,
          root: "../",
          section: "Guides",
          kind: "guide",
          body: plainPage(
            `${decisionPage(markdown)}<p class="page-foot"><a href="../guides/assumptions.html">All that is assumed</a></p>`,
          ),
        }),
      ]),
    ),
    "assets/site.css": assets.styles,
    "assets/site.js": assets.site,
    "assets/try.js": assets.try,
    "assets/search-index.js": `window.docsSearchIndex=${JSON.stringify(searchIndex(bundle, rows, guides, decisions))}\n`,
    "openapi.json": await readFile(bundleFiles.json, "utf8"),
    "openapi.yaml": await readFile(bundleFiles.yaml, "utf8"),
    "changelog.md": changelog,
    "reference.md": referenceText,
    "llms.txt": llmsIndex(bundle, guides),
    "llms-full.txt": llmsFull(guides, referenceText),
  };
}
