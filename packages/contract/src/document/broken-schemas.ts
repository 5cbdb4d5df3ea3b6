import { Ajv2020 } from "ajv/dist/2020.js";
import { remembered } from "../lib/remembered.js";
import {
  type Document,
  jsonSuccessOf,
  type Located,
  nodeAt,
  type Operation,
  operationsOf,
  pointerOf,
  resolve,
  type Schema,
} from "./document.js";
import { referencesIn } from "./document-parts.js";
import { withNamedBranches } from "./equal-branches.js";
import { reachedFrom, withoutImpossible } from "./impossible-schemas.js";
import { namesIn } from "./path-pattern.js";
import { withSiblingsKept } from "./reference-siblings.js";

/** A document without some of its operations, and why they were left out. */
export interface Checked {
  readonly document: Document;
  readonly notes: readonly string[];
  /** The operations whose success needs a schema that allows nothing. */
  readonly unanswerable: readonly Operation[];
}

/**
 * Leaves out the operations whose path is not described, or with a schema that is not valid, such as `type: aray`: nothing
 * can be said about their requests and responses.
 */
export const withoutBroken: (document: Document) => Checked = remembered(check);

function check(given: Document): Checked {
  const document = withNamedBranches(withSiblingsKept(given));
  const responses = operationsOf(document).flatMap((operation) => operation.responses);
  const schemas = responses.flatMap(({ content }) =>
    Object.values(content).flatMap(({ schema }) => schema?.pointer ?? []),
  );
  const { copy, causes, wrong } = withoutImpossible(document, schemas);
  const notes = causes.map((cause) => `${cause}; what it describes was not checked`);
  const needsWrong = (pointer: string) => {
    const reached = reachedFrom(document, [pointer]);
    return wrong.some((each) => reached.has(each));
  };
  const unanswerable = operationsOf(document).filter((operation) => {
    const { schema } = jsonSuccessOf(operation) ?? {};
    return wrong.length > 0 && schema !== undefined && needsWrong(schema.pointer);
  });
  const problemWith = problemFinder(document);
  const unsendable = unsendableFinder(document, copy);
  const broken = operationsOf(document).flatMap((operation) => {
    const problem = problemOfPath(operation) ?? problemWith(schemasOf(operation)) ?? unsendable(operation);
    return problem === undefined ? [] : [{ operation, problem }];
  });
  if (broken.length === 0) return { document: copy, notes, unanswerable };
  const isBroken = (path: string, method: string) =>
    broken.some(({ operation }) => operation.path === path && operation.method === method.toUpperCase());
  const paths = Object.keys(copy.paths).map((path) => {
    const { node } = resolve<object>(copy, copy.paths[path], "");
    return [path, Object.fromEntries(Object.entries(Object(node)).filter(([field]) => !isBroken(path, field)))];
  });
  return {
    document: { ...copy, paths: Object.fromEntries(paths) },
    unanswerable,
    notes: [...notes, ...broken.map(({ operation, problem }) => `${operation.id}: ${problem}`)],
  };
}

/**
 * Returns a function that says why no request of an operation can be made: no value satisfies the schema of its body, or that of
 * a part which responses have as well, where everything is allowed.
 */
function unsendableFinder(document: Document, responses: Document): (operation: Operation) => string | undefined {
  const bodies = operationsOf(document).flatMap(({ body }) => (body?.required ? body.schema.pointer : []));
  const { copy: requests } = withoutImpossible(document, bodies);
  if (requests === document && responses === document) return () => undefined;
  const isEmpty = (within: Document, pointer: string) => Object.keys(Object(nodeAt(within, pointer))).length === 0;
  const isEmptied = (within: Document, pointer: string) => isEmpty(within, pointer) && !isEmpty(document, pointer);
  return ({ body }) => {
    if (!body) return undefined;
    const { pointer } = body.schema;
    const emptied =
      body.required && isEmptied(requests, pointer)
        ? pointer
        : [...reachedFrom(document, [pointer])].find((each) => isEmptied(responses, each));
    return emptied && `its requests are not tried, because no value satisfies #${emptied}`;
  };
}

function problemOfPath({ path, parameters }: Operation): string | undefined {
  if (!path.startsWith("/")) return `the path ${path} begins with no slash`;
  const isDescribed = (name: string) => parameters.some((each) => each.in === "path" && each.name === name);
  const missing = namesIn(path).find((name) => !isDescribed(name));
  return missing && `no parameter describes {${missing}} of the path`;
}

function schemasOf({ parameters, body, responses }: Operation): Located<Schema>[] {
  const described = responses.flatMap(({ headers, content }) => [...headers, ...Object.values(content)]);
  return [...parameters, ...(body ? [body] : []), ...described].flatMap(({ schema }) => schema ?? []);
}

/** Places of keywords that restrict no value, and that the suite ignores if they are not valid; not properties of their names. */
const ANNOTATION =
  /(?<!\/(properties|patternProperties|\$defs|dependentSchemas))\/(title|description|\$comment|examples|deprecated|content(Encoding|MediaType))$/;

/** Returns a function that says what is wrong with one of these schemas, or with one that they refer to. */
function problemFinder(document: Document): (schemas: readonly Located<unknown>[]) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, allErrors: true });
  const known = new Map<string, { problem?: string; references: readonly string[] }>();
  const read = ({ node, pointer }: Located<unknown>) => {
    // Ajv would look for another dialect among its schemas.
    const { $schema = "", ...schema } = Object(node) as { $schema?: unknown };
    if (typeof $schema !== "string")
      return { problem: `#${pointer}/$schema is not valid in a schema: must be string`, references: [] };
    const isValid = typeof node === "boolean" || ajv.validateSchema(schema);
    const wrong = isValid ? undefined : ajv.errors?.find(({ instancePath }) => !ANNOTATION.test(instancePath));
    if (!wrong) return { references: referencesIn(node).map(pointerOf) };
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
