import type { Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get, type Listed, onEnvelope, onRecord, onRecords, onRightQuery, setting } from "../kit/list-faults.js";
import { LISTS, type ListOperation } from "../kit/spec.js";

const FAMILY = "versions of a list";
const RULE = "0010: versions 1 and 3 show the same orders, each in its own member names";

/** Lists whose paths end in the same segment. */
const VERSIONS = LISTS.filter((list) =>
  LISTS.some((other) => other !== list && other.path.split("/").at(-1) === list.path.split("/").at(-1)),
);

const other = (value: Json): Json => {
  if (typeof value === "number") return value + 1;
  const text = String(value);
  return /^\d{4}-\d\d-\d\d$/.test(text)
    ? text.replace(/-(\d\d)$/, (_, day) => (day === "01" ? "-02" : "-01"))
    : text.replace(/\d(?!.*\d)|[a-z](?!.*[a-z])/, (c) =>
        c === "1" ? "2" : c === "d" ? "e" : /\d/.test(c) ? "1" : "d",
      );
};

const ROWS: { name: string; holds(row: number): boolean }[] = [
  { name: "in every record", holds: () => true },
  { name: "in one record", holds: (row) => row === 17 },
  { name: "in one record far back", holds: (row) => row === 731 },
  { name: "in every 50th record", holds: (row) => row % 50 === 49 },
  { name: "in the last record", holds: (row) => row === 999 },
];
const witness = (list: ListOperation) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => get(list.path, `limit=100&offset=${i * 100}`));

const fields = mutantsOf(FAMILY, {
  name: "a field has another value",
  rule: RULE,
  places: VERSIONS.flatMap((list) =>
    list.members.flatMap((member, i) =>
      [ROWS[i % 3] as (typeof ROWS)[0], ROWS[3 + (i % 2)] as (typeof ROWS)[0]].map((rows) => ({
        list,
        member,
        rows,
        name: `${member} of ${list.id} ${rows.name}`,
      })),
    ),
  ),
  fault: ({ list, member, rows }) =>
    onRecord(list, (record, row) =>
      rows.holds(row) && record[member] != null ? { ...record, [member]: other(record[member] as Json) } : record,
    ),
  witness: ({ list }) => witness(list),
});

const missing = mutantsOf(FAMILY, {
  name: "a field is missing",
  rule: RULE,
  places: VERSIONS.flatMap((list) =>
    list.members.map((member, i) => {
      const rows = ROWS[(i + 1) % 3] as (typeof ROWS)[0];
      return { list, member, rows, name: `${member} of ${list.id} ${rows.name}` };
    }),
  ),
  fault: ({ list, member, rows }) =>
    onRecord(list, (record, row) => {
      if (!rows.holds(row)) return record;
      const { [member]: _, ...rest } = record;
      return rest;
    }),
  witness: ({ list }) => witness(list),
});

const later = (text: Json, digits: RegExp): Json => String(text).replace(digits, (d) => String((Number(d) + 1) % 10));
const STAMPS: { name: string; change(stamp: Json): Json }[] = [
  { name: "another microsecond", change: (s) => later(s, /\d(?=\+)/) },
  { name: "another second", change: (s) => later(s, /\d(?=\.)/) },
  { name: "milliseconds alone", change: (s) => String(s).replace(/(\.\d{3})\d+/, "$1000") },
  { name: "another zone at the same time of day", change: (s) => String(s).replace("+00:00", "+07:00") },
];
const stamps = mutantsOf(FAMILY, {
  name: "a timestamp is another",
  rule: RULE,
  places: VERSIONS.flatMap((list) =>
    [list.createdAt, list.updatedAt].flatMap((member, i) =>
      STAMPS.map((each, j) => {
        const rows = ROWS[(i + j) % 4] as (typeof ROWS)[0];
        return { ...each, list, member, rows, name: `${each.name}, ${member} of ${list.id} ${rows.name}` };
      }),
    ),
  ),
  fault: ({ list, member, rows, change }) =>
    onRecord(list, (record, row) =>
      rows.holds(row) ? { ...record, [member]: change(record[member] as Json) } : record,
    ),
  witness: ({ list }) => witness(list),
});

