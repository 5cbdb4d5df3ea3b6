import { negation } from "../alternatives.js";
import { type Schema, schemaIn, schemasIn } from "../parts.js";
import { every, type ProofResult, someOf } from "../proof-result.js";
import { FALSE, type Left, notKnown, type Question, type Rule } from "../question.js";
import { taggedBranches } from "../tagged-branches.js";

const also = (left: Left, schemas: readonly Schema[]): Left => ({ ...left, schemas: [...left.schemas, ...schemas] });

/** All values satisfy one branch. If no such branch is found, the values are divided further. */
const anyOf: Rule = ({ inclusion, left, depth }, part, keyword) =>
  someOf(schemasIn(part, keyword), notKnown(part, keyword), (branch) => inclusion.includes(left, [branch], depth));

/** All values satisfy one branch, and none of them satisfies another. */
const oneOf: Rule = (question, part, keyword) => {
  const plain = exactlyOne(
    question,
    schemasIn(part, keyword).map((branch) => [branch]),
    notKnown(part, keyword),
  );
  const tagged = plain.isProved ? undefined : taggedBranches(question.inclusion, part, keyword, question.facts.parts);
  return tagged ? exactlyOne(question, tagged, plain) : plain;
};

function exactlyOne({ inclusion, left, depth }: Question, branches: Schema[][], otherwise: ProofResult): ProofResult {
  return someOf(branches, otherwise, (branch) => {
    const isBranch = inclusion.includes(left, branch, depth);
    if (!isBranch.isProved) return isBranch;
    return every(
      branches.filter((other) => other !== branch),
      (other) => inclusion.includes(also(left, other), [FALSE], depth),
    );
  });
}

/** No value satisfies both. */
const not: Rule = ({ inclusion, left, depth }, part, keyword) => {
  const empty = inclusion.includes(also(left, [schemaIn(part, keyword)]), [FALSE], depth);
  return empty.isProved ? empty : notKnown(part, keyword, "some value may be excluded by not");
};

/** The values that satisfy the condition satisfy `then`, and the others `else`. */
const condition: Rule = ({ inclusion, left, depth }, part) => {
  const [met, missed] = [schemaIn(part, "if"), negation(inclusion, schemaIn(part, "if"), `${part.id}if`)];
  return every(
    [
      [met, schemaIn(part, "then")],
      [missed, schemaIn(part, "else")],
    ] as const,
    ([when, then]) => inclusion.includes(also(left, [when]), [then], depth),
  );
};

export const UNION_RULES: Record<string, Rule> = { anyOf, oneOf, not, if: condition };
