import { mostElements } from "../emptiness.js";
import { restOfItems } from "../evaluated.js";
import { elementOf, prefixOf } from "../facts.js";
import { type Part, type Schema, schemaIn, schemasIn } from "../parts.js";
import { every, PROVED, type ProofResult, someOf } from "../proof-result.js";
import { freshLeft, notKnown, type Question, type Rule, rulesFor } from "../question.js";
import { isWellFormed } from "../well-formed.js";

const holds =
  (isSatisfied: (question: Question, value: number) => boolean): Rule =>
  (question, part, keyword) =>
    isSatisfied(question, Number(part.node[keyword])) ? PROVED : notKnown(part, keyword);

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
      return notKnown(part, keyword, `${keyword} is not understood`);
  const { inclusion, facts, depth } = question;
  const [least, most] = limitsOf(part);
  const others = facts.parts.filter((one) => isWellFormed(one.node, "contains"));
  const within = (one: Schema, other: Schema) => inclusion.includes(freshLeft([one]), [other], depth + 1);
  const enough =
    least === 0
      ? PROVED
      : someOf(others, containsEnough(question, part, least), (other) =>
          limitsOf(other)[0] >= least
            ? within(schemaIn(other, "contains"), schemaIn(part, "contains"))
            : notKnown(part, "contains", "not every array is known to contain enough"),
        );
  if (!enough.isProved || most >= mostElements(facts)) return enough;
  const tooMany = notKnown(part, "contains", "an array may contain too many");
  return someOf(others, tooMany, (other) =>
    limitsOf(other)[1] <= most ? within(schemaIn(part, "contains"), schemaIn(other, "contains")) : tooMany,
  );
};

/** Whether enough elements certainly satisfy what must be contained. */
function containsEnough(question: Question, part: Part, least: number): ProofResult {
  const { facts } = question;
  if (facts.count[0] < least)
    return notKnown(part, "contains", "this tool cannot prove that every array contains a matching element");
  return every(
    Array.from({ length: least }, (_, i) => i),
    (index) => element(question, index, schemaIn(part, "contains")),
  );
}

export const ARRAY_RULES = rulesFor("array", {
  minItems: holds(({ facts }, limit) => facts.count[0] >= limit),
  maxItems: holds(({ facts }, limit) => mostElements(facts) <= limit),
  uniqueItems: ({ facts }, part, keyword) =>
    part.node[keyword] === false || facts.isUnique || mostElements(facts) <= 1 ? PROVED : notKnown(part, keyword),
  prefixItems: front,
  items: rest,
  unevaluatedItems: rest,
  contains,
});
