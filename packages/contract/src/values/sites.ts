import { type Document, type Located, member, resolve, type Schema } from "../document.js";
import { baseValue, isRecord } from "./base-value.js";

/** One place of a value where one schema applies, and how to put something else there. */
export interface Site {
  schema: Schema;
  /** JSON pointer of the schema in the document. */
  pointer: string;
  /** Where in the value: field names and array indexes. */
  path: (string | number)[];
  /** The unions passed on the way, as `type` constants or branch names; empty outside of unions. */
  branch: string;
  /** A valid value of this schema. */
  base: unknown;
  /** The whole value, valid but for what is put at this site. */
  build(value: unknown): unknown;
}

/** How often one schema may hold itself: a record, and the records nested in it. */
const MAX_VISITS = 2;

/**
 * Every place of a value that a schema describes, each branch of each union included. A schema that holds itself is
 * followed one level down, so that the rules are tried on nested values too.
 */
export function sitesOf(document: Document, root: Located<Schema>): Site[] {
  const sites: Site[] = [];
  const visits = new Map<string, number>();

  function visit(node: Schema, at: string, context: Context): void {
    const { node: schema, pointer } = resolve<Schema>(document, node, at);
    // `true` and `false` are schemas, too, and have no keywords.
    if (typeof schema === "boolean") return;
    const count = visits.get(pointer) ?? 0;
    if (count >= MAX_VISITS) return;
    visits.set(pointer, count + 1);
    const site = { ...context, schema, pointer, base: baseValue(document, schema, pointer) };
    sites.push(site);
    for (const below of [...branchesOf(document, site), ...membersOf(site), ...elementsOf(site)])
      visit(below.node, below.at, below);
    visits.set(pointer, count);
  }

  visit(root.node, root.pointer, { path: [], branch: "", build: (value) => value });
  return sites;
}

type Context = Pick<Site, "path" | "branch" | "build">;
/** A schema below another one. */
type Below = Context & { node: Schema; at: string };

function branchesOf(document: Document, site: Site): Below[] {
  const { schema, pointer, path, branch: outer } = site;
  return (["oneOf", "anyOf", "allOf"] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((node, i) => {
      const at = member(pointer, keyword, i);
      if (keyword === "allOf")
        return { node, at, path, branch: outer, build: besideOthers(document, site, { node, at }) };
      return { node, at, path, branch: join(outer, branchName(document, node, at)), build: site.build };
    }),
  );
}

/** A part of an `allOf` is valid only with what the other parts require. */
function besideOthers(document: Document, { base, build }: Site, { node, at }: Pick<Below, "node" | "at">) {
  // What it mentions without asking for it, another part may ask for.
  const { required = [] } = Object(resolve<Schema>(document, node, at).node) as Schema;
  const own = new Set(required);
  const others = isRecord(base) ? Object.fromEntries(Object.entries(base).filter(([name]) => !own.has(name))) : {};
  return (value: unknown) => build(isRecord(value) ? { ...others, ...value } : value);
}

function membersOf({ schema, pointer, path, branch, build, base }: Site): Below[] {
  const below = (name: string, node: Schema, at: string): Below => ({
    node,
    at,
    path: [...path, name],
    branch,
    build: (value) => build({ ...(isRecord(base) ? base : {}), [name]: value }),
  });
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, node]) =>
      below(name, node, member(pointer, "properties", name)),
    ),
    ...(isRecord(schema.additionalProperties)
      ? [below(otherName(schema, base), schema.additionalProperties, member(pointer, "additionalProperties"))]
      : []),
  ];
}

/** A name of a field that the schema does not list: one that the base value has is sure to be allowed. */
function otherName({ properties = {} }: Schema, base: unknown): string {
  const names = isRecord(base) ? Object.keys(base) : [];
  return names.find((name) => !(name in properties)) ?? "anyName";
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
    ...prefixItems.map((node, i) => below(node, member(pointer, "prefixItems", i), i)),
    ...(items ? [below(items, member(pointer, "items"), prefixItems.length)] : []),
  ];
}

const join = (outer: string, inner: string) => (outer === "" ? inner : `${outer} > ${inner}`);

/** A union's branch is named by its constant field (`type: "file"`), else by its schema's name, else by its place. */
function branchName(document: Document, node: Schema, at: string): string {
  const { node: schema, pointer } = resolve<Schema>(document, node, at);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const constant = resolve<Schema>(document, property, member(pointer, "properties", name)).node.const;
    if (constant !== undefined) return String(constant);
  }
  return pointer.split("/").at(-1) ?? pointer;
}

/** The path as the messages of the API write it: `items[0].value`. */
export const dotted = (path: (string | number)[]): string =>
  path.map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`)).join("");
