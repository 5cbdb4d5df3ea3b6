import { type Document, type Located, type Operation, pointerTo, resolve, type Schema } from "./document.js";
import { own } from "./own.js";

/**
 * How the value of an item is returned: unchanged; as the URL of the file that it identifies; as items; or as arrays with
 * one item each.
 */
export type Returned = "same" | "url" | "items" | "item-arrays";

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

const known = new WeakMap<Document, TypedItems[]>();

/** Returns every union of a document that has `x-items`. */
export function typedItemsOf(document: Document): TypedItems[] {
  const found =
    known.get(document) ?? Object.entries(document.components?.["schemas"] ?? {}).flatMap(readUnion(document));
  known.set(document, found);
  return found;
}

/** Returns the union of the items in an array with this schema; undefined for any other value. */
function itemsIn(document: Document, schema: Located<Schema>): TypedItems | undefined {
  const element = elementOf(document, schema)?.pointer;
  return typedItemsOf(document).find(({ pointer, answer }) => element === pointer || element === answer);
}

/** Returns the union of the items that a field of the request body holds. */
export function itemsOfField({ document, body }: Operation, field: string): TypedItems | undefined {
  const property = own(body?.schema.node.properties ?? {}, field);
  if (!body || property === undefined) return undefined;
  return itemsIn(document, resolve<Schema>(document, property, pointerTo(body.schema.pointer, "properties", field)));
}

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
  if (elementOf(document, sent)?.pointer === request) {
    const element = answered && elementOf(document, answered);
    return element && elementOf(document, element)?.pointer === response ? "item-arrays" : "items";
  }
  return sent.node.format === "uuid" && answered?.node.format === "uri" ? "url" : "same";
}

const elementOf = (document: Document, { node, pointer }: Located<Schema>): Located<Schema> | undefined =>
  node.items && resolve<Schema>(document, node.items, pointerTo(pointer, "items"));
