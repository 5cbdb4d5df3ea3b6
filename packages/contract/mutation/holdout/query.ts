import type { WireRequest } from "../../src/index.js";
import type { Exchange } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { get, isRepeated, onList, onQuery, onRefusedQuery, type Query, setting } from "../kit/list-faults.js";
import { item } from "../kit/samples.js";
import { LIST_PLACES, LISTS, type ListOperation, NAMESPACE_PLACES, WINDOW_PLACES } from "../kit/spec.js";
import { FROM, send } from "./shared.js";

const FAMILY = "query syntax";
const INTEGERS = "Decision 0030: integers in a query have exactly one form";
const UNKNOWN = "Decision 0008: an unknown query parameter is a 400";
const REPEATED = "Decision 0008: a repeated query parameter is a 400";

/** The integer parameters of each list. */
const NUMBERS = LISTS.flatMap((list) =>
  ["limit", "offset"].map((parameter) => ({ name: `${parameter} of ${list.id}`, list, parameter })),
);
type NumberPlace = (typeof NUMBERS)[number];

/** Every n-th place, so that each fault occurs in some of them. */
const some = <Place>(places: readonly Place[], start: number, step = 2): Place[] =>
  places.filter((_, i) => i % step === start % step);

/** Accepts an integer in a wrong form. */
const lenient = (
  name: string,
  places: readonly NumberPlace[],
  wrong: RegExp,
  read: (text: string) => string | undefined,
  text: string,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule: INTEGERS,
    places,
    fault: ({ list, parameter }) =>
      onQuery(
        list,
        (query, exchange) => {
          const sent = exchange.asks(parameter);
          if (sent === undefined || isRepeated(query) || !wrong.test(sent)) return undefined;
          return setting(query, parameter, read(sent));
        },
        "show",
      ),
    witness: ({ list, parameter }) => [get(list.path, `${parameter}=${encodeURIComponent(text)}`)],
  });

/** Accepts a parameter that does not exist, under a condition on its name. */
const ignored = (
  name: string,
  places: readonly { name: string; list: ListOperation }[],
  isIgnored: (name: string) => boolean,
  query: string,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule: UNKNOWN,
    places,
    fault: ({ list }) =>
      onQuery(
        list,
        (sent) => {
          const kept = sent.filter(([each]) => !isIgnored(each));
          return kept.length < sent.length ? kept : undefined;
        },
        "show",
      ),
    witness: ({ list }) => [get(list.path, query)],
  });

/** Accepts a parameter under another name. */
const alias = (
  name: string,
  places: readonly { name: string; list: ListOperation }[],
  nameOf: (other: string) => string | undefined,
  query: string,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule: UNKNOWN,
    places,
    fault: ({ list }) =>
      onQuery(
        list,
        (sent) => {
          const renamed = sent.map(([each, text]): [string, string] => [nameOf(each) ?? each, text]);
          return isRepeated(renamed) ? undefined : renamed;
        },
        "show",
      ),
    witness: ({ list }) => [get(list.path, query)],
  });

/** Rejects valid queries by the way in which they are written. */
const strict = (
  name: string,
  rule: string,
  places: readonly { name: string; list: ListOperation }[],
  wrong: (exchange: Exchange) => boolean,
  query: string,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule,
    places,
    fault: ({ list }) => onRefusedQuery(list, wrong),
    witness: ({ list }) => [get(list.path, query)],
  });

/** Accepts a parameter that occurs twice. */
const onRepeated = (list: ListOperation, choose: (values: string[], name: string) => string | undefined): Fault =>
  onQuery(
    list,
    (query) => {
      if (!isRepeated(query)) return undefined;
      const values = new Map<string, string[]>();
      for (const [name, text] of query) values.set(name, [...(values.get(name) ?? []), text]);
      const chosen: Query = [];
      for (const [name, texts] of values) {
        const text = texts.length === 1 ? texts[0] : choose(texts, name);
        if (text === undefined) return undefined;
        chosen.push([name, text]);
      }
      return chosen;
    },
    "show",
  );

const rewritten = (exchange: Exchange, search: string): { request: WireRequest } => ({
  request: { ...exchange.request, path: `${exchange.path}?${search}` },
});

/** The fields of the records of all lists. */
const FIELDS = new Set(LISTS.flatMap((list) => [list.identity, ...list.members]));

