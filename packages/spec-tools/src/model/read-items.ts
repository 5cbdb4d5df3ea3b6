import { branchesByTag } from "../document/branches-by-tag.js";
import type { Located } from "../document/dereference.js";
import type { ItemsExtension } from "../document/extensions.js";
import type { OpenApiDocument, SchemaObject } from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import type { ItemsModel, ItemsPlace, ItemTypeModel, ReturnedValue } from "./items-model.js";
import { isArray, itemsOf, propertiesOf, schemaAt, withoutNull } from "./schema-at.js";

/** Reads the typed items of a document: one model for each union with `x-items`. */
export function readItems(document: object): ItemsModel[] {
  const schemas = (document as OpenApiDocument).components?.schemas ?? {};
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const extension = Object(schema)["x-items"] as ItemsExtension | undefined;
    // A response that does not exist is reported later, with its place.
    const isComplete = extension && Object.hasOwn(schemas, extension.response ?? name);
    return isComplete ? [readUnion(document, name, extension)] : [];
  });
}

function readUnion(document: object, name: string, { key, type, value, response = name }: ItemsExtension): ItemsModel {
  const unionOf = (one: string): Located<SchemaObject> => {
    const $ref = pointerTo("#/components/schemas", one);
    return schemaAt(document, { $ref }, $ref);
  };
  const request = unionOf(name);
  const returned = unionOf(response);
  const values = (union: Located<SchemaObject>) =>
    [...(branchesByTag(document, union.node) ?? [])].map(([tag, branch]) => {
      const item = schemaAt(document, branch, union.pointer);
      const schema = propertiesOf(document, item).get(value) ?? schemaAt(document, {}, item.pointer);
      return [tag, { item, schema }] as const;
    });
  const shown = new Map(values(returned));
  const unions = { request, response: returned };
  const types = values(request).map(([tag, { item, schema }]): ItemTypeModel => {
    const answer = shown.get(tag)?.schema ?? schema;
    const kind = returnedValue(document, unions, schema, answer);
    const hidesFile = kind === "same" && hasInnerFile(document, schema, answer);
    return { name: tag, item, schema, returned: kind, hidesFile };
  });
  return { key, type, value, ...unions, types };
}

function returnedValue(
  document: object,
  { request, response }: Pick<ItemsModel, "request" | "response">,
  sent: Located<SchemaObject>,
  shown: Located<SchemaObject>,
): ReturnedValue {
  const [value, answer] = [withoutNull(document, sent), withoutNull(document, shown)];
  const holds = (list: Located<SchemaObject>, union: Located<SchemaObject>) =>
    isArray(list) && itemsOf(document, list).pointer === union.pointer;
  if (holds(value, request)) {
    const isWrapped = isArray(answer) && holds(itemsOf(document, answer), response);
    return isWrapped ? "item-arrays" : "items";
  }
  if (isFile(value, answer)) return "url";
  const areLists = isArray(value) && isArray(answer);
  return areLists && isFile(itemsOf(document, value), itemsOf(document, answer)) ? "urls" : "same";
}

const isFile = (sent: Located<SchemaObject>, shown: Located<SchemaObject>): boolean =>
  sent.node.format === "uuid" && /^(uri|url)$/.test(shown.node.format ?? "");

/** How many objects and arrays inside each other are searched. */
const MOST_LEVELS = 8;

/** Whether a value has a file where it would be returned as its ID: in an object, or in a list of lists. */
function hasInnerFile(document: object, sent: Located<SchemaObject>, shown: Located<SchemaObject>, level = 0): boolean {
  const [value, answer] = [withoutNull(document, sent), withoutNull(document, shown)];
  if (level === MOST_LEVELS) return false;
  const isInner = (one: Located<SchemaObject>, other: Located<SchemaObject>, least: number) =>
    (level >= least && isFile(one, other)) || hasInnerFile(document, one, other, level + 1);
  if (isArray(value) && isArray(answer)) return isInner(itemsOf(document, value), itemsOf(document, answer), 1);
  const returned = partsOf(document, answer);
  return [...partsOf(document, value)].some(([name, part]) => {
    const other = returned.get(name);
    return other !== undefined && isInner(part, other, 0);
  });
}

/** The schemas of the values in an object, and of the branches of a union, by their places. */
function partsOf(document: object, schema: Located<SchemaObject>): Map<string, Located<SchemaObject>> {
  const { node, pointer } = schema;
  const { patternProperties = {}, additionalProperties: others } = node;
  const part = (one: SchemaObject, ...names: string[]) => {
    const at = pointerTo(pointer, ...names);
    return [at.slice(pointer.length), schemaAt(document, one, at)] as const;
  };
  return new Map([
    ...[...propertiesOf(document, schema)].map(([name, one]) => [pointerTo("/properties", name), one] as const),
    ...Object.entries(patternProperties).map(([pattern, one]) => part(one, "patternProperties", pattern)),
    ...(typeof others === "object" ? [part(others, "additionalProperties")] : []),
    ...[...(branchesByTag(document, node) ?? [])].map(([tag, one]) => part(one, "oneOf", tag)),
  ]);
}

/** Finds the places of a value that hold typed items. */
export function itemsPlaces(
  document: object,
  all: readonly ItemsModel[],
  value: Located<SchemaObject>,
  levels = MOST_LEVELS,
): ItemsPlace[] {
  if (all.length === 0 || levels === 0) return [];
  const below = (step: string | null, inner: Located<SchemaObject>) =>
    itemsPlaces(document, all, inner, levels - 1).map(({ path, items }) => ({ path: [step, ...path], items }));
  const schema = withoutNull(document, value);
  if (!isArray(schema)) return [...propertiesOf(document, schema)].flatMap(([name, property]) => below(name, property));
  const element = itemsOf(document, schema);
  const items = all.find(({ request, response }) => [request.pointer, response.pointer].includes(element.pointer));
  return items ? [{ path: [], items }] : below(null, element);
}
