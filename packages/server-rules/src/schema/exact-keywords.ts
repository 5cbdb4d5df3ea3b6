import {
  compareNumbers,
  divides,
  hasMarkedNumbers,
  isWhole,
  type Numeric,
  withoutMark,
} from "@metadata-service/spec-tools/json";
import type { SchemaValidateFunction } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
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
  const isSame = (one: unknown, data: unknown, at?: Place) => canonicalJson(one) === canonicalJson(exact(data, at));
  replace("const", (constant, data, _, at) => isSame(constant, data, at));
  replace("enum", (values: unknown[], data, _, at) => values.some((one) => isSame(one, data, at)));
  const unique: SchemaValidateFunction = (isUnique, data: unknown[]) => {
    const texts = isUnique ? (exact(data) as unknown[]).map(canonicalJson) : [];
    const j = texts.findIndex((text, at) => texts.indexOf(text) !== at);
    unique.errors = [{ keyword: "uniqueItems", params: { j: texts.indexOf(texts[j] ?? ""), i: j } }];
    return j < 0;
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
