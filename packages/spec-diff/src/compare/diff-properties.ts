import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { type Comparison, type Move, report } from "./comparison.js";
import { applies } from "./diff-bounds.js";
import { diffSubschema } from "./diff-keywords.js";
import { type Flat, flattenSchema } from "./flatten-schema.js";
import { entries, isNode, list, type Node, type Spec, without } from "./node.js";

const KEYWORDS = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "dependentRequired",
  "dependentSchemas",
];

/** Compares what an object can contain. */
export function diffProperties(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  if (!applies(comparison, "object", old, now, KEYWORDS, what)) return;
  diffNamed(comparison, old, now, what);
  diffRequired(comparison, old, now, what);
  diffOthers(comparison, old, now, what, "additionalProperties");
  diffOthers(comparison, old, now, what, "unevaluatedProperties");
  diffPatterns(comparison, old, now, what);
  diffSubschema(comparison, old, now, what, "propertyNames");
  diffDependentRequired(comparison, old, now, what);
  diffDependentSchemas(comparison, old, now, what);
}

/** The properties that can be present: read-only ones are never in a request, write-only ones never in a response. */
function propertiesOf(spec: Spec, { node, at }: Flat, hidden: string): Map<string, unknown> {
  const all = entries(node["properties"]).filter(
    ([name, value]) => flattenSchema(spec, { value, at: pointerTo(at, "properties", name) }).node[hidden] !== true,
  );
  return new Map(all);
}

const hiddenIn = ({ message }: Comparison) => (message === "request" ? "readOnly" : "writeOnly");

function diffNamed(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const hidden = hiddenIn(comparison);
  const before = propertiesOf(comparison.before, old, hidden);
  const after = propertiesOf(comparison.after, now, hidden);
  for (const [name, value] of before) {
    const [at, place] = [pointerTo(old.at, "properties", name), pointerTo(now.at, "properties", name)];
    // A property that allows no value can no longer be present.
    if (after.has(name) && !(after.get(name) === false && value !== false))
      comparison.diffSchemas(comparison, { value, at }, { value: after.get(name), at: place }, `${name} of ${what}`);
    else reportRemoved(comparison, name, now, at, what);
  }
  for (const name of after.keys()) if (!before.has(name)) diffAdded(comparison, name, old, now, what);
  const { changes } = comparison;
  const named = now.node["properties"];
  if (isNode(old.node["properties"]) !== isNode(named)) changes.examined(pointerTo(now.at, "properties"));
  // Properties that are hidden in this direction are compared in the other one, if there is one.
  for (const [name] of entries(named))
    if (!before.has(name) && !after.has(name)) changes.examined(pointerTo(now.at, "properties", name));
}

function reportRemoved(comparison: Comparison, name: string, now: Flat, at: string, what: string): void {
  const { changes, direction } = comparison;
  const isRequest = direction === "request";
  const isHidden = entries(now.node["properties"]).some(([other]) => other === name);
  const consequence = isRequest ? "a request that has it is refused, or its value ignored" : "it is no longer returned";
  const text = `${name} of ${what} ${isHidden ? `is ${hiddenIn(comparison)} now` : "was removed"}; ${consequence}`;
  const place = isHidden ? pointerTo(now.at, "properties", name) : at;
  changes.breaking(direction, `${direction}-property-removed`, place, text);
}

/** A new property was one of the other properties before; if these had a schema, the new one is compared with it. */
function diffAdded(comparison: Comparison, name: string, old: Flat, now: Flat, what: string): void {
  const others = old.node["additionalProperties"];
  const properties = now.node["properties"];
  if (comparison.direction === "request" && isNode(others) && Object.keys(others).length > 0 && isNode(properties))
    comparison.diffSchemas(
      comparison,
      { value: others, at: pointerTo(old.at, "additionalProperties") },
      { value: properties[name], at: pointerTo(now.at, "properties", name) },
      `${name} of ${what}`,
    );
  reportAdded(comparison, name, old, now, what);
}

function reportAdded(comparison: Comparison, name: string, old: Flat, now: Flat, what: string): void {
  const { changes, direction } = comparison;
  const isRequest = direction === "request";
  const isRequired = list(now.node["required"]).includes(name);
  // A reader that was promised no other properties may reject a new one. A request need not have it, unless
  // it is required.
  const isBreaking = isRequest ? isRequired : old.node["additionalProperties"] === false;
  const text = `${name} of ${what} was added${isRequired && isRequest ? " and is required" : ""}`;
  const rule = `${direction}-${isRequired ? "required-property-added" : "property-added"}`;
  changes[isBreaking ? "breaking" : "compatible"](direction, rule, pointerTo(now.at, "properties", name), text);
}

