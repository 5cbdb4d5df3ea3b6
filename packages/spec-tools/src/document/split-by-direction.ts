import { propertiesOf } from "../model/schema-at.js";
import { own } from "../own.js";
import { isMethod, type SchemaObject } from "./open-api-document.js";
import { nameOf, nodeAt, pointerTo } from "./pointer.js";
import { mapList, mapValues } from "./schemas.js";

type Direction = "request" | "response";
type Node = Readonly<Record<string, unknown>>;
type Schemas = Record<string, Node>;

/** The keyword that hides a property in each direction. */
const HIDDEN_BY = { request: "readOnly", response: "writeOnly" } as const;

/** A document in which no message requires a property that its direction hides. */
export interface SplitDocument {
  readonly document: object;
  /** The schemas that were split, each with the name of the one for requests. */
  readonly split: ReadonlyMap<string, string>;
}

/**
 * Applies `required` as OpenAPI 3.0 defined it and authors still expect it: a `readOnly` property is required only in
 * responses, and a `writeOnly` one only in requests. JSON Schema does not distinguish requests from responses, so a
 * schema that is used in both is split: into `Pet`, which is returned, and `PetRequest`, which is sent. All packages
 * then read plain schemas.
 */
export function splitByDirection(document: object): SplitDocument {
  const schemas = (nodeAt(document, "#/components/schemas") ?? {}) as Schemas;
  const hiding = (["request", "response"] as const).filter((direction) => mayHide(document, direction));
  const affected = affectedSchemas(document, schemas, hiding);
  const roots = rootsOf(document);
  const isAffected = ({ node, direction }: Root) =>
    hiding.includes(direction) && requiresHidden(document, node, direction);
  if (affected.size === 0 && !roots.some(isAffected)) return { document, split: new Map() };

  const reached = { request: reachedFrom(document, "request"), response: reachedFrom(document, "response") };
  const split = new Map<string, string>();
  for (const name of affected)
    if (reached.request.has(name) && reached.response.has(name)) split.set(name, freeName(`${name}Request`, schemas));

  const directionOf = (name: string): Direction => (reached.response.has(name) ? "response" : "request");
  const written = Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const own = affected.has(name) ? rewrite(document, schema, { direction: directionOf(name), split }) : schema;
      const sent = split.get(name);
      const twin =
        sent === undefined ? [] : [[sent, rewrite(document, schema, { direction: "request", split })] as const];
      return [[name, own] as const, ...twin];
    }),
  );
  const copy = structuredClone(document) as { components?: Record<string, unknown> };
  for (const { pointer, node, direction } of roots)
    replaceAt(copy, pointer, rewrite(document, node, { direction, split }));
  if (copy.components) copy.components["schemas"] = written;
  return { document: copy, split };
}

/** Says which schemas were split. */
export const describeSplit = ({ split }: SplitDocument): string[] =>
  [...split].map(
    ([name, sent]) =>
      `${name} has readOnly or writeOnly properties that are required: in the bundle, requests have ${sent} and responses ${name}.`,
  );

interface Root {
  readonly pointer: string;
  readonly node: unknown;
  readonly direction: Direction;
}

/** Every request body and response, at the place where it is written: in paths and in components. */
function rootsOf(document: object): Root[] {
  const { paths = {}, components = {} } = document as Readonly<Record<string, Readonly<Record<string, Node>>>>;
  const each = (direction: Direction, pointer: string, nodes: unknown): Root[] =>
    Object.entries(Object(nodes)).map(([name, node]) => ({ direction, pointer: pointerTo(pointer, name), node }));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(isMethod)
      .flatMap((method) => {
        const { requestBody, responses } = item[method] as Node;
        const at = pointerTo("#/paths", path, method);
        return [
          ...each("request", at, requestBody === undefined ? {} : { requestBody }),
          ...each("response", pointerTo(at, "responses"), responses),
        ];
      }),
  );
  return [
    ...operations,
    ...each("request", "#/components/requestBodies", components["requestBodies"]),
    ...each("response", "#/components/responses", components["responses"]),
  ];
}

/** The named schemas that require a hidden property, or refer to one that does. */
function affectedSchemas(document: object, schemas: Schemas, hiding: readonly Direction[]): Set<string> {
  const affected = new Set(
    Object.keys(schemas).filter((name) =>
      hiding.some((direction) => requiresHidden(document, schemas[name], direction)),
    ),
  );
  const references = Object.entries(schemas).map(([name, schema]) => [name, schemaReferences(schema)] as const);
  for (let before = -1; before !== affected.size; ) {
    before = affected.size;
    for (const [name, others] of references) if (others.some((other) => affected.has(other))) affected.add(name);
  }
  return affected;
}

