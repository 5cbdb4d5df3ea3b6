import MiniSearch, { type Query, type SearchResult } from "minisearch";
import type { SearchEntry } from "./search-entry.js";

/** Words that do not help to find anything. */
const FILLERS = new Set(
  "a an and by can do does for from how i in is it many me my of on or per should the to what when where which with".split(
    " ",
  ),
);

/** Guides rank above decision records: they answer most questions, and a record only explains why. */
const BOOST = { Guide: 3, Operation: 2, Webhook: 2, Callback: 2, Schema: 1, Decision: 0.4 } as const;

/** Splits at everything that is neither letter nor digit, so that `object-array` is found by either word. */
const tokenize = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Endings of English words, so that "versioning" finds "version" and "attached" finds "attach". */
const ENDINGS = /(?:ings?|ed|es|s|ers?|ations?)$/;

/** The beginning that the forms of a word share; a short word stays as it is. */
const stem = (word: string) => {
  const short = word.replace(ENDINGS, "");
  return short.length > 3 ? short : word;
};

/** Shorter words are never typos: one letter away from `same` are `name` and `some`. */
const TYPO_FROM = 5;

/**
 * Returns a function that finds entries, the best first: those that match all words of the query, or if there are none,
 * any of them. A word also matches by its beginning, in another form, and through the other words of an entry; with a
 * typo only if nothing else matches it.
 */
export function findEntries(entries: readonly SearchEntry[]): (query: string) => SearchResult[] {
  const index = new MiniSearch<SearchEntry>({
    fields: ["title", "names", "words", "place", "text"],
    storeFields: ["kind", "title", "place", "text"],
    tokenize,
    searchOptions: {
      boost: { title: 4, names: 8, words: 4, place: 2 },
      boostDocument: (_id, _term, stored) => BOOST[stored?.["kind"] as SearchEntry["kind"]] ?? 1,
      prefix: true,
      tokenize,
    },
  });
  index.addAll(entries);
  const queryFor = (word: string): Query => {
    const forms: Query = { combineWith: "OR", queries: [...new Set([word, stem(word)])] };
    const isTypo = word.length >= TYPO_FROM && index.search(forms).length === 0;
    return isTypo ? { queries: [word], fuzzy: 0.2 } : forms;
  };
  return (text) => {
    const typed = tokenize(text);
    const telling = typed.filter((word) => !FILLERS.has(word));
    const words = (telling.length > 0 ? telling : typed).map(queryFor);
    const all = index.search({ combineWith: "AND", queries: words });
    return all.length > 0 ? all : index.search({ combineWith: "OR", queries: words });
  };
}