function diffRequired(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const hidden = hiddenIn(comparison);
  const before = propertiesOf(comparison.before, old, hidden);
  const after = propertiesOf(comparison.after, now, hidden);
  const [wasRequired, isRequired] = [list(old.node["required"]), list(now.node["required"])];
  const at = pointerTo(now.at, "required");
  comparison.changes.examined(at);
  const isReported = (name: unknown) => before.has(String(name)) !== after.has(String(name));
  // A property that exists only in the other direction is required only there, as in OpenAPI 3.0.
  const isHidden = (name: unknown) =>
    !before.has(String(name)) &&
    !after.has(String(name)) &&
    Object.hasOwn((now.node["properties"] as Node) ?? {}, String(name));
  for (const name of without(isRequired, wasRequired))
    if (!isReported(name) && !isHidden(name))
      report(comparison, "narrowed", "property-became-required", at, `${name} of ${what} is required now`);
  for (const name of without(wasRequired, isRequired))
    if (!isReported(name) && !isHidden(name))
      report(comparison, "widened", "property-became-optional", at, `${name} of ${what} is optional now`);
}

/** Compares `additionalProperties` and similar keywords: whether other properties are allowed, and their schema. */
function diffOthers(comparison: Comparison, old: Flat, now: Flat, what: string, keyword: string): void {
  const plain = (value: unknown) => {
    if (value === undefined || (isNode(value) && Object.keys(value).length === 0)) return true;
    return value;
  };
  const [before, after] = [plain(old.node[keyword]), plain(now.node[keyword])];
  const at = pointerTo(now.at, keyword);
  if (isNode(before) && isNode(after)) {
    comparison.diffSchemas(
      comparison,
      { value: before, at: pointerTo(old.at, keyword) },
      { value: after, at },
      `the other properties of ${what}`,
    );
    return;
  }
  const rank = (value: unknown) => (value === false ? 0 : value === true ? 2 : 1);
  if (rank(after) < rank(before))
    report(
      comparison,
      "narrowed",
      "other-properties-restricted",
      at,
      `${what} can no longer have arbitrary other properties (${keyword})`,
    );
  else if (rank(after) > rank(before))
    report(comparison, "widened", "other-properties-opened", at, `${what} can have other properties now (${keyword})`);
  else comparison.changes.examined(at);
}

function diffPatterns(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [before, after] = [old, now].map(({ node }) => new Map(entries(node["patternProperties"]))) as [
    Patterns,
    Patterns,
  ];
  const place = (flat: Flat, pattern: string) => pointerTo(flat.at, "patternProperties", pattern);
  for (const pattern of new Set([...before.keys(), ...after.keys()])) {
    const [at, newAt] = [place(old, pattern), place(now, pattern)];
    const named = `the properties of ${what} that match ${pattern}`;
    if (!before.has(pattern))
      report(
        comparison,
        moveBeside(old, "narrowed"),
        "pattern-properties-added",
        newAt,
        `${named} have their own schema now`,
      );
    else if (!after.has(pattern))
      report(
        comparison,
        moveBeside(now, "widened"),
        "pattern-properties-removed",
        at,
        `${named} no longer have their own schema`,
      );
    else {
      const [was, is] = [
        { value: before.get(pattern), at },
        { value: after.get(pattern), at: newAt },
      ];
      comparison.diffSchemas(comparison, was, is, named);
    }
  }
}

type Patterns = Map<string, unknown>;

/** What a pattern does beside `additionalProperties`: if other properties are not allowed, the pattern allows some. */
function moveBeside({ node }: Flat, open: "narrowed" | "widened"): Move {
  const others = node["additionalProperties"];
  if (others === false) return open === "narrowed" ? "widened" : "narrowed";
  return isNode(others) && Object.keys(others).length > 0 ? "changed" : open;
}

function diffDependentRequired(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [before, after] = [old.node["dependentRequired"], now.node["dependentRequired"]].map(
    (value) => new Map(entries(value)),
  ) as [Map<string, unknown>, Map<string, unknown>];
  // An empty list requires nothing.
  comparison.changes.examined(pointerTo(now.at, "dependentRequired"));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const at = pointerTo(now.at, "dependentRequired", name);
    const [was, is] = [list(before.get(name)), list(after.get(name))];
    comparison.changes.examined(at);
    for (const other of without(is, was))
      report(comparison, "narrowed", "dependentRequired-narrowed", at, `${what} needs ${other} if it has ${name}`);
    for (const other of without(was, is))
      report(
        comparison,
        "widened",
        "dependentRequired-widened",
        at,
        `${what} no longer needs ${other} if it has ${name}`,
      );
  }
}

function diffDependentSchemas(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [before, after] = [
    new Map(entries(old.node["dependentSchemas"])),
    new Map(entries(now.node["dependentSchemas"])),
  ];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [at, place] = [pointerTo(old.at, "dependentSchemas", name), pointerTo(now.at, "dependentSchemas", name)];
    const named = `${what} if it has ${name}`;
    if (!before.has(name))
      report(comparison, "narrowed", "dependentSchemas-added", place, `${named} must satisfy another schema now`);
    else if (!after.has(name))
      report(comparison, "widened", "dependentSchemas-removed", at, `${named} no longer has to satisfy another schema`);
    else
      comparison.diffSchemas(comparison, { value: before.get(name), at }, { value: after.get(name), at: place }, named);
  }
}
