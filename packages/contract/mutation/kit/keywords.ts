import type { SchemaObject } from "@metadata-service/spec-tools";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject, typeOf } from "./schema.js";

/** A group of keywords of JSON Schema that limit values in one way. */
export interface Keyword {
  readonly name: string;
  readonly about: "values" | "numbers" | "texts" | "arrays" | "objects";
  readonly applies: (schema: SchemaObject) => boolean;
  readonly breaks: (value: unknown, schema: SchemaObject) => boolean;
  /** Values that break it, made from a valid one. */
  readonly bad: (valid: unknown, schema: SchemaObject) => unknown[];
}

/** A limit of a schema, with the size of a value that it limits. */
export interface Bound {
  readonly keyword:
    | "minimum"
    | "maximum"
    | "minLength"
    | "maxLength"
    | "minItems"
    | "maxItems"
    | "minProperties"
    | "maxProperties";
  readonly limit: number;
  readonly isUpper: boolean;
  readonly size: (value: unknown) => number | undefined;
  /** Returns a value of another size. */
  readonly resize: (value: unknown, size: number) => unknown;
}

/** The largest value that is built to break a limit. */
const LARGEST = 100_000;

const ajv = new Ajv2020({ strict: false, validateFormats: true, logger: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

/** Whether a text has a format; true for formats that are not known. */
const hasFormat = (text: string, format: string) =>
  !Object.hasOwn(BAD_FORMATS, format) || ajv.validate({ type: "string", format }, text) === true;

const BAD_FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-02-30", "2026-1-2", "20260102", "2026-01-02T00:00:00Z"],
  "date-time": ["2026-02-30T00:00:00Z", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02 03:04"],
  time: ["25:00:00Z", "noon"],
  duration: ["1 day", "P"],
  email: ["nobody", "a@", "@b.example"],
  hostname: ["-a.example", "a..b"],
  ipv4: ["256.1.1.1", "1.2.3"],
  ipv6: ["1::2::3", "12345::"],
  uri: ["no scheme", "//host/path"],
  uuid: ["6f1b2c3d-4e5f-4a6b-8c7d", "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4g"],
};

const textSize = (value: unknown) => (typeof value === "string" ? [...value].length : undefined);
const resizeText = (value: unknown, size: number) => [...String(value).padEnd(size, "x")].slice(0, size).join("");
const arraySize = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const resizeArray = (value: unknown, size: number) => {
  const given = value as unknown[];
  return Array.from({ length: size }, (_, i) => structuredClone(given[i % Math.max(given.length, 1)]));
};
const objectSize = (value: unknown) => (isObject(value) ? Object.keys(value).length : undefined);
const resizeObject = (value: unknown, size: number) => {
  const entries = Object.entries(value as object).slice(0, size);
  for (let i = entries.length; i < size; i++) entries.push([`extra-${i}`, entries[0]?.[1] ?? "x"]);
  return Object.fromEntries(entries);
};
const number = (value: unknown) => (typeof value === "number" ? value : undefined);

/** Returns the limits that a schema sets by inclusive keywords. */
export function boundsOf(schema: SchemaObject): Bound[] {
  const table = [
    ["minimum", false, number, (_: unknown, size: number) => size],
    ["maximum", true, number, (_: unknown, size: number) => size],
    ["minLength", false, textSize, resizeText],
    ["maxLength", true, textSize, resizeText],
    ["minItems", false, arraySize, resizeArray],
    ["maxItems", true, arraySize, resizeArray],
    ["minProperties", false, objectSize, resizeObject],
    ["maxProperties", true, objectSize, resizeObject],
  ] as const;
  return table.flatMap(([keyword, isUpper, size, resize]) => {
    const limit = (schema as Record<string, unknown>)[keyword];
    if (typeof limit !== "number" || (keyword.endsWith("mum") ? Math.abs(limit) > 1e15 : limit > LARGEST)) return [];
    return [{ keyword, limit, isUpper, size, resize } as const];
  });
}

const beyond = ({ limit, isUpper, size }: Bound, value: unknown) => {
  const found = size(value);
  return found !== undefined && (isUpper ? found > limit : found < limit);
};

/** A group of limits: broken by any value beyond one of them. */
function limits(name: string, about: Keyword["about"], keywords: RegExp): Keyword {
  const own = (schema: SchemaObject) => boundsOf(schema).filter(({ keyword }) => keywords.test(keyword));
  const isPossible = ({ isUpper, limit, keyword }: Bound) => isUpper || limit > 0 || keyword === "minimum";
  return {
    name,
    about,
    applies: (schema) => own(schema).some(isPossible),
    breaks: (value, schema) => own(schema).some((bound) => beyond(bound, value)),
    bad: (valid, schema) =>
      own(schema)
        .filter(isPossible)
        .filter(({ size }) => size(valid) !== undefined)
        .flatMap(({ isUpper, limit, resize }) => [1, 5].map((by) => resize(valid, isUpper ? limit + by : limit - by))),
  };
}

const EXTRA = "unknownField";

/** Whether a closed schema has no such property; what `unevaluatedProperties` closes may be described elsewhere. */
const isExtra = (schema: SchemaObject, name: string): boolean =>
  record(schema)["additionalProperties"] === false
    ? !Object.hasOwn(schema.properties ?? {}, name) &&
      !Object.keys(Object(record(schema)["patternProperties"])).some((pattern) => new RegExp(pattern, "u").test(name))
    : name === EXTRA;
const record = (schema: SchemaObject) => schema as Record<string, unknown>;
const OTHERS: Record<string, unknown> = {
  string: "text",
  integer: 7,
  number: 7.5,
  boolean: true,
  object: { a: 1 },
  array: ["a"],
};

function typesFor({ type }: SchemaObject): string[] {
  const types = [type ?? []].flat() as string[];
  return types.includes("number") ? [...types, "integer"] : types;
}

export const KEYWORDS: readonly Keyword[] = [
  {
    name: "type",
    about: "values",
    applies: (schema) => typesFor(schema).length > 0,
    breaks: (value, schema) => typesFor(schema).length > 0 && !typesFor(schema).includes(typeOf(value)),
    bad: (_, schema) =>
      Object.entries(OTHERS).flatMap(([type, value]) => (typesFor(schema).includes(type) ? [] : [value])),
  },
  {
    name: "enum, const",
    about: "values",
    applies: ({ enum: values, const: only }) => values !== undefined || only !== undefined,
    breaks: (value, { enum: values, const: only }) =>
      !(values ?? [only]).some((one) => JSON.stringify(one) === JSON.stringify(value)),
    bad: (valid) =>
      typeof valid === "number" ? [valid + 1000] : [`${valid}x`, String(valid).toUpperCase(), ` ${valid}`],
  },
  limits("minimum, maximum", "numbers", /mum$/),
  {
    name: "exclusiveMinimum, exclusiveMaximum",
    about: "numbers",
    applies: (schema) => [record(schema)["exclusiveMinimum"], record(schema)["exclusiveMaximum"]].some(Number.isFinite),
    breaks: (value, schema) =>
      typeof value === "number" &&
      (value <= Number(record(schema)["exclusiveMinimum"]) || value >= Number(record(schema)["exclusiveMaximum"])),
    bad: (_, schema) =>
      [record(schema)["exclusiveMinimum"], record(schema)["exclusiveMaximum"]].filter((limit) =>
        Number.isFinite(limit),
      ),
  },
  {
    name: "multipleOf",
    about: "numbers",
    applies: (schema) => Number(record(schema)["multipleOf"]) > 0,
    breaks: (value, schema) => {
      const times = Number(value) / Number(record(schema)["multipleOf"]);
      return typeof value === "number" && Math.abs(times - Math.round(times)) > 1e-9;
    },
    bad: (valid, schema) => [Number(valid) + Number(record(schema)["multipleOf"]) / 2],
  },
  limits("minLength, maxLength", "texts", /Length$/),
  {
    name: "pattern",
    about: "texts",
    applies: ({ pattern }) => pattern !== undefined,
    breaks: (value, { pattern = "" }) => typeof value === "string" && !new RegExp(pattern, "u").test(value),
    bad: (valid) => [`${valid}!`, `!${valid}`, "~", `${valid} `, "A b", "0", ""].filter((text) => text !== valid),
  },
  {
    name: "format",
    about: "texts",
    applies: ({ format, type }) => Object.hasOwn(BAD_FORMATS, format ?? "") && [type].flat().includes("string"),
    breaks: (value, { format = "" }) => typeof value === "string" && !hasFormat(value, format),
    bad: (_, { format = "" }) => [...(BAD_FORMATS[format] ?? [])],
  },
  limits("minItems, maxItems", "arrays", /Items$/),
  {
    name: "uniqueItems",
    about: "arrays",
    applies: (schema) => record(schema)["uniqueItems"] === true,
    breaks: (value) => Array.isArray(value) && new Set(value.map((one) => JSON.stringify(one))).size < value.length,
    bad: (valid) => (Array.isArray(valid) && valid.length > 0 ? [[...valid, valid[0]]] : []),
  },
  limits("minProperties, maxProperties", "objects", /Properties$/),
  {
    name: "required",
    about: "objects",
    applies: ({ required = [] }) => required.length > 0,
    breaks: (value, { required = [] }) => isObject(value) && required.some((name) => !Object.hasOwn(value, name)),
    bad: (valid, { required = [] }) =>
      isObject(valid)
        ? required.map((name) => Object.fromEntries(Object.entries(valid).filter(([one]) => one !== name)))
        : [],
  },
  {
    name: "additionalProperties: false",
    about: "objects",
    applies: (schema) =>
      [record(schema)["additionalProperties"], record(schema)["unevaluatedProperties"]].includes(false),
    breaks: (value, schema) => isObject(value) && Object.keys(value).some((name) => isExtra(schema, name)),
    bad: (valid) => (isObject(valid) ? [{ ...valid, [EXTRA]: "x" }] : []),
  },
];

/** Returns a value as it is without what breaks a keyword; undefined if only another value helps. */
export function repaired(keyword: Keyword, value: unknown, schema: SchemaObject, valid: unknown): unknown {
  if (keyword.name === "required" && isObject(value) && isObject(valid)) {
    const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
    return { ...value, ...Object.fromEntries(missing.map((name) => [name, valid[name]])) };
  }
  if (keyword.name.startsWith("additional") && isObject(value))
    return Object.fromEntries(Object.entries(value).filter(([name]) => !isExtra(schema, name)));
  return valid;
}
