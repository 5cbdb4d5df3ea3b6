import { type Arbitrary, sample, stringMatching } from "fast-check";
import type { Schema } from "../document/document.js";
import { NoValue } from "../document/document-limits.js";
import { own } from "../lib/objects.js";
import { FORMAT_SAMPLES } from "./formats.js";

/** Returns the types that a schema allows; if it has no `type`, those that its keywords imply. */
export function typesOf(schema: Schema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.properties || schema.required || schema.additionalProperties !== undefined) return ["object"];
  if (schema.items || schema.prefixItems || schema.minItems !== undefined) return ["array"];
  if (schema.format || schema.pattern || schema.minLength !== undefined) return ["string"];
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ["number"];
  return [];
}

/** Returns a multiple of a number, written with no more digits than it needs: 3 * 0.1 is 0.3. */
export const multiple = (count: number, step: number): number =>
  Number.isInteger(step) ? count * step : Number((count * step).toPrecision(15));

/** Returns a small number within the limits of a schema, or the nearest one. */
export function numberValue(schema: Schema): number {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step = 1 } = schema;
  const inside = [above === undefined ? minimum : above + step, below === undefined ? maximum : below - step];
  const bounds = inside.filter((one) => one !== undefined);
  const multiples = bounds.flatMap((one) => [
    multiple(Math.ceil(one / step), step),
    multiple(Math.floor(one / step), step),
  ]);
  const between = ((above ?? minimum ?? 0) + (below ?? maximum ?? 0)) / 2;
  const [first = 1] = bounds;
  const isIn = (value: number) =>
    value >= (minimum ?? value) &&
    value <= (maximum ?? value) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below) &&
    (schema.multipleOf === undefined || Number.isInteger(value / step));
  return [1, step, -1, -step, ...bounds, ...multiples, 0, between].find(isIn) ?? first;
}

/** The longest string that is made to reach a length. */
const LONGEST = 1_000_000;

/** Whether the repetitions in a pattern require a long string; those of groups multiply. */
function isLong(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d+)/g)].map(([, count]) => Math.max(1, Number(count)));
  const most = /\)\{/.test(pattern) ? counts.reduce((product, count) => product * count, 1) : Math.max(0, ...counts);
  return most > LONGEST;
}

/** Returns a string that is valid for a schema, if one is found. */
export function textValue(schema: Schema): string {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format = "", pattern } = schema;
  if (minLength > LONGEST || (pattern !== undefined && isLong(pattern)))
    throw new NoValue(`No text of more than ${LONGEST} characters is generated; require a shorter one`);
  const samples = own(FORMAT_SAMPLES, format)?.valid ?? [];
  const plain = samples[0] ?? "x".repeat(Math.max(minLength, 1)).slice(0, maxLength);
  if (pattern === undefined) return plain;
  const expression = regExpOf(pattern);
  const fits = (text: string) => expression.test(text) && text.length >= minLength && text.length <= maxLength;
  return samples.find(fits) ?? (fits(plain) ? plain : (matchingTexts(pattern).find(fits) ?? plain));
}

/** The start and the end of a text in other languages. */
const ANCHORS: Readonly<Record<string, string>> = { "\\A": "^", "\\Z": "$", "\\z": "$" };

/**
 * Compiles a pattern of a schema: as Unicode, as JSON Schema recommends, otherwise as Python and Ruby read it. One that is no
 * regular expression matches everything.
 */
export function regExpOf(pattern: string): RegExp {
  const foreign = pattern.replaceAll(/\\./gsu, (part) => own(ANCHORS, part) ?? part).replaceAll("(?P<", "(?<");
  for (const [source, flags] of [[pattern, "u"], [foreign]] as const) {
    try {
      return new RegExp(source, flags);
    } catch {}
  }
  return /(?:)/;
}

/**
 * Generates strings for a pattern, without its lookaheads, which many of them satisfy; undefined if it cannot. Where a
 * pattern leaves the start or the end of a string open, only letters are added, because the string may have a format.
 */
export function matchingText(pattern: string): Arbitrary<string> | undefined {
  if (isLong(pattern)) return undefined;
  const rest = withoutLookarounds(pattern);
  const closed = `${rest.startsWith("^") ? "" : "^[a-z]{1,8}"}${rest}${rest.endsWith("$") ? "" : "$"}`;
  for (const source of rest.includes("|") ? [rest] : [closed, rest]) {
    try {
      return stringMatching(regExpOf(source));
    } catch {}
  }
  return undefined;
}

const withoutLookarounds = (pattern: string) => pattern.replaceAll(/\(\?<?[=!](?:[^()\\]|\\.)*\)/g, "");

/** Returns strings that match a pattern, always the same ones. Documents repeat their patterns, and each takes long. */
function matchingTexts(pattern: string): readonly string[] {
  const known = TEXTS.get(pattern);
  if (known) return known;
  const made = matchingText(pattern);
  const options = { numRuns: withoutLookarounds(pattern) === pattern ? 200 : 2000, seed: 1 };
  const texts = made ? sample(made, options) : [];
  TEXTS.set(pattern, texts);
  return texts;
}

const TEXTS = new Map<string, readonly string[]>();

/** Whether a schema allows only objects or arrays. */
export function holdsMembers(schema: Schema | undefined): boolean {
  const types = schema ? typesOf(schema) : [];
  return types.length > 0 && types.every((type) => type === "object" || type === "array");
}
