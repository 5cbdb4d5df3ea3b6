import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { isSame } from "../inclusion/same.js";
import { type Comparison, type Direction, report } from "./comparison.js";
import { diffBounds } from "./diff-bounds.js";
import { diffDiscriminator, hasChildren } from "./diff-discriminator.js";
import { diffDeprecated, diffTexts, diffUnknown, examineReference } from "./diff-fields.js";
import { diffItems } from "./diff-items.js";
import { diffKeywords, KEYWORDS } from "./diff-keywords.js";
import { diffProperties } from "./diff-properties.js";
import { diffTypes, diffValues } from "./diff-types.js";
import { diffUnions } from "./diff-unions.js";
import { type Flat, flattenSchema, type Place } from "./flatten-schema.js";
import { judge, OPEN, reportUnnamed, reportUnproved } from "./judge-schemas.js";
import { entries, equal, type Spec, show } from "./node.js";

const TEXTS = ["title", "description", "examples", "example", "$comment", "externalDocs", "$defs"];

/**
 * Recursion through a component stops at a pair that was already compared. Merging an `allOf` creates new schemas, so
 * recursion through those would not stop.
 */
const MAX_DEPTH = 40;

/** Starts the comparison of a body, parameter or header. Schemas are compared again for each of them. */
export function createComparison(
  changes: Changes,
  { spec: before }: { spec: Spec },
  { spec: after }: { spec: Spec },
  direction: Direction,
  message: Direction,
): Comparison {
  return { changes, before, after, direction, message, compared: new Map(), judgement: OPEN, depth: 0, diffSchemas };
}

/**
 * Compares two versions of one schema. The rules describe what changed. Whether all changes together can break clients
 * is proved separately; what is neither reported as breaking nor proved harmless is reported as not judged.
 */
function diffSchemas(outer: Comparison, was: Place, is: Place, what: string): void {
  const { changes, before, after, compared, direction } = outer;
  if (outer.depth >= MAX_DEPTH) {
    const text = `${what} is nested more than ${MAX_DEPTH} schemas deep; deeper levels were not compared`;
    changes.notJudged(direction, "nested-too-deep", is.at, text);
    return;
  }
  if (isSame(before, was.value, after, is.value) && !hasChildren(before) && !hasChildren(after)) return;
  const old = flattenSchema(before, was, changes);
  const now = flattenSchema(after, is, changes);
  // This marks every place of a reference, even if its target was already compared: each may have its own description.
  examineReference(changes, was.value, is.value, was.at);
  examineReference(changes, was.value, is.value, is.at);
  const pair = `${old.at}\n${now.at}`;
  const isAlarming = compared.get(pair);
  if (isAlarming) changes.alarm();
  if (isAlarming !== undefined) return;
  compared.set(pair, true);
  const judgement = judge(outer, was, is);
  const comparison = { ...outer, depth: outer.depth + 1, judgement };
  const { alarms, count } = changes;
  comparePlaces(comparison, { ...was, ...old, written: was.value }, { ...is, ...now, written: is.value }, what);
  if (changes.alarms === alarms) reportUnproved(comparison, what);
  if (changes.count === count) reportUnnamed(comparison, is.at, what);
  compared.set(pair, changes.alarms > alarms);
}

type Written = Flat & Place & { written: unknown };

function comparePlaces(comparison: Comparison, old: Written, now: Written, what: string): void {
  const { changes } = comparison;
  if (typeof old.written === "boolean" || typeof now.written === "boolean") changes.examined(now.at);
  if (allowsNothing(old) || allowsNothing(now)) {
    if (!allowsNothing(old))
      report(comparison, "narrowed", "nothing-allowed", now.at, `${what} no longer allows any value`);
    if (!allowsNothing(now)) report(comparison, "widened", "something-allowed", now.at, `${what} can have a value now`);
  } else if (old.written !== undefined && now.written === undefined)
    report(comparison, "widened", "schema-removed", now.at, `${what} can be anything now`);
  else if (old.written === undefined && now.written !== undefined && Object.keys(now.node).length > 0)
    report(comparison, "narrowed", "schema-added", now.at, `${what} has a schema now`);
  else compareFlat(comparison, old, now, what);
}

/** `false`, or `not` with an empty schema. */
const allowsNothing = ({ node }: Flat) => equal(node["not"], {}) || node["not"] === true;

function compareFlat(comparison: Comparison, old: Flat & Place, now: Flat & Place, what: string): void {
  const { changes } = comparison;
  diffAnnotations(comparison, old, now, what);
  if (diffUnions(comparison, old, now, what)) {
    // With a union on one side and a plain schema on the other, comparing the branches covers everything.
    for (const { at } of [old, now]) changes.examined(at);
    return;
  }
  diffDiscriminator(comparison, old, now, what);
  diffTypes(comparison, old, now, what);
  diffValues(comparison, old, now, what);
  diffBounds(comparison, old, now, what);
  diffKeywords(comparison, old, now, what);
  diffProperties(comparison, old, now, what);
  diffItems(comparison, old, now, what);
  diffUnknown(changes, comparison.direction, old, now, [...KEYWORDS, ...TEXTS], what);
}

/** Compares what describes a value: texts, examples, and the default, which matters to clients that omit the value. */
function diffAnnotations(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const { changes, direction } = comparison;
  diffDefault(comparison, old, now, what);
  diffTexts(changes, old, now, TEXTS, what);
  for (const [name] of [...entries(old.node["$defs"]), ...entries(now.node["$defs"])])
    changes.examined(pointerTo(now.at, "$defs", name));
  diffDeprecated(changes, old, now, what);
  for (const keyword of ["readOnly", "writeOnly"]) {
    const [before, after] = [Boolean(old.node[keyword]), Boolean(now.node[keyword])];
    const at = pointerTo(now.at, keyword);
    // For a property, it decides whether the property exists; see diffProperties.
    if (before !== after)
      changes.documentation(`${keyword}-changed`, at, `${what} is ${after ? "" : "no longer "}${keyword}`);
  }
  if (equal(old.node["xml"], now.node["xml"])) return;
  const at = pointerTo(now.at, "xml");
  if (comparison.isXml)
    changes.breaking(direction, `${direction}-xml-changed`, at, `${what} is written differently in XML`);
  else changes.documentation("xml-changed", at, `${what}: xml changed, and nothing here is written as XML`);
}

function diffDefault(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const { changes, direction } = comparison;
  const [before, after] = [old.node["default"], now.node["default"]];
  if (equal(before, after)) return;
  const at = pointerTo(now.at, "default");
  const text = `the default of ${what} is ${after === undefined ? "removed" : show(after)} instead of ${before === undefined ? "none" : show(before)}`;
  if (direction === "response") changes.documentation("response-default-changed", at, text);
  else if (before === undefined) changes.compatible("request", "request-default-changed", at, text);
  else changes.breaking("request", "request-default-changed", at, text);
}
