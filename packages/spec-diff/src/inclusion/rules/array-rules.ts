import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { mostElements } from "../emptiness.js";
import { restOfItems } from "../evaluated.js";
import { elementOf, prefixOf } from "../facts.js";
import { freshLeft } from "../left.js";
import { type Part, type Schema, schemaIn, schemasIn } from "../parts.js";
import { every, PROVED, type ProofResult, someOf, undecided } from "../proof-result.js";
import type { Question, Rule } from "../question.js";
import { isWellFormed } from "../well-formed.js";

/** Makes a rule for arrays; values of other types satisfy it. */
const ofArrays =
  (rule: Rule): Rule =>
  (question, part, keyword) =>
    question.facts.types.has("array") && mostElements(question.facts) >= 0 ? rule(question, part, keyword) : PROVED;

const holds =
  (isSatisfied: (question: Question, value: number) => boolean): Rule =>
  (question, { node, at }, keyword) =>
    isSatisfied(question, Number(node[keyword]))
      ? PROVED
      : undecided(pointerTo(at, keyword), `not every value is known to satisfy ${keyword}`);

/** If there can be an element at the index, it satisfies a schema. */
function element({ inclusion, facts, depth }: Question, index: number, schema: Schema): ProofResult {
  if (index >= mostElements(facts)) return PROVED;
  return inclusion.includes(freshLeft(elementOf(facts.parts, index)), [schema], depth + 1);
}

const front: Rule = (question, part) =>
  every(schemasIn(part, "prefixItems").entries(), ([index, schema]) => element(question, index, schema));

/** The elements from an index on, up to the first one from which all are treated alike. */
const rest: Rule = (question, part, keyword) =>
  every(
    restOfItems(part, "certain").filter((one) => one.keyword === keyword),
    ({ from, schema }) => {
      const last = Math.max(from, prefixOf(question.facts.parts));
      return every(
        Array.from({ length: last - from + 1 }, (_, i) => from + i),
        (index) => element(question, index, schema),
      );
    },
  );

function limitsOf({ node }: Part): [least: number, most: number] {
  const count = (keyword: string, otherwise: number) =>
    isWellFormed(node, keyword) ? Number(node[keyword]) : otherwise;
  return [count("minContains", 1), count("maxContains", Number.POSITIVE_INFINITY)];
}

const contains: Rule = (question, part) => {
  for (const keyword of ["minContains", "maxContains"])
    if (keyword in part.node && !isWellFormed(part.node, keyword))
      return undecided(pointerTo(part.at, keyword), `${keyword} is not understood`);
  const { inclusion, facts, depth } = question;
  const at = pointerTo(part.at, "contains");
  const [least, most] = limitsOf(part);
  const others = facts.parts.filter((one) => isWellFormed(one.node, "contains"));
  const within = (one: Schema, other: Schema) => inclusion.includes(freshLeft([one]), [other], depth + 1);
  const enough =
    least === 0
      ? PROVED
      : someOf(others, containsEnough(question, part, least), (other) =>
          limitsOf(other)[0] >= least
            ? within(schemaIn(other, "contains"), schemaIn(part, "contains"))
            : undecided(at, "not every array is known to contain enough"),
        );
  if (!enough.isProved || most >= mostElements(facts)) return enough;
  return someOf(others, undecided(at, "an array may contain too many"), (other) =>
    limitsOf(other)[1] <= most
      ? within(schemaIn(part, "contains"), schemaIn(other, "contains"))
      : undecided(at, "an array may contain too many"),
  );
};

/** Whether enough elements certainly satisfy what must be contained. */
function containsEnough(question: Question, part: Part, least: number): ProofResult {
  const { facts } = question;
  if (facts.count[0] < least)
    return undecided(
      pointerTo(part.at, "contains"),
      "this tool cannot prove that every array contains a matching element",
    );
  return every(
    Array.from({ length: least }, (_, i) => i),
    (index) => element(question, index, schemaIn(part, "contains")),
  );
}

export const ARRAY_RULES: Record<string, Rule> = Object.fromEntries(
  Object.entries<Rule>({
    minItems: holds(({ facts }, limit) => facts.count[0] >= limit),
    maxItems: holds(({ facts }, limit) => mostElements(facts) <= limit),
    uniqueItems: (question, part, keyword) =>
      part.node["uniqueItems"] === false
        ? PROVED
        : holds(({ facts }) => facts.isUnique || mostElements(facts) <= 1)(question, part, keyword),
    prefixItems: front,
    items: rest,
    unevaluatedItems: rest,
    contains,
  }).map(([keyword, rule]) => [keyword, ofArrays(rule)]),
);
