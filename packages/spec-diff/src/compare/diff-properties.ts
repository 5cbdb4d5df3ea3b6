import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { type DeclaredProperty, declaredProperties, isOneProperty } from "./declared-properties.js";
import { typesOf } from "./diff-types.js";
import { flattenSchema } from "./flatten-schema.js";
import { entries, isNode, list, type Node, without } from "./node.js";
import { type Move, type SchemaPair, visitMembers } from "./pair.js";

const KEYWORDS = ["properties", "required"];

/** Compares the properties that an object has, and those that it must have. */
export function diffProperties(pair: SchemaPair): void {
  if (![pair.old, pair.now].every(({ node }) => typesOf(node).includes("object"))) {
    pair.sameMeaning(KEYWORDS);
    return;
  }
  const present = propertiesOf(pair);
  diffNamed(pair, present);
  diffRequired(pair, present);
}

const hiddenIn = ({ comparison }: SchemaPair) => (comparison.message === "request" ? "readOnly" : "writeOnly");

type Present = readonly [old: Map<string, DeclaredProperty>, now: Map<string, DeclaredProperty>];

/** The properties that can be present: read-only ones are never in a request, write-only ones never in a response. */
function propertiesOf(pair: SchemaPair): Present {
  const { before, after } = pair.comparison;
  const visible = (spec: Node, { node, at }: SchemaPair["old"]) =>
    new Map(
      [...declaredProperties(node)].filter(([, { value, keyword, key }]) => {
        const property = flattenSchema(spec, { value, at: pointerTo(at, keyword, key) });
        return property.node[hiddenIn(pair)] !== true;
      }),
    );
  return [visible(before, pair.old), visible(after, pair.now)];
}

function diffNamed(pair: SchemaPair, [before, after]: Present): void {
  for (const [name, was] of before) {
    const is = after.get(name);
    // A property that allows no value can no longer be present.
    if (is !== undefined && (is.value !== false || was.value === false)) diffBoth(pair, name, was, is);
    else if (was.value !== false) reportRemoved(pair, name, was);
  }
  for (const [name, is] of after) if (!before.has(name) && is.value !== false) diffAdded(pair, name, is);
  const [was, is] = pair.both("properties");
  if (isNode(was) !== isNode(is)) pair.examined("properties");
  // Properties that are hidden in this direction are compared in the other one, if there is one.
  const hidden = entries(is).filter(([name]) => !before.has(name) && !after.has(name));
  for (const [name] of hidden) pair.changes.examined(pair.at("properties", name));
}

function diffBoth(pair: SchemaPair, name: string, was: DeclaredProperty, is: DeclaredProperty): void {
  const at = pair.at(is.keyword, is.key);
  const old = { value: was.value, at: pair.oldAt(was.keyword, was.key) };
  pair.comparison.diffSchemas(pair.comparison, old, { value: is.value, at }, pair.what.property(name));
  if (was.keyword === is.keyword) return;
  member(pair, name).documentation("same-meaning", at, `is described in ${is.keyword} now, which means the same`);
  pair.changes.examinedAs(old.at, at);
}

/** The property itself, as the subject of a sentence. */
const member = (pair: SchemaPair, name: string) => pair.pair(pair.old, pair.now, pair.what.property(name));

function reportRemoved(pair: SchemaPair, name: string, was: DeclaredProperty): void {
  const is = declaredProperties(pair.now.node).get(name);
  const isHidden = is !== undefined && is.value !== false;
  const what = isHidden ? `is ${hiddenIn(pair)} now` : is ? "is no longer allowed" : "was removed";
  const text =
    pair.direction === "request"
      ? `${what}; a request that has it is refused, or its value ignored`
      : `${isHidden ? `${what}; it ` : ""}is no longer returned`;
  const place = isHidden ? pair.at(is.keyword, is.key) : pair.oldAt(was.keyword, was.key);
  member(pair, name).breaking(`${pair.direction}-property-removed`, place, text);
}

/** A new property was one of the other properties before; if these had a schema, the new one is compared with it. */
function diffAdded(pair: SchemaPair, name: string, is: DeclaredProperty): void {
  const { comparison, direction } = pair;
  const isRequest = direction === "request";
  const others = pair.old.node["additionalProperties"];
  const at = pair.at(is.keyword, is.key);
  if (isRequest && isNode(others) && Object.keys(others).length > 0) {
    const was = { value: others, at: pair.oldAt("additionalProperties") };
    comparison.diffSchemas(comparison, was, { value: is.value, at }, pair.what.property(name));
  }
  const isRequired = list(pair.now.node["required"]).includes(name);
  // A reader that was promised no other properties may reject a new one. A request need not have it, unless it is
  // required.
  const isBreaking = isRequest ? isRequired : others === false;
  const rule = `${direction}-${isRequired ? "required-property-added" : "property-added"}`;
  member(pair, name).either(isBreaking, rule, at, `was added${isRequired && isRequest ? " and is required" : ""}`);
}

function diffRequired(pair: SchemaPair, [before, after]: Present): void {
  const [was, is] = pair.both("required").map(list) as [unknown[], unknown[]];
  const isNamed = declaredProperties(pair.now.node);
  const at = pair.at("required");
  pair.changes.examined(at);
  // A property that came or went is reported as such. One that exists only in the other direction is required only there,
  // as in OpenAPI 3.0.
  const counts = (name: string) => before.has(name) === after.has(name) && (before.has(name) || !isNamed.has(name));
  for (const name of without(is, was).map(String).filter(counts))
    member(pair, name).narrowed("property-became-required", at, "is required now");
  for (const name of without(was, is).map(String).filter(counts))
    member(pair, name).widened("property-became-optional", at, "is optional now");
}

/** Compares the properties whose names match a pattern. */
export function diffPatterns(pair: SchemaPair): void {
  const keyword = "patternProperties";
  const [was, is] = pair.both(keyword);
  if (isNode(was) !== isNode(is)) pair.examined(keyword);
  // A pattern that stands for one property is compared as that.
  const [old, now] = pair
    .maps(keyword)
    .map(
      (patterns) =>
        new Map([...patterns].filter(([one]) => ![pair.old, pair.now].some(({ node }) => isOneProperty(node, one)))),
    ) as ReturnType<SchemaPair["maps"]>;
  const named = (pattern: string) => member(pair, `/${pattern}/`);
  visitMembers([old, now], {
    kept: (_, __, pattern) => pair.schemas([keyword, pattern], named(pattern).what),
    gone: (_, pattern) => {
      const move = moveBeside(pair.now.node, "widened");
      const text = "no longer has a schema of its own";
      named(pattern).moved(move, "pattern-properties-removed", pair.oldAt(keyword, pattern), text);
    },
    come: (_, pattern) => {
      const move = moveBeside(pair.old.node, "narrowed");
      named(pattern).moved(move, "pattern-properties-added", pair.at(keyword, pattern), "has a schema of its own now");
    },
  });
}

/** What a pattern does beside `additionalProperties`: if other properties are not allowed, the pattern allows some. */
function moveBeside(node: Node, open: "narrowed" | "widened"): Move {
  const others = node["additionalProperties"];
  if (others === false) return open === "narrowed" ? "widened" : "narrowed";
  return isNode(others) && Object.keys(others).length > 0 ? "changed" : open;
}
