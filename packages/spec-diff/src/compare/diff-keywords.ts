import { compareNumbers, divides, isNumeric } from "@metadata-service/spec-tools/json";
import { own } from "@metadata-service/spec-tools/own";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { PRESENTATION, WITHIN } from "../inclusion/values.js";
import { diffPatterns, diffProperties } from "./diff-properties.js";
import type { Place } from "./flatten-schema.js";
import { entries, equal, list, show, without } from "./node.js";
import { type Rule as OneRule, type Rules, type SchemaPair, visitMembers } from "./pair.js";
import type { Subject } from "./subject.js";

/** Compares one keyword of two schemas. Whether all changes together are harmless is proved, see judge-schemas.ts. */
type Rule = OneRule<SchemaPair>;

/** A limit. `sign` is 1 if a higher one allows fewer values, -1 if a lower one does; without one, `usual` applies. */
const bound =
  (sign: 1 | -1, usual?: number): Rule =>
  (pair, keyword) => {
    const [old, now] = pair.both(keyword).map((limit) => (isNumeric(limit) ? limit : usual));
    if (old === now || (old !== undefined && now !== undefined && compareNumbers(old, now) === 0)) {
      pair.sameMeaning([keyword]);
      return;
    }
    const isTighter = now !== undefined && (old === undefined || compareNumbers(now, old) * sign > 0);
    const move = isTighter ? "narrowed" : "widened";
    const words = (limit: unknown) => (limit === undefined ? `no ${keyword}` : `${keyword} ${limit}`);
    const [was, is] = pair.both(keyword).map(words);
    pair.moved(move, `${keyword}-${move}`, keyword, `has ${is} instead of ${was}`);
  };
const [atLeast, atMost] = [bound(1), bound(-1)];

const multipleOf: Rule = (pair, keyword) => {
  const [old, now] = pair.both(keyword).map((value) => (isNumeric(value) ? value : undefined));
  if (equal(old, now)) return;
  const isWider = now === undefined || (old !== undefined && divides(now, old));
  const isNarrower = old === undefined || (now !== undefined && divides(old, now));
  const move = isWider ? "widened" : isNarrower ? "narrowed" : "changed";
  pair.moved(move, `multipleOf-${move}`, keyword, `has multipleOf ${show(now)} instead of ${show(old)}`);
};

/** A keyword whose values cannot be compared: adding it allows fewer values, removing it allows more. */
const opaque: Rule = (pair, keyword) => {
  if (!pair.differs(keyword)) return;
  const [old, now] = pair.both(keyword);
  if (old === undefined) pair.narrowed(`${keyword}-added`, keyword, `must satisfy ${keyword} ${show(now)} now`);
  else if (now === undefined)
    pair.widened(`${keyword}-removed`, keyword, `no longer has to satisfy ${keyword} ${show(old)}`);
  else pair.moved("changed", `${keyword}-changed`, keyword, `has ${keyword} ${show(now)} instead of ${show(old)}`);
};

/** A keyword with one schema: adding it allows fewer values, removing it allows more. */
const subschema: Rule = (pair, keyword) => {
  if (pair.both(keyword).includes(undefined)) opaque(pair, keyword);
  else pair.schemas([keyword], pair.what.where(keyword));
};

const format: Rule = (pair, keyword) => {
  if (!pair.differs(keyword)) return;
  const [old, now] = pair.both(keyword);
  const isShown = (one: unknown) => one === undefined || PRESENTATION.has(one);
  const text = `has format ${now} instead of ${old}`;
  if (isShown(old) && isShown(now))
    pair.documentation("format-changed", pair.at(keyword), ": format changed, which only affects how a form shows it");
  else if (own(WITHIN, String(old))?.includes(String(now))) pair.widened("format-widened", keyword, text);
  else if (own(WITHIN, String(now))?.includes(String(old))) pair.narrowed("format-narrowed", keyword, text);
  else opaque(pair, keyword);
};

/** `if`, with `then` and `else`. If the condition is the same, its consequences are compared. */
const condition: Rule = (pair, keyword) => {
  const consequences = ["then", "else"];
  if (!pair.differs(keyword)) for (const one of consequences) subschema(pair, one);
  else {
    opaque(pair, keyword);
    pair.examined(...consequences);
  }
};

const uniqueItems: Rule = (pair, keyword) =>
  pair.flag(keyword, (isOn) => {
    if (isOn) pair.narrowed("unique-items", keyword, "can no longer have equal elements");
    else pair.widened("unique-items", keyword, "can have equal elements now");
  });

/** `contains`. If the number of such elements is limited, another schema may allow both more and fewer arrays. */
const contains: Rule = (pair, keyword) => {
  const isLimited = [pair.old, pair.now].some(
    ({ node }) => node["maxContains"] !== undefined || node["minContains"] === 0,
  );
  if (pair.both(keyword).includes(undefined) || !pair.differs(keyword) || !isLimited) subschema(pair, keyword);
  else pair.moved("changed", "contains-changed", keyword, "has another schema in contains");
};

/** What is allowed: nothing, what satisfies a schema, or anything. */
const rankOf = (value: unknown) =>
  value === false ? 0 : value === undefined || value === true || equal(value, {}) ? 2 : 1;

