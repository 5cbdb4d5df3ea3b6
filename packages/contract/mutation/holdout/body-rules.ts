import { isObject, onBody } from "../kit/bodies.js";
import { onCreate, onRefusal, onRefusedItem, onToleratedItem, post } from "../kit/create-faults.js";
import { type Item, type Json, parsed, refused, withBody } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import {
  allItems,
  asJson,
  depthOf,
  LEVELS,
  mapItems,
  nestedItems,
  returned,
  SAMPLES,
  sample,
  WHERE,
  type Where,
} from "../kit/items.js";
import { item, record } from "../kit/samples.js";
import { send, typesIn } from "./shared.js";

const RULES = "rules of a body";
const ITEM_RULE = "Schema MetadataItemInput";
const ZEROS: Record<string, Json> = {
  string: "",
  number: 0,
  boolean: false,
  "string-array": [],
  "number-array": [],
  "date-array": [],
  "datetime-array": [],
  "boolean-array": [],
  "object-array": [],
};
const ZERO_TYPES = Object.keys(ZEROS);
const ARRAY_TYPES = ["string-array", "number-array", "boolean-array", "date-array", "datetime-array"] as const;

/** Accepts lists of items that are too long: the response contains all of them. */
const tooLong = (where: Where, type: string, length: number): Fault =>
  onToleratedItem(where, (sent) =>
    sent.type === type && Array.isArray(sent.value) && sent.value.length === length
      ? { ...sent, value: sent.value.slice(0, 150) }
      : undefined,
  );

const many = (length: number): Item[] => Array.from({ length }, (_, i) => item("number", i, `k${i}`));

/** A valid element of an array type. */
const firstOf = (type: string): Json => [SAMPLES[type]?.[0] ?? null].flat()[0] ?? null;

/** Accepts elements of arrays that have another type. */
const toleratedElements = (where: Where, type: string, wrong: (value: Json, index: number) => boolean): Fault =>
  onToleratedItem(where, (sent) => {
    if (sent.type !== type || !Array.isArray(sent.value) || !sent.value.some(wrong)) return undefined;
    const right = firstOf(type);
    return { ...sent, value: sent.value.map((value, i) => (wrong(value, i) ? right : value)) };
  });

const isOfType = (type: string, value: Json): boolean =>
  typeof value === (type.startsWith("number") ? "number" : type.startsWith("boolean") ? "boolean" : "string");

/** Converts values as a JSON library does that is generous with types. */
const COERCIONS: { name: string; type: string; wrong: (value: Json) => boolean; right: Json; value: Json }[] = [
  {
    name: "a number as text",
    type: "number",
    wrong: (value) => typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value),
    right: 1,
    value: "12.5",
  },
  {
    name: "a boolean as text",
    type: "boolean",
    wrong: (value) => value === "true" || value === "false",
    right: true,
    value: "true",
  },
  {
    name: "a boolean as a number",
    type: "boolean",
    wrong: (value) => value === 0 || value === 1,
    right: true,
    value: 1,
  },
  { name: "a text as a number", type: "string", wrong: (value) => typeof value === "number", right: "x", value: 12.5 },
  {
    name: "a text as a boolean",
    type: "string",
    wrong: (value) => typeof value === "boolean",
    right: "x",
    value: false,
  },
  {
    name: "a date as a number",
    type: "date",
    wrong: (value) => typeof value === "number",
    right: "2026-11-21",
    value: 20261121,
  },
  {
    name: "a date-time as a number",
    type: "datetime",
    wrong: (value) => typeof value === "number",
    right: "2026-11-21T06:15:00Z",
    value: 1795241700,
  },
];

/** Names of unknown fields, as a server that ignores some of them selects them. */
const UNKNOWN = [
  { name: "that begins with an underscore", form: /^_/, field: "_id" },
  { name: "that begins with a dollar sign", form: /^\$/, field: "$schema" },
  { name: "that begins with an at sign", form: /^@/, field: "@type" },
  { name: "of letters only", form: /^[a-z]+$/i, field: "description" },
];
const ITEM_FIELDS = ["key", "type", "value"];

/** Removes unknown fields from an item; undefined if there are none. */
const withoutFields = (sent: Item, form: RegExp): Item | undefined => {
  const fields = Object.entries(sent);
  const kept = fields.filter(([name]) => ITEM_FIELDS.includes(name) || !form.test(name));
  return kept.length < fields.length ? (Object.fromEntries(kept) as unknown as Item) : undefined;
};

