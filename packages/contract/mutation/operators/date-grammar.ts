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

export const dateGrammar: Mutant[] = [...tolerated, ...odd];
