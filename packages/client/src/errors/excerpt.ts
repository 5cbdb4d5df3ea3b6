/** The maximum number of characters of a body to search, so that a large body does not take long. */
const SEARCHED = 2000;
const SHOWN = 200;

/** Summarizes HTML or other text in one short line. */
export const excerpt = (body: unknown) =>
  `${typeof body === "string" ? body : JSON.stringify(body)}`
    .slice(0, SEARCHED)
    .replace(/(?:<[^<>]*>|\s)+/g, " ")
    .trim()
    .slice(0, SHOWN);

/** The maximum number of characters of the title of a web page. */
const TITLE = 100;

/**
 * Describes a body that is a web page, without its text, which is styles and scripts for the most part; undefined for
 * any other body.
 *
 * @param url the URL of the response; its query is left out, because it may contain a secret
 * @param isMisplaced whether there is no other reason for the page than a wrong base URL
 */
export function describePage(body: unknown, url: string, isMisplaced: boolean): string | undefined {
  const start = typeof body === "string" ? body.slice(0, SEARCHED) : "";
  if (!/<(?:!doctype html|html|head|title|body)\b/i.test(start)) return undefined;
  const title = excerpt(/<title[^<>]*>([^<]*)/i.exec(start)?.[1] ?? "").slice(0, TITLE);
  const named = title && ` titled ${JSON.stringify(title)}`;
  const advice = isMisplaced ? "; the base URL is probably wrong" : "";
  return `the response from ${url.replace(/[?#].*/, "")} is a web page${named}, not JSON${advice}`;
}