/** Accepts records with more fields. */
const toleratedField = (form: RegExp): Fault =>
  onBody((body) => {
    const fields = Object.entries(body);
    const kept = fields.filter(([name]) => name === "uid" || name === "items" || !form.test(name));
    return kept.length < fields.length ? Object.fromEntries(kept) : undefined;
  });

export const bodyRules: readonly Mutant[] = [
  ...mutantsOf(RULES, {
    name: "lists are one item longer than allowed",
    rule: "Decision 0003: up to 150 items",
    places: typesIn(["object", "object-array"], [WHERE.top, WHERE.deep]),
    fault: ({ type, where }) => tooLong(where, type, 151),
    witness: ({ type, where }) => [send(where.wrap(item(type, many(151))))],
  }),
  ...mutantsOf(RULES, {
    name: "a full list is rejected",
    rule: "Decision 0003: up to 150 items",
    places: typesIn(["object", "object-array"], [WHERE.top, WHERE.object]),
    fault: ({ type, where }) =>
      onRefusedItem(where, (sent) => sent.type === type && Array.isArray(sent.value) && sent.value.length === 150),
    witness: ({ type, where }) => [send(where.wrap(item(type, many(150))))],
  }),
  ...mutantsOf(RULES, {
    name: "all items of a record together are limited to 150",
    rule: "Decision 0003: the limit of 150 items is that of one list",
    places: ONE_PLACE,
    fault: () => onRefusal(({ items }) => (allItems(items, "sent").length > 150 ? "too many items" : undefined)),
    witness: () => [send([item("object", many(100), "a"), item("object", many(100), "b")])],
  }),
  ...mutantsOf(RULES, {
    name: "an object without items is accepted",
    rule: "Schema ObjectItemInput: minItems 1",
    places: LEVELS,
    fault: (where) =>
      onToleratedItem(where, (sent) =>
        sent.type === "object" && Array.isArray(sent.value) && sent.value.length === 0
          ? { ...sent, value: [asJson(sample("string"))] }
          : undefined,
      ),
    witness: (where) => [send(where.wrap(item("object", [])))],
  }),
  ...mutantsOf(RULES, {
    name: "a level counts only for one type",
    rule: "Decision 0003: items can be nested up to 8 levels deep",
    places: [
      { name: "object", type: "object", other: "object-array" },
      { name: "object-array", type: "object-array", other: "object" },
    ],
    fault: ({ other }) =>
      onCreate(({ items, uid }, { request }) => {
        const depth = depthOf(items);
        if (depth < 9 || depth > 12) return undefined;
        const types = new Set(allItems(items, "sent").map(({ item: { type } }) => type));
        if (!types.has(other)) return undefined;
        return {
          request: withBody(request, { uid, items: [sample("string")] }),
          after: (answer) =>
            answer.created
              ? answer.with({ data: { ...answer.created, items: returned(items, (id) => id) } })
              : undefined,
        };
      }),
    witness: ({ other }) => [send(nestedItems(9, [other]))],
  }),
  ...mutantsOf(RULES, {
    name: "eight levels are rejected if the types alternate",
    rule: "Decision 0003: items can be nested up to 8 levels deep",
    places: ONE_PLACE,
    fault: () =>
      onRefusal(({ items }) => {
        const types = new Set(allItems(items, "sent").map(({ spot: { inside } }) => inside));
        return depthOf(items) === 8 && types.has("object") && types.has("object-array") ? "too deep" : undefined;
      }),
    witness: () => [send(nestedItems(8, ["object", "object-array"]))],
  }),
  ...mutantsOf(RULES, {
    name: "a missing value is the empty one of its type",
    rule: `${ITEM_RULE}: value is required`,
    places: typesIn(ZERO_TYPES, [WHERE.top]),
    fault: ({ type, where }) =>
      onToleratedItem(where, (sent) =>
        sent.type === type && !("value" in sent) ? { ...(sent as Item), value: ZEROS[type] ?? null } : undefined,
      ),
    witness: ({ type, where }) => [send(where.wrap({ key: "k", type } as Item))],
  }),
  ...mutantsOf(RULES, {
    name: "null is the empty value of its type",
    rule: `${ITEM_RULE}: the type of value`,
    places: typesIn(ZERO_TYPES, [WHERE.array]),
    fault: ({ type, where }) =>
      onToleratedItem(where, (sent) =>
        sent.type === type && sent.value === null ? { ...sent, value: ZEROS[type] ?? null } : undefined,
      ),
    witness: ({ type, where }) => [send(where.wrap(item(type, null)))],
  }),
  ...mutantsOf(RULES, {
    name: "only the first element of an array is checked",
    rule: ITEM_RULE,
    places: typesIn(ARRAY_TYPES, [WHERE.top, WHERE.object]),
    fault: ({ type, where }) => toleratedElements(where, type, (value, i) => i > 0 && !isOfType(type, value)),
    witness: ({ type, where }) => [send(where.wrap(item(type, [firstOf(type), type === "string-array" ? 5 : {}])))],
  }),
  ...mutantsOf(RULES, {
    name: "null is accepted as an element of an array",
    rule: ITEM_RULE,
    places: typesIn(ARRAY_TYPES, [WHERE.later]),
    fault: ({ type, where }) => toleratedElements(where, type, (value) => value === null),
    witness: ({ type, where }) => [send(where.wrap(item(type, [null])))],
  }),
  ...mutantsOf(RULES, {
    name: "a value of another type is converted",
    rule: ITEM_RULE,
    places: COERCIONS.flatMap((coercion, i) =>
      [WHERE.top, LEVELS[(i % 3) + 1] ?? WHERE.deep].map((where) => ({
        ...coercion,
        name: `${coercion.name} ${where.name}`,
        where,
      })),
    ),
    fault: ({ type, wrong, right, where }) =>
      onToleratedItem(where, (sent) =>
        sent.type === type && wrong(sent.value) ? { ...sent, value: right } : undefined,
      ),
    witness: ({ type, value, where }) => [send(where.wrap(item(type, value)))],
  }),
  ...mutantsOf(RULES, {
    name: "a single value is accepted as an array",
    rule: ITEM_RULE,
    places: typesIn(ARRAY_TYPES, [WHERE.top]),
    fault: ({ type, where }) =>
      onToleratedItem(where, (sent) =>
        sent.type === type && typeof sent.value !== "object" && isOfType(type, sent.value)
          ? { ...sent, value: SAMPLES[type]?.[0] ?? [] }
          : undefined,
      ),
    witness: ({ type, where }) => [send(where.wrap(item(type, firstOf(type))))],
  }),
  ...mutantsOf(RULES, {
    name: "a single item is accepted as a list",
    rule: "Schema MetadataInput: items is an array",
    places: [
      { name: "of a record", type: "" },
      { name: "of an object", type: "object" },
      { name: "of an object-array", type: "object-array" },
    ],
    fault: ({ type }) =>
      type === ""
        ? onBody((body) => (isObject(body["items"]) ? { ...body, items: [body["items"]] } : undefined))
        : onToleratedItem(WHERE.top, (sent) =>
            sent.type === type && isObject(sent.value) ? { ...sent, value: [sent.value] } : undefined,
          ),
    witness: ({ type }) => [
      post(
        JSON.stringify({
          uid: "single",
          items: type === "" ? item("string", "x") : [item(type, item("string", "x"))],
        }),
      ),
    ],
  }),
  ...mutantsOf(RULES, {
    name: "an object-array is accepted as it is returned",
    rule: "Schema ObjectArrayItemInput: a flat array of items",
    places: [WHERE.top, WHERE.object],
    fault: (where) =>
      onCreate(({ uid, items }, { request }) => {
        let found = false;
        const flat = mapItems(items, "sent", (sent, spot) => {
          const isNested =
            sent.type === "object-array" &&
            Array.isArray(sent.value) &&
            sent.value.length > 0 &&
            sent.value.every(Array.isArray);
          if (!isNested || !where.holds(spot)) return sent;
          found = true;
          return { ...sent, value: (sent.value as Json[]).flat() };
        });
        return found ? { request: withBody(request, { uid, items: flat }) } : undefined;
      }),
    witness: (where) => [send(where.wrap(item("object-array", [[item("string", "x")]])))],
  }),
  ...mutantsOf(RULES, {
    name: "an unknown field of an item is ignored",
    rule: "Decision 0002: a request with an unknown field is rejected",
    places: UNKNOWN.map((unknown, i) => ({ ...unknown, where: LEVELS[i] ?? WHERE.top })),
    fault: ({ form, where }) => onToleratedItem(where, (sent) => withoutFields(sent, form)),
    witness: ({ field, where }) => [send(where.wrap({ ...item("string", "x"), [field]: "y" } as Item))],
  }),
  ...mutantsOf(RULES, {
    name: "an unknown field of a record is ignored",
    rule: "Decision 0002: a request with an unknown field is rejected",
    places: [
      { name: "of the response", form: /^(createdDate|updatedDate)$/, field: "updatedDate" },
      ...UNKNOWN.slice(0, 3),
      { name: "of the path", form: /^namespace$/, field: "namespace" },
    ],
    fault: ({ form }) => toleratedField(form),
    witness: ({ field }) => [
      post(JSON.stringify({ ...record("more", [item("string", "x")]), [field]: "2026-11-21T06:15:00.000000+00:00" })),
    ],
  }),
  ...mutantsOf(RULES, {
    name: "a type is read in another form",
    rule: `${ITEM_RULE}: the types`,
    places: [
      { name: "in upper case", wrong: /^[A-Z][A-Za-z-]*$/, type: "String", where: WHERE.top },
      {
        name: "with an underscore",
        wrong: /^(string|number|date|datetime|boolean)_array$/,
        type: "string_array",
        where: WHERE.top,
      },
      { name: "with spaces around it", wrong: /^ | $/, type: "string ", where: WHERE.array },
      { name: "with a capital in the middle", wrong: /^date(T)ime$/, type: "dateTime", where: WHERE.object },
    ],
    fault: ({ wrong, where }) =>
      onToleratedItem(where, (sent) => {
        const right = sent.type.trim().replace("_", "-").toLowerCase();
        return wrong.test(sent.type) && right in SAMPLES ? { ...sent, type: right } : undefined;
      }),
    witness: ({ type, where }) => [
      send(where.wrap(item(type, SAMPLES[type.trim().replace("_", "-").toLowerCase()]?.[0]))),
    ],
  }),
  ...mutantsOf(RULES, {
    name: "a uid or key that is a number is converted",
    rule: "Schemas Uid and ItemKey: a string",
    places: [
      { name: "uid", where: undefined },
      { name: "key at the top", where: WHERE.top },
      { name: "key in an object", where: WHERE.object },
    ],
    fault: ({ where }) =>
      where
        ? onToleratedItem(where, (sent) =>
            typeof sent.key === "number" ? { ...sent, key: String(sent.key) } : undefined,
          )
        : onBody((body) => (typeof body["uid"] === "number" ? { ...body, uid: String(body["uid"]) } : undefined)),
    witness: ({ where }) => [
      where
        ? send(where.wrap({ key: 5 as unknown as string, type: "string", value: "x" }))
        : post('{"uid":42,"items":[{"key":"k","type":"string","value":"x"}]}'),
    ],
  }),
  ...mutantsOf(RULES, {
    name: "a body of less than 1 MiB is rejected",
    rule: "Decision 0003: a request body can have up to 1 MiB (1,048,576 bytes)",
    places: [
      { name: "over 100 KiB", bytes: 102_400 },
      { name: "over 1,000,000 bytes", bytes: 1_000_000 },
      { name: "over 750,000 bytes", bytes: 750_000 },
    ],
    fault:
      ({ bytes }) =>
      ({ namespace, text }) =>
        namespace !== undefined && Buffer.byteLength(text) > bytes
          ? { after: ({ created }) => (created ? refused("the body is too large") : undefined) }
          : undefined,
    witness: ({ bytes }) => [send([item("string", "a".repeat(bytes + 10))])],
  }),
  ...mutantsOf(RULES, {
    name: "the size of a body is counted in characters",
    rule: "Decision 0003: a request body can have up to 1 MiB (1,048,576 bytes)",
    places: ONE_PLACE,
    fault:
      () =>
      ({ namespace, text, request }) => {
        const isTooLarge = Buffer.byteLength(text) > 1_048_576 && text.length <= 1_048_576;
        const sent = isTooLarge ? (parsed(text) as { uid?: string; items?: Item[] } | undefined) : undefined;
        if (namespace === undefined || !sent?.items || typeof sent.uid !== "string") return undefined;
        const { uid, items } = sent;
        return {
          request: withBody(request, { uid, items: [sample("string")] }),
          after: (answer) => (answer.created ? answer.with({ data: { ...answer.created, items } }) : undefined),
        };
      },
    witness: () => [send([item("string", "é".repeat(600_000))])],
  }),
];
