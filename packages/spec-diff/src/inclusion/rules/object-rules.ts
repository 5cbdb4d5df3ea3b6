import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { list } from "../../compare/node.js";
import { accepts } from "../accepts.js";
import { canBeThere, mostProperties, namesOf } from "../emptiness.js";
import { type Rest, restsOf } from "../evaluated.js";
import { mentionedBy, nameSchemas, propertyOf } from "../facts.js";
import { namedSchemasIn, type Schema, schemaIn } from "../parts.js";
import { every, PROVED, type ProofResult, someOf, undecided } from "../proof-result.js";
import { freshLeft, notKnown, type Question, type Rule, rulesFor } from "../question.js";
import { matches } from "../values.js";

/** If the property can be present, it satisfies a schema. */
function property({ inclusion, facts, depth }: Question, name: string, schema: Schema): ProofResult {
  if (!canBeThere(facts, name)) return PROVED;
  return inclusion.includes(freshLeft(propertyOf(facts, name)), [schema], depth + 1);
}

const named: Rule = (question, part) =>
  every(namedSchemasIn(part, "properties"), ([name, schema]) =>
    question.hidden.has(name) || isUndeclared(question, name) ? PROVED : property(question, name, schema),
  );

/** Whether values can have this property only because nothing forbids it, so it is not expected to be used. */
function isUndeclared({ inclusion, facts }: Question, name: string): boolean {
  if (!inclusion.view.ignoresUndeclared || facts.required.has(name)) return false;
  const { isRestAsked, names, patterns } = mentionedBy(facts);
  return !isRestAsked && !names.has(name) && [...patterns].every((pattern) => matches(pattern, name) === false);
}

const patterned: Rule = (question, part, keyword) =>
  every(namedSchemasIn(part, "patternProperties"), ([pattern, schema]) => {
    const names = [...question.facts.names].filter((name) => matches(pattern, name));
    const byName = every(names, (name) => property(question, name, schema));
    return byName.isProved ? someUnnamed(question, pattern, schema, notKnown(part, keyword)) : byName;
  });

/**
 * The properties without a name on the left that match a pattern: they satisfy a schema because of the same pattern, or
 * as other properties.
 */
function someUnnamed(question: Question, pattern: string, schema: Schema, otherwise: ProofResult): ProofResult {
  const { inclusion, facts, depth } = question;
  const within = (one: Schema) => inclusion.includes(freshLeft([one]), [schema], depth + 1);
  const samePattern = facts.byPattern.filter(([own]) => own === pattern).map(([, own]) => own);
  const bySame = someOf(samePattern, otherwise, within);
  if (bySame.isProved) return bySame;
  return someOf(facts.rests, bySame, (rest) => unnamedByRest(question, rest, schema));
}

/** Each property without a name on the left matches a pattern of this rest, or belongs to the rest itself. */
function unnamedByRest({ inclusion, facts, depth }: Question, rest: Rest, schema: Schema): ProofResult {
  const byPattern = facts.byPattern.filter(([pattern]) => rest.patterns.has(pattern));
  const covered = new Set(byPattern.map(([pattern]) => pattern));
  // A pattern that is only in a branch of a union says nothing certain about its properties.
  if ([...rest.patterns].some((pattern) => !covered.has(pattern)))
    return undecided(rest.schema.at, "this tool cannot determine which properties are affected");
  return every([...byPattern.map(([, one]) => one), rest.schema], (one) =>
    inclusion.includes(freshLeft([one]), [schema], depth + 1),
  );
}

const others: Rule = (question, part, keyword) =>
  every(
    restsOf(part, "certain").filter((rest) => rest.keyword === keyword),
    (rest) => {
      const isOther = (name: string) =>
        !rest.names.has(name) && ![...rest.patterns].some((pattern) => matches(pattern, name));
      const byName = every([...question.facts.names].filter(isOther), (name) => property(question, name, rest.schema));
      return byName.isProved ? unnamed(question, rest, notKnown(part, keyword)) : byName;
    },
  );

/** All properties without a name on the left that also belong to the others on the right. */
function unnamed(question: Question, wanted: Rest, otherwise: ProofResult): ProofResult {
  const { inclusion, facts, depth } = question;
  const certain = new Set(facts.byPattern.map(([pattern]) => pattern));
  const byPattern = every(
    facts.byPattern.filter(([pattern]) => !wanted.patterns.has(pattern)),
    ([, schema]) => inclusion.includes(freshLeft([schema]), [wanted.schema], depth + 1),
  );
  if (!byPattern.isProved) return byPattern;
  const isKnown = (pattern: string) => certain.has(pattern) || wanted.patterns.has(pattern);
  const rests = facts.rests.filter((rest) => [...rest.patterns].every(isKnown));
  if (rests.length === 0 && !inclusion.includes(freshLeft([]), [wanted.schema], depth + 1).isProved) return otherwise;
  return inclusion.includes(freshLeft(rests.map(({ schema }) => schema)), [wanted.schema], depth + 1);
}

const propertyNames: Rule = (question, part, keyword) => {
  const { inclusion, facts, depth } = question;
  const schema = schemaIn(part, keyword);
  const names = namesOf(facts)?.filter((name) => canBeThere(facts, name));
  if (names?.every((name) => accepts([schema], name) === true)) return PROVED;
  const text = inclusion.make("type string", () => ({ type: "string" }));
  return inclusion.includes(freshLeft([text, ...nameSchemas(facts.parts)]), [schema], depth + 1);
};

const required: Rule = ({ facts, hidden }, part, keyword) =>
  every(list(part.node["required"]).map(String), (name) =>
    facts.required.has(name) || hidden.has(name) ? PROVED : notKnown(part, keyword, `${name} may be missing`),
  );

/** What must hold if a property is present. */
function where({ inclusion, left, depth }: Question, name: string, wanted: Schema): ProofResult {
  const present = inclusion.make(`required ${name}`, () => ({ required: [name] }));
  return inclusion.includes({ ...left, schemas: [...left.schemas, present] }, [wanted], depth);
}

const dependentSchemas: Rule = (question, part) =>
  every(namedSchemasIn(part, "dependentSchemas"), ([name, schema]) => where(question, name, schema));

const dependentRequired: Rule = (question, part, keyword) =>
  every(Object.entries(part.node[keyword] as Record<string, string[]>), ([name, names]) => {
    const wanted = question.inclusion.make(
      `required ${part.id} ${name}`,
      () => ({ required: names }),
      part.spec,
      pointerTo(part.at, keyword, name),
    );
    return where(question, name, wanted);
  });

export const OBJECT_RULES = rulesFor("object", {
  minProperties: ({ facts }, part, keyword) =>
    facts.size[0] >= Number(part.node[keyword]) ? PROVED : notKnown(part, keyword),
  maxProperties: ({ facts }, part, keyword) =>
    Math.min(facts.size[1], mostProperties(facts)) <= Number(part.node[keyword]) ? PROVED : notKnown(part, keyword),
  required,
  properties: named,
  patternProperties: patterned,
  additionalProperties: others,
  unevaluatedProperties: others,
  propertyNames,
  dependentRequired,
  dependentSchemas,
});
