import { readFile } from "node:fs/promises";
// Not the mock's main entry, which loads Prism: that would take longer than the rest of the build.
import { BUILT_IN_SCENARIOS } from "@metadata-service/mock/scenarios";
import type { ApiModel, OpenApiDocument } from "@metadata-service/spec-tools";
import { forPage, hasMarkedNumbers, withNumbers } from "@metadata-service/spec-tools/json";
import { typescript } from "@metadata-service/spec-tools/languages";
import { withAddresses } from "./addresses.js";
import { type Assets, buildAssets } from "./assets.js";
import type { Material } from "./guides/blocks.js";
import {
  assumedIn,
  type Decision,
  linkDecisions,
  linkKnownDecisions,
  namedIn,
  readDecisions,
} from "./guides/decisions.js";
import { guidePage, plainPage } from "./guides/guide-page.js";
import { type Guide, readGuideSources, readGuides, textMarks } from "./guides/guides.js";
import { linkedFiles } from "./guides/include-sections.js";
import { renderMarkdown } from "./guides/markdown.js";
import { changelogPage } from "./pages/changelog-page.js";
import { page, type SiteParts } from "./pages/layout.js";
import { llmsFull, llmsIndex } from "./pages/llms.js";
import { searchIndex } from "./pages/search-index.js";
import { startPage } from "./pages/start-page.js";
import { tryOperations } from "./pages/try-operations.js";
import { tryPage } from "./pages/try-page.js";
import { inDocs, inRepository } from "./paths.js";
import type { Descriptions } from "./reference/bullet.js";
import { describe, sampleLanguage, sampleLanguages } from "./reference/description.js";
import { descriptionHoles } from "./reference/description-html.js";
import { type ApiServer, documentFiles, localServers } from "./reference/document.js";
import { consolePath, type DocsApi, readDocs } from "./reference/operations.js";
import { type RedocParts, redoc } from "./reference/redoc.js";
import { referenceMarkdown } from "./reference/reference-markdown.js";
import { defaultSamples, exampleSamples } from "./samples/default-samples.js";
import type { Sample } from "./samples/sample.js";
import { readPrograms, samplesOf } from "./samples/samples.js";

/** The servers that the console may send requests to, in addition to those from `--api`. */
const LOCAL = ["http://localhost:*", "http://127.0.0.1:*"];

type Files = Record<string, string>;

/**
 * Builds the whole site; returns the text of each file by path. The output is deterministic for the same document,
 * guides and samples.
 *
 * @param apis deployments that the console may send requests to, in addition to the reader's machine; the first one is
 *   preselected in the console
 * @param address where the site is published, for search engines
 */
export async function siteOf(document: OpenApiDocument, apis: string[] = [], address?: string): Promise<Files> {
  const api = readDocs(document);
  const { model, operations } = api;
  const folder = guidesOf(document);
  const sources = folder === undefined ? [] : await readGuideSources(folder);
  const texts = [JSON.stringify(document), ...sources.map(([, source]) => source)];
  const decisions = folder === undefined ? [] : namedIn(texts, await readDecisions());
  const samples = new Map(
    await Promise.all(
      operations.map(async (operation) => {
        const own = folder === undefined ? defaultSamples(api, operation) : await samplesOf(api, operation);
        return [operation.id, own] as const;
      }),
    ),
  );
  const programs = await readPrograms();
  const material: Material = {
    api,
    samples,
    programs,
    decisions,
    assumed: assumedIn(texts),
    scenarios: BUILT_IN_SCENARIOS,
  };
  const [assets, { guides, leftOut }, reference, changelog] = await Promise.all([
    buildAssets(),
    readGuides(sources, material),
    redoc(describe(api, samples, decisions), sampleLanguages(operations, samples)),
    changelogOf(model),
  ]);
  const referenceText = referenceMarkdown(api, samples);
  const index = searchIndex(api, guides, decisions, changelog);
  const site: SiteParts = {
    name: nameOf(model),
    ...(guides[0] && { firstGuide: `guides/${guides[0].name}.html` }),
  };
  const files: Files = {
    ...singlePages(site, api, guides, samples, changelog),
    "reference.html": referencePage(site, api, reference, assets),
    "reference-plain.html": plainReference(
      site,
      model,
      (described) => referenceMarkdown(api, samples, described),
      decisions,
    ),
    ...tryPages(site, api, apis),
    ...guidePages(site, model, guides),
    ...decisionPages(site, model, decisions),
    ...(await linkedFiles(sources.map(([, source]) => source))),
    "assets/redoc.js": reference.library,
    "assets/site.css": assets.styles,
    "assets/site.js": assets.site,
    "assets/try.js": assets.try,
    "assets/search-index.js": `window.docsSearchIndex=${withNumbers(typescript.json(index))}\n`,
    "openapi.json": await readFile(documentFiles.json, "utf8"),
    "openapi.yaml": await readFile(documentFiles.yaml, "utf8"),
    "changelog.md": changelog,
    "reference.md": referenceText,
    "llms.txt": llmsIndex(model, guides),
    "llms-full.txt": llmsFull(guides, referenceText),
  };
  for (const { file, reason } of leftOut) console.warn(`The guide ${file} is left out: ${reason}.`);
  const missing = leftOut.map(({ name }) => name);
  return withAddresses(withoutLinksTo(missing, files), address);
}

