import MiniSearch, { type Query, type SearchResult } from "minisearch";
import type { SearchEntry } from "./search-entry.js";

/** Words that do not help to find anything. */
const FILLERS = new Set(
  "a an and by can do does for from how i in is it many me my of on or per should the to what when where which with".split(
    " ",
  ),
);

/**
 * Guides rank above decision records: they answer most questions, and a record only explains why. Most readers use the
 * API, and few operate it.
 */
const BOOST = {
  Guide: 3,
  Page: 3,
  Operators: 2,
  Operation: 2,
  Webhook: 2,
  Callback: 2,
  Schema: 1,
  Decision: 0.4,
} as const;

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

/** Shorter words have at most one wrong letter: two letters away from `explorer` is `explode`. */
const TWO_TYPOS_FROM = 9;

/** The first letter is hardly ever wrong: one letter away from `light` are `night` and `right`. */
const startsLike = (word: string) => (term: string) => term.startsWith(word.slice(0, 1));

/** Returns the words that a word becomes if two letters next to each other change places. */
const swapped = (word: string) =>
  [...word]
    .slice(1)
    .map((letter, at) => word.slice(0, at) + letter + word.slice(at, at + 1) + word.slice(at + 2))
    .filter((each) => each !== word);

/** With fewer results that have all words of the query, besides decision records, those that have some are results, too. */
const FEW = 3;

/** How much better a result with all words is than one with some of them. */
const ALL_WORDS = 2;

/** What was found for a query. */
export interface Found {
  results: SearchResult[];
  /** Whether the first result has all words of the query. */
  complete: boolean;
}

/**
 * Returns a function that finds entries, the best first: those that match all words of the query, and if those are few,
 * also those that match some. A word also matches by its beginning, in another form, and through the other words of an
 * entry; with a typo only if nothing else matches it.
 */
export function findEntries(entries: readonly SearchEntry[]): (query: string) => Found {
  const index = new MiniSearch<SearchEntry>({
    fields: ["title", "names", "words", "place", "text", "code"],
    storeFields: ["kind", "title", "place", "text", "code"],
    tokenize,
    searchOptions: {
      boost: { title: 4, names: 8, words: 4, place: 2, code: 0.2 },
      boostDocument: (_id, _term, stored) => BOOST[stored?.["kind"] as SearchEntry["kind"]] ?? 1,
      prefix: true,
      tokenize,
    },
  });
  index.addAll(entries);
  const matches = (query: Query) => index.search(query).length > 0;
  const queryFor = (word: string): Query => {
    const forms: Query = { combineWith: "OR", queries: [...new Set([word, stem(word)])] };
    if (word.length < TYPO_FROM || matches(forms)) return forms;
    const turned: Query = { combineWith: "OR", prefix: false, queries: swapped(word) };
    if (matches(turned)) return turned;
    const hasStart = startsLike(word);
    const fuzzy = index
      .search(word, { fuzzy: word.length < TWO_TYPOS_FROM ? 1 : 2 })
      .flatMap(({ terms }) => terms)
      .filter(hasStart);
    return { combineWith: "OR", prefix: false, queries: [...new Set([word, ...fuzzy])] };
  };
  return (text) => {
    const typed = tokenize(text);
    const telling = typed.filter((word) => !FILLERS.has(word));
    const words = (telling.length > 0 ? telling : typed).map(queryFor);
    const all = index.search({ combineWith: "AND", queries: words });
    if (words.length < 2 || all.filter(({ kind }) => kind !== "Decision").length >= FEW)
      return { results: all, complete: true };
    const ids = new Set(all.map(({ id }) => id));
    const rank = ({ id, score }: SearchResult) => score * (ids.has(id) ? ALL_WORDS : 1);
    const results = index.search({ combineWith: "OR", queries: words }).sort((a, b) => rank(b) - rank(a));
    return { results, complete: ids.has(results[0]?.id) };
  };
}
