import { posix } from "node:path";
import { expect, test } from "vitest";
import { renderMarkdown } from "../src/site/guides/markdown.js";
import { operationLink } from "../src/site/reference/operations.js";
import { pages, read, site } from "./site.js";
import { operations, spec } from "./spec.js";

/** Anchors inside Redoc, which creates them at run time; the browser tests open all of them. */
const redocAnchors = new Set([
  ...operations.map((operation) => operationLink(operation).split("#")[1]),
  ...Object.keys(spec.components?.schemas ?? {}).map((name) => `/schemas/${name.toLowerCase()}`),
]);

async function deadLinks(path: string, text: string, links: Iterable<string>): Promise<string[]> {
  const dead: string[] = [];
  for (const link of links) {
    if (/^(https?|data|mailto):/.test(link)) continue;
    const problem = await problemOf(path, text, link);
    if (problem) dead.push(`${link}: ${problem}`);
  }
  return dead;
}

async function problemOf(path: string, text: string, link: string): Promise<string | undefined> {
  const [address = "", anchor] = link.split("#", 2);
  const [file = ""] = address.split("?");
  const target = file === "" ? path : posix.join(posix.dirname(path), file);
  if (!site.has(target)) return `there is no ${target}`;
  if (!anchor || !target.endsWith(".html")) return undefined;
  if (anchor.startsWith("/") && target === "reference.html")
    return redocAnchors.has(anchor) ? undefined : "the reference has no such part";
  const html = target === path ? text : await read(target);
  return html.includes(` id="${anchor}"`) ? undefined : `${target} has no such heading`;
}

/** A link of a text to a raw Markdown file. Only the links that offer the page itself as Markdown are meant. */
const MARKDOWN_AS_PAGE = /<a [^>]*href="(?!https?:)[^"]*\.md(?:#[^"]*)?"[^>]*>(?!Markdown<)/;

/** Redoc creates its own links at run time; only the links of the page around it are checked here. */
const withoutRedoc = (html: string) => html.replace(/<div id="redoc">[\s\S]*/, "");

test.each(pages)("%s has each id once", async (path) => {
  const ids = [...withoutRedoc(await read(path)).matchAll(/<\w[^>]* id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

test("headings with the same text have different ids", () => {
  const { headings } = renderMarkdown("## A\n\n## A 2\n\n## A\n\n## a!\n");
  expect(headings.map(({ id }) => id)).toEqual(["a", "a-2", "a-3", "a-4"]);
});

test.each(pages)("%s has no dead link", async (path) => {
  const html = withoutRedoc(await read(path)).replaceAll(/<script[^>]*>[\s\S]+?<\/script>/g, "");
  const links = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"));
  expect(links.length).toBeGreaterThan(3);
  expect(html).not.toMatch(MARKDOWN_AS_PAGE);
  expect(await deadLinks(path, html, links)).toEqual([]);
});

test.each([...site.keys()].filter((path) => /\.(md|txt)$/.test(path)))(
  "%s has no dead link and no words for the search",
  async (path) => {
    // The single file keeps the links of its parts, which are relative to the folder of the guides.
    const from = path === "llms-full.txt" ? "guides/all.md" : path;
    const text = (await read(path)).replaceAll(/```[\s\S]*?```/g, "");
    expect(text).not.toContain("<!-- search:");
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(await deadLinks(from, text, links)).toEqual([]);
  },
);

test("every search result leads to an existing page and anchor", async () => {
  const index: { id: string }[] = JSON.parse(
    (await read("assets/search-index.js")).replace("window.docsSearchIndex=", ""),
  );
  expect(index.length).toBeGreaterThan(operations.length);
  expect(new Set(index.map(({ id }) => id)).size).toBe(index.length);
  expect(
    await deadLinks(
      "index.html",
      "",
      index.map(({ id }) => id),
    ),
  ).toEqual([]);
});

test("the check finds dead links", async () => {
  const dead = await deadLinks("index.html", "", ["nothing.html", "try.html#nothing", "reference.html#/nothing"]);
  expect(dead).toHaveLength(3);
});
