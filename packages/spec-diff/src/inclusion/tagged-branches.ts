import { exactJson } from "@metadata-service/spec-tools/json";
import { entries, isNode, lastName } from "../compare/node.js";
import { type Part, type Schema, schemasIn } from "./parts.js";
import type { Prover } from "./question.js";

/**
 * Returns the branches of a union with a discriminator, each restricted to the values of the discriminator that choose
 * it: a value belongs to the branch that it names. Undefined if there is no discriminator, or if a branch has no name.
 *
 * @param also parts whose mappings name branches too; changes of mappings are judged separately
 */
export function taggedBranches(
  inclusion: Prover,
  part: Part,
  keyword: string,
  also: readonly Part[] = [],
): Schema[][] | undefined {
  const discriminator = part.node["discriminator"];
  if (!isNode(discriminator) || typeof discriminator["propertyName"] !== "string") return undefined;
  const property = discriminator["propertyName"];
  const mapping = new Map([...also, part].flatMap(({ node }) => mappingIn(node["discriminator"])));
  const branches = schemasIn(part, keyword);
  const tags = branches.map(({ value }) => tagsOf(mapping, value));
  const isClear = tags.every(
    (own, i) => own.length > 0 && !tags.slice(0, i).some((others) => own.some((tag) => others.includes(tag))),
  );
  if (!isClear) return undefined;
  return branches.map((schema, i) => [
    schema,
    inclusion.make(`tag ${property} ${exactJson(tags[i])}`, () => ({
      type: "object",
      properties: { [property]: { enum: tags[i] } },
      required: [property],
    })),
  ]);
}

/** The values in the mapping of a discriminator, each with a pointer to the schema that it chooses. */
export const mappingIn = (discriminator: unknown): [value: string, pointer: string][] =>
  isNode(discriminator) ? entries(discriminator["mapping"]).map(([value, target]) => [value, pointerOf(target)]) : [];

/** The values that choose a branch: those of the mapping, or else the name of the schema. */
function tagsOf(mapping: Map<string, string>, branch: unknown): string[] {
  const reference = isNode(branch) ? branch["$ref"] : undefined;
  if (typeof reference !== "string" || !reference.startsWith("#/")) return [];
  const named = [...mapping].filter(([, target]) => target === reference).map(([value]) => value);
  return named.length > 0 ? named : [lastName(reference)];
}

/** A mapping names a schema by a pointer or by the name of a component. */
const pointerOf = (target: unknown): string =>
  String(target).startsWith("#") ? String(target) : `#/components/schemas/${target}`;
