import type { SchemaChecker } from "@metadata-service/server-rules";
import { dereference, type OpenApiDocument, pointerTo } from "@metadata-service/spec-tools";
import { hash } from "../data/hash.js";
import { fallbackValues, patternValues } from "./fallback-values.js";
import { structuralValue } from "./structural-value.js";
import type { FullSchema, Generate, ValueMaker } from "./value.js";

/** How deep any value is: a schema may refer to itself. */
const MOST_DEPTH = 12;

/**
 * A maker that trusts, in this order, the examples of the spec, its constants and defaults, what follows from types, bounds
 * and formats, and what json-schema-faker makes. Ajv judges each of them, at every level.
 */
export function createValueMaker(document: OpenApiDocument, schemas: SchemaChecker): ValueMaker {
  const generators = new Map<string, Generate>();
  const fits = (pointer: string, value: unknown) => schemas.at(pointer)(value) === undefined;
  const maker: ValueMaker = {
    document,
    fits,
    explain: (pointer, value, name) => schemas.at(pointer, name, name)(value),
    whyNot(pointer, schema) {
      const { full, at } = fullSchema(document, schema, pointer);
      const row = { stream: 1, row: 0, createdAt: 0, year: 2026, depth: 0 };
      for (const [name, property] of Object.entries(full.properties ?? {})) {
        const place = pointerTo(at, "properties", name);
        if (full.required?.includes(name) && maker.at(place, property)(row) === undefined)
          return maker.whyNot(place, property);
      }
      return `no value was found for the schema at ${at}; an example there helps`;
    },
    forPattern: (pattern) => patternValues([pattern], (text) => new RegExp(pattern, "u").test(String(text))),
    at(pointer, schema) {
      const known = generators.get(pointer);
      if (known) return known;
      // Created on the first value: a schema may refer to itself.
      let make: ReturnType<typeof prepare> | undefined;
      const prepare = () => prepareSchema(maker, pointer, schema);
      const generate: Generate = (row) => {
        if (row.depth > MOST_DEPTH) return undefined;
        make ??= prepare();
        return make(row);
      };
      generators.set(pointer, generate);
      return generate;
    },
  };
  return maker;
}

/** Proposes values for a schema and judges them, those that are trusted most first. */
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
    return fits(full.default) ? full.default : fallback(row);
  };
}

/** The keywords beside a reference that hold no schemas: where others are, the whole is only judged. */
const PLAIN =
  /^(?:(?:min|max|exclusive|unique|multiple)\w*|pattern|format|enum|const|default|examples?|required|type)$/;

/** A schema with its reference followed, what is written beside the reference, its examples, and where its own parts are. */
function fullSchema(document: OpenApiDocument, schema: unknown, pointer: string): { full: FullSchema; at: string } {
  if (typeof schema !== "object" || schema === null) return { full: {}, at: pointer };
  const { $ref } = schema as { $ref?: string };
  // Only the reference: the keywords beside it have no place at which their parts could be found.
  const { node, pointer: at } = dereference<FullSchema>(document, $ref === undefined ? schema : { $ref }, pointer);
  const beside = $ref === undefined ? [] : Object.entries(schema).filter(([name]) => PLAIN.test(name));
  const full: FullSchema & { example?: unknown } = {
    ...(typeof node === "object" ? node : {}),
    ...Object.fromEntries(beside),
  };
  const examples = [...(full.examples ?? []), ...(full.example === undefined ? [] : [full.example])];
  return { full: { ...full, ...(examples.length > 0 && { examples }) }, at };
}
