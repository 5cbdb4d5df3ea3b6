import { own } from "../own.js";
import { isAnnotation } from "./annotations.js";
import { isDiscriminator } from "./branches-by-tag.js";
import type { SchemaObject } from "./open-api-document.js";
import { nameOf, pointerTo } from "./pointer.js";

type Schemas = Readonly<Record<string, SchemaObject>>;

/** A document whose base schemas list the schemas that extend them. */
export interface SubtypedDocument {
  readonly document: object;
  /** The base schemas that became unions, each with the new name of the schema itself. */
  readonly bases: ReadonlyMap<string, string>;
  /** Why other base schemas were left as they are, one sentence each. */
  readonly left: readonly string[];
}

/**
 * Makes inheritance explicit (decision 0116). A schema with a `discriminator` and no `oneOf` stands for the
 * schemas that extend it by `allOf`. JSON Schema does not know this, so types and validators would cover only the
 * base. The schema becomes a `oneOf` of those schemas, each with its value of the discriminator, and the base
 * itself is named `PetBase`.
 */
export function withSubtypes(document: object): SubtypedDocument {
  const { components } = document as { components?: { schemas?: Schemas } };
  const schemas = withExtensions(components?.schemas ?? {});
  const found = Object.keys(schemas)
    .filter((name) => isOpenBase(schemas[name]))
    .map((name) => subtypesOf(schemas, name));
  const families = found.filter(({ reason }) => reason === undefined);
  const left = found.flatMap(({ base, reason }) =>
    reason === undefined ? [] : [`${base} has a discriminator, and ${reason}`],
  );
  if (families.length === 0) return { document, bases: new Map(), left };
  const written = { ...schemas };
  for (const family of families) Object.assign(written, writeFamily(written, family));
  const bases = new Map(families.map(({ base }) => [base, baseName(schemas, base)]));
  return { document: { ...document, components: { ...components, schemas: written } }, bases, left };
}

/** Says which schemas became unions, and which did not. */
export const describeSubtypes = ({ bases, left }: SubtypedDocument): string[] => [
  ...[...bases].map(
    ([name, base]) =>
      `${name} is extended by other schemas: in the bundle, ${name} is a oneOf of those schemas, and its own fields are in ${base}.`,
  ),
  ...left.map(
    (sentence) =>
      `${sentence}; generated types therefore contain only its own fields, not those of schemas that extend it.`,
  ),
];

/** Writes `$ref` with other keywords beside it, where its target is a base, as the `allOf` that it means. */
function withExtensions(schemas: Schemas): Schemas {
  const bases = Object.keys(schemas).filter((name) => isOpenBase(schemas[name]));
  const extend = ({ $ref, ...own }: SchemaObject): SchemaObject => ({
    ...own,
    allOf: [...(own.allOf ?? []), { $ref: String($ref) }],
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const isExtension =
        bases.some((base) => schema?.$ref === reference(base)) &&
        !Object.keys(schema).every((keyword) => keyword === "$ref" || isAnnotation(keyword));
      return [name, isExtension ? extend(schema) : schema];
    }),
  );
}

const isOpenBase = ({ discriminator, oneOf, anyOf }: SchemaObject = {}): boolean =>
  isDiscriminator(discriminator) && !oneOf && !anyOf;

interface Family {
  readonly base: string;
  /** The values of the discriminator, by the name of the schema. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Why it cannot be made explicit. */
  readonly reason?: string;
}

function subtypesOf(schemas: Schemas, base: string): Family {
  const extending = (name: string) => Object.keys(schemas).filter((other) => extendsDirectly(schemas[other], name));
  const children = extending(base);
  const { discriminator } = schemas[base] as SchemaObject;
  const { propertyName = "", mapping = {} } = discriminator ?? {};
  const values = new Map(children.map((child) => [child, valuesOf(mapping, child)]));
  const deeper = children.find((child) => extending(child).length > 0);
  const reasons = [
    // Some generators require it only where it has one value: in the schemas that extend the base.
    !requires(schemas[base], propertyName) &&
      !(children.length > 0 && children.every((child) => requires(schemas[child], propertyName))) &&
      `"${propertyName}" is not required`,
    children.length === 0 && "no schema extends it by allOf",
    deeper !== undefined && `other schemas extend ${deeper}`,
    valuesOf(mapping, base).some((value) => Object.hasOwn(mapping, value)) && "its mapping leads to itself",
  ];
  const reason = reasons.find((one) => one !== false);
  return { base, values, ...(reason !== undefined && { reason }) };
}

/** Whether a schema, or a part of its `allOf` that is written in it, requires a property. */
const requires = ({ required, allOf }: SchemaObject = {}, name: string): boolean =>
  [{ required }, ...(allOf ?? [])].some((part) => part.required?.includes(name));

/**
 * The values that a mapping has for a schema; if it has none, the schema's name is the value (OpenAPI
 * 3.1, section 4.8.25).
 */
function valuesOf(mapping: Readonly<Record<string, string>>, name: string): readonly string[] {
  const values = Object.keys(mapping).filter((value) => nameOf(`/${mapping[value]?.split("/").at(-1)}`) === name);
  return values.length > 0 ? values : [name];
}

const reference = (name: string): string => pointerTo("#/components/schemas", name);

/** Whether a schema extends another one. A union that has a discriminator lists the schemas that do, and is none of them. */
const extendsDirectly = (schema: SchemaObject = {}, base: string): boolean =>
  (schema.allOf ?? []).some(({ $ref }) => $ref === reference(base)) &&
  !(isDiscriminator(schema.discriminator) && (schema.oneOf ?? schema.anyOf));

function baseName(schemas: Schemas, base: string): string {
  const name = `${base}Base`;
  return Object.hasOwn(schemas, name) ? baseName(schemas, name) : name;
}

function writeFamily(schemas: Schemas, { base, values }: Family): Schemas {
  const { discriminator, examples, ...plain } = schemas[base] as SchemaObject & { examples?: unknown };
  const tag = discriminator?.propertyName ?? "";
  const plainName = baseName(schemas, base);
  const children = [...values].map(([name, tags]) => {
    const child = schemas[name] as SchemaObject;
    const allOf = child.allOf?.map((part) =>
      part.$ref === reference(base) ? { ...part, $ref: reference(plainName) } : part,
    );
    const value = {
      type: "string",
      ...own(child.properties, tag),
      ...(tags.length === 1 ? { const: tags[0] } : { enum: tags }),
    };
    const required = [...new Set([...(child.required ?? []), tag])];
    return [name, { ...child, allOf, required, properties: { ...child.properties, [tag]: value } }] as const;
  });
  const names = [...values.keys()];
  return {
    ...Object.fromEntries(children),
    [plainName]: plain,
    [base]: {
      ...plain,
      ...(examples !== undefined && { examples }),
      oneOf: names.map((name) => ({ $ref: reference(name) })),
      discriminator: {
        propertyName: tag,
        mapping: Object.fromEntries(
          names.flatMap((name) => (values.get(name) ?? []).map((value) => [value, reference(name)])),
        ),
      },
    },
  } as Schemas;
}
