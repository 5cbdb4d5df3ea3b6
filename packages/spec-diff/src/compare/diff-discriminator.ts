import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { partsOf } from "../inclusion/parts.js";
import { resolve } from "../inclusion/resolve.js";
import { isSame } from "../inclusion/same.js";
import { mappingIn } from "../inclusion/tagged-branches.js";
import type { Comparison } from "./comparison.js";
import type { Flat } from "./flatten-schema.js";
import { OPEN } from "./judge-schemas.js";
import { entries, equal, isNode, lastName, list, type Node, type Spec } from "./node.js";
import { type SchemaPair, visitMembers } from "./pair.js";

/**
 * Compares discriminators. They do not affect which values are valid, but generated clients choose the class of a value
 * by them (OpenAPI 3.1, section 4.8.25).
 */
export function diffDiscriminator(pair: SchemaPair): void {
  const [was, is] = pair.both("discriminator");
  const isResponse = pair.direction === "response";
  const at = pair.at("discriminator");
  const rule = `${pair.direction}-discriminator-changed`;
  if (isNode(was) && isNode(is)) {
    pair.pair({ node: was, at }, { node: is, at }).compare({
      propertyName: (inner, field) => {
        const [old, now] = inner.both(field);
        if (!equal(old, now)) pair.breaking(rule, inner.at(field), `has the discriminator ${now} instead of ${old}`);
      },
      mapping: () => diffMapping(pair),
    });
    diffChildren(pair);
  } else if (isNode(was)) {
    const effect = isResponse ? "; generated clients that chose a class by it cannot read it" : "";
    pair.either(isResponse, rule, at, `no longer has a discriminator${effect}`);
  } else if (isNode(is)) {
    // OpenAPI calls the discriminator a hint, but a server may still reject a value for which it chooses no schema.
    const effect = isResponse ? "" : `: a ${is["propertyName"]} that names no schema may be refused`;
    pair.add(isResponse ? "compatible" : "not judged", rule, at, `has a discriminator now${effect}`);
  }
}

function diffMapping(pair: SchemaPair): void {
  const { before, after } = pair.comparison;
  const [was, is] = [mappingOf(before, pair.old), mappingOf(after, pair.now)];
  const mapping = pair.at("discriminator", "mapping");
  pair.changes.examined(mapping);
  const changed = [...was].filter(([value, target]) => !leadsToSame(pair.comparison, target, is.get(value)));
  for (const [value, target] of changed) reportTarget(pair, value, target, is.get(value));
  const added = [...is].filter(([value]) => !was.has(value));
  for (const [value, target] of added) {
    const rule = `${pair.direction}-discriminator-changed`;
    if (!resolve(after, target)) reportTarget(pair, value, target, target);
    else pair.compatible(rule, pointerTo(mapping, value), `has the value ${value} in its mapping`);
  }
  const [old, now] = pair.both("discriminator").map((discriminator) => (discriminator as Node)["mapping"]);
  if (changed.length + added.length === 0 && !equal(old, now))
    pair.documentation("same-meaning", mapping, ": the mapping is written differently and means the same");
}

/** Whether a value chooses the same schema, possibly under another name. */
function leadsToSame({ before, after }: Comparison, was: string, is: string | undefined): boolean {
  const [from, to] = [resolve(before, was), is === undefined ? undefined : resolve(after, is)];
  if (!from || !to) return false;
  return was === is || isSame(before, from.value, after, to.value);
}

function reportTarget(pair: SchemaPair, value: string, was: string, is: string | undefined): void {
  const { before, after } = pair.comparison;
  const place = pair.at("discriminator", "mapping", value);
  const rule = `${pair.direction}-discriminator-changed`;
  const lost = is === undefined ? undefined : !resolve(after, is) ? is : !resolve(before, was) ? was : undefined;
  if (lost !== undefined)
    pair.notJudged("discriminator-unresolved", place, `is chosen by the value ${value}, and ${lost} leads nowhere`);
  else if (is === undefined) pair.breaking(rule, place, `is no longer chosen by the value ${value}`);
  else pair.breaking(rule, place, `is ${lastName(is)} instead of ${lastName(was)} where the value is ${value}`);
}

/** Maps values to pointers. A branch or child that the mapping does not name is chosen by the name of its component. */
function mappingOf(spec: Spec, flat: Flat): Map<string, string> {
  const branches = [...list(flat.node["oneOf"]), ...list(flat.node["anyOf"])].flatMap((branch) =>
    isNode(branch) && typeof branch["$ref"] === "string" ? [branch["$ref"]] : [],
  );
  const explicit = mappingIn(flat.node["discriminator"]);
  const named = new Set(explicit.map(([, target]) => target));
  const implicit = [...branches, ...childrenOf(spec, flat)].filter((target) => !named.has(target));
  return new Map([...implicit.map((target): [string, string] => [lastName(target), target]), ...explicit]);
}

/**
 * The components that extend a schema by `allOf`: a value of the schema may be any of them, although the schema does
 * not name them. There are none if the schema names its branches, or takes its discriminator from another schema.
 */
function childrenOf(spec: Spec, { node, at }: Flat): string[] {
  const base = resolve(spec, `#${at}`)?.value;
  if (!isNode(base) || !("discriminator" in base) || "oneOf" in node || "anyOf" in node) return [];
  return schemasOf(spec)
    .filter(([, value]) => value !== base && isNode(value) && ("allOf" in value || "$ref" in value))
    .filter(([name, value]) =>
      partsOf([{ spec, value, at: pointerTo("/components/schemas", name) }]).parts.some((part) => part.node === base),
    )
    .map(([name]) => `#${pointerTo("/components/schemas", name)}`);
}

/** Whether values of some schema may be values of schemas that it does not name. */
export const hasChildren = (spec: Spec): boolean =>
  schemasOf(spec).some(
    ([, value]) => isNode(value) && "discriminator" in value && !("oneOf" in value || "anyOf" in value),
  );

const schemasOf = (spec: Spec) => (isNode(spec["components"]) ? entries(spec["components"]["schemas"]) : []);

/** Compares the children of a schema, each by the value that chooses it. */
function diffChildren(pair: SchemaPair): void {
  // A proof about the schema itself says nothing about its children.
  const apart: Comparison = { ...pair.comparison, judgement: OPEN };
  const [was, is] = [childPlaces(apart.before, pair.old), childPlaces(apart.after, pair.now)];
  visitMembers([was, is], {
    kept: (place, other, value) => apart.diffSchemas(apart, place, other, pair.what.where(value)),
    gone: ({ at }, value) => pair.moved("narrowed", "branch-removed", at, `can no longer be ${value}`, OPEN),
    come: ({ at }, value) => pair.moved("widened", "branch-added", at, `can be ${value} now`, OPEN),
  });
}

function childPlaces(spec: Spec, flat: Flat) {
  const children = new Set(childrenOf(spec, flat));
  return new Map(
    [...mappingOf(spec, flat)].flatMap(([value, target]) => {
      const found = children.has(target) ? resolve(spec, target) : undefined;
      return found ? [[value, found] as const] : [];
    }),
  );
}
