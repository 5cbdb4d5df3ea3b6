import { type Document, type Located, member, resolve, type Schema } from "../document.js";
import { baseValue, isRecord } from "./base-value.js";

/** One place of a value where one schema applies, and how to put something else there. */
export interface Site {
  schema: Schema;
  /** JSON pointer of the schema in the document. */
  pointer: string;
  /** Where in the value: member names and array indexes. */
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

  function visit(node: Schema, at: string, site: Pick<Site, "path" | "branch" | "build">): void {
    const { node: schema, pointer } = resolve<Schema>(document, node, at);
    const count = visits.get(pointer) ?? 0;
    if (count >= MAX_VISITS) return;
    visits.set(pointer, count + 1);
    const base = baseValue(document, schema, pointer);
    sites.push({ ...site, schema, pointer, base });

    for (const keyword of ["oneOf", "anyOf", "allOf"] as const)
      for (const [i, branch] of (schema[keyword] ?? []).entries()) {
        const place = member(pointer, keyword, i);
        const name = keyword === "allOf" ? site.branch : join(site.branch, branchName(document, branch, place));
        visit(branch, place, { ...site, branch: name });
      }
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      visit(property, member(pointer, "properties", name), {
        path: [...site.path, name],
        branch: site.branch,
        build: (value) => site.build({ ...(isRecord(base) ? base : {}), [name]: value }),
      });
    if (isRecord(schema.additionalProperties))
      visit(schema.additionalProperties, member(pointer, "additionalProperties"), {
        path: [...site.path, "anyName"],
        branch: site.branch,
        build: (value) => site.build({ ...(isRecord(base) ? base : {}), anyName: value }),
      });
    if (schema.items) {
      const rest = Array.isArray(base) ? base.slice(1) : [];
      visit(schema.items, member(pointer, "items"), {
        path: [...site.path, 0],
        branch: site.branch,
        build: (value) => site.build([value, ...rest]),
      });
    }
    visits.set(pointer, count);
  }

  visit(root.node, root.pointer, { path: [], branch: "", build: (value) => value });
  return sites;
}

const join = (outer: string, inner: string) => (outer === "" ? inner : `${outer} > ${inner}`);

/** A union's branch is named by its constant member (`type: "file"`), else by its schema's name, else by its place. */
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