/** @param at where a change is reported */
function diffElement(pair: SchemaPair, was: Place, is: Place, what: Subject, at: string): void {
  const [old, now] = [rankOf(was.value), rankOf(is.value)];
  const element = pair.pair(pair.old, pair.now, what);
  if (old === 1 && now === 1) pair.comparison.diffSchemas(pair.comparison, was, is, what);
  else if (now < old)
    element.narrowed("items-restricted", at, now === 0 ? "is no longer allowed" : "must satisfy a schema now");
  else if (now > old) element.widened("items-opened", at, now === 2 ? "can be anything now" : "is allowed now");
  else pair.changes.examined(at);
}

/** The elements that earlier keywords do not cover. */
const elements: Rule = (pair, keyword) => {
  const [old, now] = pair.both(keyword);
  const [was, is] = [pair.oldAt(keyword), pair.at(keyword)];
  if (old === undefined && now === undefined) return;
  diffElement(pair, { value: old, at: was }, { value: now, at: is }, pair.what.element(), is);
};

/** The elements at the start. Where one version has no schema for a position, that of all further elements applies. */
const firstElements: Rule = (pair, keyword) => {
  const elementAt = ({ node, at }: SchemaPair["old"], position: number): Place => {
    const prefix = list(node[keyword]);
    return position < prefix.length
      ? { value: prefix[position], at: pointerTo(at, keyword, position) }
      : { value: node["items"], at: pointerTo(at, "items") };
  };
  const [old, now] = pair.both(keyword).map((prefix) => list(prefix).length) as [number, number];
  for (let position = 0; position < Math.max(old, now); position++) {
    const [was, is] = [elementAt(pair.old, position), elementAt(pair.now, position)];
    diffElement(pair, was, is, pair.what.element(position), pair.at(keyword, position));
  }
  if (old !== now) pair.examined(keyword);
};

/** Whether other properties are allowed, and their schema. */
const otherProperties: Rule = (pair, keyword) => {
  const [old, now] = pair.both(keyword).map(rankOf) as [number, number];
  if (old === 1 && now === 1) pair.schemas([keyword], pair.what.property("*"));
  else if (now < old)
    pair.narrowed("other-properties-restricted", keyword, `can no longer have arbitrary other properties (${keyword})`);
  else if (now > old) pair.widened("other-properties-opened", keyword, `can have other properties now (${keyword})`);
  else pair.examined(keyword);
};

const dependentRequired: Rule = (pair, keyword) => {
  const [old, now] = pair.maps(keyword);
  // An empty list requires nothing.
  pair.examined(keyword);
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const at = pair.at(keyword, name);
    const [was, is] = [list(old.get(name)), list(now.get(name))];
    pair.changes.examined(at);
    for (const other of without(is, was)) pair.narrowed(`${keyword}-narrowed`, at, `needs ${other} if it has ${name}`);
    for (const other of without(was, is))
      pair.widened(`${keyword}-widened`, at, `no longer needs ${other} if it has ${name}`);
  }
};

const dependentSchemas: Rule = (pair, keyword) => {
  const where = (name: string) => pair.pair(pair.old, pair.now, pair.what.where(`if it has ${name}`));
  visitMembers(pair.maps(keyword), {
    kept: (_, __, name) => pair.schemas([keyword, name], where(name).what),
    gone: (_, name) =>
      where(name).widened(`${keyword}-removed`, pair.oldAt(keyword, name), "no longer has to satisfy another schema"),
    come: (_, name) =>
      where(name).narrowed(`${keyword}-added`, pair.at(keyword, name), "must satisfy another schema now"),
  });
};

/** `x-items`: generated clients have a function for each type of item, with the members that it names. */
const typedItems: Rule = (pair, keyword) => {
  if (!pair.differs(keyword)) return;
  const [old, now] = pair.both(keyword);
  const fields = entries(now).map(([name, value]) =>
    name === "response" ? `${value} in responses` : `${name} in \`${value}\``,
  );
  const form = `${old === undefined ? "now" : "of another form"}: ${fields.join(", ")}`;
  const how = now === undefined ? "no longer consists of typed items" : `consists of typed items ${form}`;
  pair.either(old !== undefined, "typed-items-changed", pair.at(keyword), how);
};

/** The keywords that can be compared one by one, in the order in which changes are reported. */
export const KEYWORDS: Rules<SchemaPair> = {
  minLength: atLeast,
  maxLength: atMost,
  minItems: atLeast,
  maxItems: atMost,
  minProperties: atLeast,
  maxProperties: atMost,
  minimum: atLeast,
  exclusiveMinimum: atLeast,
  maximum: atMost,
  exclusiveMaximum: atMost,
  multipleOf,
  pattern: opaque,
  contentEncoding: opaque,
  contentMediaType: opaque,
  not: opaque,
  format,
  if: condition,
  contentSchema: subschema,
  "x-items": typedItems,
  properties: diffProperties,
  additionalProperties: otherProperties,
  unevaluatedProperties: otherProperties,
  patternProperties: diffPatterns,
  propertyNames: subschema,
  dependentRequired,
  dependentSchemas,
  prefixItems: firstElements,
  items: elements,
  unevaluatedItems: elements,
  contains,
  minContains: bound(1, 1),
  maxContains: atMost,
  uniqueItems,
};
