import { create, onCreate, plain } from "../kit/create-faults.js";
import { withQuery } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { get, isRepeated, onList, onQuery, onRefusedQuery, setting } from "../kit/list-faults.js";
import { LIST_PLACES, type ListOperation, WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "query syntax";
const INTEGERS = "0030: integers in a query have one form: no +, no leading zero, no exponent";
const KNOWN = "0008: a query parameter that is repeated or unknown is a 400";

/** Texts that a lenient integer parser accepts, with the result. */
const LENIENT: { name: string; read(text: string): number | undefined; shown: string; side?: "limit" | "offset" }[] = [
  { name: "an exponent", read: match(/^\d+[eE]\+?\d+$/, Number), shown: "1e1" },
  { name: "a plus sign", read: match(/^\+\d+$/, Number), shown: "+5" },
  { name: "leading zeros", read: match(/^0+\d+$/, Number), shown: "05" },
  { name: "a space before it", read: match(/^\s+\d+$/, Number), shown: " 5" },
  { name: "a space after it", read: match(/^\d+\s+$/, Number), shown: "5 " },
  { name: "a line break after it", read: match(/^\d+\n$/, Number), shown: "5\n" },
  { name: "a fraction of zeros", read: match(/^\d+\.0+$/, Number), shown: "5.0" },
  { name: "a point at its end", read: match(/^\d+\.$/, Number), shown: "5." },
  { name: "any fraction", read: match(/^\d+\.\d*[1-9]\d*$/, (s) => Math.floor(Number(s))), shown: "5.5" },
  { name: "hexadecimal digits", read: match(/^0x[\da-f]+$/i, Number), shown: "0x0a" },
  { name: "octal digits", read: match(/^0o[0-7]+$/i, Number), shown: "0o12" },
  { name: "binary digits", read: match(/^0b[01]+$/i, Number), shown: "0b101" },
  { name: "an underscore", read: match(/^\d+_\d+$/, (s) => Number(s.replace("_", ""))), shown: "1_0" },
  {
    name: "a comma between thousands",
    read: match(/^\d{1,3}(,\d{3})+$/, (s) => Number(s.replaceAll(",", ""))),
    shown: "0,005",
  },
  { name: "letters after it", read: match(/^\d+[a-z]+$/i, (s) => Number.parseInt(s, 10)), shown: "5abc" },
  { name: "full-width digits", read: match(/^[\uff10-\uff19]+$/, (s) => Number(s.normalize("NFKC"))), shown: "\uff15" },
  {
    name: "Arabic digits",
    read: match(/^[\u0660-\u0669]+$/, (s) => Number([...s].map((c) => c.charCodeAt(0) - 0x660).join(""))),
    shown: "٥",
  },
  { name: "quotes around it", read: match(/^"\d+"$/, (s) => Number(s.slice(1, -1))), shown: '"5"' },
  { name: "brackets around it", read: match(/^\[\d+\]$/, (s) => Number(s.slice(1, -1))), shown: "[5]" },
  { name: "an empty value", read: match(/^$/, () => 10), shown: "" },
  { name: "the word null", read: match(/^null$/, () => 10), shown: "null" },
  { name: "the word undefined", read: match(/^undefined$/, () => 10), shown: "undefined" },
  { name: "the word true", read: match(/^true$/, () => 1), shown: "true" },
  { name: "anything that is no number", read: match(/^[a-z]{4,}$/i, () => 10), shown: "many" },
  { name: "a suffix of thousands", read: match(/^\d+n$/, (s) => Number.parseInt(s, 10)), shown: "5n" },
  { name: "minus zero", read: match(/^-0$/, () => 0), shown: "-0", side: "offset" },
  { name: "a negative number as zero", read: match(/^-[1-9]\d*$/, () => 0), shown: "-1", side: "offset" },
  { name: "a negative number as its amount", read: match(/^-[1-9]\d*$/, (s) => -Number(s)), shown: "-5" },
  { name: "zero as the default", read: match(/^0$/, () => 10), shown: "0", side: "limit" },
  { name: "zero as the highest", read: match(/^0$/, () => 50), shown: "0", side: "limit" },
  {
    name: "a number past 2^53 - 1",
    read: match(/^9007199254740992$/, () => Number.MAX_SAFE_INTEGER),
    shown: "9007199254740992",
    side: "offset",
  },
  {
    name: "a number past 2^63",
    read: match(/^\d{19,}$/, () => Number.MAX_SAFE_INTEGER),
    shown: "9223372036854775808",
    side: "offset",
  },
];

function match(pattern: RegExp, read: (text: string) => number) {
  return (text: string) => (pattern.test(text) ? read(text) : undefined);
}

const integerPlaces = LIST_PLACES.flatMap(({ list }) =>
  (["limit", "offset"] as const).flatMap((parameter) =>
    LENIENT.filter(({ side = parameter }) => side === parameter).map((each) => ({
      ...each,
      name: `${each.name}, ${parameter} of ${list.id}`,
      list,
      parameter,
    })),
  ),
);

/** Parses a parameter differently; the envelope contains the resulting number. */
const reading = (list: ListOperation, parameter: string, read: (text: string) => number | undefined): Fault =>
  onQuery(
    list,
    (query, exchange) => {
      const text = exchange.asks(parameter);
      const number = text === undefined ? undefined : read(text);
      return number === undefined || isRepeated(query) ? undefined : setting(query, parameter, String(number));
    },
    "show",
  );

const integers = mutantsOf(FAMILY, {
  name: "a wrong integer is taken",
  rule: INTEGERS,
  places: integerPlaces,
  fault: ({ list, parameter, read }) => reading(list, parameter, read),
  witness: ({ list, parameter, shown }) => [get(list.path, `${parameter}=${encodeURIComponent(shown)}`)],
});

const BOUNDS = LIST_PLACES.flatMap(({ list }) => {
  const limit = (name: string, wrong: number, as: number) => ({
    name: `${name} of ${list.id}`,
    list,
    parameter: "limit",
    wrong,
    as,
  });
  const { maximum } = list;
  return [
    limit("one above the highest limit is lowered", maximum + 1, maximum),
    limit("ten above the highest limit is lowered", maximum + 10, maximum),
    limit("a limit of 1000 is lowered", 1000, maximum),
    limit("a limit of 100000 is lowered", 100_000, maximum),
  ];
});
const bounds = mutantsOf(FAMILY, {
  name: "a bound is moved",
  rule: "0009: the highest limit is stated for each list; more is a 400",
  places: BOUNDS,
  fault: ({ list, parameter, wrong, as }) =>
    reading(list, parameter, (text) => (Number(text) === wrong ? as : undefined)),
  witness: ({ list, parameter, wrong }) => [get(list.path, `${parameter}=${wrong}`)],
});

const REFUSED = LIST_PLACES.flatMap(({ list }) =>
  (
    [
      ["the highest limit", "limit", (n) => n === list.maximum, list.maximum],
      ["limits above half of the highest", "limit", (n) => n > list.maximum / 2, list.maximum - 1],
      ["a limit of 1", "limit", (n) => n === 1, 1],
      ["an offset past the end", "offset", (n) => n > 1000, 1001],
      ["an offset at the end", "offset", (n) => n === 1000, 1000],
      ["the highest offset", "offset", (n) => n === Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      ["offsets past 2^31", "offset", (n) => n > 2 ** 31, 2 ** 31 + 1],
      ["offsets past 10,000", "offset", (n) => n > 10_000, 10_001],
      ["an offset of 0 that is written", "offset", (n) => n === 0, 0],
    ] as [string, string, (n: number) => boolean, number][]
  ).map(([name, parameter, wrong, shown]) => ({ name: `${name} of ${list.id}`, list, parameter, wrong, shown })),
);
const refusedBounds = mutantsOf(FAMILY, {
  name: "a number within its bounds is refused",
  rule: "0009: limit is at least 1, at most the maximum of the list; offset is at most 9007199254740991",
  places: REFUSED,
  fault: ({ list, parameter, wrong }) =>
    onRefusedQuery(list, (exchange) => wrong(Number(exchange.asks(parameter) ?? Number.NaN))),
  witness: ({ list, parameter, shown }) => [get(list.path, `${parameter}=${shown}`)],
});

/** Names of parameters that a lenient server accepts. */
const STRANGERS: { name: string; passes(name: string): boolean; shown: string }[] = [
  { name: "any", passes: () => true, shown: "foo=1" },
  { name: "in brackets", passes: (n) => /\[/.test(n), shown: "filter[status]=1" },
  { name: "known ones in brackets", passes: (n) => /^(limit|offset)\[\d*\]$/.test(n), shown: "limit[]=5" },
  { name: "with a point", passes: (n) => n.includes("."), shown: "page.size=5" },
  {
    name: "known ones in upper case",
    passes: (n) => n !== n.toLowerCase() && /^(limit|offset)$/i.test(n),
    shown: "LIMIT=5",
  },
  { name: "that begin with an underscore", passes: (n) => n.startsWith("_"), shown: "_=1" },
  { name: "that begin with utm_", passes: (n) => n.startsWith("utm_"), shown: "utm_source=x" },
  { name: "that begin with x-", passes: (n) => /^x-/i.test(n), shown: "x-trace=1" },
  { name: "without a name", passes: (n) => n === "", shown: "=1" },
  {
    name: "named as a member of the records",
    passes: (n) => /^(uid|country|po_?[Nn]umber|poStatus|po_status)$/.test(n),
    shown: "uid=po-000001",
  },
  { name: "in camelCase", passes: (n) => /^updated(From|To)$/.test(n), shown: "updatedFrom=2026-01-01T00:00:00Z" },
  { name: "of other conventions: page", passes: (n) => /^(page|per_page|page_size|cursor)$/.test(n), shown: "page=2" },
  {
    name: "of other conventions: sort",
    passes: (n) => /^(sort|order|order_by|fields|q|search)$/.test(n),
    shown: "sort=uid",
  },
  {
    name: "of windows by creation",
    passes: (n) => /^created_(from|to|after|before)$/.test(n),
    shown: "created_from=2026-01-01T00:00:00Z",
  },
  { name: "apiKey", passes: (n) => /^api_?key$/i.test(n), shown: "apiKey=demo-key" },
  { name: "with a space around", passes: (n) => n !== n.trim(), shown: "%20limit=5" },
  { name: "with a zero-width space", passes: (n) => n.includes("\u200b"), shown: "limit%E2%80%8B=5" },
  { name: "with an empty value", passes: () => true, shown: "foo=" },
  { name: "of a name that Object has", passes: (n) => n in {}, shown: "constructor=1" },
];
const strangers = mutantsOf(FAMILY, {
  name: "unknown parameters are ignored",
  rule: KNOWN,
  places: LIST_PLACES.flatMap(({ list }) =>
    STRANGERS.map((each) => ({ ...each, name: `${each.name}, ${list.id}`, list })),
  ),
  fault: ({ list, passes }) =>
    onQuery(list, (query) => query.filter(([name]) => list.parameters.includes(name) || !passes(name)), "show"),
  witness: ({ list, shown }) => [get(list.path, shown)],
});

const windowless = mutantsOf(FAMILY, {
  name: "a parameter of the other lists is ignored",
  rule: KNOWN,
  places: LIST_PLACES.filter(({ list }) => !list.window),
  fault: ({ list }) => onQuery(list, (query) => query.filter(([name]) => !/^updated_(from|to)$/.test(name)), "show"),
  witness: ({ list }) => [get(list.path, "updated_from=2026-01-01T00:00:00Z")],
});

const REPEATS: { name: string; takes(values: string[]): string | undefined; shown: [string, string] }[] = [
  { name: "the first counts", takes: (values) => values[0], shown: ["5", "6"] },
  { name: "the last counts", takes: (values) => values.at(-1), shown: ["5", "6"] },
  {
    name: "equal ones count once",
    takes: (values) => (new Set(values).size === 1 ? values[0] : undefined),
    shown: ["5", "5"],
  },
];
const repeats = mutantsOf(FAMILY, {
  name: "a repeated parameter is taken",
  rule: KNOWN,
  places: LIST_PLACES.flatMap(({ list }) =>
    list.parameters.flatMap((parameter) =>
      REPEATS.map((each) => ({ ...each, name: `${parameter} of ${list.id}, ${each.name}`, list, parameter })),
    ),
  ),
  fault: ({ list, parameter, takes }) =>
    onQuery(
      list,
      (query) => {
        const values = query.filter(([name]) => name === parameter).map(([, value]) => value);
        return values.length > 1 ? setting(query, parameter, takes(values)) : undefined;
      },
      "show",
    ),
  witness: ({ list, parameter, shown }) => [
    get(
      list.path,
      shown.map((n) => `${parameter}=${parameter.startsWith("updated") ? `2026-06-01T00:00:0${n}Z` : n}`).join("&"),
    ),
  ],
});

const SEARCHES: { name: string; odd(search: string): boolean; shown: string }[] = [
  { name: "a question mark without a query", odd: (s) => s === "", shown: "" },
  { name: "names as percent escapes", odd: (s) => /%6[0-9a-f]/i.test(s), shown: "%6Cimit=5" },
  { name: "digits as percent escapes", odd: (s) => /%3[0-9]/i.test(s.replace(/%3a/gi, "")), shown: "limit=%35" },
  { name: "parameters in another order", odd: (s) => /^offset=.*&limit=/.test(s), shown: "offset=5&limit=5" },
  { name: "offset without limit", odd: (s) => s.includes("offset=") && !s.includes("limit="), shown: "offset=5" },
];
const searches = mutantsOf(FAMILY, {
  name: "a right query is refused",
  rule: "document 4.2: limit and offset are optional; RFC 3986: an escape stands for its character",
  places: LIST_PLACES.flatMap(({ list }) =>
    SEARCHES.map((each) => ({ ...each, name: `${each.name}, ${list.id}`, list })),
  ),
  fault: ({ list, odd }) => onRefusedQuery(list, ({ request, search }) => request.path.includes("?") && odd(search)),
  witness: ({ list, shown }) => [{ ...get(list.path), path: `${list.path}?${shown}` }],
});

const broken = mutantsOf(FAMILY, {
  name: "a broken query is taken",
  rule: "0008: everything that is wrong with a request is a 400",
  places: LIST_PLACES.flatMap(({ list }) =>
    [
      {
        what: "broken percent escapes",
        repair: (s: string) => s.replace(/%(?![0-9a-f]{2})[^&]*/gi, ""),
        shown: "limit=5%zz",
      },
      { what: "escapes that are not UTF-8", repair: (s: string) => s.replace(/%ff/gi, ""), shown: "limit=5%FF" },
      {
        what: "semicolons between parameters",
        repair: (s: string) => s.replaceAll(";", "&"),
        shown: "limit=5;offset=5",
      },
      { what: "a second question mark", repair: (s: string) => s.replaceAll("?", "&"), shown: "limit=5?offset=5" },
      {
        what: "a colon for the equals sign",
        repair: (s: string) => s.replace(/(limit|offset):/g, "$1="),
        shown: "limit:5",
      },
      {
        what: "a name without a value",
        repair: (s: string) =>
          s
            .split("&")
            .filter((p) => p.includes("="))
            .join("&"),
        shown: "limit",
      },
    ].map((each) => ({ ...each, name: `${each.what}, ${list.id}`, list })),
  ),
  fault: ({ list, repair }) =>
    onList(list, ({ request, path, search }) => {
      const repaired = repair(search);
      return repaired === search ? undefined : { request: { ...request, path: `${path}?${repaired}` } };
    }),
  witness: ({ list, shown }) => [get(list.path, shown)],
});

const ofCreate = mutantsOf(FAMILY, {
  name: "unknown parameters of a create are ignored",
  rule: KNOWN,
  places: STRANGERS.filter((_, i) => i % 3 === 0),
  fault: ({ passes }) =>
    onCreate((_, { request, query }) => {
      const left = query.filter(([name]) => !passes(name));
      return left.length === query.length ? undefined : { request: withQuery(request, left) };
    }),
  witness: ({ shown }) => {
    const request = create(plain("query"));
    return [{ ...request, path: `${request.path}?${shown}` }];
  },
});

const plus = mutantsOf(FAMILY, {
  name: "a plus that is not escaped is taken for one",
  rule: "the spec, updated_from: in a URL, the + of an offset is written %2B",
  places: WINDOW_PLACES.flatMap(({ list, window }) =>
    Object.values(window).map((parameter) => ({ name: `${parameter} of ${list.id}`, list, parameter })),
  ),
  fault: ({ list, parameter }) =>
    onList(list, ({ request, path, search }) => {
      const repaired = search.replace(new RegExp(`(${parameter}=[^&+]*)\\+(?=\\d\\d:)`), "$1%2B");
      return repaired === search ? undefined : { request: { ...request, path: `${path}?${repaired}` } };
    }),
  witness: ({ list, parameter }) => [get(list.path, `${parameter}=2026-06-01T00:00:00+07:00`)],
});

export const querySyntax: Mutant[] = [
  ...integers,
  ...bounds,
  ...refusedBounds,
  ...strangers,
  ...windowless,
  ...repeats,
  ...searches,
  ...broken,
  ...ofCreate,
  ...plus,
];
