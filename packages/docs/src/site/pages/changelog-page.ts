import { plainPage } from "../guides/guide-page.js";
import { renderMarkdown } from "../guides/markdown.js";

/** A place in the OpenAPI file, at the end of a change: `(#/paths/~1api~1v1~1reports/get)`. */
const PLACE = / \(<code>#\/([^<]*)<\/code>\)\.<\/li>/g;

/**
 * Returns the body of the changelog's page. Below each change is its place as a path of names: a JSON pointer cannot wrap,
 * and its `~1` is no slash to most readers.
 */
export const changelogPage = (markdown: string): string =>
  plainPage(
    renderMarkdown(markdown).html.replaceAll(PLACE, (_, pointer: string) => {
      const names = pointer.split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
      return `.<span class="place">${names.join(" › ")}</span></li>`;
    }),
  );

/** Returns the changelog without its headings and places. */
export const changelogText = (markdown: string): string => markdown.replaceAll(/^#.*$| \(`#\/[^`]*`\)/gm, "");
