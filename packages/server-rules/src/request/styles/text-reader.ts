import {
  groupedBy,
  itemsOf,
  type Located,
  type OpenApiDocument,
  pointerTo,
  type SchemaObject,
  schemaAt,
} from "@metadata-service/spec-tools";
import { floatsAround, markedJson, markedNumber, typeOfJson, withoutMark } from "@metadata-service/spec-tools/json";
import { quote } from "../../format-path.js";
import type { SchemaChecker } from "../../schema/create-schema-checker.js";
import { Violation } from "../../violation.js";

type Place = Located<SchemaObject>;

/** Reads texts as the types that schemas allow, including in `allOf`, `oneOf` and `anyOf`. */
export interface TextReader {
  /** Whether a schema allows arrays, which are written element by element. */
  isArray(schema: Place): boolean;
  /** Whether a schema allows objects, which are written as names and values. */
  isObject(schema: Place): boolean;
  /**
   * Reads a value. If several types are possible, the result is the first valid one of: number, boolean, null, text,
   * array. A text that has none of the types is returned as it is; validation then rejects it.
   *
   * @param texts the text of a single value, or of the elements of an array
   * @example read(schemaOf({ anyOf: [{ type: "integer" }, { type: "null" }] }), ["10"]) // 10
   */
  read(schema: Place, texts: readonly string[]): unknown;
  /**
   * Reads an object by the schemas of its properties, or an array by that of its elements. A name that is given several
   * times is an array.
   *
   * @param texts each with the names that lead to it; an element of an array has an index, or an empty name
   * @example readMembers(schema, [[["min"], "1"], [["tags", ""], "a"], [["tags", ""], "b"]]) // { min: 1, tags: ["a", "b"] }
   */
  readMembers(schema: Place, texts: Members): unknown;
  /** Returns the names of the properties that a schema declares. */
  names(schema: Place): ReadonlySet<string>;
  /** Whether a schema is for objects whose names the caller chooses. */
  hasFreeNames(schema: Place): boolean;
  /**
   * Parses a parameter whose text is JSON.
   *
   * @throws Violation if it is not JSON
   */
  parseJson(name: string, text: string): unknown;
}

/** Texts, each with the names of the fields and elements that lead to it. */
export type Members = readonly (readonly [path: readonly string[], text: string])[];

/** What a text can be. */
interface Shape {
  /** The types of single values. */
  readonly types: ReadonlySet<string>;
  /** The schemas of the elements, if arrays are allowed. */
  readonly items: readonly Place[] | undefined;
  readonly isObject: boolean;
  readonly hasFreeNames: boolean;
  readonly properties: ReadonlyMap<string, readonly Place[]>;
  /** The schemas of other properties. */
  readonly others: readonly Place[];
}

/** An integer in canonical form: no `+`, no leading zeros, no fraction, no exponent, and only ASCII digits. */
const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Creates the reader for the schemas of a document.
 *
 * @param numbers the texts that stand for numbers of the document: these numbers are read exactly
 */
export function createTextReader(
  document: OpenApiDocument,
  schemas: SchemaChecker,
  numbers: ReadonlySet<string>,
): TextReader {
  const shapes = new Map<string, Shape>();
  const shapeOf = (schema: Place): Shape => {
    const known = shapes.get(schema.pointer) ?? readShape(document, schema);
    shapes.set(schema.pointer, known);
    return known;
  };

  /** Returns the first candidate that is valid for one of the schemas. */
  function choose(places: readonly Place[], candidates: readonly unknown[]): unknown {
    if (candidates.length < 2) return candidates[0];
    const isValid = (value: unknown) => places.some(({ pointer }) => schemas.fits(pointer, value));
    const place = candidates.findIndex(isValid);
    return candidates[Math.max(place, 0)];
  }

  /** Returns a number as a float on that side on which it is valid, unless it is one of the document or not valid. */
  function rounded(places: readonly Place[], value: unknown): unknown {
    if (withoutMark(value) === value || numbers.has(value as string)) return value;
    const fits = (one: unknown) => places.some(({ pointer }) => schemas.fits(pointer, one));
    return (fits(value) ? floatsAround(value as string).find(fits) : undefined) ?? value;
  }

  function readAny(places: readonly Place[], texts: readonly string[]): unknown {
    const all = places.map(shapeOf);
    const items = all.flatMap((shape) => shape.items ?? []);
    const list = all.some((shape) => shape.items !== undefined)
      ? [texts.map((text) => readAny(items, [text]))]
      : ([] as const);
    const [text] = texts;
    if (text === undefined || texts.length > 1) return list[0] ?? text;
    const types = new Set(all.flatMap((shape) => [...shape.types]));
    if (types.size === 0 && list.length > 0) return list[0];
    return rounded(places, choose(places, [...valuesOf(text, types, numbers), ...list]));
  }

  function readBelow(places: readonly Place[], texts: Members): unknown {
    const all = places.map(shapeOf);
    const items = all.flatMap((shape) => shape.items ?? []);
    const isList = all.some((shape) => shape.items !== undefined);
    if (texts.every(([path]) => path.length === 0)) {
      const own = texts.map(([, text]) => text);
      // Validation rejects an array if there should be none.
      return own.length > 1 && !isList ? own : readAny(places, own);
    }
    const below = [...groupedBy(texts, ([[name = ""]]) => name)].map(
      ([name, own]) => [name, own.map(([[, ...path], text]) => [path, text] as const)] as const,
    );
    if (isList && below.every(([name]) => /^\d*$/.test(name)))
      return below
        .sort(([left], [right]) => Number(left) - Number(right))
        .flatMap(([name, own]) => (name === "" ? own.map((one) => [one]) : [own]))
        .map((own) => readBelow(items, own));
    const placesOf = (name: string) => {
      const own = all.flatMap(({ properties }) => properties.get(name) ?? []);
      return own.length > 0 ? own : all.flatMap(({ others }) => others);
    };
    return Object.fromEntries(below.map(([name, own]) => [name, readBelow(placesOf(name), own)]));
  }

  return {
    isArray: (schema) => shapeOf(schema).items !== undefined,
    isObject: (schema) => shapeOf(schema).isObject,
    hasFreeNames: (schema) => shapeOf(schema).hasFreeNames,
    names: (schema) => new Set(shapeOf(schema).properties.keys()),
    read: (schema, texts) => readAny([schema], texts),
    parseJson(name, text) {
      try {
        return JSON.parse(markedJson(text, numbers));
      } catch {
        throw new Violation(`${name} must be JSON, not ${quote(text)}`);
      }
    },
    readMembers: (schema, texts) => readBelow([schema], texts),
  };
}

