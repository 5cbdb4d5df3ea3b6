import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Document } from "./document.js";

/** One broken rule, in the terms of JSON Schema. */
export interface Breach {
  /** The keyword that is broken, for example `maxLength`. */
  keyword: string;
  /** JSON pointer into the value. */
  at: string;
  message: string;
  /** The field that `required` misses, or that `additionalProperties` refuses. */
  name?: string;
}

/** The judge of values: JSON Schema 2020-12 with formats asserted, over one document. */
export interface Validator {
  /** The breaches of a value against the schema that a JSON pointer leads to; empty when it is valid. */
  breaches(pointer: string, value: unknown): Breach[];
  /** Whether there are no violations; faster than listing them. */
  accepts(pointer: string, value: unknown): boolean;
}

const BASE = "https://contract.invalid/openapi.json";

const validators = new WeakMap<Document, Validator>();

/**
 * The validator of a document, which must not change any more: its schemas are compiled once, as they are asked for.
 * `discriminator` is left alone: a union is judged by its `oneOf`, all branches of it, so that a mapping can hide nothing.
 */
export function createValidator(document: Document): Validator {
  const known = validators.get(document);
  if (known) return known;
  const made = validatorOf(document);
  validators.set(document, made);
  return made;
}

function validatorOf(document: Document): Validator {
  const verdicts = compiler(document, false);
  const details = compiler(document, true);
  return {
    accepts: (pointer, value) => verdicts(pointer)(value),
    breaches(pointer, value) {
      const verdict = verdicts(pointer);
      if (verdict(value)) return [];
      const validate = depthOf(value) > MAX_DEPTH ? verdict : details(pointer);
      validate(value);
      return (validate.errors ?? []).map(breachOf);
    },
  };
}

/**
 * Collecting all errors follows every branch of every union, twice as many at each level of nested items; a server that
 * sends something 200 levels deep must not stop its judge. Deeper values get the first error alone.
 */
const MAX_DEPTH = 30;

function compiler(document: Document, allErrors: boolean): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors,
    validateSchema: false,
    logger: false,
    ownProperties: true,
    multipleOfPrecision: 5,
  });
  formats.default(ajv);
  // Theirs takes a URN as well, which is no UUID by its grammar (RFC 9562, section 4).
  ajv.addFormat("uuid", /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i);
  // An `$id` of our own keeps `#/components/…` inside the document. Examples are data and hold no schemas.
  const { examples: _, ...components } = document.components ?? {};
  ajv.addSchema({ $id: BASE, paths: document.paths, components }, BASE);
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const known = compiled.get(pointer);
    if (known) return known;
    const made = ajv.compile({ $ref: `${BASE}#${pointer.split("/").map(encodeURIComponent).join("/")}` });
    compiled.set(pointer, made);
    return made;
  };
}

function depthOf(value: unknown, limit = MAX_DEPTH + 1): number {
  if (typeof value !== "object" || value === null || limit === 0) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((child) => depthOf(child, limit - 1)));
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

/** The breaches as one line for a person: the deepest ones, because a union of many branches reports all of them. */
export function describeBreaches(breaches: Breach[]): string {
  const depth = (breach: Breach) => breach.at.split("/").length;
  const deepest = Math.max(...breaches.map(depth));
  const lines = breaches
    .filter((breach) => depth(breach) === deepest && breach.keyword !== "const")
    .map((breach) => `${breach.at || "the body"} ${breach.message} (${breach.keyword})`);
  const all = lines.length > 0 ? lines : breaches.map((breach) => `${breach.at || "the body"} ${breach.message}`);
  return [...new Set(all)].slice(0, 3).join("; ");
}
