import { isRecord, own } from "../lib/objects.js";
import { remembered } from "../lib/remembered.js";
import { flatten } from "../values/flatten.js";
import { type Document, type Located, type Operation, pointerTo, resolve, type Schema } from "./document.js";

/**
 * How the value of an item is returned: unchanged; as the URL of the file that it identifies, or the URLs of several; as items;
 * or as arrays with one item each.
 */
export type Returned = "same" | "url" | "urls" | "items" | "item-arrays";

/** One union of item types, as its `x-items` describes it. */
export interface TypedItems {
  /** The names of the fields of an item. */
  key: string;
  type: string;
  value: string;
  /** Where the unions of requests and of responses are. */
  pointer: string;
  answer: string;
  /** By the name of the type, in the order of the document. */
  types: ReadonlyMap<string, Returned>;
}

interface Extension {
  key: string;
  type: string;
  value: string;
  response?: string;
}

/** Returns every union of a document that has `x-items`. */
export const typedItemsOf = remembered((document: Document): TypedItems[] =>
  Object.entries(document.components?.["schemas"] ?? {}).flatMap(readUnion(document)),
);

/** Returns the union of the items in an array with this schema; undefined for any other value. */
export function itemsIn(document: Document, schema: Schema): TypedItems | undefined {
  const element = elementOf(document, flatten(document, schema))?.pointer;
  return typedItemsOf(document).find(({ pointer, answer }) => element === pointer || element === answer);
}

/** Returns the union of the items that a field of the request body holds. */
export function itemsOfField({ document, body }: Operation, field: string): TypedItems | undefined {
  const property = own(flatten(document, body?.schema.node ?? {}).properties, field);
  return property && itemsIn(document, property);
}

/** Returns how deep the items in a value nest: 0 if it has none, 1 if none of them has items as its value. */
export function itemLevels(document: Document, schema: Schema | undefined, value: unknown): number {
  if (schema === undefined || typeof value !== "object" || value === null) return 0;
  const flat = flatten(document, schema);
  const items = itemsIn(document, flat);
  if (items) return levelsOf(items, value);
  const schemaOf = (name: string) => (Array.isArray(value) ? flat.items : own(flat.properties, name));
  return deepest(Object.entries(value).map(([name, one]) => itemLevels(document, schemaOf(name), one)));
}

function levelsOf(items: TypedItems, list: unknown): number {
  if (!Array.isArray(list) || list.length === 0) return 0;
  const below = list.filter(isRecord).map((item) => {
    const returned = items.types.get(String(own(item, items.type))) ?? "same";
    return returned.startsWith("item") ? levelsOf(items, own(item, items.value)) : 0;
  });
  return 1 + deepest(below);
}

const deepest = (levels: readonly number[]) => levels.reduce((most, one) => Math.max(most, one), 0);

const readUnion =
  (document: Document) =>
  ([name, schema]: [string, unknown]): TypedItems[] => {
    const extension = Object(schema)["x-items"] as Extension | undefined;
    if (extension === undefined) return [];
    const { key, type, value, response = name } = extension;
    const union = (of: string) => resolve<Schema>(document, { $ref: pointerTo("#/components/schemas", of) }, "");
    const [sent, answered] = [union(name), union(response)];
    const valuesIn = (one: Located<Schema>) => new Map(branchesOf(document, one, type, value));
    const answers = valuesIn(answered);
    const returned = ([tag, schema]: [string, Located<Schema>]): [string, Returned] => [
      tag,
      returnedAs(document, sent.pointer, answered.pointer, schema, answers.get(tag)),
    ];
    const types = new Map([...valuesIn(sent)].map(returned));
    return [{ key, type, value, pointer: sent.pointer, answer: answered.pointer, types }];
  };

function branchesOf(document: Document, union: Located<Schema>, type: string, value: string) {
  return (union.node.oneOf ?? []).flatMap((branch, i): [string, Located<Schema>][] => {
    const { node, pointer } = resolve<Schema>(document, branch, pointerTo(union.pointer, "oneOf", i));
    const tag = node.properties?.[type]?.const;
    const schema = node.properties?.[value];
    if (typeof tag !== "string" || schema === undefined) return [];
    return [[tag, resolve<Schema>(document, schema, pointerTo(pointer, "properties", value))]];
  });
}

function returnedAs(
  document: Document,
  request: string,
  response: string,
  sent: Located<Schema>,
  answered: Located<Schema> | undefined,
): Returned {
  const [element, shown] = [sent, answered].map((list) => list && elementOf(document, list.node));
  if (element?.pointer === request)
    return shown && elementOf(document, shown.node)?.pointer === response ? "item-arrays" : "items";
  if (isFile(sent, answered)) return "url";
  return isFile(element, shown) ? "urls" : "same";
}

const isFile = (sent?: Located<Schema>, answered?: Located<Schema>): boolean =>
  sent?.node.format === "uuid" && /^ur[il]$/.test(answered?.node.format ?? "");

/** A union of items is a component, so an element of one is always a reference to it. */
const elementOf = (document: Document, { items }: Schema): Located<Schema> | undefined =>
  items && resolve<Schema>(document, items, "");
