import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readTextFile } from "@metadata-service/spec-tools/input";
import { inDocs } from "../paths.js";
import { block, type Material, MissingOperation } from "./blocks.js";
import { linkDecisions } from "./decisions.js";
import { includeSections, pagesOfHeadings } from "./include-sections.js";
import { type Heading, renderMarkdown } from "./markdown.js";

/** A guide, ready to be put on a page. */
export interface Guide {
  /** The name of its page, without the extension. */
  name: string;
  title: string;
  /** One sentence that summarises the guide. */
  summary: string;
  html: string;
  headings: Heading[];
  /** The guide as plain Markdown, with its blocks expanded. */
  markdown: string;
}

/** Reads the Markdown of all guides, including the sections that they include, in the order of their numbers. */
export async function readGuideSources(folder = inDocs("guides")): Promise<[file: string, source: string][]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  const guides = await Promise.all(
    names.map(async (file) => ({ file, name: nameOf(file), source: await readTextFile(join(folder, file)) })),
  );
  const pages = await pagesOfHeadings(guides);
  return Promise.all(
    guides.map(async ({ file, source }): Promise<[string, string]> => [file, await includeSections(source, pages)]),
  );
}

/** The guides, and those that were left out. */
export interface Guides {
  readonly guides: Guide[];
  /** Guides about operations that the spec does not have, each with the reason. */
  readonly leftOut: { readonly name: string; readonly file: string; readonly reason: string }[];
}

/** Expands all guides, in the order of their numbers. */
export function readGuides(sources: readonly [file: string, source: string][], material: Material): Guides {
  const guides: Guide[] = [];
  const leftOut: Guides["leftOut"] = [];
  for (const [file, source] of sources) {
    try {
      guides.push(guide(file, source, material));
    } catch (error) {
      if (!(error instanceof MissingOperation)) throw error;
      leftOut.push({ name: nameOf(file), file, reason: error.message });
    }
  }
  return { guides, leftOut };
}

const nameOf = (file: string) => file.replace(/^\d+-/, "").replace(/\.md$/, "");

function guide(file: string, source: string, material: Material): Guide {
  const [, title, summary] = source.match(/^# (.+)\n+([^\n][\s\S]*?)\n\s*\n/) ?? [];
  if (!title || !summary) throw new Error(`The guide ${file} must start with a title and a sentence below it.`);
  const linked = linkDecisions(source, material.decisions, "../");
  const { html, headings } = renderMarkdown(linked, (key) => block(key, material).html);
  const markdown = linked
    .replaceAll(/<!-- search: [\s\S]*? -->\n*/g, "")
    .replaceAll(/^\[\[([^\]\n]+)\]\][ \t]*$/gm, (_, key: string) => block(key, material).markdown);
  return {
    name: nameOf(file),
    title,
    summary: plain(summary),
    html: lead(textMarks(html)),
    headings,
    markdown,
  };
}

const plain = (markdown: string) => markdown.replaceAll(/[*`]|\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/\s+/g, " ");

/** Marks the first paragraph as the introduction. */
const lead = (html: string) => html.replace("</h1>\n<p>", '</h1>\n<p class="lead">');

/** Highlights the word "assumed". */
export const textMarks = (html: string) =>
  html.replaceAll(/<em>([Aa]ssumed)(:?)<\/em>/g, '<em class="assumed">$1</em>$2');
