import { Ajv2020 } from "ajv/dist/2020.js";
import {
  type Document,
  type Located,
  nodeAt,
  type Operation,
  operationsOf,
  pointerOf,
  resolve,
  type Schema,
} from "./document.js";
import { partsOf } from "./document-parts.js";

/** A document without some of its operations, and why they were left out. */
export interface Checked {
  readonly document: Document;
  readonly notes: readonly string[];
}

const KNOWN = new WeakMap<Document, Checked>();

/**
 * Leaves out the operations with a schema that is not valid, such as `type: aray`: nothing can be said about their requests
 * and responses.
 */
export function withoutBroken(document: Document): Checked {
  const known = KNOWN.get(document) ?? check(document);
  KNOWN.set(document, known);
  return known;
}

function check(document: Document): Checked {
  const problemWith = problemFinder(document);
  const broken = operationsOf(document).flatMap((operation) => {
    const problem = problemWith(schemasOf(operation));
    return problem === undefined ? [] : [{ operation, problem }];
  });
  if (broken.length === 0) return { document, notes: [] };
  const isBroken = (path: string, method: string) =>
    broken.some(({ operation }) => operation.path === path && operation.method === method.toUpperCase());
  const paths = Object.keys(document.paths).map((path) => {
    const { node } = resolve<object>(document, document.paths[path], "");
    return [path, Object.fromEntries(Object.entries(Object(node)).filter(([field]) => !isBroken(path, field)))];
  });
  return {
    document: { ...document, paths: Object.fromEntries(paths) },
    notes: broken.map(({ operation, problem }) => `${operation.id}: ${problem}`),
  };
}

function schemasOf({ parameters, body, responses }: Operation): Located<Schema>[] {
  const described = responses.flatMap(({ headers, content }) => [...headers, ...Object.values(content)]);
  return [...parameters, ...(body ? [body] : []), ...described].flatMap(({ schema }) => schema ?? []);
}

/** Returns a function that says what is wrong with one of these schemas, or with one that they refer to. */
function problemFinder(document: Document): (schemas: readonly Located<unknown>[]) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const known = new Map<string, { problem?: string; references: readonly string[] }>();
  const read = ({ node, pointer }: Located<unknown>) => {
    const isValid = typeof node === "boolean" || ajv.validateSchema(Object(node));
    const [wrong] = isValid ? [] : (ajv.errors ?? []);
    if (!wrong) return { references: referencesIn(node) };
    return { problem: `#${pointer}${wrong.instancePath} is not valid in a schema: ${wrong.message}`, references: [] };
  };
  return (schemas) => {
    const reached = new Map(schemas.map((schema) => [schema.pointer, schema]));
    // What is added meanwhile is visited, too.
    for (const [pointer, schema] of reached) {
      const { problem, references } = known.get(pointer) ?? read(schema);
      known.set(pointer, { references, ...(problem !== undefined && { problem }) });
      if (problem !== undefined) return problem;
      for (const to of references) if (!reached.has(to)) reached.set(to, { node: nodeAt(document, to), pointer: to });
    }
    return undefined;
  };
}

/** The pointers of all references in a schema. */
function referencesIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { $ref } = node as { $ref?: unknown };
  const below = partsOf(node).flatMap(([, part]) => referencesIn(part));
  return typeof $ref === "string" ? [pointerOf($ref), ...below] : below;
}
