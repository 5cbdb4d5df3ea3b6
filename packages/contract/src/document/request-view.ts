import { isRecord, own } from "../lib/objects.js";
import { remembered } from "../lib/remembered.js";
import { combinedSchemas } from "./combined-schemas.js";
import { type Document, resolve, type Schema } from "./document.js";
import { copyOf, partsOf, schemasIn } from "./document-parts.js";

const views = new WeakMap<Document, Document>();
const originals = new WeakMap<Document, Document>();

/**
 * Returns a document as requests see it, with the same JSON pointers: nothing requires fields that only the server sets
 * (`readOnly`), and a discriminator names the branch that has it. In the view of responses, nothing requires fields that are
 * only sent (`writeOnly`).
 */
export function requestView(document: Document): Document {
  if (originals.has(document)) return document;
  const known = views.get(document);
  if (known) return known;
  // What a base schema with a discriminator means in a response is what it says; in a request, it is one of its children.
  const bases = basesOf(document);
  // Most documents need no copy for responses, and copying a large one takes long.
  const changes = { readOnly: bases.length > 0, writeOnly: bases.length > 0 };
  findChanges(document, changes, new Set());
  const view = changes.readOnly ? copyOf(document) : { ...document };
  const response = changes.writeOnly ? copyOf(document) : { ...document };
  for (const [base, children] of bases) {
    schemasOf(view)[anyOf(base)] = {
      oneOf: children.map((name) => ({ $ref: schemaPointer(name) })),
      discriminator: schemasOf(view)[base]?.discriminator ?? {},
    };
    schemasOf(response)[anyOf(base)] = { $ref: schemaPointer(base) };
  }
  for (const each of bases.length > 0 ? [view, response] : [])
    useAny(each, new Map(bases), new Set(bases.map(([base]) => schemasOf(each)[anyOf(base)])));
  if (changes.readOnly) visit({ document: view, keyword: "readOnly" }, view);
  if (changes.writeOnly) visit({ document: response, keyword: "writeOnly" }, response);
  views.set(document, view);
  originals.set(view, response);
  return view;
}

type Keyword = "readOnly" | "writeOnly";

/** Finds out which views hide properties; that of requests also changes the branches of a discriminator. */
function findChanges(node: unknown, changes: Record<Keyword, boolean>, seen: Set<unknown>): void {
  if (typeof node !== "object" || node === null || seen.has(node)) return;
  seen.add(node);
  const { readOnly, writeOnly, discriminator } = node as Schema;
  if (readOnly === true || discriminator) changes.readOnly = true;
  if (writeOnly === true || discriminator) changes.writeOnly = true;
  for (const [, part] of partsOf(node)) findChanges(part, changes, seen);
}

/** Returns the document that responses are checked against. */
export const responseView = (document: Document): Document => originals.get(document) ?? document;

const schemaPointer = (name: string) => `#/components/schemas/${name}`;
const anyOf = (base: string) => `${base}.any`;
const schemasOf = (document: Document): Record<string, Schema> =>
  (document.components?.["schemas"] ?? {}) as Record<string, Schema>;

/** Returns the schemas with a discriminator that others extend by `allOf`, and the names of those. */
function basesOf(document: Document): [base: string, children: string[]][] {
  const all = Object.entries(schemasOf(document));
  return all.flatMap(([base, { discriminator, oneOf, anyOf: alternatives }]): [string, string[]][] => {
    if (!discriminator || oneOf || alternatives) return [];
    const children = all.flatMap(([name, { allOf, ...own }]) => {
      // A union that has a discriminator lists the children, and is none of them.
      const isUnion = own.discriminator !== undefined && (own.oneOf ?? own.anyOf) !== undefined;
      const isChild = Array.isArray(allOf) && allOf.some(({ $ref }) => $ref === schemaPointer(base));
      return isChild && !isUnion ? [name] : [];
    });
    return children.length > 0 ? [[base, children]] : [];
  });
}

/** Makes references to a base mean any of its children, except for those of the children themselves. */
function useAny(node: unknown, bases: ReadonlyMap<string, string[]>, seen: Set<unknown>, isPart = false): void {
  if (typeof node !== "object" || node === null || seen.has(node)) return;
  seen.add(node);
  const { $ref } = node as Schema;
  const base = typeof $ref === "string" ? $ref.slice(schemaPointer("").length) : "";
  if (typeof $ref === "string" && !isPart && $ref === schemaPointer(base) && bases.has(base))
    (node as Schema).$ref = schemaPointer(anyOf(base));
  for (const [field, below] of partsOf(node)) {
    if (field === "allOf" && Array.isArray(below)) for (const each of below) useAny(each, bases, seen, true);
    else useAny(below, bases, seen);
  }
}

const NONE: ReadonlySet<string> = new Set();

interface Reading {
  readonly document: Document;
  /** What hides a property from the messages of this view. */
  readonly keyword: Keyword;
}

