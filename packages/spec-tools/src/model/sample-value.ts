import type { Located } from "../document/dereference.js";
import type { SchemaObject } from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import { divides } from "../json/exact-number.js";
import { isObject, own } from "../own.js";
import type { ExampleModel } from "./api-model.js";
import { sampleText } from "./sample-text.js";
import { impliedType, itemsOf, schemaAt, typesOf } from "./schema-at.js";

/** The maximum depth of a value, since a schema may refer to itself. */
const MOST_DEPTH = 8;

/** The most values in a value: it is read by people. */
const MOST_VALUES = 1_000;

/**
 * Returns a value to show for a schema: its example, its default, or a small value of its type, which satisfies the
 * usual keywords. For those that depend on other values, such as `if`, add an example to the spec.
 *
 * @param examples the examples of the value's place, which take precedence
 */
export function sampleValue(
  document: object,
  schema: Located<SchemaObject>,
  examples: readonly ExampleModel[] = [],
  depth = 0,
  room = { left: MOST_VALUES },
): unknown {
  const given = examples[0]?.value ?? givenBy(schema.node);
  if (given !== undefined) return given;
  if (--room.left < 0) return null;
  const inner = (child: Located<SchemaObject>) => sampleValue(document, child, [], depth + 1, room);
  return valueOfParts({ document, parts: partsOf(document, schema), depth, inner });
}

/** Returns the value that a schema itself gives. */
function givenBy(node: SchemaObject): unknown {
  const given = node.examples?.[0] ?? node.example ?? node.default;
  if (given !== undefined && given !== null) return given;
  return node.const !== undefined ? node.const : (node.enum?.find((value) => value !== null) ?? node.enum?.[0]);
}

interface Making {
  readonly document: object;
  readonly parts: readonly Located<SchemaObject>[];
  readonly depth: number;
  inner(schema: Located<SchemaObject>): unknown;
}

/** Returns the schemas that a value satisfies together: `allOf`, the schema itself, and the first one of each union. */
function partsOf(
  document: object,
  schema: Located<SchemaObject>,
  within: readonly string[] = [],
): Located<SchemaObject>[] {
  const { node, pointer } = schema;
  if (within.includes(pointer)) return [];
  const at = (part: unknown, ...place: [keyword: string, index: number]) =>
    partsOf(document, schemaAt(document, part, pointerTo(pointer, ...place)), [...within, pointer]);
  const all = (node.allOf ?? []).flatMap((part, index) => at(part, "allOf", index));
  const chosen = (["oneOf", "anyOf"] as const).flatMap((keyword) =>
    node[keyword]?.length ? at(node[keyword][0], keyword, 0) : [],
  );
  return [...all, schema, ...chosen];
}

function valueOfParts(making: Making): unknown {
  const nodes = making.parts.map(({ node }) => node);
  const given = nodes.map(givenBy).filter((value) => value !== undefined);
  // That of a part is only a part of an object.
  if (!given.every(isObject)) {
    const values = [...given, ...nodes.flatMap((node) => node.enum ?? [])].filter((value) => !isObject(value));
    return values.find((value) => nodes.every((node) => isListed(node, value))) ?? values[0];
  }
  const made = valueOfType(making);
  return isObject(made) ? given.reduce((all, one) => ({ ...Object(all), ...Object(one) }), made) : (given[0] ?? made);
}

/** Whether a schema lists no values, or lists this one, which is no object. */
const isListed = (node: SchemaObject, value: unknown): boolean =>
  (node.enum?.includes(value) ?? true) && (node.const === undefined || node.const === value);

function valueOfType(making: Making): unknown {
  const nodes = making.parts.map(({ node }) => node);
  const types = nodes.flatMap(typesFor);
  switch (types[0]) {
    case "object":
      return objectValue(making);
    case "array":
      return arrayValue(making);
    case "integer":
    case "number":
      return numberValue(nodes, types.includes("integer"));
    case "boolean":
      return true;
    default:
      return nodes.some((node) => node.type === "null")
        ? null
        : sampleText(Object.assign({}, ...nodes, lengths(nodes)));
  }
}

/** Returns the types that a schema or its keywords name. */
function typesFor(node: SchemaObject): readonly string[] {
  const types = typesOf(node);
  return types.length > 0 || node.type !== undefined ? types : [impliedType(node) ?? []].flat();
}

/** Returns the bound that counts among those of several schemas. */
function bound(nodes: readonly SchemaObject[], keyword: keyof SchemaObject, choose: typeof Math.max) {
  const bounds = nodes.map((node) => node[keyword]).filter((value) => typeof value === "number");
  return bounds.length === 0 ? undefined : choose(...bounds);
}

const lengths = (nodes: readonly SchemaObject[]) => ({
  minLength: bound(nodes, "minLength", Math.max),
  maxLength: bound(nodes, "maxLength", Math.min),
});

