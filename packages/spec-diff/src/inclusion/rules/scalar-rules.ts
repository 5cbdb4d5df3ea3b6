import { divides, type Numeric, negative } from "@metadata-service/spec-tools/json";
import { own } from "@metadata-service/spec-tools/own";
import { equal, list } from "../../compare/node.js";
import { integerRange } from "../emptiness.js";
import { type Bound, type Facts, isWithin } from "../facts.js";
import { schemaIn } from "../parts.js";
import { PROVED, type ProofResult, someOf } from "../proof-result.js";
import { freshLeft, notKnown, type Rule } from "../question.js";
import { NUMBER_FORMATS, namedTypes, PRESENTATION, STRING_FORMATS, type Type, WITHIN } from "../values.js";

/** Makes a rule that only needs facts; values of other types satisfy it. */
const simple =
  (types: Type[] | undefined, holds: (facts: Facts, value: unknown) => boolean): Rule =>
  ({ facts }, part, keyword): ProofResult =>
    (types !== undefined && !types.some((type) => facts.types.has(type))) || holds(facts, part.node[keyword])
      ? PROVED
      : notKnown(part, keyword);

const NUMBERS: Type[] = ["integer", "fraction"];

/** The rules get numbers only, since other values of these keywords are not well-formed. */
const atLeast = (facts: Facts, isExclusive: boolean, limit: unknown): boolean =>
  isWithin(lowestOf(facts), { limit: limit as Numeric, isExclusive });
const atMost = (facts: Facts, isExclusive: boolean, limit: unknown): boolean =>
  isWithin(highestOf(facts), { limit: negative(limit as Numeric), isExclusive });

/** If only integers are left, the bounds are the nearest integers inside. */
function lowestOf(facts: Facts): Bound {
  return facts.types.has("fraction") ? facts.lowest : { limit: integerRange(facts)[0], isExclusive: false };
}
function highestOf(facts: Facts): Bound {
  return facts.types.has("fraction") ? facts.highest : { limit: -integerRange(facts)[1], isExclusive: false };
}

const isMultiple = ({ multiples, types }: Facts, of: Numeric): boolean =>
  multiples.some((one) => divides(of, one)) || (!types.has("fraction") && divides(of, 1));

const hasFormat: Rule = ({ facts }, written, keyword) => {
  const format = String(written.node[keyword]);
  if (PRESENTATION.has(format)) return PROVED;
  if (STRING_FORMATS.has(format) && !facts.types.has("string")) return PROVED;
  if (NUMBER_FORMATS.has(format) && !NUMBERS.some((type) => facts.types.has(type))) return PROVED;
  const known = facts.parts.flatMap((part) => ("format" in part.node ? [String(part.node["format"])] : []));
  return known.some((one) => one === format || own(WITHIN, one)?.includes(format))
    ? PROVED
    : notKnown(written, keyword, `not every value is known to have the format ${format}`);
};

/** Patterns that every string matches. */
const ANYTHING = new Set<unknown>(["", "^", "$", ".*", "^.*", "(.*)"]);

/** The left side describes the content of a string at least as narrowly. */
const contentSchema: Rule = ({ inclusion, facts, depth }, part, keyword) => {
  const otherwise = notKnown(part, keyword, "not every value is known to have such a content");
  if (!facts.types.has("string")) return PROVED;
  return someOf(
    facts.parts.filter(({ node }) => keyword in node),
    otherwise,
    (own) => inclusion.includes(freshLeft([schemaIn(own, keyword)]), [schemaIn(part, keyword)], depth + 1),
  );
};

export const SCALAR_RULES: Record<string, Rule> = {
  type: simple(undefined, ({ types }, type) => [...types].every((one) => namedTypes(type)?.includes(one))),
  const: simple(undefined, ({ values }, constant) => values?.every((value) => equal(value, constant)) ?? false),
  enum: simple(
    undefined,
    ({ values }, allowed) => values?.every((value) => list(allowed).some((one) => equal(one, value))) ?? false,
  ),
  minimum: simple(NUMBERS, (facts, limit) => atLeast(facts, false, limit)),
  exclusiveMinimum: simple(NUMBERS, (facts, limit) => atLeast(facts, true, limit)),
  maximum: simple(NUMBERS, (facts, limit) => atMost(facts, false, limit)),
  exclusiveMaximum: simple(NUMBERS, (facts, limit) => atMost(facts, true, limit)),
  multipleOf: simple(NUMBERS, (facts, divisor) => isMultiple(facts, divisor as Numeric)),
  minLength: simple(["string"], ({ length: [least] }, limit) => least >= Number(limit)),
  maxLength: simple(["string"], ({ length: [, most] }, limit) => most <= Number(limit)),
  pattern: simple(
    ["string"],
    ({ parts }, pattern) => ANYTHING.has(pattern) || parts.some(({ node }) => node["pattern"] === pattern),
  ),
  format: hasFormat,
  contentSchema,
};
