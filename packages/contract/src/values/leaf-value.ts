import { sample, stringMatching } from "fast-check";
import type { Schema } from "../document.js";
import { FORMAT_SAMPLES } from "./formats.js";

/** The types that a schema allows; what its keywords imply where it names none. */
export function typesOf(schema: Schema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.properties || schema.required || schema.additionalProperties !== undefined) return ["object"];
  if (schema.items || schema.prefixItems || schema.minItems !== undefined) return ["array"];
  if (schema.format || schema.pattern || schema.minLength !== undefined) return ["string"];
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ["number"];
  return [];
}

/** A small number in the bounds of a schema; the nearest to them where there is none. */
export function numberValue(schema: Schema): number {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step = 1 } = schema;
  const inside = [above === undefined ? minimum : above + step, below === undefined ? maximum : below - step];
  const bounds = inside.filter((one) => one !== undefined);
  const multiples = bounds.flatMap((one) => [Math.ceil(one / step) * step, Math.floor(one / step) * step]);
  const between = ((above ?? minimum ?? 0) + (below ?? maximum ?? 0)) / 2;
  const [first = 1] = bounds;
  const isIn = (value: number) =>
    value >= (minimum ?? value) &&
    value <= (maximum ?? value) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below) &&
    (schema.multipleOf === undefined || Number.isInteger(value / step));
  return [...bounds, 1, step, ...multiples, 0, -step, between].find(isIn) ?? first;
}

/** A text that a schema allows, as far as one is found. */
export function textValue(schema: Schema): string {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format = "", pattern } = schema;
  const known = FORMAT_SAMPLES[format]?.valid[0];
  const plain = known ?? "x".repeat(Math.max(minLength, 1)).slice(0, maxLength);
  if (pattern === undefined) return plain;
  const expression = new RegExp(pattern, "u");
  const fits = (text: string) => expression.test(text) && text.length >= minLength && text.length <= maxLength;
  return fits(plain) ? plain : (matching(pattern, fits) ?? plain);
}

/** A text that a pattern is made for, and that keeps the other bounds. */
function matching(pattern: string, fits: (text: string) => boolean): string | undefined {
  // No text can be made from an assertion about what follows, but many texts of the rest keep it.
  const rest = pattern.replaceAll(/\(\?<?[=!](?:[^()\\]|\\.)*\)/g, "");
  try {
    // The same seed gives the same text in each run.
    const options = { numRuns: rest === pattern ? 200 : 2000, seed: 1 };
    return sample(stringMatching(new RegExp(rest, "u")), options).find(fits);
  } catch {
    return undefined;
  }
}

/** Whether a schema is that of an object or an array alone. */
export function holdsMembers(schema: Schema | undefined): boolean {
  const types = schema ? typesOf(schema) : [];
  return types.length > 0 && types.every((type) => type === "object" || type === "array");
}