/** The folder with the guides about a document: the one that it names, because guides are about one API. */
function guidesOf(document: OpenApiDocument): string | undefined {
  const name = (document as { "x-guides"?: unknown })["x-guides"];
  return typeof name === "string" ? inDocs(name) : undefined;
}

/** The changelog in openapi/ is about the API that was released; a document of another one has none yet. */
async function changelogOf({ title }: ApiModel): Promise<string> {
  const released = await readFile(inRepository("openapi/released/openapi.json"), "utf8").catch(() => "{}");
  if (JSON.parse(released).info?.title !== title) return "# Changelog of the API\n\nNo version was released yet.\n";
  return readFile(inRepository("openapi/CHANGELOG.md"), "utf8");
}

/** Returns the title without the word API. */
const nameOf = ({ title }: ApiModel) => title.replace(/ API$/, "");

/** Replaces links to guides that are left out with plain text. */
function withoutLinksTo(guides: string[], files: Files): Files {
  if (guides.length === 0) return files;
  const names = guides.join("|");
  const html = new RegExp(`<a [^>]*href="(?:\\.\\./)?(?:guides/)?(?:${names})\\.html[^"]*"[^>]*>(.*?)</a>`, "gs");
  const markdown = new RegExp(`\\[([^\\]]*)\\]\\((?:\\.\\./)?(?:guides/)?(?:${names})\\.(?:html|md)[^)]*\\)`, "g");
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      /\.(html|md|txt)$/.test(path) ? text.replaceAll(path.endsWith(".html") ? html : markdown, "$1") : text,
    ]),
  );
}

/** Returns a sample with the URL of the mock, which the start page tells readers to start. */
function onMock(baseUrl: string, sample: Sample): Sample {
  const [mock] = localServers(baseUrl);
  return mock ? { ...sample, source: sample.source.replaceAll(baseUrl, () => mock.url) } : sample;
}

/** Returns the start page, the changelog, and the page for unknown URLs. */
function singlePages(
  site: SiteParts,
  { model, baseUrl }: DocsApi,
  guides: Guide[],
  samples: Map<string, Sample[]>,
  changelog: string,
): Files {
  const { title, summary } = model;
  const [shortest] = [...samples.values()]
    .flat()
    .filter(({ way, status }) => way === "curl" && !status)
    // One with a recorded output, if there is one: a new operation has none.
    .sort((a, b) => Number(!a.output) - Number(!b.output) || a.source.length - b.source.length);
  return {
    "index.html": page({
      site,
      title,
      description: summary ?? title,
      root: "",
      kind: "start",
      body: startPage(model, guides, shortest && onMock(baseUrl, shortest)),
    }),
    "changelog.html": page({
      site,
      title: `Changelog · ${title}`,
      description: "What changed in which version of the API.",
      root: "",
      section: "Changelog",
      kind: "guide",
      body: changelogPage(changelog),
    }),
    "404.html": page({
      site,
      title: `Not found · ${title}`,
      description: "This page does not exist.",
      root: "",
      kind: "guide",
      body: plainPage(
        '<h1>Page not found</h1><p class="lead">There is no page at this address: it may have moved, or the link is wrong. Search for it, or go to the <a href="index.html">start page</a>.</p>',
      ),
    }),
  };
}

