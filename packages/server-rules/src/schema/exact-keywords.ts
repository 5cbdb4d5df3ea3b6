import {
  compareNumbers,
  divides,
  hasMarkedNumbers,
  isWhole,
  type Numeric,
  withoutMark,
} from "@metadata-service/spec-tools/json";
import type { Ajv2020 } from "ajv/dist/2020.js";
import type { DataValidateFunction, SchemaValidateFunction } from "ajv/dist/types/index.js";
import { canonicalJson } from "../json/canonical-json.js";

const BOUNDS: Readonly<Record<string, (order: number) => boolean>> = {
  minimum: (order) => order >= 0,
  maximum: (order) => order <= 0,
  exclusiveMinimum: (order) => order > 0,
  exclusiveMaximum: (order) => order < 0,
};

/** Where a value is in what is validated. */
type Place = NonNullable<Parameters<SchemaValidateFunction>[3]>;

/** Values for validation, and how they are validated. */
interface Prepared {
  readonly value: unknown;
  readonly context?: Place;
}

const number = (value: unknown) => withoutMark(value) as Numeric;

/**
 * Replaces the keywords that compare numbers by those that compare their digits. Texts stand for the numbers that a 64-bit
 * float would change, in schemas and values.
 *
 * @returns a function that prepares a value for validation: other numbers take the place of these texts, for `type`
 */
export function addExactKeywords(ajv: Ajv2020): (value: unknown) => Prepared {
  /** The arrays and objects of values, by their copies. */
  const originals = new WeakMap<object, object>();
  const exact = (value: unknown, at?: Place): unknown => {
    if (typeof value === "object" && value !== null) return originals.get(value) ?? value;
    const parent = typeof value === "number" && at ? originals.get(at.parentData) : undefined;
    return parent && at ? Reflect.get(parent, at.parentDataProperty) : value;
  };
  const replace = (keyword: string, validate: SchemaValidateFunction, type?: "number" | "array") => {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword, validate, ...(type && { type }) });
  };
  for (const [keyword, holds] of Object.entries(BOUNDS))
    replace(keyword, (limit, data, _, at) => holds(compareNumbers(number(exact(data, at)), number(limit))), "number");
  replace("multipleOf", (step, data, _, at) => divides(number(step), number(exact(data, at))), "number");
  const isOne = (values: readonly unknown[]): DataValidateFunction => {
    const texts = new Set(values.map(canonicalJson));
    return (data, at) => texts.has(canonicalJson(exact(data, at)));
  };
  ajv.removeKeyword("const").addKeyword({ keyword: "const", compile: (constant) => isOne([constant]) });
  ajv.removeKeyword("enum").addKeyword({ keyword: "enum", compile: isOne });
  const unique: SchemaValidateFunction = (isUnique, data: unknown[]) => {
    const places = new Map<string, number>();
    for (const [i, one] of isUnique ? (exact(data) as unknown[]).entries() : []) {
      const text = canonicalJson(one);
      const j = places.get(text);
      unique.errors = [{ keyword: "uniqueItems", params: { j, i } }];
      if (j !== undefined) return false;
      places.set(text, i);
    }
    return true;
  };
  replace("uniqueItems", unique, "array");

  const copy = (value: unknown): unknown => {
    const one = withoutMark(value);
    // Only its type is of interest here.
    if (one !== value) return isWhole(one as Numeric) ? 1 : 0.5;
    if (typeof value !== "object" || value === null) return value;
    const made = Array.isArray(value)
      ? value.map(copy)
      : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each)]));
    originals.set(made, value);
    return made;
  };
  return (value) => {
    if (!hasMarkedNumbers(value)) return { value };
    const root = copy([value]) as unknown[];
    const place = { instancePath: "", parentData: root, parentDataProperty: 0, rootData: root, dynamicAnchors: {} };
    return { value: root[0], context: place };
  };
}
