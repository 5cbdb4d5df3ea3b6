import { namedSchemasIn, type Part, type Schema, schemaIn, schemasIn } from "./parts.js";
import type { Left, Question } from "./question.js";
import { taggedBranches } from "./tagged-branches.js";
import type { Type } from "./values.js";
import { isWellFormed } from "./well-formed.js";

/** The types by which values are divided first; all numbers are one type. */
const GROUPS: Record<string, Type[]> = {
  null: ["null"],
  boolean: ["boolean"],
  string: ["string"],
  number: ["integer", "fraction"],
  array: ["array"],
  object: ["object"],
};

/**
 * Divides the values on the left side: by type, or by the branches of a union, or by a condition. Each value is in one
 * of the alternatives. Empty if there is nothing to divide by.
 */
export function alternativesOf(question: Question): Left[] {
  const { left, facts, inclusion } = question;
  const groups = Object.entries(GROUPS).filter(([, types]) => types.some((type) => facts.types.has(type)));
  if (groups.length > 1)
    return groups.map(([name]) => ({
      ...left,
      schemas: [...left.schemas, inclusion.make(`type ${name}`, () => ({ type: name }))],
    }));
  for (const part of facts.parts)
    for (const keyword of ["anyOf", "oneOf", "if", "dependentSchemas"]) {
      if (!(keyword in part.node) || !isWellFormed(part.node, keyword)) continue;
      const divided = divide(question, part, keyword);
      if (divided) return divided;
    }
  return [];
}

function divide(question: Question, part: Part, keyword: string): Left[] | undefined {
  if (keyword === "dependentSchemas") return divideByDependents(question, part);
  const { left } = question;
  const id = `${part.id}${keyword}`;
  if (left.chosen.has(id)) return undefined;
  const branches = keyword === "if" ? conditionsOf(question, part) : branchesOf(question, part, keyword);
  const chosen = new Set([...left.chosen, id]);
  return branches.map((schemas) => ({ schemas: [...left.schemas, ...schemas], chosen }));
}

/** A branch of a `oneOf` excludes the others. */
function branchesOf({ inclusion }: Question, part: Part, keyword: string): Schema[][] {
  const tagged = taggedBranches(inclusion, part, keyword);
  if (tagged) return tagged;
  const all = schemasIn(part, keyword);
  if (keyword === "anyOf") return all.map((schema) => [schema]);
  return all.map((schema, i) => [
    schema,
    ...all.filter((_, j) => j !== i).map((other) => negation(inclusion, other, `${part.id}oneOf${all.indexOf(other)}`)),
  ]);
}

const conditionsOf = ({ inclusion }: Question, part: Part): Schema[][] => [
  [schemaIn(part, "if"), schemaIn(part, "then")],
  [negation(inclusion, schemaIn(part, "if"), `${part.id}if`), schemaIn(part, "else")],
];

function divideByDependents({ inclusion, left, facts }: Question, part: Part): Left[] | undefined {
  for (const [name, schema] of namedSchemasIn(part, "dependentSchemas")) {
    const id = `${part.id}dependentSchemas ${name}`;
    if (left.chosen.has(id) || facts.required.has(name)) continue;
    const chosen = new Set([...left.chosen, id]);
    const present = inclusion.make(`required ${name}`, () => ({ required: [name] }));
    const absent = inclusion.make(`absent ${name}`, () => ({ properties: { [name]: false } }));
    return [
      { schemas: [...left.schemas, absent], chosen },
      { schemas: [...left.schemas, present, schema], chosen },
    ];
  }
  return undefined;
}

/** The values that do not satisfy a schema. */
export const negation = (inclusion: Question["inclusion"], { spec, value, at }: Schema, key: string): Schema =>
  inclusion.make(`not ${key}`, () => ({ not: value }), spec, at);
