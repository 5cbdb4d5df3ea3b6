import { formatTimestamp } from "@metadata-service/server-rules";
import { dereference, type OpenApiDocument, type SchemaObject } from "@metadata-service/spec-tools";
import { fraction, hash } from "./hash.js";
import { type Variation, varyDigits } from "./vary-digits.js";

/** What a value is generated for: the row, and the moment at which it was created, in microseconds since 1970. */
export interface Row extends Variation {
  readonly createdAt: number;
}

/** Gives the value of a member for a row. */
export type Generate = (row: Row) => unknown;

const DAY = 86_400_000;

/**
 * A generator of values for a schema, out of its examples, bounds and formats. What it gives fits the schema, as far as
 * `fits` can tell: where a varied example would not, the example itself is used.
 */
export function generateValue(
  document: OpenApiDocument,
  schema: SchemaObject,
  fits: (value: unknown) => boolean,
): Generate {
  const examples = schema.examples ?? [];
  if (schema.const !== undefined) return () => schema.const;
  if (schema.enum?.length) return pick(schema.enum);
  switch (typeOf(schema)) {
    case "string":
      return generateString(schema, examples, fits);
    case "integer":
    case "number":
      return generateNumber(schema, examples, fits);
    case "boolean":
      return ({ stream, row }) => hash(stream, row) % 2 === 0;
    case "object":
      return generateObject(document, schema);
    case "array":
      return generateArray(document, schema, examples);
    default:
      return examples.length > 0 ? pick(examples) : () => null;
  }
}

function typeOf(schema: SchemaObject): string | undefined {
  const type = [schema.type ?? []].flat().find((one) => one !== "null");
  return type ?? (schema.properties ? "object" : undefined);
}

function pick(values: readonly unknown[]): Generate {
  return ({ stream, row }) => values[hash(stream, row) % values.length];
}

function generateString(
  schema: SchemaObject,
  examples: readonly unknown[],
  fits: (value: unknown) => boolean,
): Generate {
  switch (schema.format) {
    case "date":
      return (row) => date(row.createdAt / 1000 + (14 + (hash(row.stream, row.row) % 120)) * DAY);
    case "date-time":
      return (row) => formatTimestamp(Math.floor(row.createdAt / 1000) + (hash(row.stream, row.row) % (30 * DAY)));
    case "uuid":
      return uuid;
    default: {
      const texts = examples.filter((example) => typeof example === "string");
      const [first = "text"] = texts;
      const choose = pick(texts.length > 0 ? texts : [first]);
      return (row) => {
        const example = choose(row) as string;
        const varied = varyDigits(example, row);
        return fits(varied) ? varied : example;
      };
    }
  }
}

function date(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** A UUID of version 4 that holds the number of its row, so that no two rows have the same one. */
function uuid({ stream, row }: Row): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0").slice(-digits);
  const [a, b] = [hash(stream, row, 1), hash(stream, row, 2)];
  const variant = hex(0x8000 | (b & 0x3fff), 4);
  return `${hex(a, 8)}-${hex(b >>> 16, 4)}-4${hex(a ^ b, 3)}-${variant}-${hex(row, 12)}`;
}

/** Draws between the lowest and the highest example, small numbers more often than large ones, as quantities are. */
function generateNumber(
  schema: SchemaObject,
  examples: readonly unknown[],
  fits: (value: unknown) => boolean,
): Generate {
  const numbers = examples.filter((example) => typeof example === "number");
  const low = numbers.length > 0 ? Math.min(...numbers) : (schema.minimum ?? 0);
  const high = numbers.length > 0 ? Math.max(...numbers) : (schema.maximum ?? low + 100);
  const decimals = Math.max(0, ...numbers.map((number) => String(number).split(".")[1]?.length ?? 0));
  const step = typeOf(schema) === "integer" && numbers.every((number) => number % 10 === 0) && high >= 100 ? 10 : 1;
  return ({ stream, row }) => {
    const drawn = low + (high - low) * fraction(hash(stream, row)) ** 2;
    const value = decimals > 0 ? Number(drawn.toFixed(decimals)) : Math.round(drawn / step) * step;
    return fits(value) ? value : (numbers[0] ?? low);
  };
}

function generateObject(document: OpenApiDocument, schema: SchemaObject): Generate {
  const members = Object.entries(schema.properties ?? {}).map(([name, member], index) => {
    const node = dereference<SchemaObject>(document, member, name).node;
    // An example that is there is a better fit than a guess: only members of plain types are varied.
    return [name, index, generateValue(document, node, (value) => typeof value !== "object")] as const;
  });
  return (row) =>
    Object.fromEntries(
      members.map(([name, index, generate]) => [name, generate({ ...row, stream: hash(row.stream, index) })]),
    );
}

function generateArray(document: OpenApiDocument, schema: SchemaObject, examples: readonly unknown[]): Generate {
  if (!schema.items) return examples.length > 0 ? pick(examples) : () => [];
  const node = dereference<SchemaObject>(document, schema.items, "items").node;
  const element = generateValue(document, node, () => true);
  const least = Math.max(schema.minItems ?? 1, 1);
  const most = Math.min(schema.maxItems ?? least + 2, least + 2);
  return (row) => {
    const length = least + (hash(row.stream, row.row) % (Math.max(most, least) - least + 1));
    return Array.from({ length }, (_, index) => element({ ...row, stream: hash(row.stream, index) }));
  };
}
