import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import type { Direction } from "./comparison.js";
import type { Found } from "./dereference.js";
import { diffContent, diffHeaders } from "./diff-content.js";
import { createComparison } from "./diff-schemas.js";
import { equal, isNode } from "./node.js";
import { FieldPair, Pair } from "./pair.js";
import { examineReference, type Part, type PlacedOperation, partsIn } from "./placed-operation.js";

/** Compares the responses of two versions of an operation. */
export function diffResponses(changes: Changes, direction: Direction, was: PlacedOperation, is: PlacedOperation): void {
  const comparison = createComparison(changes, was, is, direction, "response");
  const field = ({ node, at }: PlacedOperation): Found => ({
    node: isNode(node["responses"]) ? node["responses"] : {},
    at: pointerTo(at, "responses"),
  });
  new FieldPair(changes, direction, field(was), field(is), is.what.toPart("the responses")).extensions();
  const [old, now] = [responsesOf(was), responsesOf(is)];
  const partOf = (status: string) => is.what.toPart(`the response ${status}`, status);
  for (const [status, response] of old) {
    const other = now.get(status) ?? covering(status, now);
    const what = partOf(status);
    if (!other) {
      const rule = status.startsWith("2") ? "success-status-removed" : "error-status-removed";
      changes.add("breaking", direction, rule, response.place, what.say("was removed"));
      continue;
    }
    if (now.has(status)) examineReference(changes, response.value, other.value, other.place);
    else changes.documentation("status-covered", response.place, what.say("is covered by another one"));
    diffResponse(new Pair(comparison, response, other, what));
  }
  for (const [status, response] of now) {
    if (old.has(status)) continue;
    const what = partOf(status);
    changes.add("compatible", direction, "status-added", response.place, what.say("was added"));
    // The old document described this status too, with a range or the default.
    const before = covering(status, old);
    if (before) diffResponse(new Pair(comparison, before, response, what));
  }
}

const responsesOf = (operation: PlacedOperation) =>
  new Map([...partsIn(operation.spec, operation, "responses")].filter(([status]) => !status.startsWith("x-")));

/** The range or the default that covers a status that is not listed (OpenAPI 3.1, section 4.8.16). */
const covering = (status: string, all: Map<string, Part>) =>
  (/^[1-5]\d\d$/.test(status) ? all.get(`${status[0]}XX`) : undefined) ??
  (status === "default" ? undefined : all.get("default"));

function diffResponse(pair: Pair): void {
  if (pair.both("content").some((content) => isNode(content) && Object.keys(content).length > 0)) diffContent(pair);
  diffHeaders(pair);
  diffLinks(pair);
  pair.texts(["description"]);
  pair.unknown(["description", "content", "headers", "links"]);
}

/** Clients follow links to their next call, so a link with another target breaks them. */
function diffLinks(pair: Pair): void {
  const { before, after } = pair.comparison;
  const [old, now] = [partsIn(before, pair.old, "links"), partsIn(after, pair.now, "links")];
  for (const [name, was] of old) {
    const is = now.get(name);
    if (!is) {
      pair.breaking("link-removed", was.place, `: the link ${name} was removed`);
      continue;
    }
    examineReference(pair.changes, was.value, is.value, is.place);
    const [{ description: _, ...bare }, { description: __, ...bareNow }] = [was.node, is.node];
    if (!equal(bare, bareNow)) pair.breaking("link-changed", is.at, `: the link ${name} leads elsewhere`);
    pair.inner(was, is, pair.what.toPart(`the link ${name} of ${pair.what.part}`)).texts(["description"]);
  }
  for (const [name, { place }] of now)
    if (!old.has(name)) pair.compatible("link-added", place, `: the link ${name} was added`);
}
