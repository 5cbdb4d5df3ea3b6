import { type Rules, safePattern } from "@metadata-service/server-rules";
import {
  BOUNDS,
  createImpossibleFinder,
  createSizes,
  dereference,
  type OpenApiDocument,
  propertiesOf,
  requiredNames,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import { hash } from "../data/hash.js";
import { fallbackValues, patternValues } from "./fallback-values.js";
import { ANY, structuralValue } from "./structural-value.js";
import { type FullSchema, type Generate, MOST_PARTS, type ValueMaker } from "./value.js";

/** The maximum depth of a generated value, because a schema may refer to itself. */
const MOST_DEPTH = 12;

/**
 * Creates a generator that tries these sources in order and returns the first valid value: a constant or an enum value;
 * a value derived from the examples, type, bounds and format; an example as it is; the default; and a value from
 * json-schema-faker. Ajv validates each candidate, at every level.
 */
export function createValueMaker({
  document,
  schemas,
  texts,
}: Pick<Rules, "document" | "schemas" | "texts">): ValueMaker {
  const generators = new Map<string, Generate>();
  const { fits } = schemas;
  const sizeOf = createSizes(document, true);
  const impossible = createImpossibleFinder(document);
  const isHopeless = (schema: unknown, pointer: string) =>
    sizeOf(schema, pointer) > BOUNDS.smallest || impossible.find(schema, pointer) !== undefined;
  const maker: ValueMaker = {
    document,
    sizeOf,
    texts,
    fits,
    explain: (pointer, value, name) => schemas.at(pointer, name, name)(value),
    whyNot(pointer, schema, within = []) {
      const { full, at } = fullSchema(document, schema, pointer);
      if (within.includes(at)) return `the schema at ${at} requires itself; make one of the properties optional`;
      const row = { stream: 1, row: 0, createdAt: 0, year: 2026, depth: 0 };
      const place = { node: full as SchemaObject, pointer: at };
      const required = requiredNames(document, place);
      for (const [name, property] of propertiesOf(document, place))
        if (required.has(name) && maker.at(property.pointer, property.node)(row) === undefined)
          return maker.whyNot(property.pointer, property.node, [...within, at]);
      return `no valid value could be generated for the schema at ${at}; add an example to it`;
    },
    forPattern: (pattern) => patternValues([pattern], (text) => safePattern(pattern).test(String(text))),
    at(pointer, schema) {
      const known = generators.get(pointer);
      if (known) return known;
      // Created on the first value: a schema may refer to itself.
      let make: Generate | undefined;
      const prepare = () => (isHopeless(schema, pointer) ? nothing : prepareSchema(maker, pointer, schema));
      const generate: Generate = (row) => {
        if (row.depth > MOST_DEPTH) return undefined;
        make ??= prepare();
        return make(row.room ? row : { ...row, room: { left: MOST_PARTS } });
      };
      generators.set(pointer, generate);
      return generate;
    },
  };
  return maker;
}

const nothing = () => undefined;

/** Generates candidate values for a schema in that order, and returns the first valid one. */
function prepareSchema(maker: ValueMaker, pointer: string, schema: unknown): Generate {
  const { full, at } = fullSchema(maker.document, schema, pointer);
  const fits = (value: unknown) => value !== undefined && maker.fits(pointer, value);
  const propose = structuralValue(full, at, maker);
  const fallback = fallbackValues(maker.document, pointer, fits);
  const trusted = full.examples?.filter(fits) ?? [];
  return (row) => {
    const made = propose(row, trusted);
    if (fits(made)) return made;
    if (trusted.length > 0) return trusted[hash(row.stream, row.row) % trusted.length];
    return fits(full.default) ? full.default : (fallback(row) ?? ANY.find(fits));
  };
}

/**
 * Keywords next to a `$ref` that contain no schemas. Candidates are generated from these; all other keywords next to a
 * `$ref` are only validated.
 */
const PLAIN =
  /^(?:(?:min|max|exclusive|unique|multiple)\w*|pattern|format|enum|const|default|examples?|required|type)$/;

/**
 * Resolves the reference of a schema. Returns the schema, merged with the keywords next to the reference, and the
 * pointer at which its subschemas are found.
 */
function fullSchema(document: OpenApiDocument, schema: unknown, pointer: string): { full: FullSchema; at: string } {
  if (typeof schema !== "object" || schema === null) return { full: {}, at: pointer };
  const { $ref } = schema as { $ref?: string };
  // Resolve the bare reference, because subschemas next to it have no pointer.
  const { node, pointer: at } = dereference<FullSchema>(document, $ref === undefined ? schema : { $ref }, pointer);
  const beside = $ref === undefined ? [] : Object.entries(schema).filter(([name]) => PLAIN.test(name));
  const full: FullSchema & { example?: unknown } = {
    ...(typeof node === "object" ? node : {}),
    ...Object.fromEntries(beside),
  };
  const examples = [...(full.examples ?? []), ...(full.example === undefined ? [] : [full.example])];
  return { full: { ...full, ...(examples.length > 0 && { examples }) }, at };
}
