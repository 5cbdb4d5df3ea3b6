import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { block, type Material } from "../src/site/guides/blocks.js";
import { namedIn, readDecisions } from "../src/site/guides/decisions.js";
import { changelogPage, changelogText } from "../src/site/pages/changelog-page.js";
import { readDocs } from "../src/site/reference/operations.js";
import { siteOf } from "../src/site/site.js";
import { pages, read, site } from "./site.js";
import { operations, spec } from "./spec.js";
import { withNewEndpoint } from "./with-new-endpoint.js";

/** The inline scripts of a page, in order. */
const inlineScriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = ""]) => text,
  );

/** The maximum size of the whole site, compressed. */
const MOST_BYTES = 1_200_000;

test("the same input always produces the same bytes, which are those of the built site", async () => {
  const again = await siteOf(spec);
  expect(Object.keys(again).sort()).toEqual([...site.keys()].sort());
  for (const [path, text] of Object.entries(again)) expect(text === (await read(path)), path).toBe(true);
});

test("the whole site is at most 1.2 MB gzipped", () => {
  const bytes = [...site.values()].reduce((sum, { gzip, body }) => sum + (gzip ?? body).length, 0);
  console.log(`docs: ${site.size} files, ${bytes.toLocaleString("en")} bytes gzipped`);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

test.each(pages)("%s loads nothing from another host", async (path) => {
  const markup = (await read(path)).replaceAll(/(<script[^>]*>)[\s\S]*?<\/script>/g, "$1</script>");
  for (const [tag] of markup.matchAll(/<(?:link|script|img|iframe|source|object|embed|base)\b[^>]*>/g))
    expect(tag).not.toMatch(/(?:href|src)="?(?:https?:)?\/\//);
  expect(markup).not.toMatch(/url\(["']?(?:https?:)?\/\/|@import/);
  expect(await read(path)).not.toMatch(/cdn\.redoc|otel\.cloud|fonts\.googleapis|unpkg\.com|jsdelivr/);
});

test.each(pages)("%s has a policy that lists each of its scripts", async (path) => {
  const page = await read(path);
  const policy = page.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/)?.[1] ?? "";
  expect(policy).toContain("default-src 'none'");
  const sources = policy.match(/script-src ([^;]*)/)?.[1]?.split(" ") ?? [];
  for (const source of sources) expect(source).toMatch(/^'(self|sha256-[A-Za-z0-9+/=]+)'$/);
  const scripts = inlineScriptsOf(page);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts)
    expect(sources).toContain(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  if (path !== "reference.html") expect(page).not.toMatch(/ style="| on[a-z]+="/);
});

test.each(pages)("every block of code on %s has a title and some code", async (path) => {
  const page = await read(path);
  const blocks = [
    ...page.matchAll(/<div class="code-head"><span>(.*?)<\/span><\/div><pre[^>]*><code>([\s\S]*?)<\/code>/g),
  ];
  expect(blocks.filter(([, title, code]) => !title?.trim() || !code?.trim())).toEqual([]);
});

/** How many characters of code fit into a line of a guide. */
const LINE = 93;

test.each(pages.filter((path) => path.startsWith("guides/")))("no line of code on %s is cut off", async (path) => {
  const page = await read(path);
  const code = [...page.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, text = ""]) =>
    text.replaceAll(/<[^>]+>/g, "").replaceAll(/&#?\w+;/g, "_"),
  );
  const lines = code.join("\n").replaceAll("\t", "  ").split("\n");
  expect(lines.filter((line) => line.length > LINE)).toEqual([]);
});

test("the changelog has the place of each change as a path of names", () => {
  const html = changelogPage("# Changes\n\n- GET /a is new (`#/paths/~1a~1{b}/get/x~0y`).\n- A <b> (`#/x`).\n");
  expect(html).toContain('<li>GET /a is new.<span class="place">paths › /a/{b} › get › x~y</span></li>');
  expect(html).toContain('<span class="place">x</span>');
  expect(changelogText("# Changes\n\n- New (`#/paths/~1a`).\n")).toBe("\n\n- New.\n");
});

test("only the console may send requests to other hosts", async () => {
  for (const path of pages) {
    const [, connect] = (await read(path)).match(/connect-src ([^;"]*)/) ?? [];
    expect(connect, path).toBe(/^try[./]/.test(path) ? "'self' http://localhost:* http://127.0.0.1:*" : "'self'");
  }
});

test("the console may send requests to the URL of a deployment", async () => {
  const { "try.html": page = "" } = await siteOf(spec, ["https://metadata.example.com/base"]);
  expect(page).toContain("http://127.0.0.1:* https://metadata.example.com;");
  expect(page).toContain('value="https://metadata.example.com/base"');
});

test("a site with a known URL lists its pages for search engines", async () => {
  const files = await siteOf(spec, [], "https://docs.example.com/metadata");
  const url = "https://docs.example.com/metadata/guides/paging.html";
  expect(files["guides/paging.html"]).toContain(`<link rel="canonical" href="${url}">`);
  expect(files["index.html"]).toContain('<link rel="canonical" href="https://docs.example.com/metadata/">');
  expect(files["sitemap.xml"]).toContain(`<loc>${url}</loc>`);
  expect(files["sitemap.xml"]).not.toContain("404");
  expect(files["robots.txt"]).toContain("Sitemap: https://docs.example.com/metadata/sitemap.xml");
});

test("one edit of the spec appears everywhere", async () => {
  const files = await siteOf(withNewEndpoint());
  const everywhere = [
    "reference.html",
    "assets/try-operations.js",
    "try/listShipments.html",
    "guides/paging.html",
    "guides/paging.md",
    "reference.md",
    "llms-full.txt",
    "assets/search-index.js",
  ];
  for (const path of everywhere) expect(files[path], path).toContain("listShipments");
  // Its sample has no recorded output.
  for (const [path, text] of Object.entries(files)) expect(text, path).not.toMatch(EMPTY_BLOCK);
  const definition = files["reference.html"]?.match(/"operationId":"listShipments".*?"x-codeSamples":\[(.*?)\]/)?.[1];
  for (const label of ["curl", "Client", "fetch", "Python"]) expect(definition).toContain(`"label":"${label}"`);
});

const EMPTY_BLOCK = /<code[^>]*>\s*<\/code><\/pre>/;

test("no page has an empty code block", async () => {
  for (const path of [...site.keys()].filter((name) => name.endsWith(".html")))
    expect(await read(path), path).not.toMatch(EMPTY_BLOCK);
  for (const path of [...site.keys()].filter((name) => /\.(md|txt)$/.test(name)))
    expect(await read(path), path).not.toMatch(/^```[a-z]+\n\s*```$/m);
});

test("the Markdown for tools is complete and plain", async () => {
  const [index, full, reference] = await Promise.all(["llms.txt", "llms-full.txt", "reference.md"].map(read));
  for (const { id, summary, path } of operations) {
    expect(reference).toContain(`### ${id}: ${summary}`);
    expect(reference).toContain(path);
  }
  for (const name of Object.keys(spec.components?.schemas ?? {})) expect(reference).toContain(`### ${name}\n`);
  const guides = [...site.keys()].filter((path) => /^guides\/.*\.md$/.test(path));
  expect(guides.length).toBeGreaterThan(8);
  for (const path of guides) {
    const text = await read(path);
    expect(index).toContain(`(${path})`);
    expect(full).toContain(text.trim());
    expect(text).not.toMatch(/\[\[|<(?:div|span|p|section)\b/);
  }
});

test("every decision record that the spec mentions has a page, and the reference links to it", async () => {
  const reference = await read("reference.html");
  const all = await readDecisions();
  const decisions = all.filter(({ number }) => JSON.stringify(spec).includes(`decision ${number}`));
  expect(decisions.length).toBeGreaterThan(10);
  for (const { name } of decisions) {
    expect(site.has(`decisions/${name}.html`)).toBe(true);
    expect(reference).toContain(`decisions/${name}.html`);
  }
  const left = all.filter(({ name }) => !site.has(`decisions/${name}.html`));
  expect(left.length, "records about the repository must not be published").toBeGreaterThan(10);
});

test("a decision record is published if a text or another published record mentions it", () => {
  const decision = (number: string, markdown: string) => ({ number, markdown, title: "", name: "", decided: "" });
  const decisions = [decision("0001", "see decision 0003"), decision("0002", ""), decision("0003", "decision 0001")];
  expect(namedIn(["(decision 0001)"], decisions).map(({ number }) => number)).toEqual(["0001", "0003"]);
  expect(namedIn(["nothing"], decisions)).toEqual([]);
});

test("the types of items are shown, whatever the fields of an item are called", () => {
  const names = { key: "label", type: "kind", value: "content" };
  const rename = (text: string) => names[text as keyof typeof names] ?? text;
  const isItem = (value: object) => Object.keys(names).every((name) => name in value);
  const renamed = JSON.parse(JSON.stringify(spec), (name, value) => {
    if (name === "x-items") return { ...value, ...names };
    if (name === "discriminator") return { ...value, propertyName: rename(value.propertyName) };
    if (name === "required" && Array.isArray(value)) return value.map(rename);
    const isRenamed = value !== null && typeof value === "object" && isItem(value);
    return isRenamed ? Object.fromEntries(Object.entries(value).map(([field, one]) => [rename(field), one])) : value;
  });
  const { markdown } = block("item-kinds", { api: readDocs(renamed) } as Material);
  expect(markdown).toContain("### string-array\n");
  expect(markdown).toContain('"kind": "string-array"');
});