const lists = [
  ...mutantsOf(FAMILY, {
    name: "one version lacks the first record",
    rule: RULE,
    places: VERSIONS.map((list) => ({ name: list.id, list })),
    fault: ({ list }) =>
      onRightQuery(list, (query) =>
        setting(
          query,
          "offset",
          String(Math.min(Number.MAX_SAFE_INTEGER, Number(query.find(([name]) => name === "offset")?.[1] ?? 0) + 1)),
        ),
      ),
    witness: ({ list }) => witness(list),
  }),
  ...mutantsOf(FAMILY, {
    name: "one version ends early",
    rule: RULE,
    places: VERSIONS.flatMap((list) => [999, 900, 500].map((end) => ({ name: `${list.id} after ${end}`, list, end }))),
    fault: ({ list, end }) =>
      onRecords(list, (records, exchange) => records.slice(0, Math.max(0, end - Number(exchange.asks("offset") ?? 0)))),
    witness: ({ list }) => witness(list),
  }),
  ...mutantsOf(FAMILY, {
    name: "one version has other uids",
    rule: RULE,
    places: VERSIONS.flatMap((list) =>
      [ROWS[0], ROWS[1]].map((rows) => ({ name: `${list.id} ${rows?.name}`, list, rows })),
    ),
    fault: ({ list, rows }) =>
      onRecord(list, (record, row) =>
        rows?.holds(row) ? { ...record, [list.identity]: `${record[list.identity]}-v` } : record,
      ),
    witness: ({ list }) => witness(list),
  }),
  ...mutantsOf(FAMILY, {
    name: "one version counts otherwise",
    rule: RULE,
    places: VERSIONS.filter(({ total }) => total).map((list) => ({ name: list.id, list })),
    fault: ({ list }) =>
      onEnvelope(list, (envelope) => ({ ...envelope, [String(list.total)]: Number(envelope[String(list.total)]) + 1 })),
    witness: ({ list }) => [get(list.path)],
  }),
  ...mutantsOf(FAMILY, {
    name: "two neighbours stand in another order",
    rule: RULE,
    places: VERSIONS.flatMap((list) => [5, 505].map((row) => ({ name: `${list.id} at ${row}`, list, row }))),
    fault: ({ list, row }) =>
      onRecords(list, (records, exchange) => {
        const at = row - Number(exchange.asks("offset") ?? 0);
        if (at < 0 || at + 1 >= records.length) return undefined;
        const swapped = [...records];
        swapped.splice(at, 2, ...records.slice(at, at + 2).reverse());
        return swapped;
      }),
    witness: ({ list }) => witness(list),
  }),
];

const translated = mutantsOf(FAMILY, {
  name: "one version has different values",
  rule: "0010: versions 1 and 3 show the same orders",
  places: LISTS.filter(({ path }) => path.endsWith("purchase-orders")).flatMap((list) => [
    {
      name: `states of ${list.id} with underscores`,
      list,
      change: (r: Listed) => changed(r, /status/i, (v) => String(v).replaceAll("-", "_")),
    },
    {
      name: `states of ${list.id} in capitals`,
      list,
      change: (r: Listed) => changed(r, /status/i, (v) => String(v).toUpperCase()),
    },
    {
      name: `days of ${list.id} a day early`,
      list,
      change: (r: Listed) =>
        changed(r, /^delivery/, (v) => new Date(Date.parse(String(v)) - 86_400_000).toISOString().slice(0, 10)),
    },
    {
      name: `quantities of ${list.id} past 10,000 rounded`,
      list,
      change: (r: Listed) =>
        changed(r, /uantity/, (v) => (Number(v) > 10_000 ? Math.round(Number(v) / 1000) * 1000 : v)),
    },
    {
      name: `numbers of ${list.id} without their prefix`,
      list,
      change: (r: Listed) => changed(r, /umber/, (v) => String(v).replace("PO-", "")),
    },
  ]),
  fault: ({ list, change }) => onRecord(list, change),
  witness: ({ list }) => [get(list.path, "limit=50")],
});
function changed(record: Listed, name: RegExp, change: (value: Json) => Json): Listed {
  return Object.fromEntries(
    Object.entries(record).map(([member, value]) => [
      member,
      name.test(member) && value !== null ? change(value) : value,
    ]),
  );
}

export const versions: Mutant[] = [...fields, ...missing, ...stamps, ...lists, ...translated];
