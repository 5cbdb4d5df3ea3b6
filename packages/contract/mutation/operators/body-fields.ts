import { isObject, mapObjects, onBody } from "../kit/bodies.js";
import { create, onCreate, onToleratedItem, post } from "../kit/create-faults.js";
import { type Item, type Json, withBody } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { asJson, EVERYWHERE, LEVELS, mapItems, returned, SAMPLES, TOP_AND_NESTED } from "../kit/items.js";
import { item, record } from "../kit/samples.js";

const FAMILY = "fields of a body";
const UNKNOWN = "Decision 0002: an unknown field is rejected with 400";

/** Renames a field, unless the object has both. */
const renamed = (object: Record<string, Json>, from: string, to: string): Record<string, Json> =>
  Object.hasOwn(object, from) && !Object.hasOwn(object, to)
    ? Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value]))
    : object;

const without = (object: Record<string, Json>, gone: string): Record<string, Json> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== gone));

/** A body with all of its items' fields. */
const ALL = { uid: "fields", items: [{ key: "k", type: "string", value: "x" }] };

const spelled = (from: string, to: string): string => JSON.stringify(ALL).replace(`"${to}":`, `"${from}":`);

const SPELLED = [
  { name: "UID", to: "uid", top: true },
  { name: "Items", to: "items", top: true },
  { name: "Key", to: "key", top: false },
  { name: "TYPE", to: "type", top: false },
  { name: "Value", to: "value", top: false },
  // The sign of the unit kelvin, which is a k in lower case.
  { name: "\u212aey", to: "key", top: false },
];

/** Names that every object has in JavaScript, and those that only a response has. */
const IGNORED = [
  { name: "toString", top: true },
  { name: "constructor", top: false },
  { name: "__proto__", top: true },
  { name: "__proto__", top: false },
  { name: "createdDate", top: true },
  { name: "updatedDate", top: true },
  { name: "$schema", top: true },
  { name: "_comment", top: false },
].map((each) => ({ ...each, at: each.name, name: `${each.name} ${each.top ? "of a record" : "of an item"}` }));

const extra = (name: string, top: boolean): string =>
  JSON.stringify(ALL).replace(top ? '"items"' : '"key"', (found) => `"${name}":"x",${found}`);

const ARRAYS = ["string-array", "number-array", "date-array", "datetime-array", "boolean-array"].map((name) => ({
  name,
}));

const elementOf = (type: string): Json => [SAMPLES[type]?.[0] ?? null].flat()[0] ?? null;

const SCALARS: Record<string, (value: Json) => boolean> = {
  "string-array": (value) => typeof value === "string",
  "number-array": (value) => typeof value === "number",
  "date-array": (value) => typeof value === "string",
  "datetime-array": (value) => typeof value === "string",
  "boolean-array": (value) => typeof value === "boolean",
};

/** An object with the names 0, 1, 2 … becomes an array. */
function listed(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name, i) => name === String(i)) ? Object.values(value) : undefined;
}

const INDEXED = [{ name: "items" }, { name: "object" }, { name: "object-array" }, { name: "string-array" }];

const indexed = (place: string): unknown => {
  const inner = place === "string-array" ? { 0: "a" } : { 0: item("string", "x") };
  return place === "items" ? { uid: "indexed", items: inner } : { uid: "indexed", items: [item(place, inner)] };
};

