import { own } from "../own.js";
import { visitNodes } from "./anchored-references.js";
import { isAnnotation } from "./annotations.js";
import { branchesByTag, isDiscriminator } from "./branches-by-tag.js";
import { dereference } from "./dereference.js";
import type { SchemaObject } from "./open-api-document.js";
import { pointerTo } from "./pointer.js";

type Schemas = Readonly<Record<string, SchemaObject>>;

/** The values of a discriminator, by its property, that lead to one schema. */
type Tags = Map<string, Set<string>>;

/** A document whose schemas have the values of a discriminator. */
export interface TaggedDocument {
  readonly document: object;
  /** The schemas that got them. */
  readonly tagged: readonly string[];
}

/** Says which schemas got the values of a discriminator. */
export const describeTags = ({ tagged }: TaggedDocument): string[] =>
  tagged.length === 0
    ? []
    : [`In the bundle, schemas have only those values of a discriminator that lead to them: ${tagged.join(", ")}.`];

/**
 * Copies a document in which the branches of a union say which values of its discriminator lead to them, if only the
 * `mapping` says so: many servers describe the property as any text, or with all values, in each branch. JSON Schema alone
 * would then find several branches valid for one value, and refuse what the author means.
 */
export function withMappedTags(document: object): TaggedDocument {
  const { components } = document as { components?: { schemas?: Schemas } };
  const schemas = components?.schemas ?? {};
  const found = new Map<string, Tags>();
  const extended = extendedIn(document);
  visitNodes(document, "#", (node) => {
    for (const [name, tag, values] of mappedBy(document, schemas, node as SchemaObject)) {
      const tags: Tags = found.get(name) ?? new Map();
      found.set(name, tags.set(tag, new Set([...(tags.get(tag) ?? []), ...values])));
    }
  });
  const written = Object.entries(schemas).map(([name, schema]) => {
    // What extends a schema has its values too, and other ones.
    const tags = extended.has(referenceTo(name)) ? undefined : found.get(name);
    return [name, tags ? withTags(document, schema, tags) : schema] as const;
  });
  const tagged = written.flatMap(([name, schema]) => (schema === schemas[name] ? [] : [name]));
  if (tagged.length === 0) return { document, tagged };
  return { document: { ...document, components: { ...components, schemas: Object.fromEntries(written) } }, tagged };
}

function mappedBy(
  document: object,
  schemas: Schemas,
  union: SchemaObject,
): [name: string, tag: string, values: string[]][] {
  const { oneOf, anyOf, discriminator } = union;
  const branches = oneOf ?? anyOf;
  const { propertyName: tag = "", mapping } = isDiscriminator(discriminator) ? (discriminator ?? {}) : {};
  if (!Array.isArray(branches) || !mapping || branchesByTag(document, union)) return [];
  const leads = (target: string) => branches.some(({ $ref = "" }) => leadsTo(target, $ref));
  // A value that leads to no branch leaves open what the author means.
  if (!Object.values(mapping).every(leads)) return [];
  return branches.flatMap(({ $ref = "" }): [string, string, string[]][] => {
    const name = Object.keys(schemas).find((one) => $ref === referenceTo(one));
    const values = Object.keys(mapping).filter((value) => leadsTo(mapping[value] ?? "", $ref));
    return name !== undefined && values.length > 0 ? [[name, tag, values]] : [];
  });
}

const referenceTo = (name: string): string => pointerTo("#/components/schemas", name);

/** Whether a target of a mapping, which is a reference or the name of a schema, is that of a branch. */
const leadsTo = (target: string, reference: string): boolean =>
  target === reference || referenceTo(target) === reference;

/** Returns the references to schemas that others extend. */
function extendedIn(document: object): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  visitNodes(document, "#", ({ $ref, allOf, ...others }) => {
    for (const part of Array.isArray(allOf) ? allOf : []) found.add(Object(part).$ref);
    if (Object.keys(others).some((keyword) => !isAnnotation(keyword))) found.add($ref);
  });
  return found;
}

function withTags(document: object, schema: SchemaObject, tags: Tags): SchemaObject {
  const properties = [...tags].flatMap(([tag, values]) => {
    const isAllowed = declarationsOf(document, schema, tag).every(({ type, const: constant, enum: listed }) => {
      const isText = type === undefined || [type].flat().includes("string");
      return isText && constant === undefined && [...values].every((value) => listed?.includes(value) ?? true);
    });
    return isAllowed ? [[tag, { ...own(schema.properties, tag), enum: [...values] }] as const] : [];
  });
  return properties.length === 0
    ? schema
    : { ...schema, properties: { ...schema.properties, ...Object.fromEntries(properties) } };
}

/** Returns what a schema and those that it extends say about a property, at most so many levels deep: they may form a circle. */
function declarationsOf(document: object, schema: SchemaObject, name: string, levels = 8): SchemaObject[] {
  const property = own(schema.properties, name);
  const parts = levels > 0 ? (schema.allOf ?? []) : [];
  return [
    ...(property === undefined ? [] : [dereference<SchemaObject>(document, property, "").node]),
    ...parts.flatMap((part) =>
      declarationsOf(document, dereference<SchemaObject>(document, part, "").node, name, levels - 1),
    ),
  ];
}