/** The named schemas that the messages of one direction contain. */
function reachedFrom(document: object, direction: Direction): Set<string> {
  const schemas = (nodeAt(document, "#/components/schemas") ?? {}) as Schemas;
  const open = rootsOf(document).flatMap((root) => (root.direction === direction ? schemaReferences(root.node) : []));
  const reached = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    open.push(...schemaReferences(own(schemas, name)));
  }
  return reached;
}

const SCHEMA = /^#\/components\/schemas\/([^/]+)/;

/** The names of the schemas that a node refers to, mappings of discriminators included. */
function schemaReferences(node: unknown): string[] {
  if (typeof node === "string") return SCHEMA.test(node) ? [nameIn(node)] : [];
  return typeof node === "object" && node !== null ? Object.values(node).flatMap(schemaReferences) : [];
}

const nameIn = (reference: string): string => nameOf(SCHEMA.exec(reference)?.[0] ?? "") ?? "";

/** Whether a schema, or one inside it, requires a property that the direction hides. */
const requiresHidden = (document: object, node: unknown, direction: Direction): boolean =>
  rewrite(document, node, { direction, split: new Map(), keepsAll: true }) !== node;

/** Whether a direction may hide something. */
const mayHide = (node: unknown, direction: Direction): boolean =>
  typeof node === "object" &&
  node !== null &&
  (Reflect.get(node, HIDDEN_BY[direction]) === true || Object.values(node).some((one) => mayHide(one, direction)));

interface Rewriting {
  readonly direction: Direction;
  readonly split: ReadonlyMap<string, string>;
  /** Whether properties and examples keep what the direction hides. */
  readonly keepsAll?: boolean;
}

/** Keywords whose value is data, and keywords whose value maps user-defined names to schemas. */
const DATA = ["const", "default", "enum"];
const EXAMPLES = ["example", "examples"];
const BY_NAME = ["$defs", "dependentSchemas", "patternProperties", "properties"];

/**
 * Returns a node for one direction, the node itself if it is the same: hidden properties are not required, and requests refer to the schemas for requests.
 */
function rewrite(document: object, node: unknown, how: Rewriting, inherited: ReadonlySet<string> = new Set()): unknown {
  if (Array.isArray(node)) return mapList(node, (one) => rewrite(document, one, how, inherited));
  if (typeof node !== "object" || node === null) return node;
  const hidden = hiddenNames(document, node, how.direction, inherited);
  return mapValues(node, (value, name) => rewriteKeyword(document, { name, value, hidden }, how));
}

interface Keyword {
  readonly name: string;
  readonly value: unknown;
  /** The properties of its schema that the direction hides. */
  readonly hidden: ReadonlySet<string>;
}

function rewriteKeyword(document: object, { name, value, hidden }: Keyword, how: Rewriting): unknown {
  if (name === "required" && Array.isArray(value)) {
    const required = value.filter((one) => !hidden.has(String(one)));
    return required.length < value.length ? required : value;
  }
  if (name === "$ref" || name === "mapping") return renamed(value, how);
  if (DATA.includes(name)) return value;
  if (EXAMPLES.includes(name)) return how.keepsAll ? value : without(value, hidden);
  const shown = name === "properties" && !how.keepsAll ? without(value, hidden) : value;
  if (BY_NAME.includes(name)) return mapValues(Object(shown), (one) => rewrite(document, one, how));
  return rewrite(document, value, how, name === "allOf" ? hidden : undefined);
}

/** Removes what the direction hides from properties, from an example, or from a list of examples. */
function without(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, hidden));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.has(name)));
}

/** The properties that the direction hides, of a schema and of the schema that it is part of through `allOf`. */
function hiddenNames(
  document: object,
  node: object,
  direction: Direction,
  inherited: ReadonlySet<string>,
): ReadonlySet<string> {
  if (!("properties" in node) && !("allOf" in node)) return inherited;
  const properties = propertiesOf(document, { node: node as SchemaObject, pointer: "" });
  const own = [...properties].filter(([, { node: property }]) => Reflect.get(property, HIDDEN_BY[direction]) === true);
  return own.length === 0 ? inherited : new Set([...inherited, ...own.map(([name]) => name)]);
}

/** Changes a reference, or a mapping of references, to the schemas for requests. */
function renamed(value: unknown, { direction, split }: Rewriting): unknown {
  if (typeof value === "object" && value !== null) return mapValues(value, (one) => renamed(one, { direction, split }));
  const sent = direction === "request" && typeof value === "string" ? split.get(nameIn(value)) : undefined;
  return sent === undefined ? value : String(value).replace(SCHEMA, () => pointerTo("#/components/schemas", sent));
}

function freeName(wanted: string, schemas: Schemas): string {
  return Object.hasOwn(schemas, wanted) ? freeName(`${wanted}Body`, schemas) : wanted;
}

function replaceAt(document: object, pointer: string, value: unknown): void {
  const parent = nodeAt(document, pointer.slice(0, pointer.lastIndexOf("/"))) as object;
  Reflect.set(parent, nameOf(pointer), value);
}
