import { type Creator, type Item, type ItemType, text } from "./creator.js";

/** A list of items that differs from the original in one place. */
export interface Change {
  name: string;
  items: Item[];
}

const UUID = /^[0-9a-f]{8}-/;

/** Returns all valid variants of a record that differ from it in a single place. */
export function changesOf(creator: Creator, items: Item[]): Change[] {
  const types = new Map(creator.itemTypes.map((itemType) => [itemType.type, itemType]));
  return listChanges(items, "items", types);
}

type Types = ReadonlyMap<string, ItemType>;

function listChanges(items: Item[], at: string, types: Types): Change[] {
  const more = text("more", "more");
  const swapped = [...items];
  if (items.length > 1) swapped.splice(0, 2, items[1] as Item, items[0] as Item);
  const [first] = items;
  return [
    ...items.flatMap((item, i) =>
      itemChanges(item, `${at}[${i}]`, types).map(({ name, items: [changed] }) => ({
        name,
        items: items.with(i, changed as Item),
      })),
    ),
    { name: `${at} with one more at the end`, items: [...items, more] },
    { name: `${at} with one more at the start`, items: [more, ...items] },
    ...(items.length > 1
      ? [
          { name: `${at} without the first`, items: items.slice(1) },
          { name: `${at} without the last`, items: items.slice(0, -1) },
          { name: `${at} without one in the middle`, items: items.toSpliced(Math.floor(items.length / 2), 1) },
          { name: `${at} with the first two swapped`, items: swapped },
          { name: `${at} in reverse order`, items: items.toReversed() },
          { name: `${at} with the last one first`, items: [items.at(-1) as Item, ...items.slice(0, -1)] },
        ]
      : []),
    ...(first ? [{ name: `${at} with its first one duplicated`, items: [first, ...items] }] : []),
  ];
}

function itemChanges(item: Item, at: string, types: Types): Change[] {
  const { key, type, value } = item;
  const of = (name: string, changes: Partial<Item>): Change => ({
    name: `${at}.${name}`,
    items: [{ ...item, ...changes }],
  });
  return [
    ...textChanges(key).map(([how, changed]) => of(`key ${how}`, { key: changed })),
    ...["-", ".", "_", "\u0301", "\u200b"].map((mark) =>
      of(`key with ${JSON.stringify(mark)} after it`, { key: key + mark }),
    ),
    ...otherTypes(type, value, types).map((other) => of(`type is ${other}`, { type: other })),
    ...(types.get(type)?.holdsItems
      ? listChanges(value as Item[], `${at}.value`, types).map(({ name, items }) => ({
          name,
          items: [{ ...item, value: items }],
        }))
      : valueChanges(type, value)
          .filter(
            ([, changed]) => JSON.stringify(changed) !== JSON.stringify(value) && types.get(type)?.accepts(changed),
          )
          .map(([name, changed]) => of(`value ${name}`, { value: changed }))),
  ];
}

const swapCase = (value: string) => (value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase());

/** Changes of a key or of any other text. */
const textChanges = (text: string): [how: string, changed: string][] => [
  ["with its case swapped", swapCase(text)],
  ["with a character appended", `${text}x`],
  ["without its last character", text.slice(0, -1)],
  ["with a trailing space", `${text} `],
  ["with a leading space", ` ${text}`],
  ["without its spaces", text.replaceAll(" ", "")],
];

/** Other types for which the same value is valid. */
const otherTypes = (type: string, value: unknown, types: Types): string[] =>
  [...types.values()].filter((other) => other.type !== type && other.accepts(value)).map((other) => other.type);

function valueChanges(type: string, value: unknown): [name: string, value: unknown][] {
  if (Array.isArray(value)) return arrayChanges(type, value);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, member]) =>
      valueChanges("", member).map(([how, changed]): [string, unknown] => [
        `${name} ${how}`,
        { ...value, [name]: changed },
      ]),
    );
  if (typeof value === "boolean") return [["is negated", !value]];
  if (typeof value === "number")
    return [
      ["is incremented by one", value + 1],
      ["has a different fraction", value + 0.5],
      ["has a different sixth decimal place", Number((value + 0.000001).toFixed(6))],
      ["has the opposite sign", -value - 1],
      ["is ten times as large, plus one", value * 10 + 1],
    ];
  return stringChanges(type, String(value));
}

function stringChanges(type: string, value: string): [string, unknown][] {
  if (type.startsWith("datetime"))
    return [
      ["is a second later", value.replace(/:\d\d\./, ":01.")],
      ["has a longer fraction", value.replace(/\.000/, ".0001")],
      ["has an extra zero in its fraction", value.replace(/\.000/, ".0000")],
      ["has a different offset", value.replace(/(Z|\+07:00)$/, "-03:30")],
      ["has its offset in a different form", value.replace(/Z$/, "+00:00").replace(/\+07:00$/, "+08:00")],
      ["is a year later", value.replace(/^2026/, "2027")],
    ];
  if (type.startsWith("date"))
    return [
      ["is another day", value.replace(/-\d\d$/, value.endsWith("-15") ? "-16" : "-15")],
      [
        "is another month",
        value.replace(/-\d\d-/, value.includes("-05-") ? "-03-" : "-05-").replace(/-(29|30|31)$/, "-28"),
      ],
      ["is another year", value.replace(/^2026/, "1926")],
    ];
  if (UUID.test(value))
    return [
      ["is a file whose id differs in the last digit", `${value.slice(0, -1)}f`],
      ["is a file whose id differs in the first digit", `7${value.slice(1)}`],
      ["is in upper case", value.toUpperCase()],
    ];
  return [
    ...textChanges(value),
    ["with two spaces instead of one", value.replace(" ", "  ")],
    ["with a zero-width character", `${value}\u200b`],
    ["with a full stop at the end", `${value}.`],
    ["with an accent at the end", `${value}\u0301`],
    ["with its first letter changed", `X${value.slice(1)}`],
    ["is empty", ""],
  ];
}

function arrayChanges(type: string, value: unknown[]): [string, unknown][] {
  const element = type.replace("-array", "");
  if (value.length === 0) return [];
  const last = value.length - 1;
  return [
    ["is empty", []],
    ["without its first element", value.slice(1)],
    ["without its last element", value.slice(0, -1)],
    ["with its first element duplicated", [value[0], ...value]],
    ["with its last element duplicated", [...value, value[last]]],
    ...(new Set(value).size > 1
      ? ([
          ["in reverse order", value.toReversed()],
          ["with its last element first", [value[last], ...value.slice(0, -1)]],
        ] as [string, unknown][])
      : []),
    ...[...new Set([0, Math.floor(last / 2), last])].flatMap((i) =>
      valueChanges(element, value[i])
        .slice(0, 4)
        .map(([name, changed]): [string, unknown] => [`[${i}] ${name}`, value.with(i, changed)]),
    ),
  ].filter(([, changed]) => JSON.stringify(changed) !== JSON.stringify(value)) as [string, unknown][];
}