/** Returns the reference with its styles and the description, so that it is visible before Redoc is loaded. */
function referencePage(site: SiteParts, api: DocsApi, reference: RedocParts, assets: Assets): string {
  const { title } = api.model;
  const samples = JSON.stringify(samplesByExample(api)).replaceAll("<", "\\u003c");
  return page({
    site,
    title: `Reference · ${title}`,
    description: `Every operation, parameter and schema of the ${title}.`,
    root: "",
    section: "Reference",
    kind: "reference",
    head: forPage(reference.head),
    body: `<p class="no-script">This page needs JavaScript. Read <a href="reference-plain.html">the same reference on one plain page</a>.</p>
<script type="application/json" id="samples-by-example">${samples}</script>
<div id="content"${hasMarkedNumbers(api.document) ? " data-exact-numbers" : ""}>${forPage(reference.body)}</div>`,
    scripts: ["assets/redoc.js"],
    permissions: { redoc: true },
    inline: { styles: assets.referenceStyles, script: assets.reference, module: forPage(reference.script) },
  });
}

/** Returns the samples by operation, label and example, with labels in lower case, as Redoc has them. */
function samplesByExample(api: DocsApi): object {
  const tables = api.operations.map((operation): [string, Record<string, Record<string, string>>] => {
    const table: Record<string, Record<string, string>> = {};
    for (const sample of exampleSamples(api, operation)) {
      const { label } = sampleLanguage(sample);
      table[label] = { ...table[label], [sample.name.toLowerCase()]: sample.source };
    }
    return [`${operation.method} ${operation.path}`, table];
  });
  return Object.fromEntries(tables.filter(([, table]) => Object.keys(table).length > 0));
}

/** Returns the reference without scripts: for printers, small devices, and readers who turn JavaScript off. */
function plainReference(
  site: SiteParts,
  { title }: ApiModel,
  write: (described: Descriptions) => string,
  decisions: Decision[],
): string {
  const holes = descriptionHoles((text) => linkKnownDecisions(text, decisions));
  const { html, headings } = renderMarkdown(write(holes));
  return page({
    site,
    title: `Reference on one page · ${title}`,
    description: `Every operation, parameter and schema of the ${title}, without JavaScript.`,
    root: "",
    section: "Reference",
    kind: "guide",
    body: plainPage(
      textMarks(holes.fill(html)).replace(
        "</h1>\n",
        '</h1>\n<p>The <a href="reference.html">reference</a> on one page, to print or to read without JavaScript.</p>\n',
      ),
      headings,
    ),
  });
}

/** Returns the servers that the console offers, the default one first. */
const serversOf = (baseUrl: string, apis: string[]): ApiServer[] => [
  ...apis.map((url) => ({ name: new URL(url).host, url })),
  ...localServers(baseUrl),
];

/**
 * Returns the pages of the console: one without a chosen operation, and one per operation, because Redoc drops the
 * query of a link.
 */
function tryPages(site: SiteParts, api: DocsApi, apis: string[]): Files {
  const connect = [...LOCAL, ...apis.map((url) => new URL(url).origin)];
  const one = (root: string, name: string, id?: string) =>
    page({
      site,
      title: `Try ${name} · ${api.model.title}`,
      description: "Send real requests to the mock or to the service from the browser.",
      root,
      section: "Try it",
      kind: "try",
      body: tryPage(id, serversOf(api.baseUrl, apis), root),
      scripts: ["assets/try-operations.js", "assets/try.js"],
      permissions: { connect },
    });
  return {
    "try.html": one("", "it"),
    ...Object.fromEntries(
      api.operations.map(({ id, shape, summary }) => [consolePath(shape.name), one("../", summary, id)]),
    ),
    "assets/try-operations.js": `window.tryOperations=${typescript.json(tryOperations(api))}\n`,
  };
}

function guidePages(site: SiteParts, { title }: ApiModel, guides: Guide[]): Files {
  const files = guides.flatMap((guide): [string, string][] => [
    [
      `guides/${guide.name}.html`,
      page({
        site,
        title: `${guide.title} · ${title}`,
        description: guide.summary,
        root: "../",
        section: "Guides",
        kind: "guide",
        body: guidePage(guide, guides),
      }),
    ],
    [`guides/${guide.name}.md`, guide.markdown],
  ]);
  return Object.fromEntries(files);
}

function decisionPages(site: SiteParts, api: ApiModel, decisions: Decision[]): Files {
  const html = (markdown: string) => textMarks(renderMarkdown(linkDecisions(markdown, decisions, "../")).html);
  const files = decisions.map(({ name, number, title, markdown }): [string, string] => [
    `decisions/${name}.html`,
    page({
      site,
      title: `Decision ${number}: ${title} · ${api.title}`,
      description: title,
      root: "../",
      section: "Guides",
      kind: "guide",
      body: plainPage(
        `${html(markdown)}<p class="page-foot"><a href="../guides/assumptions.html">All assumptions</a></p>`,
      ),
    }),
  ]);
  return Object.fromEntries(files);
}
