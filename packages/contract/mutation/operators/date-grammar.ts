import { create, onRefusedItem, onToleratedValue } from "../kit/create-faults.js";
import type { Item, Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { LEVELS, type Where } from "../kit/items.js";
import { DATES, DATETIMES, TOLERATED_DATES, TOLERATED_DATETIMES } from "./moments.js";

const FAMILY = "date-time and date grammar";

/** A string in an item: alone at one level, and as an array element at another. */
const forms = (type: string, i: number) =>
  [type, `${type}-array`].map((form, j) => ({ form, where: LEVELS[(i + j) % LEVELS.length] as Where }));

const holding = (type: string, text: string): Item => ({
  key: "moment",
  type,
  value: type.endsWith("-array") ? [text] : text,
});

const KINDS = [
  { type: "date", tolerated: TOLERATED_DATES, odd: DATES },
  { type: "datetime", tolerated: TOLERATED_DATETIMES, odd: DATETIMES },
];

const tolerated = mutantsOf(FAMILY, {
  name: "a wrong text is taken",
  rule: "document 2.2: date is YYYY-MM-DD, datetime an ISO 8601 date-time with designator or offset; 0007: RFC 3339; 0008: a bad date is a 400",
  places: KINDS.flatMap(({ type, tolerated }) =>
    tolerated.flatMap((each, i) =>
      forms(type, i).map(({ form, where }) => ({ ...each, name: `${each.name}, ${form} ${where.name}`, form, where })),
    ),
  ),
  fault: ({ form, where, repair }) =>
    onToleratedValue(where, form, (value) => (typeof value === "string" ? repair(value) : undefined)),
  witness: ({ form, where, shown }) => [create({ uid: "moment", items: where.wrap(holding(form, shown)) })],
});

const texts = (value: Json): string[] => [value].flat().filter((text) => typeof text === "string");

const odd = mutantsOf(FAMILY, {
  name: "a right text is refused",
  rule: "document 2.2 and 0007: any RFC 3339 date or date-time is taken",
  places: KINDS.flatMap(({ type, odd }) =>
    odd.flatMap((each, i) =>
      forms(type, i).map(({ form, where }) => ({ ...each, name: `${each.name}, ${form} ${where.name}`, form, where })),
    ),
  ),
  fault: ({ form, where, odd }) => onRefusedItem(where, (item) => item.type === form && texts(item.value).some(odd)),
  witness: ({ form, where, shown }) => [create({ uid: "moment", items: where.wrap(holding(form, shown)) })],
});

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

export const dateGrammar: Mutant[] = [...tolerated, ...odd, ...days];