/** Returns what a text can mean as a single value, the text itself last. */
function valuesOf(text: string, types: ReadonlySet<string>, numbers: ReadonlySet<string>): readonly unknown[] {
  const isBoolean = types.has("boolean") && /^(?:true|false)$/.test(text);
  const isNull = types.has("null") && text === "null";
  const values = isBoolean ? [text === "true"] : isNull ? [null] : numbersOf(text, types, numbers);
  return values.length === 0 || types.has("string") ? [...values, text] : values;
}

function numbersOf(text: string, types: ReadonlySet<string>, numbers: ReadonlySet<string>): readonly unknown[] {
  const isNumber = (types.has("integer") && INTEGER.test(text)) || (types.has("number") && NUMBER.test(text));
  const value = isNumber ? (markedNumber(text) ?? Number(text)) : undefined;
  return isNumber && (Number.isFinite(Number(text)) || numbers.has(String(value))) ? [value] : [];
}

function readShape(document: OpenApiDocument, schema: Place): Shape {
  const types = new Set<string>();
  const items: Place[] = [];
  const properties = new Map<string, Place[]>();
  const others: Place[] = [];
  const places = partsOf(document, schema);
  for (const place of places) {
    const { node, pointer } = place;
    for (const type of typesIn(node)) types.add(type);
    if (node.items !== undefined) items.push(itemsOf(document, place));
    for (const [name, property] of Object.entries(node.properties ?? {}))
      properties.set(name, [
        ...(properties.get(name) ?? []),
        schemaAt(document, property, pointerTo(pointer, "properties", name)),
      ]);
    if (typeof node.additionalProperties === "object")
      others.push(schemaAt(document, node.additionalProperties, pointerTo(pointer, "additionalProperties")));
  }
  const isObject = types.delete("object");
  const isArray = types.delete("array");
  const isOpen = places.some(({ node }) => Boolean(node.additionalProperties) || "patternProperties" in node);
  const hasFreeNames = isObject && (isOpen || properties.size === 0);
  return { types, items: isArray ? items : undefined, isObject, hasFreeNames, properties, others };
}

/** Returns a schema and the schemas that `allOf`, `oneOf` and `anyOf` combine with it, each once. */
function partsOf(document: OpenApiDocument, schema: Place, within: readonly string[] = []): Place[] {
  if (within.includes(schema.pointer)) return [];
  const combined = (["allOf", "oneOf", "anyOf"] as const).flatMap((keyword) =>
    (schema.node[keyword] ?? []).flatMap((part, index) =>
      partsOf(document, schemaAt(document, part, pointerTo(schema.pointer, keyword, index)), [
        ...within,
        schema.pointer,
      ]),
    ),
  );
  return [schema, ...combined];
}

/** Returns the types that a schema states, or that its constants or its keywords show. */
function typesIn({ type, properties, items, additionalProperties, const: constant, ...rest }: SchemaObject): string[] {
  if (type !== undefined) return [type].flat();
  const values = [...(constant === undefined ? [] : [constant]), ...(rest.enum ?? [])].map(typeOfJson);
  const isObject = properties !== undefined || typeof additionalProperties === "object";
  return [...values, ...(isObject ? ["object"] : []), ...(items === undefined ? [] : ["array"])];
}
