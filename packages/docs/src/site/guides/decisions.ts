import { readdir, readFile } from "node:fs/promises";
import { inRepository } from "../paths.js";

/** A decision record: what is assumed where the API's published description leaves something open. */
export interface Decision {
  /** Four digits. */
  number: string;
  title: string;
  /** The name of its page, without the extension. */
  name: string;
  markdown: string;
  /** The first paragraph: what was decided. */
  decided: string;
}

/** Reads all decision records, in order. */
export async function readDecisions(): Promise<Decision[]> {
  const folder = inRepository("docs/decisions");
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.md$/.test(name)).sort();
  return Promise.all(
    names.map(async (file) => {
      const text = await readFile(`${folder}/${file}`, "utf8");
      // On the site, a record has another URL, which `linkDecisions` knows.
      const markdown = text.replaceAll(/\[(\d{4})\]\(\.\/\1-[^)]*\.md\)/g, "decision $1");
      const [, title = file] = markdown.match(/^# \d{4}:? (.+)$/m) ?? [];
      const decided = markdown.split(/\n\s*\n/)[1] ?? "";
      return { number: file.slice(0, 4), title, name: file.replace(/\.md$/, ""), markdown, decided };
    }),
  );
}

/**
 * Returns the records that are mentioned in texts for readers of the API, and those that these records mention in turn.
 * All others are about how the repository is built, and are not published.
 */
export function namedIn(texts: readonly string[], decisions: readonly Decision[]): Decision[] {
  const named = new Set<Decision>();
  const follow = (text: string) => {
    for (const decision of decisions)
      if (!named.has(decision) && text.includes(`decision ${decision.number}`)) {
        named.add(decision);
        follow(decision.markdown);
      }
  };
  for (const text of texts) follow(text);
  return decisions.filter((decision) => named.has(decision));
}

/** Returns the numbers of the records that are mentioned in the same sentence or parenthesis as the word "assumed". */
export function assumedIn(texts: readonly string[]): Set<string> {
  const sentences = texts.flatMap(
    (text) => text.replaceAll("\\n", " ").match(/\bassumed\b[^.]*?(?:\bdecision \d{4}\b[^.]*?)+/gi) ?? [],
  );
  return new Set(
    sentences.flatMap((text) => [...text.matchAll(/\bdecision (\d{4})/g)].map(([, number = ""]) => number)),
  );
}

/**
 * Turns each `decision 0005` of a text into a link to its page; throws if there is no such record.
 *
 * @param root the relative path from the page to the root of the site
 */
export const linkDecisions = (text: string, decisions: Decision[], root: string): string =>
  linked(text, decisions, root, (words) => {
    throw new Error(`A text refers to "${words}", but docs/decisions has no such record.`);
  });

/** The same in a text of a spec, which may mean the decisions of somebody else. */
export const linkKnownDecisions = (text: string, decisions: Decision[]): string =>
  linked(text, decisions, "", (words) => words);

const linked = (text: string, decisions: Decision[], root: string, unknown: (words: string) => string) =>
  text.replaceAll(/\bdecision (\d{4})\b/g, (words, number: string) => {
    const decision = decisions.find((each) => each.number === number);
    return decision ? `[${words}](${root}decisions/${decision.name}.html)` : unknown(words);
  });