function numberValue(nodes: readonly SchemaObject[], isInteger: boolean): unknown {
  // What is no number here stands for one that a 64-bit float would change.
  const exact = nodes.map(({ minimum }) => minimum).find((one) => one !== undefined && typeof one !== "number");
  if (exact !== undefined) return exact;
  const [minimum, above] = [bound(nodes, "minimum", Math.max), bound(nodes, "exclusiveMinimum", Math.max)];
  const [maximum, below] = [bound(nodes, "maximum", Math.min), bound(nodes, "exclusiveMaximum", Math.min)];
  const multiple = bound(nodes, "multipleOf", Math.max);
  const step = multiple ?? 1;
  const least = above === undefined ? minimum : Math.max(above + step, minimum ?? above);
  const most = below === undefined ? maximum : Math.min(below - step, maximum ?? below);
  const bounds = [least, most].filter((one) => one !== undefined);
  const between = ((above ?? minimum ?? 0) + (below ?? maximum ?? 0)) / 2;
  const candidates = [
    ...(least === undefined ? [] : [least]),
    1,
    step,
    ...bounds.flatMap((one) => [one, Math.ceil(one / step) * step, Math.floor(one / step) * step]),
    ...bounds.flatMap((one) => [Math.ceil(one), Math.floor(one)]),
    0,
    between,
  ];
  const fits = (value: number) =>
    value >= (minimum ?? value) &&
    value <= (maximum ?? value) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below) &&
    (multiple === undefined || divides(multiple, value)) &&
    (!isInteger || Number.isInteger(value));
  return candidates.find(fits) ?? least ?? most ?? 1;
}

function arrayValue({ document, parts, depth, inner }: Making): unknown[] {
  const nodes = parts.map(({ node }) => node);
  const described = (keyword: "prefixItems" | "contains" | "items") => parts.find(({ node }) => node[keyword]);
  const [first, contained, rest] = [described("prefixItems"), described("contains"), described("items")];
  if (depth >= MOST_DEPTH) return [];
  const elements = (first?.node.prefixItems ?? []).map((one, index) =>
    inner(schemaAt(document, one, pointerTo(first?.pointer ?? "", "prefixItems", index))),
  );
  if (contained)
    elements.push(inner(schemaAt(document, contained.node.contains, pointerTo(contained.pointer, "contains"))));
  const least = bound(nodes, "minItems", Math.max) ?? (rest && elements.length === 0 ? 1 : 0);
  const count = Math.min(least, bound(nodes, "maxItems", Math.min) ?? least, MOST_VALUES);
  const isUnique = nodes.some(({ uniqueItems }) => uniqueItems);
  while (elements.length < count) {
    const schema = rest && itemsOf(document, rest);
    const made = schema ? inner(schema) : "example";
    elements.push(isUnique ? another(made, schema?.node ?? {}, elements.length) : made);
  }
  return elements;
}

/** Returns a different value for each number, where a schema allows it. */
function another(value: unknown, { enum: values, multipleOf = 1 }: SchemaObject, index: number): unknown {
  if (index === 0) return value;
  if (values) return values[index];
  if (typeof value === "number") return value + index * multipleOf;
  return typeof value === "string" ? `${value}${index}` : value;
}

function objectValue({ document, parts, depth, inner }: Making): Record<string, unknown> {
  if (depth >= MOST_DEPTH) return {};
  const properties = new Map<string, Located<SchemaObject>>();
  for (const [name, place] of parts.flatMap((part) => ownProperties(document, part))) {
    const before = properties.get(name);
    // A property that several parts describe satisfies all of them.
    properties.set(name, before ? { ...place, node: { allOf: [before.node, place.node] } } : place);
  }
  const others = otherMember(document, parts);
  const members = [...namesOf(parts, properties, others?.name)].map((name) => {
    const property = properties.get(name) ?? others?.schema ?? { node: {}, pointer: "" };
    return [name, inner(property)] as const;
  });
  return Object.fromEntries(members);
}

const ownProperties = (document: object, { node, pointer }: Located<SchemaObject>) =>
  Object.entries(node.properties ?? {}).map(
    ([name, schema]) => [name, schemaAt(document, schema, pointerTo(pointer, "properties", name))] as const,
  );

/** Returns the names of the members to show: those that are required, and then as many as are needed. */
function namesOf(
  parts: readonly Located<SchemaObject>[],
  properties: ReadonlyMap<string, unknown>,
  other: string | undefined,
): Set<string> {
  const nodes = parts.map(({ node }) => node);
  const names = new Set(nodes.flatMap(({ required = [] }) => required));
  // If no property is required, the sample shows the first one, because an empty object would explain nothing.
  const least = bound(nodes, "minProperties", Math.max) ?? (names.size === 0 ? 1 : 0);
  for (const name of properties.keys()) if (names.size < least) names.add(name);
  for (let n = 1; other !== undefined && names.size < least && n <= MOST_VALUES; n++)
    names.add(other + (n === 1 ? "" : n));
  for (const name of names)
    for (const more of nodes.flatMap((node) => own(node.dependentRequired, name) ?? [])) names.add(more);
  return names;
}

/** Returns a name, and the schema, of properties that are not described one by one; undefined if there are none. */
function otherMember(document: object, parts: readonly Located<SchemaObject>[]) {
  for (const { node, pointer } of parts) {
    const [pattern] = Object.entries(node.patternProperties ?? {});
    if (pattern) {
      const at = pointerTo(pointer, "patternProperties", pattern[0]);
      return { name: sampleText({ pattern: pattern[0] }), schema: schemaAt(document, pattern[1], at) };
    }
  }
  const open = parts.find(({ node }) => node.additionalProperties);
  if (!open) return undefined;
  const { node, pointer } = open;
  const names = schemaAt(document, node.propertyNames, pointerTo(pointer, "propertyNames")).node;
  const name = givenBy(names) ?? (names.pattern || names.format || names.minLength ? sampleText(names) : "name");
  const schema = schemaAt(document, node.additionalProperties, pointerTo(pointer, "additionalProperties"));
  return { name: String(name), schema };
}
