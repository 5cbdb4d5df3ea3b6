import sanitize from "sanitize-html";
import { renderForeign } from "../guides/markdown.js";
import type { Descriptions } from "./bullet.js";

/**
 * What a description may contain: text, tables and links. Images would send requests to other hosts, and an `id` could be
 * taken for a part of the page.
 */
const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    ..."h1 h2 h3 h4 h5 h6 p div span br wbr hr blockquote pre ul ol li dl dt dd a".split(" "),
    ..."b strong i em u s del ins mark small sub sup code kbd samp var abbr cite q dfn details summary".split(" "),
    ..."table caption thead tbody tfoot tr th td".split(" "),
  ],
  allowedAttributes: {
    a: ["href", "title"],
    td: ["data-label", "colspan", "rowspan"],
    th: ["colspan", "rowspan"],
    div: [{ name: "tabindex", values: ["0"] }],
    pre: [{ name: "tabindex", values: ["0"] }],
    ol: ["start"],
  },
  allowedClasses: { div: ["code", "code-head", "table"], span: ["hljs-*"], em: ["assumed"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  // What is not allowed is shown as it was written.
  disallowedTagsMode: "recursiveEscape",
};

/** Renders a description, which is CommonMark with HTML, so that it contains only what is allowed. */
const descriptionHtml = (markdown: string): string => sanitize(renderForeign(markdown, false), ALLOWED);

/** The same on one line, for a list or a table. */
const inlineDescriptionHtml = (markdown: string): string =>
  sanitize(renderForeign(markdown.replaceAll(/\s+/g, " ").trim(), true), ALLOWED);

/**
 * A description for Redoc, which renders Markdown, the HTML in it, and tags of Markdoc. A text that could contain HTML,
 * images or tags is rendered here, into one line of HTML, so that no part of it is taken for Markdown again.
 */
export const safeDescription = (markdown: string): string =>
  /<|!\[|\{%/.test(markdown)
    ? `<div>${descriptionHtml(markdown).trim().replaceAll("\n", "&#10;").replaceAll("{", "&#123;")}</div>`
    : markdown;

/** Begins and ends the number of a hole. */
const MARK = "\ue000";

/**
 * Keeps descriptions out of the Markdown of a page, since what they leave open would change the text after them, and puts
 * their HTML into the rendered page.
 */
export function descriptionHoles(prepare: (text: string) => string): Descriptions & { fill(page: string): string } {
  const filled: string[] = [];
  const hole = (html: string) => `${MARK}${filled.push(html) - 1}${MARK}`;
  return {
    block: (text) => hole(descriptionHtml(prepare(text))),
    inline: (text) => hole(inlineDescriptionHtml(prepare(text))),
    fill: (page) =>
      page.replaceAll(
        RegExp(`<p>${MARK}(\\d+)${MARK}</p>|${MARK}(\\d+)${MARK}`, "g"),
        (_, block, inline) => filled[Number(block ?? inline)] ?? "",
      ),
  };
}
