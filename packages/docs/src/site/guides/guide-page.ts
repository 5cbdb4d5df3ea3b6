import { groupGuides } from "./group-guides.js";
import type { Guide } from "./guides.js";
import { escapeHtml, type Heading } from "./markdown.js";

/**
 * The layout of a guide: all guides on the left, its headings on the right, and links to the previous and the
 * next guide below.
 */
export function guidePage(guide: Guide, guides: Guide[]): string {
  const at = guides.indexOf(guide);
  const list = guideList(guide, guides);
  const neighbour = (other: Guide | undefined, word: "Previous" | "Next") =>
    other
      ? `<a class="${word.toLowerCase()}" href="${other.name}.html"><small>${word}</small>${escapeHtml(other.title)}</a>`
      : "";
  return `<div class="guide-frame">
<nav class="guide-list" aria-label="Guides">${list}</nav>
<main id="content" class="guide-main prose">
<details class="folded guides-folded"><summary>All guides</summary><nav aria-label="All guides">${list}</nav></details>
${withContents(guide.html, guide.headings)}
<nav class="neighbours" aria-label="Next and previous">${neighbour(guides[at - 1], "Previous")}${neighbour(guides[at + 1], "Next")}</nav>
<p class="page-foot">This page as <a href="${guide.name}.md">Markdown</a>.</p>
</main>
${tableOfContents(guide.headings)}
</div>`;
}

/** Lists all guides by group, with the open one marked. */
function guideList(open: Guide, guides: Guide[]): string {
  const entry = ({ name, title }: Guide) =>
    `<li><a href="${name}.html"${name === open.name ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`;
  return groupGuides(guides)
    .map(([heading, group]) => `<p class="nav-heading">${heading}</p><ol>${group.map(entry).join("")}</ol>`)
    .join("");
}

/** The table of contents next to the text, in a wide window. */
function tableOfContents(headings: readonly Heading[]): string {
  const entries = headings
    .filter(({ level }) => level <= 3)
    .map(
      ({ level, id, text }) => `<li><a${level === 3 ? ' class="deep"' : ""} href="#${id}">${escapeHtml(text)}</a></li>`,
    );
  return entries.length > 0
    ? `<nav class="toc" aria-label="On this page"><p class="nav-heading">On this page</p><ul>${entries.join("")}</ul></nav>`
    : "";
}

/** The same entries for a narrow window, which has no room next to the text. */
function foldedContents(headings: readonly Heading[]): string {
  const entries = headings
    .filter(({ level }) => level === 2)
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return entries.length > 0
    ? `<details class="folded toc-folded"><summary>On this page</summary><ul>${entries.join("")}</ul></details>`
    : "";
}

const withContents = (html: string, headings: readonly Heading[]) =>
  html.replace("</h1>\n", () => `</h1>\n${foldedContents(headings)}\n`);

/** The layout of a page without a list of guides. */
export const plainPage = (html: string, headings: readonly Heading[] = []) =>
  `<div class="guide-frame plain"><main id="content" class="guide-main prose">${withContents(html, headings)}</main>${tableOfContents(headings)}</div>`;
