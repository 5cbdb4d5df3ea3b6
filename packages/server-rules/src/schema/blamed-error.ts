import { dereference, type SchemaObject } from "@metadata-service/spec-tools";
import { typeOfJson } from "@metadata-service/spec-tools/json";
import type { ErrorObject, ValidateFunction } from "ajv";

/** The address of the document for Ajv. In the copy of a branch, references begin with it. */
export const DOCUMENT_ID = "https://metadata-service.invalid/openapi.json";

/** An error with the path of the invalid value. */
export type PlacedError = ErrorObject & { readonly at: string };

interface Branch {
  readonly schema: SchemaObject;
  readonly errors: readonly ErrorObject[];
}

/** The maximum number of branches in a message if several match equally well. */
const MOST_NAMED = 3;

/**
 * Selects the errors most useful to a person. If a value matches no branch of a union, these are the errors of the
 * closest branch; Ajv reports those of all branches. Returns several if branches are equally close.
 *
 * @param compile returns the validator of a branch
 * @param at the path of the value that the errors are about
 */
export function blamedErrors(
  document: object,
  errors: readonly ErrorObject[],
  compile: (schema: SchemaObject) => ValidateFunction,
  at = "",
): PlacedError[] {
  // Ajv reports the error of an applicator keyword after the errors of its subschemas.
  const last = errors.at(-1);
  if (!last) return [];
  const here = at + last.instancePath;
  if (last.keyword === "contains") return [{ ...last, at: here }];
  if (last.keyword === "propertyNames") {
    const [first = last] = errors;
    return [
      { ...first, at: here, params: { ...first.params, ...last.params }, propertyName: last.params["propertyName"] },
    ];
  }
  const isUnion = last.keyword === "oneOf" || last.keyword === "anyOf";
  if (!isUnion || Array.isArray(last.params["passingSchemas"])) {
    const first = isUnion ? last : (errors[0] ?? last);
    return [{ ...first, at: at + first.instancePath }];
  }
  const branches = (last.schema as readonly SchemaObject[]).map((schema) => failing(schema, last.data, compile));
  const ranks = branches.map(({ schema, errors: own }) => nearness(document, schema, last.data, own));
  const best = ranks.reduce((most, rank) => (compare(rank, most) > 0 ? rank : most));
  return branches
    .filter((_, i) => compare(ranks[i] ?? [], best) === 0)
    .slice(0, MOST_NAMED)
    .flatMap((branch) => blamedErrors(document, branch.errors, compile, here));
}

function failing(schema: SchemaObject, value: unknown, compile: (schema: SchemaObject) => ValidateFunction): Branch {
  const validate = compile(schema);
  validate(value);
  return { schema, errors: validate.errors ?? [] };
}

/**
 * Ranks how closely a value matches a branch: by type, then constants, then fields, then the depth of the first error.
 */
function nearness(document: object, schema: SchemaObject, value: unknown, errors: readonly ErrorObject[]): number[] {
  const [first] = errors;
  const depth = (first?.instancePath ?? "").split("/").length - 1;
  const isOtherType = first !== undefined && depth === 0 && wantsOtherType(first, value);
  const { properties, required } = membersOf(document, schema);
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const isOtherConstant = [...properties].some(
    ([name, { const: constant }]) => constant !== undefined && Reflect.get(Object(value), name) !== constant,
  );
  const known = names.filter((name) => properties.has(name)).length;
  const missing = required.filter((name) => !names.includes(name)).length;
  return [isOtherType ? 0 : 1, isOtherConstant ? 0 : 1, known - missing, depth];
}

/** Whether an error says that a value has the wrong type, or is none of some constants that all have another type. */
function wantsOtherType({ keyword, schema }: ErrorObject, value: unknown): boolean {
  if (keyword !== "enum" && keyword !== "const") return keyword === "type";
  const wanted = keyword === "enum" ? (schema as readonly unknown[]) : [schema];
  return !wanted.some((one) => typeOfJson(one) === typeOfJson(value));
}

interface Members {
  readonly properties: ReadonlyMap<string, SchemaObject>;
  readonly required: readonly string[];
}

/** The properties of a schema and its `allOf` parts, limited in depth because schemas may be recursive. */
function membersOf(document: object, schema: SchemaObject, depth = 0): Members {
  if (depth > 8 || typeof schema !== "object") return { properties: new Map(), required: [] };
  const node = target(document, schema);
  const parts = (node.allOf ?? []).map((part) => membersOf(document, part, depth + 1));
  const own = Object.entries(node.properties ?? {}).map(
    ([name, property]) => [name, target(document, property)] as const,
  );
  return {
    properties: new Map([...parts.flatMap(({ properties }) => [...properties]), ...own]),
    required: [...parts.flatMap(({ required }) => required), ...(node.required ?? [])],
  };
}

function target(document: object, schema: SchemaObject): SchemaObject {
  const { $ref } = schema;
  const local = $ref?.startsWith(DOCUMENT_ID) ? { ...schema, $ref: $ref.slice(DOCUMENT_ID.length) } : schema;
  return dereference<SchemaObject>(document, local).node;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((number, i) => number !== other[i]);
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}
