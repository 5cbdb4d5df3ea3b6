import { type Config, parseYaml, type UserContext } from "@redocly/openapi-core";
import { isDiscriminator } from "../../document/branches-by-tag.js";
import { nodeAt } from "../../document/pointer.js";
import { isSchema, mapChildren, mapValues, partsOf, type Schema } from "../../document/schemas.js";
import { divides, isNumeric } from "../../json/exact-number.js";

type Plugin = Config["plugins"][number];
/** A rule of Redocly: a function that returns visitors, which are functions by the type of a node and by `leave`. */
type Rule = (options: object) => object;
type Visit = (node: unknown, context: UserContext, ...more: unknown[]) => void;
type Problem = Parameters<UserContext["report"]>[0];
type Change = (node: unknown) => unknown;

/** Keywords whose schemas are about a part of an object, and which Redocly takes for descriptions of all of it. */
const CONDITIONS = ["if", "then", "else", "not", "dependentSchemas"];

/**
 * Lets Redocly's rules about examples read three things as JSON Schema 2020-12 does: what is beside a `$ref` describes the same object
 * as the `$ref` (8.2.3.1), a condition may be about a part of an object, and 0.29 is a multiple of 0.01. Redocly allows only the fields
 * of the `$ref` and of the condition, and divides floats.
 */
export function withExactExamples(plugin: Plugin): Plugin {
  const rules = Object(plugin.rules?.oas3) as Readonly<Record<string, Rule>>;
  const exact = mapValues(rules, (rule, name) =>
    /^no-invalid-.*-examples$/.test(name) ? exactly(rule as Rule) : rule,
  );
  return { ...plugin, rules: { ...plugin.rules, oas3: exact } } as Plugin;
}

/** Fractions have a second visit: in the first, a value of a union would be wrong in all branches because of a single number. */
function exactly(rule: Rule): Rule {
  return (options) => {
    let hasFractions = false;
    const withoutFractions = reading((schema) => {
      if (!Number.isFinite(schema.multipleOf) || Number.isInteger(schema.multipleOf)) return schema;
      hasFractions = true;
      const { multipleOf: _, ...others } = schema;
      return others;
    });
    const asWritten = reading((schema) => schema);
    return [
      mapVisits(rule(options), (visit) => (node, context, ...more) => {
        visit(withoutFractions(node), { ...context, resolve: resolving(context, withoutFractions) }, ...more);
      }),
      mapVisits(rule(options), (visit) => (node, context, ...more) => {
        const report = (problem: Problem) => isWrongMultiple(problem) && context.report(problem);
        if (hasFractions)
          visit(asWritten(node), { ...context, report, resolve: resolving(context, asWritten) }, ...more);
      }),
    ];
  };
}

/** Changes each schema that a node of the document is or has, once. */
function reading(change: (schema: Schema) => Schema): Change {
  const known = new WeakMap<object, unknown>();
  const read: Change = (node) => {
    if (!isSchema(node)) return node;
    if (!known.has(node))
      known.set(node, withReferenceInside(withOpenConditions(withoutConfused(change(mapChildren(node, read))))));
    return known.get(node);
  };
  // A media type and a parameter have a schema.
  return (node) => (isSchema(node) && "schema" in node ? { ...node, schema: read(node.schema) } : read(node));
}

/** Leaves out a discriminator whose values Ajv would confuse with what every object inherits; the branches say the same. */
function withoutConfused(schema: Schema): Schema {
  const { discriminator, ...others } = schema;
  const values = isDiscriminator(discriminator) ? Object.keys(Object(discriminator).mapping ?? {}) : [];
  return values.some((value) => value in {}) ? others : schema;
}

const withOpenConditions = (schema: Schema): Schema =>
  mapChildren(schema, (child, keyword) =>
    CONDITIONS.includes(String(keyword)) && isSchema(child) ? { unevaluatedProperties: true, ...child } : child,
  );

/** Moves a reference into `allOf`, where Redocly knows what it is combined with. */
function withReferenceInside(schema: Schema): Schema {
  const { $ref, ...beside } = schema;
  const describesFields = "properties" in beside || "patternProperties" in beside || partsOf(beside).length > 0;
  if (typeof $ref !== "string" || !describesFields) return schema;
  return { ...beside, allOf: [{ $ref }, ...(Array.isArray(beside.allOf) ? beside.allOf : [])] };
}

const resolving =
  ({ resolve }: UserContext, read: Change): UserContext["resolve"] =>
  (node, from) => {
    const resolved = resolve(node, from);
    // What a chain of references ends at lacks what is beside the references between.
    return {
      ...resolved,
      ...resolved.chain?.[0],
      node: read((resolved.chain?.[0] ?? resolved).node),
    } as typeof resolved;
  };

/** Replaces the functions in visitors, which Redocly nests by the types of the nodes around the visited one. */
const mapVisits = (visitors: object, change: (visit: Visit) => Visit): object =>
  mapValues(visitors, (part, name) => {
    if (name === "leave") return change(part as Visit);
    return typeof part === "object" && part !== null ? mapVisits(part, change) : part;
  });

/** Whether a number in an example is not a multiple of what the message names. */
function isWrongMultiple({ message, location }: Problem): boolean {
  const [, multipleOf] = /must be multiple of (\S+)\.$/.exec(message) ?? [];
  const [at] = [location].flat();
  if (multipleOf === undefined || at?.pointer === undefined || !at.source) return false;
  const value = nodeAt(Object(parseYaml(at.source.body)), at.pointer);
  return !isNumeric(value) || !divides(Number(multipleOf), value);
}
