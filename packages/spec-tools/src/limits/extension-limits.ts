import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { closest } from "../closest.js";
import { branchesByTag } from "../document/branches-by-tag.js";
import type { Located } from "../document/dereference.js";
import { EXTENSIONS, type ExtendedObject, type ItemsExtension } from "../document/extensions.js";
import type { OpenApiDocument, PaginationObject, SchemaObject } from "../document/open-api-document.js";
import { nodeAt, pointerTo } from "../document/pointer.js";
import { NAMES } from "../document/schemas.js";
import { formatPath } from "../json/format-path.js";
import type { ApiModel, MediaTypeModel } from "../model/api-model.js";
import type { ItemsModel } from "../model/items-model.js";
import { propertiesOf, schemaAt, typesOf, withoutNull } from "../model/schema-at.js";
import { tooDeepItem } from "../model/too-deep-item.js";
import { own } from "../own.js";
import type { Limit } from "./limit.js";

/** Where each extension is read, in words. */
const PLACES: Readonly<Record<keyof typeof EXTENSIONS, string>> = {
  "x-items": "a schema in components/schemas",
  "x-limits": "a media type of a request body",
  "x-pagination": "an operation",
  "x-promises": "the document itself or an operation",
  "x-resource": "an operation",
};

/**
 * Lists mistakes in the extensions that packages read: an extension in a place where nothing reads it, one that its
 * schema rejects, and names of things that do not exist.
 */
export function extensionLimits(document: object, api: ApiModel): Limit[] {
  const objects = extendedObjects(document, api);
  const mistakes = writtenExtensions(document, "#", false).flatMap(([name, at, value]): Limit[] => {
    const pointer = pointerTo(at, name);
    const schema = own(EXTENSIONS[name] as Partial<Record<ExtendedObject, object>>, objects.get(at) ?? "");
    if (!schema) return [{ message: `${name} is not read here; move it to ${PLACES[name]}.`, pointer }];
    const problems = schemaProblems(schema, value);
    if (problems.length === 0) problems.push(...meaningProblems(document, api, name, at, value));
    return problems.map((problem) => ({ message: `${name}: ${problem}`, pointer }));
  });
  return [...mistakes, ...exampleLimits(api)];
}

/** Lists examples of bodies that the API would reject, because they are beyond the limits of the body. */
function exampleLimits({ operations }: ApiModel): Limit[] {
  const bodies = operations.flatMap(({ body }) => body?.content.filter(({ kind }) => kind === "json") ?? []);
  return bodies.flatMap((media) =>
    media.examples.flatMap(({ name, value }) => {
      const problem = beyondLimits(media, value);
      const pointer = name === "" ? pointerTo(media.pointer, "example") : pointerTo(media.pointer, "examples", name);
      return problem === undefined ? [] : [{ message: `x-limits: this example ${problem}`, pointer }];
    }),
  );
}

function beyondLimits({ limits, items }: MediaTypeModel, example: unknown): string | undefined {
  const { bytes = Number.POSITIVE_INFINITY, itemLevels } = limits;
  const size = Buffer.byteLength(JSON.stringify(example));
  if (size > bytes) return `has ${size} bytes as JSON, more than bytes: ${bytes} allows; shorten it, or raise bytes.`;
  const deep = itemLevels === undefined ? undefined : tooDeepItem(example, items, itemLevels);
  return (
    deep && `nests ${formatPath(deep)} deeper than itemLevels: ${itemLevels} allows; move it up, or raise itemLevels.`
  );
}

/** The objects that may have extensions, by pointer. */
function extendedObjects(document: object, { operations }: ApiModel): Map<string, ExtendedObject> {
  const objects = new Map<string, ExtendedObject>([["#", "document"]]);
  for (const name of Object.keys((document as OpenApiDocument).components?.schemas ?? {}))
    objects.set(pointerTo("#/components/schemas", name), "schema");
  for (const { pointer, body } of operations) {
    objects.set(pointer, "operation");
    for (const media of body?.content ?? []) objects.set(media.pointer, "mediaType");
  }
  return objects;
}

type Written = [name: keyof typeof EXTENSIONS, at: string, value: unknown];

/** Values of the API may have fields of any name; the rest is shown, and not read. */
const UNREAD = ["const", "default", "enum", "example", "examples", "callbacks", "webhooks"];

function writtenExtensions(node: unknown, at: string, isMap: boolean): Written[] {
  if (typeof node !== "object" || node === null) return [];
  const isList = Array.isArray(node);
  return Object.entries(node).flatMap(([name, child]): Written[] => {
    const isPlain = isMap || isList;
    if (!isPlain && Object.hasOwn(EXTENSIONS, name)) return [[name as keyof typeof EXTENSIONS, at, child]];
    if (!isPlain && (UNREAD.includes(name) || name.startsWith("x-"))) return [];
    return writtenExtensions(child, pointerTo(at, name), !Array.isArray(child) && NAMES.has(name));
  });
}

