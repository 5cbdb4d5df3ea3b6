import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describeViolations, placeOf } from "./describe-violation.js";
import type { ObjectSchema } from "./tool-table.js";

// As the SDK validates, whose errors are only a text.
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, verbose: true });
addFormats.default(ajv);
const compiled = new WeakMap<object, ValidateFunction>();

/** What is wrong with a value by its schema; undefined if nothing is. */
export function violationOf(schema: ObjectSchema, value: unknown): string | undefined {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? undefined : describeViolations(validate.errors ?? [], value);
}

/**
 * Finds an integer that JSON readers change. The protocol's messages were parsed already, so nobody can know whether
 * 9007199254740992 was 9007199254740993.
 */
export function inexactIn(value: unknown, steps: readonly string[] = [], root = value): string | undefined {
  if (
    typeof value === "number" &&
    !(Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value)))
  )
    return `${placeOf(steps, root)} is ${value}: JSON readers change integers above ${Number.MAX_SAFE_INTEGER}, so it may not be the number that was meant`;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    const found = inexactIn(each, [...steps, name], root);
    if (found) return found;
  }
  return undefined;
}
