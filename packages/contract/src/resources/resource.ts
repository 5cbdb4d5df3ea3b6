import { isDeepStrictEqual } from "node:util";
import { combinedSchemas } from "../document/combined-schemas.js";
import {
  type Document,
  jsonSuccessOf,
  type Located,
  type Operation,
  operationsOf,
  type Parameter,
  pointerTo,
  resolve,
  type Schema,
  successOf,
} from "../document/document.js";
import { withoutSlash } from "../document/path-pattern.js";
import { groupBy } from "../lib/group-by.js";
import { remembered } from "../lib/remembered.js";
import { flatten } from "../values/flatten.js";
import { recordsField } from "./envelope.js";
import { freeParameters, recordAt } from "./record-parameters.js";

/** The operations on a collection, such as `/pets`, and on its records, such as `/pets/{petId}`. */
export interface Resource {
  /** The path of its records. */
  path: string;
  /** The parameters that identify a record, the last parts of its path; mostly one. */
  parameters: Parameter[];
  create?: Operation;
  list?: Operation;
  get?: Operation;
  replace?: Operation;
  update?: Operation;
  remove?: Operation;
}

/**
 * Whether a POST to a collection creates a record: its status says so, or its response is described as the get of a record
 * is. Another 200 may be that of a search.
 */
const isCreate = (post: Operation, get: Operation | undefined): boolean =>
  ["201", "202"].includes(successOf(post).status) || (get !== undefined && showSame(post, get));

/** Whether the responses of two operations are described in the same way, so that both show a record. */
export const showSame = (one: Operation, other: Operation): boolean =>
  isDeepStrictEqual(jsonSuccessOf(one)?.schema?.node, jsonSuccessOf(other)?.schema?.node);

/**
 * Whether a POST to a collection shows the record that it created: its response is described as that of a get, or as a
 * record of the list. A description without fields says nothing.
 */
export const showsCreated: (post: Operation) => boolean = remembered(findsCreated);

function findsCreated(post: Operation): boolean {
  const { document, method } = post;
  const shown = jsonSuccessOf(post)?.schema?.node;
  if (method !== "POST" || !shown || !flatten(document, shown).properties) return false;
  const collection = withoutSlash(post.path);
  return operationsOf(document).some((other) => {
    if (other.method !== "GET") return false;
    const path = withoutSlash(other.path);
    if (path !== collection) return path.replace(/\/\{[^{}/]+\}$/, "") === collection && showSame(post, other);
    const page = jsonSuccessOf(other)?.schema;
    const record = page && recordSchema(document, page, recordsField(other));
    return isDeepStrictEqual(record?.node, shown);
  });
}

/** Returns the schema of the records in a list, with or without an envelope. */
export function recordSchema(document: Document, page: Located<Schema>, name?: string): Located<Schema> | undefined {
  const parts = combinedSchemas(document, page, ["allOf"]);
  const array = parts.find(({ node }) => node.items);
  if (array?.node.items) return resolve<Schema>(document, array.node.items, pointerTo(array.pointer, "items"));
  const below = parts.flatMap(({ node, pointer }) =>
    Object.entries(node.properties ?? {})
      .filter(([own]) => name === undefined || own === name)
      .map(([own, property]) => resolve<Schema>(document, property, pointerTo(pointer, "properties", own))),
  );
  const list = below.find((each) => combinedSchemas(document, each, ["allOf"]).some(({ node }) => node.items));
  return list && recordSchema(document, list);
}

/**
 * Returns the resources of a document, those with the shortest paths first: a path with parameters at its end, and the
 * path before them.
 */
export const resourcesOf: (operations: readonly Operation[]) => readonly Resource[] = remembered(readResources);

function readResources(operations: readonly Operation[]): Resource[] {
  const byPath = groupBy(operations, ({ path }) => withoutSlash(path));
  const paths = [...byPath.keys()].sort((a, b) => a.length - b.length);
  return paths.flatMap((path) => resourceAt(byPath, path) ?? []);
}

function resourceAt(byPath: ReadonlyMap<string, readonly Operation[]>, path: string): Resource | undefined {
  const [first] = byPath.get(path) ?? [];
  const [, last] = /\/\{([^{}]+)\}$/.exec(path) ?? [];
  if (!first || last === undefined) return undefined;
  const { collection: parent, names } = recordAt(first, last);
  const at = (where: string, method: string) => byPath.get(where)?.find((each) => each.method === method);
  const free = freeParameters(first);
  const parameters = names.flatMap((name) => free.find((each) => each.name === name) ?? []);
  if (parameters.length < names.length) return undefined;
  const withJson = (operation: Operation | undefined) =>
    operation && jsonSuccessOf(operation) ? operation : undefined;
  const get = withJson(at(path, "GET"));
  const create = withJson(at(parent, "POST"));
  const list = withJson(at(parent, "GET"));
  // What is at the path of a record, or described as one, shows that record, unless it is an array.
  const isOne = parent.endsWith("}") || (list && get && showSame(list, get));
  const isList = list && (!isOne || jsonSuccessOf(list)?.schema?.node.items);
  return {
    path,
    parameters,
    create: create && isCreate(create, get) ? create : undefined,
    list: isList ? list : undefined,
    get,
    replace: at(path, "PUT"),
    update: at(path, "PATCH"),
    remove: at(path, "DELETE"),
  };
}
