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