function visit(view: Reading, node: unknown, seen = new Set<unknown>(), inherited = NONE): void {
  if (typeof node !== "object" || node === null || seen.has(node)) return;
  seen.add(node);
  const hidden = Array.isArray(node) ? NONE : demandLess(view, node as Schema, inherited);
  for (const [field, part] of partsOf(node))
    for (const each of field === "allOf" ? Object.values(Object(part)) : [part])
      visit(view, each, seen, field === "allOf" ? hidden : NONE);
}

/** Removes hidden fields from what a schema requires. @returns their names, for the parts of the schema */
function demandLess(view: Reading, schema: Schema, inherited: ReadonlySet<string>): ReadonlySet<string> {
  const hidden = new Set([...inherited, ...hiddenNames(view, schema)]);
  if (Array.isArray(schema.required)) schema.required = schema.required.filter((name) => !hidden.has(name));
  nameBranches(view.document, schema, view.keyword === "readOnly");
  return hidden;
}

/** Returns the names of the properties that are hidden wherever a schema and what it extends describe them. */
function hiddenNames({ document, keyword }: Reading, node: Schema): string[] {
  const parts = combinedSchemas(document, { node, pointer: "" }, ["allOf"]);
  const described = parts.flatMap(({ node: { properties } }) =>
    Object.entries(isRecord(properties) ? properties : {}).map(
      ([name, each]) => [name, schemaAt(document, each)?.[keyword] === true] as const,
    ),
  );
  const shown = new Set(described.flatMap(([name, isHidden]) => (isHidden ? [] : [name])));
  return described.flatMap(([name]) => (shown.has(name) ? [] : [name]));
}

function schemaAt(document: Document, node: unknown): Schema | undefined {
  // An extension may contain a reference that is none of this document.
  const { $ref = "#/" } = Object(node) as Schema;
  if (!isRecord(node) || typeof $ref !== "string" || !$ref.startsWith("#")) return undefined;
  const found = resolve<Schema>(document, node, "").node;
  return isRecord(found) ? found : undefined;
}

/**
 * Lists the values of a discriminator in the branches that they choose (OpenAPI 3.1.1, 4.8.25).
 *
 * @param isImplied whether the name of a schema chooses it where nothing is mapped to it. Servers do not always send that name
 */
export function nameBranches(document: Document, { discriminator, oneOf, anyOf }: Schema, isImplied = true): void {
  const property = discriminator?.propertyName;
  if (typeof property !== "string") return;
  const mapping = Object.entries(discriminator?.mapping ?? {});
  for (const branch of [...(oneOf ?? []), ...(anyOf ?? [])]) {
    const { $ref } = branch;
    const target = typeof $ref === "string" ? schemaAt(document, branch) : undefined;
    if (!target || $ref === undefined || extendedIn(document).has($ref)) continue;
    const values = valuesFor(mapping, $ref, isImplied);
    if (!mayName(schemaAt(document, target.properties?.[property]), values)) continue;
    target.properties = { ...target.properties, [property]: { type: "string", enum: values } };
  }
}

/** The references to schemas that others extend, which have their values too, and other ones. */
const extendedIn = remembered(
  (document: Document): ReadonlySet<unknown> =>
    new Set(
      schemasIn<Schema>(document).flatMap(({ allOf }) => (Array.isArray(allOf) ? allOf : []).map(({ $ref }) => $ref)),
    ),
);

/** The values that a mapping leads to a schema with, or else its name. */
function valuesFor(mapping: readonly [value: string, to: string][], $ref: string, isImplied: boolean): string[] {
  const name = $ref.split("/").at(-1) ?? $ref;
  const mapped = mapping.filter(([, to]) => to === $ref || to === name).map(([value]) => value);
  return mapped.length > 0 || !isImplied ? mapped : [name];
}

/** Whether a property may be restricted to these values: not if it has one already, or allows none of them. */
const mayName = (declared: Schema | undefined, values: readonly string[]): boolean =>
  values.length > 0 &&
  declared?.const === undefined &&
  declared?.enum?.some((value) => values.includes(String(value))) !== false;

/** Returns a value without the fields that only the server sets. */
export function writable(document: Document, node: Schema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schemaAt(document, node) ?? {};
    return items ? value.map((each) => writable(document, items, each)) : value;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const found = propertiesNamed(document, node, name);
      if (found.length > 0 && found.every((one) => schemaAt(document, one)?.readOnly === true)) return [];
      return [[name, found.reduce((rest: unknown, one) => writable(document, one, rest), each)]];
    }),
  );
}

/** Returns the schemas of a property in a schema and in its parts. */
const propertiesNamed = (document: Document, node: Schema, name: string): Schema[] =>
  combinedSchemas(document, { node, pointer: "" }).flatMap(({ node: schema }) => own(schema.properties, name) ?? []);
