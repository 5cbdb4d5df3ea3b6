import { type Document, type Located, pointerTo, resolve, type Schema } from "../document/document.js";
import { NoValue } from "../document/document-limits.js";
import { isRecord } from "../lib/objects.js";
import { baseValue } from "./base-value.js";

/** A place in a value to which a schema applies, with a way to replace the value there. */
export interface Site {
  schema: Schema;
  /** The JSON pointer to the schema in the document. */
  pointer: string;
  /** The path in the value: field names and array indexes. */
  path: (string | number)[];
  /** The union branches on the path, as `type` constants or branch names; empty outside of unions. */
  branch: string;
  /** A valid value of this schema. */
  base: unknown;
  /** Returns the whole value with this part replaced; the rest is valid. */
  build(value: unknown): unknown;
}

/** The maximum depth of recursion: a record, and the records nested in it. */
const MAX_VISITS = 2;

/** The most places of one value: schemas that refer to others several times could have more without end. */
const MOST_SITES = 1_000;

/**
 * Returns every place of a value that a schema describes, including each branch of each union. A recursive schema is
 * followed one level down, so that the rules are tried on nested values too.
 */
export function sitesOf(document: Document, root: Located<Schema>): Site[] {
  const sites: Site[] = [];
  const visits = new Map<string, number>();

  function visit(node: Schema, at: string, context: Context): void {
    const { node: schema, pointer } = resolve<Schema>(document, node, at);
    // `true` and `false` are schemas too, and have no keywords.
    if (typeof schema === "boolean") return;
    const count = visits.get(pointer) ?? 0;
    if (count >= MAX_VISITS || sites.length >= MOST_SITES) return;
    visits.set(pointer, count + 1);
    const base = baseOrNone(document, schema, pointer);
    if (base === undefined) return;
    const site = { ...context, schema, pointer, base };
    sites.push(site);
    for (const below of [...branchesOf(document, site), ...membersOf(document, site), ...elementsOf(site)])
      visit(below.node, below.at, below);
    visits.set(pointer, count);
  }

  visit(root.node, root.pointer, { path: [], branch: "", build: (value) => value });
  return sites;
}

/** An optional part for which no value can be made is left out. */
function baseOrNone(document: Document, schema: Schema, pointer: string): unknown {
  try {
    return baseValue(document, schema, pointer);
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

type Context = Pick<Site, "path" | "branch" | "build">;
/** A subschema, and its place in the value. */
type Below = Context & { node: Schema; at: string };

function branchesOf(document: Document, site: Site): Below[] {
  const { schema, pointer, path, branch: outer } = site;
  return (["oneOf", "anyOf", "allOf"] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((node, i) => {
      const at = pointerTo(pointer, keyword, i);
      if (keyword === "allOf")
        return { node, at, path, branch: outer, build: besideOthers(document, site, { node, at }) };
      return { node, at, path, branch: join(outer, branchName(document, node, at)), build: site.build };
    }),
  );
}

/** Adds what the other parts of an `allOf` require. */
function besideOthers(document: Document, { base, build }: Site, { node, at }: Pick<Below, "node" | "at">) {
  // Another part may require a property that this one makes optional.
  const { required = [] } = Object(resolve<Schema>(document, node, at).node) as Schema;
  const own = new Set(required);
  const others = isRecord(base) ? Object.fromEntries(Object.entries(base).filter(([name]) => !own.has(name))) : {};
  return (value: unknown) => build(isRecord(value) ? { ...others, ...value } : value);
}

function membersOf(document: Document, { schema, pointer, path, branch, build, base }: Site): Below[] {
  const below = (name: string, node: Schema, at: string): Below => ({
    node,
    at,
    path: [...path, name],
    branch,
    build: (value) => build({ ...(isRecord(base) ? base : {}), [name]: value }),
  });
  return [
    ...Object.entries(schema.properties ?? {})
      // Only the server sets these.
      .filter(([, node]) => Object(resolve<Schema>(document, node, "").node).readOnly !== true)
      .map(([name, node]) => below(name, node, pointerTo(pointer, "properties", name))),
    ...(isRecord(schema.additionalProperties)
      ? [below(otherName(schema, base), schema.additionalProperties, pointerTo(pointer, "additionalProperties"))]
      : []),
  ];
}

/**
 * Returns the name of a property that the schema does not list, preferably one in the base value, which is certainly
 * allowed.
 */
function otherName({ properties = {} }: Schema, base: unknown): string {
  const names = isRecord(base) ? Object.keys(base) : [];
  return names.find((name) => !Object.hasOwn(properties, name)) ?? "anyName";
}

function elementsOf({ schema, pointer, path, branch, build, base }: Site): Below[] {
  const { prefixItems = [], items } = schema;
  const elements = Array.isArray(base) ? base : [];
  const below = (node: Schema, at: string, index: number): Below => ({
    node,
    at,
    path: [...path, index],
    branch,
    build: (value) => build(elements.length > index ? elements.with(index, value) : [...elements, value]),
  });
  return [
    ...prefixItems.map((node, i) => below(node, pointerTo(pointer, "prefixItems", i), i)),
    ...(items ? [below(items, pointerTo(pointer, "items"), prefixItems.length)] : []),
  ];
}

const join = (outer: string, inner: string) => (outer === "" ? inner : `${outer} > ${inner}`);

/**
 * Names a branch of a union: by its constant property (`type: "file"`), otherwise its schema name, otherwise its index.
 */
function branchName(document: Document, node: Schema, at: string): string {
  const { node: schema, pointer } = resolve<Schema>(document, node, at);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const constant = resolve<Schema>(document, property, pointerTo(pointer, "properties", name)).node.const;
    if (constant !== undefined) return String(constant);
  }
  return pointer.split("/").at(-1) ?? pointer;
}

/** Formats a path as error messages of the API do: `items[0].value`. */
export const dotted = (path: (string | number)[]): string =>
  path.map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`)).join("");