const ajv = new Ajv2020({ strict: false, verbose: true });

function schemaProblems(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 1).map(describe);
}

function describe({ keyword, instancePath, params, data, message, parentSchema }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll("/", ".");
  const place = field === "" ? "it" : field;
  const known = Object.keys(Object(parentSchema?.["properties"]));
  switch (keyword) {
    case "additionalProperties": {
      const { additionalProperty: extra } = params as { additionalProperty: string };
      const similar = closest(extra, known);
      const remedy = similar === undefined ? `use only ${known.join(", ")}.` : `did you mean ${similar}?`;
      return `"${extra}" is not a field of ${place}; ${remedy}`;
    }
    case "required":
      return `${place} needs the field ${(params as { missingProperty: string }).missingProperty}; add it.`;
    case "const":
    case "enum": {
      const { allowedValue, allowedValues = [allowedValue] } = params as Record<string, unknown>;
      return `${place} must be ${(allowedValues as unknown[]).join(", ")}, not ${JSON.stringify(data)}.`;
    }
    case "type": {
      const { type } = params as { type: string };
      const what =
        type === "object" ? `an object with ${known.join(", ")}` : type === "integer" ? "a whole number" : `a ${type}`;
      return `${place} must be ${what}, not ${JSON.stringify(data)}.`;
    }
    default:
      return `${place} ${message}, not ${JSON.stringify(data)}; correct it.`;
  }
}

/** What the schema of an extension cannot say: that what it names exists. */
function meaningProblems(
  document: object,
  { operations, items }: ApiModel,
  name: keyof typeof EXTENSIONS,
  at: string,
  value: unknown,
): string[] {
  if (name === "x-items")
    return itemsProblems(
      document,
      nodeAt(document, at) as SchemaObject,
      value as ItemsExtension,
      items.find(({ request }) => request.pointer === at),
    );
  if (name === "x-pagination") return timeProblems(document, operations, at, value as PaginationObject);
  if (name !== "x-limits" || Object(value).itemLevels === undefined) return [];
  const media = operations.flatMap(({ body }) => body?.content ?? []).find(({ pointer }) => pointer === at);
  return media?.items.length
    ? []
    : ["itemLevels is for bodies with typed items; describe them with x-items, or remove it."];
}

/** Times that a list is ordered by, and that a window compares, are date-times. */
function timeProblems(document: object, all: ApiModel["operations"], at: string, stated: PaginationObject): string[] {
  const record = all.find(({ pointer }) => pointer === at)?.list?.record;
  const fields = record ? propertiesOf(document, record) : new Map<string, Located<SchemaObject>>();
  return (["createdAt", "updatedAt"] as const).flatMap((name) => {
    const field = fields.get(stated[name] ?? "");
    const { node } = field ? withoutNull(document, field) : {};
    const types = node ? typesOf(node).filter((type) => type !== "null") : [];
    const isOther = types.some((type) => type !== "string") || (node?.format ?? "date-time") !== "date-time";
    const found = types[0] === "string" ? `a ${node?.format}` : `of the type ${types.join(", ")}`;
    return isOther
      ? [
          `${name} must be a date-time, but "${stated[name]}" is ${found}; give it type: string and format: date-time, or leave ${name} out.`,
        ]
      : [];
  });
}

function itemsProblems(
  document: object,
  union: SchemaObject,
  extension: ItemsExtension,
  items: ItemsModel | undefined,
): string[] {
  const { key, type, value, response } = extension;
  if (union.discriminator?.propertyName !== type)
    return ["type must be the propertyName of the discriminator; set both to the same field."];
  const types = branchesByTag(document, union);
  if (!types) return [`every branch of the oneOf must require "${type}" and have its own const; correct the branches.`];
  for (const [tag, branch] of types)
    for (const field of [key, value])
      if (!propertiesOf(document, schemaAt(document, branch, "")).has(field))
        return [`the type "${tag}" has no field "${field}"; add it, or name another one.`];
  const returned = response === undefined ? union : nodeAt(document, pointerTo("#/components/schemas", response));
  const others = typeof returned === "object" ? branchesByTag(document, returned as SchemaObject) : undefined;
  if (!others) return [`response must be the name of a schema that is such a union, too; correct "${response}".`];
  const alone = [...types.keys()].find((tag) => !others.has(tag));
  if (alone !== undefined) return [`${response} has no type "${alone}"; add it, so that such items can be returned.`];
  const hiding = items?.types.filter(({ hidesFile }) => hidesFile) ?? [];
  return hiding.map(
    (one) =>
      `values of the type "${one.name}" contain a file within an object or an array of arrays, but only a value that is a file, or an array of files, is returned as the URL of a file; send the file as a separate item.`,
  );
}
