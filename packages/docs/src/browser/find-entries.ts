import MiniSearch, { type Query, type SearchResult } from "minisearch";
import type { SearchEntry } from "./search-entry.js";

/** Words that readers search for, and the terms that these pages use instead. */
const SYNONYMS: readonly (readonly [typed: string, used: readonly string[]])[] = [
  ["pagination paginate paginated pages", ["paging"]],
  ["throttle throttling throttled quota quotas", ["rate", "429"]],
  ["max maximum highest largest", ["maximum", "above"]],
  ["size", ["limit"]],
  ["postman insomnia swagger codegen", ["openapi"]],
  ["idempotent idempotency idempotence", ["repeated", "identical"]],
  ["cursor bookmark watermark", ["checkpoint", "sync"]],
  ["delta changes since", ["incremental", "changed"]],
  ["token credential credentials bearer login auth authorization", ["key", "authentication"]],
  ["sdk library npm package javascript js", ["client", "typescript"]],
  ["fake stub sandbox", ["mock"]],
  ["quickstart started tutorial", ["first"]],
  ["download", ["openapi"]],
  ["backoff", ["retry", "back"]],
  ["exception exceptions failure class classes", ["errors"]],
  ["timezone tz utc", ["offset", "datetime"]],
  ["attach attachment attachments image picture photo", ["file"]],
  ["versioning versioned", ["versions"]],
  ["correlation trace tracing", ["request", "id"]],
  ["agent agents llm ai chatgpt claude copilot gemini chatbot", ["assistant"]],
  ["resume resumable continue", ["checkpoint"]],
  ["encryption encrypt encrypted ssl https", ["tls"]],
  ["field column attribute property", ["field", "name"]],
  ["concurrency concurrent parallelism", ["parallel"]],
  ["sort sorting order", ["order"]],
  ["docker container kubernetes deploy deployment hosting", ["production", "operators"]],
  ["snowflake bigquery redshift excel spreadsheet etl airbyte dlt", ["warehouse"]],
  ["airflow cron schedule scheduler", ["nightly", "night"]],
  ["upgrade upgrading migrate migration", ["upgrade", "versions"]],
  ["logging logs", ["log"]],
  ["endpoint endpoints route routes", ["operation"]],
  ["update edit modify", ["patch"]],
];

const synonyms = new Map(SYNONYMS.flatMap(([typed, used]) => typed.split(" ").map((word) => [word, used] as const)));

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

/**
 * Returns a function that finds entries, the best first: those that match all words of the query, or if there are none,
 * any of them. A word also matches by its beginning, with a typo, and through its synonyms.
 */
export function findEntries(entries: readonly SearchEntry[]): (query: string) => SearchResult[] {
  const index = new MiniSearch<SearchEntry>({
    fields: ["title", "names", "place", "text"],
    storeFields: ["kind", "title", "place", "text"],
    tokenize,
    searchOptions: {
      boost: { title: 4, names: 8, place: 2 },
      boostDocument: (_id, _term, stored) => BOOST[stored?.["kind"] as SearchEntry["kind"]] ?? 1,
      prefix: true,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      tokenize,
    },
  });
  index.addAll(entries);
  return (text) => {
    const typed = tokenize(text);
    const telling = typed.filter((word) => !FILLERS.has(word));
    const words: Query[] = (telling.length > 0 ? telling : typed).map((word) => ({
      combineWith: "OR",
      queries: [word, ...(synonyms.get(word) ?? [])],
    }));
    const all = index.search({ combineWith: "AND", queries: words });
    return all.length > 0 ? all : index.search({ combineWith: "OR", queries: words });
  };
}