/** Texts that a parser of another language takes for a value of the type. */
const COERCED: { name: string; type: string; value: Json; repair(value: Json): Json | undefined }[] = [
  { name: "a text for a number", type: "number", value: "12.5", repair: (value) => numberIn(value) },
  {
    name: "a boolean for a number",
    type: "number",
    value: true,
    repair: (value) => (typeof value === "boolean" ? Number(value) : undefined),
  },
  { name: "an empty text for a number", type: "number", value: "", repair: (value) => (value === "" ? 0 : undefined) },
  {
    name: "yes for a boolean",
    type: "boolean",
    value: "yes",
    repair: (value) => (value === "yes" || value === "no" ? value === "yes" : undefined),
  },
  {
    name: "1 for a boolean",
    type: "boolean",
    value: 1,
    repair: (value) => (value === 0 || value === 1 ? value === 1 : undefined),
  },
  { name: "null for a text", type: "string", value: null, repair: (value) => (value === null ? "" : undefined) },
  {
    name: "a number for a text",
    type: "string",
    value: 5,
    repair: (value) => (typeof value === "number" ? String(value) : undefined),
  },
  { name: "a date-time for a date", type: "date", value: "2026-11-21T00:00:00Z", repair: (value) => dayIn(value) },
  { name: "a date for a date-time", type: "datetime", value: "2026-11-21", repair: (value) => midnightOf(value) },
  { name: "milliseconds for a date-time", type: "datetime", value: 1795241700000, repair: (value) => timeOf(value) },
];

const numberIn = (value: Json): Json | undefined =>
  typeof value === "string" && /^-?\d{1,9}(\.\d{1,5})?$/.test(value) ? Number(value) : undefined;
const dayIn = (value: Json): Json | undefined => /^(\d{4}-\d\d-\d\d)T00:00:00Z$/.exec(String(value))?.[1];
const midnightOf = (value: Json): Json | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(String(value)) ? `${value}T00:00:00Z` : undefined;
const timeOf = (value: Json): Json | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value < 4e12
    ? new Date(value).toISOString()
    : undefined;

/** Stores a converted value, and returns it converted. */
const onConverted = (convert: (one: Item) => Item | undefined): Fault =>
  onCreate((sent, { request }) => {
    const items = mapItems(sent.items, "sent", (one) => convert(one) ?? one);
    return items === sent.items ? undefined : { request: withBody(request, { ...sent, items }) };
  });

/** Returns the items of a list with one below that is deeper than allowed, without what is too deep. */
const cutAt = (items: Item[], type: string): Item[] =>
  mapItems(items, "sent", (one, { level }) =>
    level === 8 && one.type === type && Array.isArray(one.value) ? item("string-array", [], one.key) : one,
  );

const deep = (type: string): Item[] => {
  let inner = item("string", "x");
  for (let level = 8; level >= 1; level--) inner = item(type, asJson([inner]), `level ${level}`);
  return [inner];
};

const MEASURES = [
  { name: "after composing", measured: (key: string) => key.normalize("NFC"), key: "e\u0301".repeat(60) },
  { name: "after trimming", measured: (key: string) => key.trim(), key: `${"k".repeat(99)}  ` },
];

