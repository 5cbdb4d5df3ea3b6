import type { SchemaObject } from "@metadata-service/spec-tools";
import { own } from "@metadata-service/spec-tools";
import { exactJson, withNumbers } from "@metadata-service/spec-tools/json";
import type { ErrorObject } from "ajv";
import { formatPath, type PathStep, quote } from "../format-path.js";
import type { PlacedError } from "./blamed-error.js";

type Describe = (where: string, error: ErrorObject, schema: SchemaObject) => string;

const count = (number: unknown, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const length = (value: unknown) => (typeof value === "string" ? [...value].length : 0);
const show = (value: unknown) => (typeof value === "string" ? withNumbers(value) : exactJson(value));

const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
  null: "null",
};

const FORMATS: Record<string, string> = {
  date: "a calendar date, YYYY-MM-DD",
  "date-time": "a date-time",
  uuid: "a UUID",
  uri: "an absolute URL",
};

const format: Describe = (where, _error, schema) => {
  const what = own(FORMATS, schema.format ?? "") ?? `of the format ${schema.format}`;
  // A pattern may be stricter than the format, so prefer an example from the schema.
  const example = schema.format === "date-time" ? ` such as ${schema.examples?.[0] ?? "2026-11-21T06:15:00Z"}` : "";
  return `${where} must be ${what}${example}`;
};

/** The sentence for each keyword of JSON Schema; for other keywords, Ajv's message is used. */
const SENTENCES: Record<string, Describe> = {
  type: (where, { params }) => `${where} must be ${list([params["type"]].flat().map((type) => TYPES[type] ?? type))}`,
  const: (where, error) => `${where} must be ${show(error.schema)}`,
  enum: (where, error) => `${where} must be ${list((error.schema as unknown[]).map(show))}`,
  minLength: (where, { params }) => `${where} must have at least ${count(params["limit"], "character")}`,
  maxLength: (where, { params, data }) =>
    `${where} must have at most ${count(params["limit"], "character")}, not ${length(data)}`,
  minItems: (where, { params }) => `${where} must have at least ${count(params["limit"], "element")}`,
  maxItems: (where, { params, data }) =>
    `${where} must have at most ${count(params["limit"], "element")}, not ${Array.isArray(data) ? data.length : 0}`,
  minimum: (where, error) => `${where} must be at least ${show(error.schema)}`,
  maximum: (where, error) => `${where} must be at most ${show(error.schema)}`,
  exclusiveMinimum: (where, error) => `${where} must be more than ${show(error.schema)}`,
  exclusiveMaximum: (where, error) => `${where} must be less than ${show(error.schema)}`,
  multipleOf: (where, error) => `${where} must be a multiple of ${show(error.schema)}`,
  uniqueItems: (where, { params }) =>
    `${where} must not contain duplicates, but elements ${params["j"]} and ${params["i"]} are equal`,
  pattern: (where, error, schema) =>
    schema.format ? format(where, error, schema) : `${where} must match ${show(error.params["pattern"])}`,
  format,
};

/** Keywords that report a field rather than the value itself: Ajv's parameter with the field name, and the message. */
const MEMBERS: Record<string, readonly [parameter: string, wrong: string]> = {
  required: ["missingProperty", "is required"],
  dependentRequired: ["missingProperty", "is required"],
  additionalProperties: ["additionalProperty", "is not a known field"],
  unevaluatedProperties: ["unevaluatedProperty", "is not a known field"],
};

/**
 * Describes a violation in one sentence: what is wrong and where.
 *
 * @param error what Ajv found, with its schema (`verbose`)
 * @param value the whole value that was checked: its arrays show which steps are indexes
 * @param root what to call the whole value
 * @param prefix the text before a path into it
 */
export function describeViolation(error: PlacedError, value: unknown, root: string, prefix: string): string {
  const steps = stepsOf(error.at, value);
  const schema = (error.parentSchema ?? {}) as SchemaObject;
  const place = (...more: PathStep[]) => {
    const path = [...steps, ...more];
    return formatPath(prefix && path.length > 0 ? [prefix, ...path] : path, root);
  };

  if (error.propertyName !== undefined) {
    const name = place(error.propertyName);
    return SENTENCES[error.keyword]?.(`the name ${name}`, error, schema) ?? `${name} is not an allowed name`;
  }
  if (error.keyword === "discriminator") {
    const tag = String(error.params["tag"]);
    const found = error.params["tagValue"];
    if (found === undefined) return `${place(tag)} is required`;
    if (typeof found !== "string") return `${place(tag)} must be a string`;
    return `${place(tag)} must be ${list((schema as { "x-kinds"?: readonly string[] })["x-kinds"] ?? [])}, not ${quote(found)}`;
  }
  const [parameter, wrong] = MEMBERS[error.keyword] ?? [];
  if (parameter) return `${place(String(error.params[parameter]))} ${wrong}`;
  const own = place();
  return SENTENCES[error.keyword]?.(own, error, schema) ?? `${own} ${error.message ?? "is not valid"}`;
}

function stepsOf(pointer: string, value: unknown): PathStep[] {
  const steps: PathStep[] = [];
  let node = value;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    steps.push(Array.isArray(node) ? Number(name) : name);
    node = node && typeof node === "object" ? Reflect.get(node, name) : undefined;
  }
  return steps;
}

/** `a`, `a or b`, `a, b or c`. */
function list(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
