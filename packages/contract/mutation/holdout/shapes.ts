import { create, onRefusal, onRefusedItem, onReturnedItem, onReturnedItems, post } from "../kit/create-faults.js";
import { type Exchange, type Item, type Json, refused } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { allItems, LEVELS, mapItems, mapLists, nestedItems, sample, WHERE, type Where } from "../kit/items.js";
import { get, type Listed, onLinks, onList, onRecord, onRightQuery, setting } from "../kit/list-faults.js";
import { LIST_PLACES, LISTS, NAMESPACE_PLACES, WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "kept apart: shapes";
const ECHO = "document 4.1, rule 2: response items keep the key and type sent, values are echoed";
const asJson = (items: Item[]): Json => items as unknown as Json;

/** A text that looks like something is made what it looks like. */
const LOOKS: { name: string; change(text: string): string; shown: string }[] = [
  {
    name: "a date without zeros gets them",
    change: (s) => s.replace(/^(\d{4})-(\d)-(\d)$/, "$1-0$2-0$3"),
    shown: "2026-1-5",
  },
  {
    name: "a UUID is put in lower case",
    change: (s) => (/^[\dA-F-]{36}$/.test(s) ? s.toLowerCase() : s),
    shown: "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D",
  },
  { name: "a host gets a slash", change: (s) => s.replace(/^(https?:\/\/[^/]+)$/, "$1/"), shown: "http://example.com" },
  {
    name: "an address of mail is put in lower case",
    change: (s) => (/^[^@\s]+@[^@\s]+$/.test(s) ? s.toLowerCase() : s),
    shown: "Lan@Example.com",
  },
  { name: "a number loses its zeros", change: (s) => s.replace(/^(\d+\.\d*?)0+$/, "$1"), shown: "1.50" },
  {
    name: "a telephone number loses its spaces",
    change: (s) => (/^\+[\d ]+$/.test(s) ? s.replaceAll(" ", "") : s),
    shown: "+84 28 1234",
  },
  { name: "JSON is written anew", change: (s) => (/^\{.*\}$/s.test(s) ? reprinted(s) : s), shown: '{ "a": 1 }' },
  { name: "a placeholder is filled in", change: (s) => s.replace(/\$\{\w+\}|\{\{\w+\}\}/g, ""), shown: "a {{c}}" },
  { name: "Markdown loses its stars", change: (s) => s.replace(/\*\*/g, ""), shown: "a **b**" },
  { name: "a path loses its dots", change: (s) => s.replace(/\.\.\//g, ""), shown: "../a" },
  { name: "a statement of SQL loses its dashes", change: (s) => s.replace(/--/g, ""), shown: "a -- b" },
  { name: "the word on becomes true", change: (s) => s.replace(/^(on|yes)$/i, "true"), shown: "yes" },
];
function reprinted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
const looks = mutantsOf(FAMILY, {
  name: "a text is made what it looks like",
  rule: ECHO,
  places: LOOKS.map((each, i) => {
    const where = LEVELS[i % LEVELS.length] as Where;
    return { ...each, where, name: `${each.name} ${where.name}` };
  }),
  fault: ({ where, change }) =>
    onReturnedItem(where, (item) => (item.type === "string" ? { ...item, value: change(String(item.value)) } : item)),
  witness: ({ where, shown }) => [
    create({ uid: "looks", items: where.wrap({ key: "k", type: "string", value: shown }) }),
  ],
});

/** A character whose bytes lie on both sides of the end of a buffer. */
const buffers = mutantsOf(FAMILY, {
  name: "a character at the end of a buffer is broken",
  rule: ECHO,
  places: [1024, 4096, 8192, 65_536].map((size) => ({ name: `of ${size} bytes`, size })),
  fault: ({ size }) =>
    onReturnedItem(WHERE.top, (item) =>
      item.type === "string" ? { ...item, value: broken(String(item.value), size) } : item,
    ),
  witness: ({ size }) => [
    create({ uid: "buffer", items: [{ key: "k", type: "string", value: "x".repeat(size - 1) + "é".repeat(4) }] }),
  ],
});
function broken(text: string, size: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= size ? text : bytes.subarray(0, size).toString() + bytes.subarray(size).toString();
}

const related = mutantsOf(FAMILY, {
  name: "one item changes another",
  rule: ECHO,
  places: [
    {
      name: "items of one key have the value of the first",
      change: (list: Item[]) =>
        list.map((item) => ({
          ...item,
          value: list.find(({ key, type }) => key === item.key && type === item.type)?.value ?? item.value,
        })),
      shown: [
        { ...sample("string"), key: "k" },
        { ...sample("string", 1), key: "k" },
      ],
    },
    {
      name: "keys that differ in case are spelled alike",
      change: (list: Item[]) =>
        list.map((item) => ({
          ...item,
          key: list.find(({ key }) => key.toLowerCase() === item.key.toLowerCase())?.key ?? item.key,
        })),
      shown: [
        { ...sample("string"), key: "Key" },
        { ...sample("string"), key: "key" },
      ],
    },
    {
      name: "a second object is merged into the first",
      change: merged,
      shown: [sample("object"), { ...sample("object", 1), key: "other" }],
    },
    {
      name: "numbers have the decimals of the first",
      change: (list: Item[]) => rounded(list),
      shown: [
        { key: "a", type: "number", value: 1 },
        { key: "b", type: "number", value: 1.25 },
      ],
    },
    {
      name: "items after an empty text are lost",
      change: (list: Item[]) =>
        list.some(({ value }) => value === "") ? list.slice(0, list.findIndex(({ value }) => value === "") + 1) : list,
      shown: [{ key: "a", type: "string", value: "" }, sample("number")],
    },
  ],
  fault: ({ change }) => onReturnedItems((items) => mapLists(items, "returned", change)),
  witness: ({ shown }) => [create({ uid: "related", items: shown })],
});
function merged(list: Item[]): Item[] {
  const objects = list.filter(({ type }) => type === "object");
  const [first] = objects;
  if (!first || objects.length < 2) return list;
  const value = objects.flatMap((item) => item.value as Json[]);
  return list
    .filter((item) => item === first || item.type !== "object")
    .map((item) => (item === first ? { ...item, value } : item));
}
function rounded(list: Item[]): Item[] {
  const first = list.find(({ type }) => type === "number");
  const digits = String(first?.value ?? "").split(".")[1]?.length ?? 0;
  return list.map((item) =>
    item.type === "number" && item !== first ? { ...item, value: Number(Number(item.value).toFixed(digits)) } : item,
  );
}

const far = mutantsOf(FAMILY, {
  name: "what lies far back is wrong",
  rule: ECHO,
  places: [
    { name: "the tenth item of an object-array", holds: { inside: "object-array", index: 9 }, type: "object-array" },
    { name: "the hundredth item of an object", holds: { inside: "object", index: 99 }, type: "object" },
    { name: "the last of 150 items", holds: { inside: "", index: 149 }, type: "" },
  ],
  fault: ({ holds }) =>
    onReturnedItems((items) =>
      mapItems(items, "returned", (item, spot) =>
        spot.inside === holds.inside && spot.index === holds.index
          ? { ...item, key: `${item.key}'`.slice(-100) }
          : item,
      ),
    ),
  witness: ({ type, holds }) => {
    const items: Item[] = Array.from({ length: holds.index + 1 }, (_, i) => ({ ...sample("string"), key: `k${i}` }));
    return [create({ uid: "far", items: type ? [{ key: "o", type, value: asJson(items) }] : items })];
  },
});

const elements = mutantsOf(FAMILY, {
  name: "long arrays are wrong far back",
  rule: ECHO,
  places: ["string", "number", "date", "datetime", "boolean"].flatMap((type) =>
    [64, 255].map((from) => ({ name: `${type}-array past ${from}`, type: `${type}-array`, from })),
  ),
  fault: ({ type, from }) =>
    onReturnedItem(WHERE.top, (item) =>
      item.type === type && Array.isArray(item.value) && item.value.length > from
        ? { ...item, value: [...item.value.slice(0, from), item.value[0] as Json, ...item.value.slice(from + 1)] }
        : item,
    ),
  witness: ({ type, from }) => {
    const [a, b] = {
      string: ["a", "b"],
      number: [1, 2],
      date: ["2026-01-01", "2026-01-02"],
      datetime: ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"],
      boolean: [true, false],
    }[type.replace("-array", "")] as [Json, Json];
    return [create({ uid: "elements", items: [{ key: "k", type, value: [a, ...Array(from).fill(b)] }] })];
  },
});

const refusals = mutantsOf(FAMILY, {
  name: "a right record of an unusual shape is refused",
  rule: "document 2.2, 0003: the shapes of a record",
  places: [
    {
      name: "two items of type object",
      wrong: (items: Item[]) => items.filter(({ type }) => type === "object").length > 1,
      shown: [sample("object"), sample("object", 1)],
    },
    {
      name: "all thirteen types at once",
      wrong: (items: Item[]) => new Set(items.map(({ type }) => type)).size >= 13,
      shown: [],
    },
    {
      name: "more than 50 keys that are alike",
      wrong: (items: Item[]) => items.length - new Set(items.map(({ key }) => key)).size >= 50,
      shown: Array(51).fill(sample("boolean")),
    },
    {
      name: "an object at level 8 beside a flat item",
      wrong: (items: Item[]) => items.length > 1 && allItems(items, "sent").some(({ spot }) => spot.level === 8),
      shown: [sample("string"), ...nestedItems(8)],
    },
    {
      name: "a key that is its own value",
      wrong: (items: Item[]) => items.some(({ key, value }) => key === value),
      shown: [{ key: "same", type: "string", value: "same" }],
    },
    {
      name: "an object whose key an item inside has too",
      wrong: (items: Item[]) =>
        items.some(
          ({ key, type, value }) =>
            type === "object" && (value as unknown as Item[]).some((inner) => inner.key === key),
        ),
      shown: [{ key: "k", type: "object", value: asJson([{ key: "k", type: "string", value: "x" }]) }],
    },
  ].map((each) => ({ ...each, shown: each.shown.length > 0 ? each.shown : thirteen() })),
  fault: ({ wrong }) => onRefusal(({ items }) => (wrong(items) ? "the record is wrong" : undefined)),
  witness: ({ shown }) => [create({ uid: "unusual", items: shown })],
});
function thirteen(): Item[] {
  return [
    "string",
    "number",
    "boolean",
    "date",
    "datetime",
    "string-array",
    "number-array",
    "date-array",
    "datetime-array",
    "boolean-array",
    "file",
    "object",
    "object-array",
  ].map((type) => ({ ...sample(type), key: type }));
}

const days = mutantsOf(FAMILY, {
  name: "a right day is refused",
  rule: "document 2.2: date is YYYY-MM-DD",
  places: [
    { name: "29 February of 2400", odd: (s: string) => s === "2400-02-29", shown: "2400-02-29" },
    { name: "the days of a change of clocks", odd: (s: string) => /-03-29$|-10-25$/.test(s), shown: "2026-03-29" },
    {
      name: "the days that Gregory left out",
      odd: (s: string) => /^1582-10-(0[5-9]|1[0-4])$/.test(s),
      shown: "1582-10-10",
    },
    { name: "days before 1753", odd: (s: string) => s < "1753-01-01", shown: "1752-12-31" },
    { name: "days before 1900", odd: (s: string) => s < "1900-01-01", shown: "1899-12-31" },
    { name: "days past 2079", odd: (s: string) => s > "2079-06-06", shown: "2079-06-07" },
    { name: "the first day of a year", odd: (s: string) => s.endsWith("-01-01"), shown: "2026-01-01" },
  ].flatMap((each, i) =>
    ["date", "date-array"].map((type, j) => ({
      ...each,
      type,
      where: LEVELS[(i + j) % LEVELS.length] as Where,
      name: `${each.name}, ${type}`,
    })),
  ),
  fault: ({ where, type, odd }) =>
    onRefusedItem(where, (item) => item.type === type && [item.value].flat().some((text) => odd(String(text)))),
  witness: ({ where, type, shown }) => [
    create({ uid: "days", items: where.wrap({ key: "k", type, value: type === "date" ? shown : [shown] }) }),
  ],
});

const namespaces = mutantsOf(FAMILY, {
  name: "a namespace in escapes is refused",
  rule: "RFC 3986, section 2.3: an escape of a letter stands for the letter",
  places: NAMESPACE_PLACES,
  fault:
    ({ namespace }) =>
    (exchange: Exchange) =>
      exchange.path.includes("%") &&
      exchange.namespace !== undefined &&
      decodeURIComponent(exchange.namespace) === namespace
        ? { after: ({ status }) => (status === 201 ? refused("namespace is unknown") : undefined) }
        : undefined,
  witness: ({ namespace }) => [
    create(
      { uid: "escapes", items: [sample("string")] },
      { namespace: `%${namespace.charCodeAt(0).toString(16)}${namespace.slice(1)}` },
    ),
  ],
});

const order = mutantsOf(FAMILY, {
  name: "the order of parameters matters",
  rule: "document 4.2: a query has parameters, in any order",
  places: [
    ...LIST_PLACES.map(({ name, list }) => ({
      name: `offset before limit, ${name}`,
      list,
      lost: "offset",
      first: "offset",
      second: "limit",
      shown: "offset=5&limit=5",
    })),
    ...WINDOW_PLACES.flatMap(({ name, list }) =>
      [
        {
          name: "updated_to before updated_from",
          list,
          lost: "updated_to",
          first: "updated_to",
          second: "updated_from",
          shown: "updated_to=2026-06-02T00:00:00Z&updated_from=2026-06-01T00:00:00Z",
        },
        {
          name: "a window before a limit",
          list,
          lost: "limit",
          first: "updated_from",
          second: "limit",
          shown: "updated_from=2026-06-01T00:00:00Z&limit=3",
        },
        {
          name: "a limit before a window",
          list,
          lost: "updated_from",
          first: "limit",
          second: "updated_from",
          shown: "limit=3&updated_from=2026-06-01T00:00:00Z",
        },
      ].map((each) => ({ ...each, name: `${each.name}, ${name}` })),
    ),
  ],
  fault: ({ list, lost, first, second }) =>
    onRightQuery(list, (query) => {
      const at = (name: string) => query.findIndex(([other]) => other === name);
      return at(first) >= 0 && at(second) > at(first) ? setting(query, lost, undefined) : undefined;
    }),
  witness: ({ list, shown }) => [get(list.path, shown)],
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

const translated = mutantsOf(FAMILY, {
  name: "one version has values of its own",
  rule: "0010: versions 1 and 3 show the same orders",
  places: LISTS.filter(({ path }) => path.endsWith("purchase-orders")).flatMap((list) => [
    {
      name: `states of ${list.id} with underscores`,
      list,
      change: (r: Listed) => each(r, /status/i, (v) => String(v).replaceAll("-", "_")),
    },
    {
      name: `states of ${list.id} in capitals`,
      list,
      change: (r: Listed) => each(r, /status/i, (v) => String(v).toUpperCase()),
    },
    {
      name: `days of ${list.id} a day early`,
      list,
      change: (r: Listed) =>
        each(r, /^delivery/, (v) => new Date(Date.parse(String(v)) - 86_400_000).toISOString().slice(0, 10)),
    },
    {
      name: `quantities of ${list.id} past 10,000 rounded`,
      list,
      change: (r: Listed) => each(r, /uantity/, (v) => (Number(v) > 10_000 ? Math.round(Number(v) / 1000) * 1000 : v)),
    },
    {
      name: `numbers of ${list.id} without their prefix`,
      list,
      change: (r: Listed) => each(r, /umber/, (v) => String(v).replace("PO-", "")),
    },
  ]),
  fault: ({ list, change }) => onRecord(list, change),
  witness: ({ list }) => [get(list.path, "limit=50")],
});
function each(record: Listed, name: RegExp, change: (value: Json) => Json): Listed {
  return Object.fromEntries(
    Object.entries(record).map(([member, value]) => [
      member,
      name.test(member) && value !== null ? change(value) : value,
    ]),
  );
}

const linkText = mutantsOf(FAMILY, {
  name: "a link is escaped wrongly",
  rule: "0009: next and previous lead to the next and the previous page",
  places: LISTS.filter(({ shape }) => shape === "linked").flatMap((list) =>
    [
      { what: "escapes are escaped again", change: (link: URL) => String(link).replaceAll("%", "%25") },
      {
        what: "moments are brought to UTC without their time",
        change: (link: URL) => String(link).replace(/T00%3A00%3A00/g, "T"),
      },
    ].map((each) => ({ ...each, list, name: `${each.what}, ${list.id}` })),
  ),
  fault: ({ list, change }) => onLinks(list, ["next", "previous"], (link) => change(link)),
  witness: ({ list }) => [get(list.path, "updated_from=2026-03-01T00:00:00%2B07:00&offset=10")],
});

const white = mutantsOf(FAMILY, {
  name: "much white space in a body is refused",
  rule: "RFC 8259, section 2: white space may stand between tokens",
  places: [
    {
      name: "a thousand spaces at the end",
      odd: (text: string) => /\s{1000}$/.test(text),
      shown: (json: string) => json + " ".repeat(1000),
    },
    {
      name: "a body written over lines",
      odd: (text: string) => text.split("\n").length > 5,
      shown: (json: string) => JSON.stringify(JSON.parse(json), undefined, 2),
    },
  ],
  fault:
    ({ odd }) =>
    (exchange: Exchange) =>
      exchange.namespace !== undefined && odd(exchange.text)
        ? { after: ({ status }) => (status === 201 ? refused("the body is not JSON") : undefined) }
        : undefined,
  witness: ({ shown }) => [post(shown(JSON.stringify({ uid: "white", items: [sample("string")] })))],
});

export const shapeFaults: Mutant[] = [
  ...looks,
  ...buffers,
  ...related,
  ...far,
  ...elements,
  ...refusals,
  ...days,
  ...namespaces,
  ...order,
  ...plus,
  ...translated,
  ...linkText,
  ...white,
];
