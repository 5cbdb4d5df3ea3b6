import { type DeclaredProperty, declaredProperties, isOneProperty } from "./declared-properties.js";
import { applies } from "./diff-bounds.js";
import { diffSubschema } from "./diff-keywords.js";
import { flattenSchema } from "./flatten-schema.js";
import { entries, isNode, list, type Node, without } from "./node.js";
import type { Move } from "./pair.js";
import type { SchemaPair } from "./schema-pair.js";

const KEYWORDS = [
  ...["properties", "required", "additionalProperties", "patternProperties", "propertyNames"],
  ...["unevaluatedProperties", "dependentRequired", "dependentSchemas"],
];

/** Compares what an object can contain. */
export function diffProperties(pair: SchemaPair): void {
  if (!applies(pair, "object", KEYWORDS)) return;
  diffNamed(pair);
  diffRequired(pair);
  diffOthers(pair, "additionalProperties");
  diffOthers(pair, "unevaluatedProperties");
  diffPatterns(pair);
  diffSubschema(pair, "propertyNames");
  diffDependentRequired(pair);
  diffDependentSchemas(pair);
}

const hiddenIn = ({ comparison }: SchemaPair) => (comparison.message === "request" ? "readOnly" : "writeOnly");

/** The properties that can be present: read-only ones are never in a request, write-only ones never in a response. */
function propertiesOf(pair: SchemaPair): [old: Map<string, DeclaredProperty>, now: Map<string, DeclaredProperty>] {
  const { before, after } = pair.comparison;
  const visible = (spec: Node, node: Node, at: (...names: string[]) => string) =>
    new Map(
      [...declaredProperties(node)].filter(
        ([, { value, keyword, key }]) =>
          flattenSchema(spec, { value, at: at(keyword, key) }).node[hiddenIn(pair)] !== true,
      ),
    );
  return [
    visible(before, pair.old.node, (...names) => pair.oldAt(...names)),
    visible(after, pair.now.node, (...names) => pair.at(...names)),
  ];
}

