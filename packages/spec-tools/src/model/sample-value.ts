import type { Located } from "../document/dereference.js";
import type { SchemaObject } from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import { own } from "../own.js";
import type { ExampleModel } from "./api-model.js";
import { itemsOf, propertiesOf, schemaAt, typesOf } from "./schema-at.js";

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: "2026-11-20",
  "date-time": "2026-11-20T08:30:00Z",
  time: "08:30:00Z",
  duration: "P1D",
  email: "ada@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com",
  uuid: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
};

/** The maximum depth of a value, since a schema may refer to itself. */
const MOST_DEPTH = 8;

/** The most values in a value, and the longest text: it is read by people. */
const MOST_VALUES = 1_000;
const LONGEST = 10_000;

/**
 * Returns a value to show for a schema: its example, its default, or a small value of its type. It may not satisfy a
 * `pattern` or a combination of keywords; add an example to the spec for those.
 *
 * @param examples the examples of the value's place, which take precedence
 */
export function sampleValue(
  document: object,
  { node, pointer }: Located<SchemaObject>,
  examples: readonly ExampleModel[] = [],
  depth = 0,
  room = { left: MOST_VALUES },
): unknown {
  const given = examples[0]?.value ?? node.examples?.[0] ?? node.default ?? node.const ?? node.enum?.[0];
  if (given !== undefined) return given;
  if (--room.left < 0) return null;
  const inner = (schema: Located<SchemaObject>) => sampleValue(document, schema, [], depth + 1, room);
  const first = node.oneOf ? "oneOf" : "anyOf";
  const alternative = node[first]?.[0];
  if (alternative !== undefined && depth < MOST_DEPTH)
    return inner(schemaAt(document, alternative, pointerTo(pointer, first, 0)));
  return valueOfType(document, { node, pointer }, inner, depth);
}

type Inner = (schema: Located<SchemaObject>) => unknown;

function valueOfType(document: object, schema: Located<SchemaObject>, inner: Inner, depth: number): unknown {
  const { node } = schema;
  const [type] = node.allOf ? ["object"] : typesOf(node);
  switch (type) {
    case "object":
      return objectValue(document, schema, inner, depth);
    case "array":
      return depth < MOST_DEPTH && node.items ? [inner(itemsOf(document, schema))] : [];
    case "integer":
    case "number":
      return node.minimum ?? (typeof node.exclusiveMinimum === "number" ? node.exclusiveMinimum + 1 : 1);
    case "boolean":
      return true;
    default:
      if (node.type === "null") return null;
      return (
        own(BY_FORMAT, node.format ?? "") ??
        "example".padEnd(Math.min(node.minLength ?? 0, LONGEST), ".").slice(0, node.maxLength)
      );
  }
}

function objectValue(
  document: object,
  schema: Located<SchemaObject>,
  inner: Inner,
  depth: number,
): Record<string, unknown> {
  const properties = propertiesOf(document, schema);
  const required = [schema.node, ...(schema.node.allOf ?? []).map((part) => schemaAt(document, part, "").node)].flatMap(
    (part) => part.required ?? [],
  );
  if (depth >= MOST_DEPTH) return {};
  // If no property is required, the sample shows the first one, because an empty object would explain nothing.
  const names = required.length > 0 ? required : [...properties.keys()].slice(0, 1);
  const members = names.flatMap((name) => {
    const property = properties.get(name);
    return property ? [[name, inner(property)] as const] : [];
  });
  if (members.length > 0 || !schema.node.additionalProperties) return Object.fromEntries(members);
  const pointer = pointerTo(schema.pointer, "additionalProperties");
  return { name: inner(schemaAt(document, schema.node.additionalProperties, pointer)) };
}
