import { equal, type Node } from "../../compare/node.js";
import { PROVED, undecided } from "../proof-result.js";
import type { Rule } from "../question.js";
import { isSame } from "../same.js";
import { ANNOTATIONS } from "../values.js";
import { isWellFormed } from "../well-formed.js";
import { ARRAY_RULES } from "./array-rules.js";
import { OBJECT_RULES } from "./object-rules.js";
import { SCALAR_RULES } from "./scalar-rules.js";
import { UNION_RULES } from "./union-rules.js";

const RULES = new Map<string, Rule>(
  Object.entries({ ...SCALAR_RULES, ...ARRAY_RULES, ...OBJECT_RULES, ...UNION_RULES }),
);
/** Keywords that are proved together with another keyword, and have no effect without it. */
const BESIDE = new Set(["minContains", "maxContains", "then", "else"]);

/**
 * Returns the rule for a keyword. A keyword that is not understood is only satisfied by one that is written the same.
 */
export function ruleFor(node: Node, keyword: string): Rule {
  if (ANNOTATIONS.has(keyword) || BESIDE.has(keyword)) return () => PROVED;
  return (isWellFormed(node, keyword) && RULES.get(keyword)) || writtenTheSame;
}

const writtenTheSame: Rule = ({ facts }, { spec, node, at }, keyword) => {
  if (TEXT_KEYWORDS.has(keyword) && !facts.types.has("string")) return PROVED;
  const isThere = facts.parts.some(
    (part) =>
      keyword in part.node &&
      equal(part.node[keyword], node[keyword]) &&
      isSame(part.spec, { [keyword]: part.node[keyword] }, spec, { [keyword]: node[keyword] }),
  );
  return isThere ? PROVED : undecided(`${at}/${keyword}`, `${keyword} is not understood`);
};

const TEXT_KEYWORDS = new Set(["contentEncoding", "contentMediaType"]);