export const queries: readonly Mutant[] = [
  ...lenient(
    "spaces around an integer are accepted",
    some(NUMBERS, 0),
    /^( +\d+ *|\d+ +)$/,
    (text) => text.trim(),
    "5 ",
  ),
  ...lenient(
    "an integer with a fraction of zero is accepted",
    some(NUMBERS, 1),
    /^\d+\.0*$/,
    (text) => text.replace(/\..*/, ""),
    "5.0",
  ),
  ...lenient(
    "an underscore between digits is accepted",
    some(NUMBERS, 0, 3),
    /^\d+(_\d+)+$/,
    (text) => text.replaceAll("_", ""),
    "1_0",
  ),
  ...lenient(
    "a comma between digits is accepted",
    some(NUMBERS, 1, 3),
    /^\d+(,\d+)+$/,
    (text) => text.replaceAll(",", ""),
    "1,0",
  ),
  ...lenient(
    "what follows the digits is ignored",
    some(NUMBERS, 1),
    /^[1-9]\d*[a-z]+$/i,
    (text) => text.replace(/[a-z]+$/i, ""),
    "5abc",
  ),
  ...lenient(
    "digits of other scripts are accepted",
    some(NUMBERS, 2, 3),
    /^[٠-٩]+$/,
    (text) => text.replaceAll(/./g, (digit) => String(digit.charCodeAt(0) - 0x660)),
    "٥",
  ),
  ...lenient(
    "hexadecimal digits are accepted",
    some(NUMBERS, 0, 3),
    /^0x[0-9a-f]+$/i,
    (text) => String(Number(text)),
    "0x10",
  ),
  ...lenient(
    "a minus before zero is accepted",
    NUMBERS.filter(({ parameter }) => parameter === "offset"),
    /^-0$/,
    () => "0",
    "-0",
  ),
  ...lenient("the word null means the default", some(NUMBERS, 1, 3), /^(null|undefined)$/, () => undefined, "null"),
  ...lenient("an exponent is accepted", some(NUMBERS, 0), /^\d+e\d$/i, (text) => String(Number(text)), "1e1"),
  ...lenient("an empty value means the default", some(NUMBERS, 1), /^$/, () => undefined, ""),
  ...lenient(
    "quotation marks around an integer are accepted",
    some(NUMBERS, 2, 3),
    /^"\d+"$/,
    (text) => text.slice(1, -1),
    '"5"',
  ),
  ...lenient(
    "a limit of zero means the default",
    NUMBERS.filter(({ parameter, list }) => parameter === "limit" && list.window),
    /^0$/,
    () => undefined,
    "0",
  ),
  ...mutantsOf(FAMILY, {
    name: "a limit above the maximum is lowered if there is an offset",
    rule: "Decision 0009: a limit above the maximum is a 400",
    places: LIST_PLACES,
    fault: ({ list }) =>
      onQuery(
        list,
        (query, exchange) => {
          const limit = exchange.asks("limit") ?? "";
          return /^[1-9]\d{1,5}$/.test(limit) && Number(limit) > list.maximum && exchange.asks("offset") !== undefined
            ? setting(query, "limit", String(list.maximum))
            : undefined;
        },
        "show",
      ),
    witness: ({ list }) => [get(list.path, "limit=500&offset=10")],
  }),
  ...mutantsOf(FAMILY, {
    name: "an offset above the maximum is accepted",
    rule: "Decision 0009: offset is at most 9007199254740991",
    places: LIST_PLACES,
    fault: ({ list }) =>
      onQuery(
        list,
        (query, exchange) => {
          const offset = exchange.asks("offset") ?? "";
          return /^[1-9]\d{15,18}$/.test(offset) && BigInt(offset) > 9_007_199_254_740_991n
            ? setting(query, "offset", "9007199254740991")
            : undefined;
        },
        "show",
      ),
    witness: ({ list }) => [get(list.path, "offset=9007199254740992")],
  }),
  ...strict(
    "an offset of more than 32 bits is rejected",
    "Decision 0009: offset is at most 9007199254740991",
    LIST_PLACES,
    (exchange) => Number(exchange.asks("offset")) > 2_147_483_647,
    "offset=2147483648",
  ),
  ...strict(
    "the largest offset is rejected if there is a limit",
    "Decision 0009: offset is at most 9007199254740991",
    LIST_PLACES,
    (exchange) => Number(exchange.asks("offset")) + Number(exchange.asks("limit")) > Number.MAX_SAFE_INTEGER,
    "offset=9007199254740991&limit=10",
  ),
  ...mutantsOf(FAMILY, {
    name: "an offset of 32 bits wraps around",
    rule: "Decision 0009: a page past the last record is empty",
    places: LIST_PLACES,
    fault: ({ list }) =>
      onQuery(list, (query, exchange) => {
        const offset = Number(exchange.asks("offset"));
        return offset >= 2 ** 32 && offset <= Number.MAX_SAFE_INTEGER && /^\d+$/.test(exchange.asks("offset") ?? "")
          ? setting(query, "offset", String(offset % 2 ** 32))
          : undefined;
      }),
    witness: ({ list }) => [get(list.path, `offset=${2 ** 32}`)],
  }),
  ...strict(
    "an escaped letter in the name of a parameter is not decoded",
    "RFC 3986, section 2.3: an escaped letter is the letter",
    LIST_PLACES,
    ({ search }) => /(^|&)[^=&]*%[46][0-9A-F][^=&]*=/i.test(search),
    "%6Cimit=5",
  ),
  ...strict(
    "an escaped digit is not decoded",
    "RFC 3986, section 2.3: an escaped digit is the digit",
    LIST_PLACES,
    ({ search }) => /=[^&]*%3[0-9]/i.test(search),
    "limit=%35",
  ),
  ...strict(
    "a colon that is not escaped is rejected",
    "RFC 3986, section 3.4: a query may contain a colon",
    WINDOW_PLACES,
    ({ search }) => search.includes(":"),
    `updated_from=${FROM}`,
  ),
  ...ignored(
    "a parameter that begins with an underscore is ignored",
    LIST_PLACES,
    (name) => name.startsWith("_"),
    "_=1795241700",
  ),
  ...ignored(
    "parameters for paging by number are ignored",
    LIST_PLACES,
    (name) => ["page", "per_page", "page_size", "size"].includes(name),
    "page=2",
  ),
  ...ignored(
    "parameters for sorting are ignored",
    LIST_PLACES,
    (name) => ["sort", "order", "order_by", "sort_by"].includes(name),
    "sort=uid",
  ),
  ...ignored("the name of a field of the records is accepted", LIST_PLACES, (name) => FIELDS.has(name), "uid=x"),
  ...ignored(
    "a window is ignored by the list without one",
    LIST_PLACES.filter(({ list }) => !list.window),
    (name) => name === "updated_from" || name === "updated_to",
    `updated_from=${encodeURIComponent(FROM)}`,
  ),
  ...alias(
    "names are read in any case",
    LIST_PLACES,
    (name) => (/^(limit|offset)$/i.test(name) ? name.toLowerCase() : undefined),
    "Limit=5",
  ),
  ...alias(
    "a window has names in camel case, too",
    WINDOW_PLACES,
    (name) => ({ updatedFrom: "updated_from", updatedTo: "updated_to" })[name],
    `updatedFrom=${encodeURIComponent(FROM)}`,
  ),
  ...alias(
    "a name with brackets is accepted",
    LIST_PLACES,
    (name) => /^(limit|offset)\[\d?\]$/.exec(name)?.[1],
    "limit[]=5",
  ),
  ...alias(
    "spaces around a name are ignored",
    LIST_PLACES,
    (name) => (name.trim() === name ? undefined : name.trim()),
    "limit%20=5",
  ),
  ...mutantsOf(FAMILY, {
    name: "a repeated parameter with the same value is accepted",
    rule: REPEATED,
    places: LIST_PLACES,
    fault: ({ list }) => onRepeated(list, (values) => (new Set(values).size === 1 ? values[0] : undefined)),
    witness: ({ list }) => [get(list.path, "limit=5&limit=5")],
  }),
  ...mutantsOf(FAMILY, {
    name: "the last of several offsets counts",
    rule: REPEATED,
    places: LIST_PLACES,
    fault: ({ list }) => onRepeated(list, (values, name) => (name === "offset" ? values.at(-1) : undefined)),
    witness: ({ list }) => [get(list.path, "offset=5&offset=10")],
  }),
  ...mutantsOf(FAMILY, {
    name: "the first of several bounds counts",
    rule: REPEATED,
    places: WINDOW_PLACES,
    fault: ({ list }) => onRepeated(list, (values, name) => (name.startsWith("updated_") ? values[0] : undefined)),
    witness: ({ list }) => [get(list.path, `updated_to=2026-02-01T00:00:00Z&updated_to=${FROM}`)],
  }),
  ...mutantsOf(FAMILY, {
    name: "a semicolon separates parameters",
    rule: "Decision 0030: integers in a query have exactly one form",
    places: LIST_PLACES,
    fault: ({ list }) =>
      onList(list, (exchange) =>
        /=\d+;[a-z]+=/.test(exchange.search) ? rewritten(exchange, exchange.search.replaceAll(";", "&")) : undefined,
      ),
    witness: ({ list }) => [get(list.path, "limit=5;offset=3")],
  }),
  ...mutantsOf(FAMILY, {
    name: "a parameter without an equals sign is ignored",
    rule: "Decision 0030: a query parameter with an empty value is a 400",
    places: LIST_PLACES,
    fault: ({ list }) =>
      onList(list, (exchange) => {
        const parts = exchange.search.split("&");
        const kept = parts.filter((part) => !/^(limit|offset|updated_from|updated_to)$/.test(part));
        return kept.length < parts.length ? rewritten(exchange, kept.join("&")) : undefined;
      }),
    witness: ({ list }) => [get(list.path, "limit")],
  }),
  ...mutantsOf(FAMILY, {
    name: "a create request may have any query",
    rule: UNKNOWN,
    places: NAMESPACE_PLACES,
    fault:
      (place) =>
      ({ namespace, path, request, search }) =>
        namespace === place.namespace && search !== "" ? { request: { ...request, path } } : undefined,
    witness: ({ namespace }) => {
      const request = send([item("string", "x")], { namespace });
      return [{ ...request, path: `${request.path}?dryRun=true` }];
    },
  }),
];
