import type { Changes } from "../change.js";
import { isSame } from "../inclusion/same.js";
import type { Comparison } from "./comparison.js";
import { diffDiscriminator, hasChildren } from "./diff-discriminator.js";
import { KEYWORDS } from "./diff-keywords.js";
import { diffTypes, diffValues } from "./diff-types.js";
import { diffUnions } from "./diff-unions.js";
import { type Flat, flattenSchema, type Place } from "./flatten-schema.js";
import { judge, OPEN, reportUnnamed, reportUnproved } from "./judge-schemas.js";
import { entries, equal, type Spec, show } from "./node.js";
import { Pair, type Rules, type SchemaPair } from "./pair.js";
import { all, deprecated, elsewhere, text } from "./rules.js";
import type { Subject } from "./subject.js";

/**
 * Recursion through a component stops at a pair that was already compared. Merging an `allOf` creates new schemas, so
 * recursion through those would not stop.
 */
const MAX_DEPTH = 40;

/** Starts the comparison of two documents, with what clients send to the server. */
export function createComparison(changes: Changes, before: Spec, after: Spec): Comparison {
  const nothing = { compared: new Map(), judgement: OPEN, depth: 0 };
  return { changes, before, after, side: "both", direction: "request", message: "request", ...nothing, diffSchemas };
}

/**
 * Compares two versions of one schema. The rules describe what changed. Whether all changes together can break clients
 * is proved separately; what is neither reported as breaking nor proved harmless is reported as not judged.
 */
function diffSchemas(outer: Comparison, was: Place, is: Place, what: Subject): void {
  const { changes, before, after, compared, direction } = outer;
  if (outer.depth >= MAX_DEPTH) {
    const text = `is nested more than ${MAX_DEPTH} schemas deep; deeper levels were not compared`;
    changes.add("not judged", direction, "nested-too-deep", is.at, what.say(text));
    return;
  }
  if (isSame(before, was.value, after, is.value) && !hasChildren(before) && !hasChildren(after)) return;
  const old = flattenSchema(before, was, changes);
  const now = flattenSchema(after, is, changes);
  // This marks every place of a reference, even if its target was already compared: each may have its own description.
  const pair = new Pair(outer, { ...was, ...old, written: was.value }, { ...is, ...now, written: is.value }, what);
  pair.examineReference(was.value, is.value, was.at);
  pair.examineReference(was.value, is.value, is.at);
  const places = `${old.at}\n${now.at}`;
  const isAlarming = compared.get(places);
  if (isAlarming) changes.alarm();
  if (isAlarming !== undefined) return;
  compared.set(places, true);
  const comparison = { ...outer, depth: outer.depth + 1, judgement: judge(outer, was, is) };
  const { alarms, count } = changes;
  comparePlaces(new Pair(comparison, pair.old, pair.now, what));
  if (changes.alarms === alarms) reportUnproved(comparison, what);
  if (changes.count === count) reportUnnamed(comparison, is.at, what);
  compared.set(places, changes.alarms > alarms);
}

type Written = Flat & Place & { written: unknown };

function comparePlaces(pair: Pair<Written>): void {
  const { old, now } = pair;
  const place = now.at || "/";
  if (typeof old.written === "boolean" || typeof now.written === "boolean") pair.changes.examined(now.at);
  if (allowsNothing(old) || allowsNothing(now)) {
    if (!allowsNothing(old)) pair.narrowed("nothing-allowed", place, "no longer allows any value");
    if (!allowsNothing(now)) pair.widened("something-allowed", place, "can have a value now");
  } else if (old.written !== undefined && now.written === undefined)
    pair.widened("schema-removed", place, "can be anything now");
  else if (old.written === undefined && now.written !== undefined && Object.keys(now.node).length > 0)
    pair.narrowed("schema-added", place, "has a schema now");
  else compareFlat(pair);
}

/** `false`, or `not` with an empty schema. */
const allowsNothing = ({ node }: Flat) => equal(node["not"], {}) || node["not"] === true;

function compareFlat(pair: SchemaPair): void {
  if (diffUnions(pair)) {
    // With a union on one side and a plain schema on the other, comparing the branches covers everything.
    pair.each(ANNOTATIONS);
    for (const { at } of [pair.old, pair.now]) pair.changes.examined(at);
  } else pair.compare(SCHEMA);
}

/** What describes a value: texts, examples, and the default, which matters to clients that omit the value. */
const ANNOTATIONS: Rules<SchemaPair> = {
  ...all(text, "title", "description", "examples", "example", "$comment", "externalDocs"),
  default: (pair, keyword) => {
    if (!pair.differs(keyword)) return;
    const [old, now] = pair.both(keyword);
    const is = now === undefined ? "no default" : `the default ${show(now)}`;
    const how = `has ${is} instead of ${show(old)}`;
    if (pair.direction === "response") pair.documentation("response-default-changed", pair.at(keyword), how);
    else pair.either(old !== undefined, "request-default-changed", pair.at(keyword), how);
  },
  $defs: (pair, keyword) => {
    text(pair, keyword);
    for (const [name] of pair.both(keyword).flatMap(entries)) pair.changes.examined(pair.at(keyword, name));
  },
  deprecated,
  // For a property, it decides whether the property exists; see diffProperties.
  ...all(
    (pair, keyword) => {
      const [old, now] = pair.both(keyword).map(Boolean);
      if (old !== now)
        pair.documentation(`${keyword}-changed`, pair.at(keyword), `is ${now ? "" : "no longer "}${keyword}`);
    },
    ...["readOnly", "writeOnly"],
  ),
  xml: (pair, keyword) => {
    if (!pair.differs(keyword)) return;
    const at = pair.at(keyword);
    if (pair.comparison.isXml) pair.breaking(`${pair.direction}-xml-changed`, at, "is written differently in XML");
    else pair.documentation("xml-changed", at, ": xml changed, and nothing here is written as XML");
  },
};

const SCHEMA: Rules<SchemaPair> = {
  ...ANNOTATIONS,
  ...all(elsewhere, "$ref", "allOf", "oneOf", "anyOf", "const", "then", "else", "required"),
  discriminator: diffDiscriminator,
  type: diffTypes,
  enum: diffValues,
  ...KEYWORDS,
};