function diffNamed(pair: SchemaPair): void {
  const [before, after] = propertiesOf(pair);
  for (const [name, was] of before) {
    const is = after.get(name);
    // A property that allows no value can no longer be present.
    if (is !== undefined && (is.value !== false || was.value === false)) diffBoth(pair, name, was, is);
    else if (was.value !== false) reportRemoved(pair, name);
  }
  for (const [name, { value }] of after) if (!before.has(name) && value !== false) diffAdded(pair, name);
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

const isNamed = (node: Node, name: string) => declaredProperties(node).has(name);

/** The property itself, as the subject of a sentence. */
const member = (pair: SchemaPair, name: string) => pair.pair(pair.old, pair.now, pair.what.property(name));

function reportRemoved(pair: SchemaPair, name: string): void {
  const [was, is] = [pair.old, pair.now].map(({ node }) => declaredProperties(node).get(name));
  const isListed = is !== undefined;
  const isHidden = is !== undefined && is.value !== false;
  const what = isHidden ? `is ${hiddenIn(pair)} now` : isListed ? "is no longer allowed" : "was removed";
  const text =
    pair.direction === "request"
      ? `${what}; a request that has it is refused, or its value ignored`
      : `${isHidden ? `${what}; it ` : ""}is no longer returned`;
  const place = isHidden ? pair.at(is.keyword, is.key) : pair.oldAt(was?.keyword ?? "properties", was?.key ?? name);
  member(pair, name).breaking(`${pair.direction}-property-removed`, place, text);
}

/** A new property was one of the other properties before; if these had a schema, the new one is compared with it. */
function diffAdded(pair: SchemaPair, name: string): void {
  const { comparison, direction } = pair;
  const others = pair.old.node["additionalProperties"];
  const is = declaredProperties(pair.now.node).get(name);
  const at = pair.at(is?.keyword ?? "properties", is?.key ?? name);
  if (direction === "request" && isNode(others) && Object.keys(others).length > 0)
    comparison.diffSchemas(
      comparison,
      { value: others, at: pair.oldAt("additionalProperties") },
      { value: is?.value, at },
      pair.what.property(name),
    );
  const isRequired = list(pair.now.node["required"]).includes(name);
  // A reader that was promised no other properties may reject a new one. A request need not have it, unless it is
  // required.
  const isBreaking = direction === "request" ? isRequired : others === false;
  const rule = `${direction}-${isRequired ? "required-property-added" : "property-added"}`;
  const text = `was added${isRequired && direction === "request" ? " and is required" : ""}`;
  member(pair, name).either(isBreaking, rule, at, text);
}

function diffRequired(pair: SchemaPair): void {
  const [before, after] = propertiesOf(pair);
  const [was, is] = pair.both("required").map(list) as [unknown[], unknown[]];
  pair.examined("required");
  // A property that came or went is reported as such. One that exists only in the other direction is required only there,
  // as in OpenAPI 3.0.
  const counts = (name: string) =>
    before.has(name) === after.has(name) && (before.has(name) || !isNamed(pair.now.node, name));
  const at = pair.at("required");
  for (const name of without(is, was).map(String).filter(counts))
    member(pair, name).narrowed("property-became-required", at, "is required now");
  for (const name of without(was, is).map(String).filter(counts))
    member(pair, name).widened("property-became-optional", at, "is optional now");
}

/** Compares `additionalProperties` and similar keywords: whether other properties are allowed, and their schema. */
function diffOthers(pair: SchemaPair, keyword: string): void {
  const plain = (value: unknown) =>
    value === undefined || (isNode(value) && Object.keys(value).length === 0) ? true : value;
  const [old, now] = pair.both(keyword).map(plain);
  if (isNode(old) && isNode(now)) {
    pair.schemas([keyword], pair.what.property("*"));
    return;
  }
  const rank = (value: unknown) => (value === false ? 0 : value === true ? 2 : 1);
  if (rank(now) < rank(old))
    pair.narrowed("other-properties-restricted", keyword, `can no longer have arbitrary other properties (${keyword})`);
  else if (rank(now) > rank(old))
    pair.widened("other-properties-opened", keyword, `can have other properties now (${keyword})`);
  else pair.examined(keyword);
}

/** The names in a keyword that maps names to something, in either version. */
const namesIn = (pair: SchemaPair, keyword: string) =>
  new Set(pair.both(keyword).flatMap((map) => entries(map).map(([name]) => name)));
const has = (node: Node, keyword: string, name: string) => entries(node[keyword]).some(([one]) => one === name);

function diffPatterns(pair: SchemaPair): void {
  const keyword = "patternProperties";
  const [was, is] = pair.both(keyword);
  if (isNode(was) !== isNode(is)) pair.examined(keyword);
  const isOne = (name: string) => [pair.old, pair.now].some(({ node }) => isOneProperty(node, name));
  for (const name of namesIn(pair, keyword)) {
    // That is compared as a property.
    if (isOne(name)) continue;
    const named = pair.pair(pair.old, pair.now, pair.what.property(`/${name}/`));
    if (!has(pair.old.node, keyword, name))
      named.moved(
        moveBeside(pair.old.node, "narrowed"),
        "pattern-properties-added",
        pair.at(keyword, name),
        "has a schema of its own now",
      );
    else if (!has(pair.now.node, keyword, name))
      named.moved(
        moveBeside(pair.now.node, "widened"),
        "pattern-properties-removed",
        pair.oldAt(keyword, name),
        "no longer has a schema of its own",
      );
    else pair.schemas([keyword, name], named.what);
  }
}

/** What a pattern does beside `additionalProperties`: if other properties are not allowed, the pattern allows some. */
function moveBeside(node: Node, open: "narrowed" | "widened"): Move {
  const others = node["additionalProperties"];
  if (others === false) return open === "narrowed" ? "widened" : "narrowed";
  return isNode(others) && Object.keys(others).length > 0 ? "changed" : open;
}

function diffDependentRequired(pair: SchemaPair): void {
  const keyword = "dependentRequired";
  const [old, now] = pair.both(keyword).map((value) => new Map(entries(value))) as [
    Map<string, unknown>,
    Map<string, unknown>,
  ];
  // An empty list requires nothing.
  pair.examined(keyword);
  for (const name of namesIn(pair, keyword)) {
    const at = pair.at(keyword, name);
    const [was, is] = [list(old.get(name)), list(now.get(name))];
    pair.changes.examined(at);
    for (const other of without(is, was)) pair.narrowed(`${keyword}-narrowed`, at, `needs ${other} if it has ${name}`);
    for (const other of without(was, is))
      pair.widened(`${keyword}-widened`, at, `no longer needs ${other} if it has ${name}`);
  }
}

function diffDependentSchemas(pair: SchemaPair): void {
  const keyword = "dependentSchemas";
  for (const name of namesIn(pair, keyword)) {
    const named = pair.pair(pair.old, pair.now, pair.what.where(`if it has ${name}`));
    if (!has(pair.old.node, keyword, name))
      named.narrowed(`${keyword}-added`, pair.at(keyword, name), "must satisfy another schema now");
    else if (!has(pair.now.node, keyword, name))
      named.widened(`${keyword}-removed`, pair.oldAt(keyword, name), "no longer has to satisfy another schema");
    else pair.schemas([keyword, name], named.what);
  }
}
