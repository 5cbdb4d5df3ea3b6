import type { Guide } from "./guides.js";
import { escapeHtml } from "./markdown.js";

/** The frame of a guide: all guides on the left, its headings on the right, the next one below. */
export function guidePage(guide: Guide, guides: Guide[]): string {
  const at = guides.indexOf(guide);
  const list = guides.map(
    ({ name, title }) =>
      `<li><a href="${name}.html"${name === guide.name ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`,
  );
  const toc = guide.headings
    .filter(({ level }) => level <= 3)
    .map(
      ({ level, id, text }) => `<li><a${level === 3 ? ' class="deep"' : ""} href="#${id}">${escapeHtml(text)}</a></li>`,
    );
  const neighbour = (other: Guide | undefined, word: string) =>
    other ? `<a href="${other.name}.html"><small>${word}</small>${escapeHtml(other.title)}</a>` : "";
  return `<div class="guide-frame">
<nav class="guide-list" aria-label="Guides"><p>Guides</p><ol>${list.join("")}</ol></nav>
<main id="content" class="guide-main prose">
${guide.html}
<nav class="next" aria-label="Next and previous">${neighbour(guides[at - 1], "Previous")}${neighbour(guides[at + 1], "Next")}</nav>
<p class="page-foot">This page as <a href="${guide.name}.md">Markdown</a>.</p>
</main>
${toc.length > 0 ? `<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${toc.join("")}</ul></nav>` : ""}
</div>`;
}

/** The frame of a page that stands alone. */
export const plainPage = (html: string) =>
  `<div class="guide-frame"><div></div><main id="content" class="guide-main prose">${html}</main></div>`;
