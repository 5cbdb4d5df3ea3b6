import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { remembered } from "../lib/remembered.js";
import { regExpOf } from "../values/leaf-value.js";
import { type Document, nodeAt, type Schema } from "./document.js";
import { copyOf, partsOf } from "./document-parts.js";
import { MARK } from "./exact-numbers.js";

/** One violation of a JSON Schema. */
export interface Breach {
  /** The violated keyword, for example `maxLength`. */
  keyword: string;
  /** A JSON pointer into the value. */
  at: string;
  message: string;
  /** The property that `required` misses, or that `additionalProperties` does not allow. */
  name?: string;
}

/** Validates values against the schemas of one document: JSON Schema 2020-12, including formats. */
export interface Validator {
  /** Returns the violations of the schema at a JSON pointer; empty if the value is valid. */
  breaches(pointer: string, value: unknown): Breach[];
  /** Whether there are no violations; faster than listing them. */
  accepts(pointer: string, value: unknown): boolean;
}

const BASE = "https://contract.invalid/openapi.json";

/**
 * Creates a validator for a document, which must not change afterwards: each schema is compiled once, when it is first
 * used. It ignores `discriminator` and checks all branches of a `oneOf`, so that a wrong mapping cannot hide a
 * violation.
 */
export const createValidator: (document: Document) => Validator = remembered(validatorOf);

function validatorOf(document: Document): Validator {
  const whole = lazily(() => forAjv(document));
  const verdicts = lazily(() => compiler(document, whole(), false));
  const details = lazily(() => compiler(document, whole(), true));
  return {
    accepts: (pointer, value) => verdicts()(pointer)(value),
    breaches(pointer, value) {
      const verdict = verdicts()(pointer);
      if (verdict(value)) return [];
      const validate = depthOf(value) > MAX_DEPTH ? verdict : details()(pointer);
      validate(value);
      return (validate.errors ?? []).map(breachOf);
    },
  };
}

/**
 * Collecting all errors follows every branch of every union, which doubles the work at each level of nested items. A
 * server that returns a value 200 levels deep must not block the validator, so for deeper values only the first error
 * is collected.
 */
const MAX_DEPTH = 30;

/** Copying a large document, and reading it, takes longer than many requests. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Copies a document for ajv, which does not ignore `nullable` as JSON Schema 2020-12 does, refuses `enum: []` and other
 * dialects, and looks for schemas in examples.
 */
function forAjv({ paths, components }: Document): object {
  // The `$id` makes `#/components/…` point into the document.
  const copy = copyOf({ $id: BASE, paths, components });
  const hasMarks = JSON.stringify(copy).includes(MARK);
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    const { enum: values, allOf = [] } = node as Schema;
    if (hasMarks) acceptMarks(node as Schema);
    for (const field of rejectedIn(node as Schema)) Reflect.deleteProperty(node, field);
    // No value is one of no values.
    if (values?.length === 0) Object.assign(node, { enum: [null], allOf: [...allOf, false] });
    for (const [, part] of partsOf(node)) visit(part);
  };
  visit(copy);
  return copy;
}

/** The fields of a schema with which ajv rejects it, or in which it looks for schemas. */
const rejectedIn = (schema: Schema & { nullable?: unknown; $schema?: unknown }): string[] => [
  ...(typeof schema.nullable === "boolean" ? ["nullable"] : []),
  ...(typeof schema.$schema === "string" ? ["$schema"] : []),
  ...Object.keys(schema).filter((name) => name === "example" || name === "examples" || name.startsWith("x-")),
];

/** Lets texts that stand for numbers be where numbers can be. */
function acceptMarks(node: Schema): void {
  const types = [node.type ?? []].flat();
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && !types.includes("string")) Object.assign(node, { type: [...types, "string"], pattern: `^${MARK}` });
}

function compiler(document: Document, whole: object, allErrors: boolean): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors,
    validateSchema: false,
    logger: false,
    ownProperties: true,
    multipleOfPrecision: 5,
    // The optimizer takes half of the time to compile, and what it leaves out costs nothing.
    code: { regExp: Object.assign(regExpOf, { code: "regExpOf" }), optimize: false },
  });
  // JSON Schema has no such keyword, and Ajv refuses it.
  ajv.removeKeyword("id");
  formats.default(ajv);
  // The format of ajv-formats also accepts a URN, which is not a UUID (RFC 9562, section 4).
  ajv.addFormat("uuid", /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i);
  ajv.addSchema(whole, BASE);
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const known = compiled.get(pointer);
    if (known) return known;
    // A parameter or a media type may have no schema.
    const $ref = `${BASE}#${pointer.split("/").map(encodeURIComponent).join("/")}`;
    const made = ajv.compile(nodeAt(document, pointer) === undefined ? true : { $ref });
    compiled.set(pointer, made);
    return made;
  };
}

function depthOf(value: unknown, limit = MAX_DEPTH + 1): number {
  if (typeof value !== "object" || value === null || limit === 0) return 0;
  return 1 + Object.values(value).reduce((depth, child) => Math.max(depth, depthOf(child, limit - 1)), 0);
}

function breachOf(error: ErrorObject): Breach {
  const params = error.params as { missingProperty?: string; additionalProperty?: string; propertyName?: string };
  return {
    keyword: error.propertyName !== undefined ? "propertyNames" : error.keyword,
    at: error.instancePath,
    message: error.message ?? error.keyword,
    name: params.missingProperty ?? params.additionalProperty ?? params.propertyName,
  };
}

/** Describes violations in one line: only the deepest ones, because a union reports those of all branches. */
export function describeBreaches(breaches: Breach[]): string {
  const depth = (breach: Breach) => breach.at.split("/").length;
  const deepest = breaches.reduce((most, breach) => Math.max(most, depth(breach)), 0);
  const lines = breaches
    .filter((breach) => depth(breach) === deepest && breach.keyword !== "const")
    .map((breach) => `${breach.at || "the body"} ${breach.message} (${breach.keyword})`);
  const all = lines.length > 0 ? lines : breaches.map((breach) => `${breach.at || "the body"} ${breach.message}`);
  return [...new Set(all)].slice(0, 3).join("; ");
}
