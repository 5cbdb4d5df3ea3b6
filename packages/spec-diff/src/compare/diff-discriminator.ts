import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { partsOf } from "../inclusion/parts.js";
import { resolve } from "../inclusion/resolve.js";
import { isSame } from "../inclusion/same.js";
import { pointerOf } from "../inclusion/tagged-branches.js";
import { type Comparison, report } from "./comparison.js";
import { diffUnknown } from "./diff-fields.js";
import type { Flat } from "./flatten-schema.js";
import { OPEN } from "./judge-schemas.js";
import { entries, equal, isNode, lastName, list, type Node, type Spec } from "./node.js";

/**
 * Compares discriminators. They do not affect which values are valid, but generated clients choose the class of a value
 * by them (OpenAPI 3.1, section 4.8.25).
 */
export function diffDiscriminator(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [was, is] = [old.node["discriminator"], now.node["discriminator"]];
  if (was === undefined && is === undefined) return;
  const { changes, direction } = comparison;
  const at = pointerTo(now.at, "discriminator");
  const rule = `${direction}-discriminator-changed`;
  if (!isNode(was) && isNode(is)) reportNew(comparison, is, at, what);
  else if (isNode(was) && !isNode(is)) {
    const text = `${what} no longer has a discriminator`;
    if (direction === "response")
      changes.breaking(direction, rule, at, `${text}; generated clients that chose a class by it cannot read it`);
    else changes.compatible(direction, rule, at, text);
  } else if (isNode(was) && isNode(is)) {
    const place = pointerTo(at, "propertyName");
    if (!equal(was["propertyName"], is["propertyName"]))
      changes.breaking(
        direction,
        rule,
        place,
        `${what} has the discriminator ${is["propertyName"]} instead of ${was["propertyName"]}`,
      );
    diffMapping(comparison, old, now, at, what);
    diffChildren(comparison, old, now, what);
    const known = ["propertyName", "mapping"];
    diffUnknown(changes, direction, { node: was, at }, { node: is, at }, known, `the discriminator of ${what}`);
  }
}

/** OpenAPI calls the discriminator a hint, but a server may still reject a value for which it chooses no schema. */
function reportNew({ changes, direction }: Comparison, { propertyName }: Node, at: string, what: string): void {
  const rule = `${direction}-discriminator-changed`;
  if (direction === "response") changes.compatible(direction, rule, at, `${what} has a discriminator now`);
  else {
    const text = `${what} has a discriminator now: a ${propertyName} that names no schema may be refused`;
    changes.notJudged(direction, rule, at, text);
  }
}

function diffMapping(comparison: Comparison, old: Flat, now: Flat, at: string, what: string): void {
  const { changes, direction, before, after } = comparison;
  const [was, is] = [mappingOf(before, old), mappingOf(after, now)];
  const rule = `${direction}-discriminator-changed`;
  const mapping = pointerTo(at, "mapping");
  changes.examined(mapping);
  let isEqual = true;
  for (const [value, target] of was)
    if (!leadsToSame(comparison, target, is.get(value))) {
      isEqual = false;
      reportTarget(comparison, { value, was: target, is: is.get(value) }, mapping, what);
    }
  for (const [value, target] of is)
    if (!was.has(value)) {
      isEqual = false;
      if (resolve(after, target))
        changes.compatible(direction, rule, pointerTo(mapping, value), `${what} has the value ${value} in its mapping`);
      else reportTarget(comparison, { value, was: target, is: target }, mapping, what);
    }
  const [written, rewritten] = [old, now].map(({ node }) => (node["discriminator"] as Node)["mapping"]);
  if (isEqual && !equal(written, rewritten))
    changes.documentation("same-meaning", mapping, `the mapping of ${what} is written differently and means the same`);
}

/** Whether a value chooses the same schema, possibly under another name. */
function leadsToSame({ before, after }: Comparison, was: string, is: string | undefined): boolean {
  const [from, to] = [resolve(before, was), is === undefined ? undefined : resolve(after, is)];
  if (!from || !to) return false;
  return was === is || isSame(before, from.value, after, to.value);
}

function reportTarget(
  { changes, direction, before, after }: Comparison,
  { value, was, is }: { value: string; was: string; is: string | undefined },
  mapping: string,
  what: string,
): void {
  const place = pointerTo(mapping, value);
  const lost = is === undefined ? undefined : !resolve(after, is) ? is : !resolve(before, was) ? was : undefined;
  if (lost !== undefined) {
    const text = `${what} is chosen by the value ${value}, and ${lost} leads nowhere`;
    changes.notJudged(direction, "discriminator-unresolved", place, text);
  } else
    changes.breaking(direction, `${direction}-discriminator-changed`, place, `${what} ${chosenNow(value, was, is)}`);
}

const chosenNow = (value: string, target: string, other: string | undefined) =>
  other === undefined
    ? `is no longer chosen by the value ${value}`
    : `is ${lastName(other)} instead of ${lastName(target)} where the value is ${value}`;

/** Maps values to pointers. A branch or child that the mapping does not name is chosen by the name of its component. */
function mappingOf(spec: Spec, flat: Flat): Map<string, string> {
  const discriminator = flat.node["discriminator"] as Node;
  const branches = [...list(flat.node["oneOf"]), ...list(flat.node["anyOf"])].flatMap((branch) =>
    isNode(branch) && typeof branch["$ref"] === "string" ? [branch["$ref"]] : [],
  );
  const explicit = entries(discriminator["mapping"]).map(([value, target]): [string, string] => [
    value,
    pointerOf(target),
  ]);
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
  const schemas = isNode(spec["components"]) ? entries(spec["components"]["schemas"]) : [];
  return schemas
    .filter(([, value]) => value !== base && isNode(value) && ("allOf" in value || "$ref" in value))
    .filter(([name, value]) =>
      partsOf([{ spec, value, at: pointerTo("/components/schemas", name) }]).parts.some((part) => part.node === base),
    )
    .map(([name]) => `#${pointerTo("/components/schemas", name)}`);
}

/** Whether values of some schema may be values of schemas that it does not name. */
export const hasChildren = (spec: Spec): boolean => {
  const schemas = isNode(spec["components"]) ? entries(spec["components"]["schemas"]) : [];
  return schemas.some(
    ([, value]) => isNode(value) && "discriminator" in value && !("oneOf" in value || "anyOf" in value),
  );
};

/** Compares the children of a schema, each by the value that chooses it. */
function diffChildren(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  // A proof about the schema itself says nothing about its children.
  const { before, after } = comparison;
  const apart: Comparison = { ...comparison, judgement: OPEN };
  const [was, is] = [childPlaces(before, old), childPlaces(after, now)];
  for (const [value, place] of was) {
    const other = is.get(value);
    if (other) comparison.diffSchemas(apart, place, other, `${what} as ${value}`);
    else report(apart, "narrowed", "branch-removed", place.at, `${what} can no longer be ${value}`);
  }
  for (const [value, { at }] of is)
    if (!was.has(value)) report(apart, "widened", "branch-added", at, `${what} can be ${value} now`);
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