export const bodyFields: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "the names of fields are read without case",
    rule: UNKNOWN,
    places: SPELLED,
    fault: ({ name, to, top }) =>
      onBody((body) => {
        const changed = top ? renamed(body, name, to) : mapObjects(body, (object) => renamed(object, name, to));
        return JSON.stringify(changed) === JSON.stringify(body) ? undefined : changed;
      }),
    witness: ({ name, to }) => [post(spelled(name, to))],
  }),
  ...mutantsOf(FAMILY, {
    name: "a field is ignored",
    rule: UNKNOWN,
    places: IGNORED,
    fault: ({ at, top }) =>
      onBody((body) => {
        const changed = top ? without(body, at) : mapObjects(body, (object) => without(object, at));
        return JSON.stringify(changed) === JSON.stringify(body) ? undefined : changed;
      }),
    witness: ({ at, top }) => [post(extra(at, top))],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts null among the elements",
    rule: "Schemas of the array items: each element has the type of the array",
    places: ARRAYS,
    fault: ({ name }) =>
      onToleratedItem({ name: "", holds: () => true, wrap: (one) => [one] }, (one) =>
        one.type === name && Array.isArray(one.value) && one.value.includes(null)
          ? { ...one, value: one.value.map((element) => element ?? elementOf(name)) }
          : undefined,
      ),
    witness: ({ name }) => [create(record("null", [item(name, [elementOf(name), null])]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts one value for an array",
    rule: "Schemas of the array items: value is an array",
    places: ARRAYS,
    fault: ({ name }) =>
      onConverted((one) =>
        one.type === name && SCALARS[name]?.(one.value) ? { ...one, value: [one.value] } : undefined,
      ),
    witness: ({ name }) => [create(record("scalar", [item(name, elementOf(name))]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts an object with numbered fields for an array",
    rule: "Schemas MetadataInput and of the items: items and value are arrays",
    places: INDEXED,
    fault: ({ name }) =>
      onBody((body) => {
        if (name === "items") {
          const items = listed(body["items"]);
          return items && { ...body, items };
        }
        const changed = mapObjects(body, (object) => {
          const value = object["type"] === name ? listed(object["value"]) : undefined;
          return value === undefined ? object : { ...object, value };
        });
        return JSON.stringify(changed) === JSON.stringify(body) ? undefined : changed;
      }),
    witness: ({ name }) => [post(JSON.stringify(indexed(name)))],
  }),
  ...mutantsOf(FAMILY, {
    name: "converts a value of another type",
    rule: "Interface 2.2: the shape of each value; decision 0008: a schema violation is a 400",
    places: COERCED,
    fault: ({ type, repair }) =>
      onConverted((one) => {
        const value = one.type === type ? repair(one.value) : undefined;
        return value === undefined ? undefined : { ...one, value };
      }),
    witness: ({ type, value }) => [create(record("converted", [item(type, value)]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "the length of a key is measured",
    rule: "Decision 0003: a key has 1 to 100 characters, counted in Unicode code points",
    places: MEASURES.flatMap((measure) =>
      TOP_AND_NESTED.map((where) => ({ ...measure, name: `${measure.name} ${where.name}`, where })),
    ),
    fault: ({ where, measured }) =>
      onToleratedItem(where, (one) =>
        [...one.key].length > 100 && [...measured(one.key)].length <= 100 && measured(one.key) !== ""
          ? { ...one, key: measured(one.key) }
          : undefined,
      ),
    witness: ({ where, key }) => [create(record("length", where.wrap(item("string", "x", key))))],
  }),
  ...mutantsOf(FAMILY, {
    name: "does not count a level",
    rule: "Decision 0003: items can be nested up to 8 levels deep",
    places: [{ name: "object" }, { name: "object-array" }],
    fault: ({ name }) =>
      onCreate((sent, { request }) => {
        const items = cutAt(sent.items, name);
        if (items === sent.items) return undefined;
        return {
          request: withBody(request, { ...sent, items }),
          after: (answer) =>
            answer.created && answer.with({ data: { ...answer.created, items: returned(sent.items, String) } }),
        };
      }),
    witness: ({ name }) => [create(record("deep", deep(name)))],
  }),
  ...mutantsOf(FAMILY, {
    name: "an item without a value has the value of its type",
    rule: "Schemas of the items: value is required",
    places: LEVELS.flatMap((where) => [
      { name: `string ${where.name}`, where, type: "string", value: "" },
      { name: `string-array ${where.name}`, where, type: "string-array", value: [] },
    ]),
    fault: ({ where, type, value }) =>
      onToleratedItem(where, (one) =>
        one.type === type && !Object.hasOwn(one, "value") ? { ...one, value } : undefined,
      ),
    witness: ({ where, type }) => [create(record("missing", where.wrap({ key: "k", type } as Item)))],
  }),
  ...mutantsOf(FAMILY, {
    name: "a type is read without case and separators",
    rule: "Interface 2.2: one of the item types",
    places: EVERYWHERE.slice(0, 2).flatMap((where) => [
      { name: `String ${where.name}`, where, type: "String", known: "string", value: "x" },
      { name: `dateTime ${where.name}`, where, type: "dateTime", known: "datetime", value: "2026-11-21T06:15:00Z" },
      { name: `string_array ${where.name}`, where, type: "string_array", known: "string-array", value: ["x"] },
    ]),
    fault: ({ where, type, known }) =>
      onToleratedItem(where, (one) => (one.type === type ? { ...one, type: known } : undefined)),
    witness: ({ where, type, value }) => [create(record("types", where.wrap(item(type, value))))],
  }),
];
