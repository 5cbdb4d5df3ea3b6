import { html } from "@metadata-service/spec-tools/languages";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import { Marked, type MarkedExtension, type RendererObject, type Tokens } from "marked";

for (const [name, language] of Object.entries({ bash, go, java, json, kotlin, python, typescript }))
  hljs.registerLanguage(name, language);

/** Escapes a text for use in an element or a quoted attribute. */
export const escapeHtml = html.text;

/** A heading of a page, for its table of contents and the search. */
export interface Heading {
  level: number;
  id: string;
  text: string;
}

/** A page rendered from Markdown. */
export interface Rendered {
  html: string;
  headings: Heading[];
}

/** Turns a heading into an anchor, before a number that makes it unique: `Ten pages of 100` -> `ten-pages-of-100`. */
export const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** The names of languages whose identifiers are not their names. */
const LANGUAGES: Record<string, string> = {
  bash: "Shell",
  haproxy: "HAProxy",
  json: "JSON",
  sh: "Shell",
  sql: "SQL",
  ts: "TypeScript",
  typescript: "TypeScript",
};

/**
 * Renders a block of highlighted code that can be focused and scrolled with the keyboard, below a header that has room
 * for a button.
 *
 * @param title the text of the header: by default, the name of the language
 */
export function codeBlock(code: string, language = "", title?: string): string {
  const known = hljs.getLanguage(language);
  const text = code.replace(/\n$/, "");
  const marked = known ? hljs.highlight(text, { language }).value : escapeHtml(text);
  const head = title ?? LANGUAGES[language] ?? known?.name ?? "";
  return `<div class="code"><div class="code-head"><span>${escapeHtml(head)}</span></div><pre tabindex="0"><code>${marked}</code></pre></div>\n`;
}

/** Lets URLs wrap after a slash: unbroken, they would make a table too wide. */
const breakable = (cell: string) =>
  cell.replaceAll(/(?<!["'])https?:\/\/[^\s<]+/g, (url) => url.replaceAll(/\/(?!\/)/g, "/<wbr>"));

/**
 * Renders a table in a frame that scrolls. Each cell has the name of its column, because a narrow window shows every
 * row as a list.
 *
 * @param head the cells of the header, as HTML
 */
export function tableHtml(head: string[], rows: string[][]): string {
  const label = head.map((cell) => cell.replaceAll(/<[^>]+>/g, "").replaceAll('"', "&quot;"));
  const body = rows.map(
    (row) =>
      `<tr>${row.map((cell, at) => `<td data-label="${label[at] ?? ""}">${breakable(cell)}</td>`).join("")}</tr>\n`,
  );
  // An empty header cell is not a header.
  const header = head.map((cell) => (cell === "" ? "<td></td>" : `<th>${cell}</th>`)).join("");
  return `<div class="table" tabindex="0"><table><thead><tr>${header}</tr></thead>\n<tbody>${body.join("")}</tbody></table></div>\n`;
}

/** A URL in running text is an example, not a link. */
const SYNTAX: MarkedExtension = { gfm: true, tokenizer: { url: () => undefined } };

const BLOCKS: RendererObject = {
  code: ({ text, lang }: Tokens.Code) => codeBlock(text, lang),
  table(token: Tokens.Table) {
    const cells = (row: Tokens.TableCell[]) => row.map((cell) => this.parser.parseInline(cell.tokens));
    return tableHtml(cells(token.header), token.rows.map(cells));
  },
};

/**
 * Renders Markdown as HTML: headings get anchors, tables a frame that scrolls, and code is highlighted.
 *
 * @param blocks HTML by key, for the lines that contain only `[[key]]`
 */
export function renderMarkdown(markdown: string, blocks: (key: string) => string = () => ""): Rendered {
  const headings: Heading[] = [];
  const ids = new Set<string>();
  const marked = new Marked({
    ...SYNTAX,
    renderer: {
      ...BLOCKS,
      heading(token: Tokens.Heading) {
        const title = this.parser.parseInline(token.tokens);
        const text = this.parser.parseInline(token.tokens, this.parser.textRenderer);
        if (token.depth === 1) return `<h1>${title}</h1>\n`;
        let id = slug(text);
        for (let n = 2; ids.has(id); n++) id = `${slug(text)}-${n}`;
        ids.add(id);
        headings.push({ level: token.depth, id, text });
        return `<h${token.depth} id="${id}"><a class="anchor" href="#${id}">${title}</a></h${token.depth}>\n`;
      },
    },
    extensions: [
      {
        name: "block",
        level: "block",
        // It is asked for each paragraph, which ends at an empty line: a search through all that follows would be quadratic.
        start: (source: string) => source.split("\n\n", 1)[0]?.match(/^\[\[/m)?.index,
        tokenizer(source: string) {
          const match = /^\[\[([^\]\n]+)\]\][ \t]*(?:\n|$)/.exec(source);
          return match ? { type: "block", raw: match[0], key: match[1] } : undefined;
        },
        renderer: (token) => blocks(String(token["key"])),
      },
    ],
  });
  try {
    return { html: marked.parse(markdown, { async: false }), headings };
  } catch (error) {
    // Marked appends its own address to errors that a renderer throws.
    if (error instanceof Error) error.message = error.message.replace(/\nPlease report this to .*$/, "");
    throw error;
  }
}

const foreign = new Marked({ ...SYNTAX, renderer: BLOCKS });

/** Renders Markdown that others wrote; the result still has to be sanitized. Its headings have no anchors. */
export const renderForeign = (markdown: string, isInline: boolean): string =>
  isInline ? foreign.parseInline(markdown, { async: false }) : foreign.parse(markdown, { async: false });

/** Renders a sentence of Markdown as HTML, without a paragraph around it. */
export const renderInline = (markdown: string) => new Marked({ gfm: true }).parseInline(markdown, { async: false });
