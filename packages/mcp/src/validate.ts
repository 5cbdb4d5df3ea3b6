import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { ObjectSchema } from "./tool-table.js";

type Validate = ReturnType<AjvJsonSchemaValidator["getValidator"]>;

const validator = new AjvJsonSchemaValidator();
const compiled = new WeakMap<object, Validate>();

/** What is wrong with a value by its schema; undefined if nothing is. */
export function violationOf(schema: ObjectSchema, value: unknown): string | undefined {
  const validate = compiled.get(schema) ?? validator.getValidator(schema as JsonSchemaType);
  compiled.set(schema, validate);
  const { valid, errorMessage } = validate(value);
  return valid ? undefined : errorMessage;
}

/**
 * Finds an integer that JSON readers change. The protocol's messages were parsed already, so nobody can know whether
 * 9007199254740992 was 9007199254740993.
 */
export function inexactIn(value: unknown, place: string): string | undefined {
  if (
    typeof value === "number" &&
    !(Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value)))
  )
    return `${place} is ${value}: JSON readers change integers above ${Number.MAX_SAFE_INTEGER}, so it may not be the number that was meant`;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    const found = inexactIn(each, place ? `${place}.${name}` : name);
    if (found) return found;
  }
  return undefined;
}
