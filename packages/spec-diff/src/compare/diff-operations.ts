import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { type Direction, opposite } from "./comparison.js";
import { dereference } from "./dereference.js";
import { diffContent } from "./diff-content.js";
import { diffParameters } from "./diff-parameters.js";
import { diffResponses } from "./diff-responses.js";
import { createComparison } from "./diff-schemas.js";
import { diffSecurity } from "./diff-security.js";
import { diffServers, serversOf } from "./diff-servers.js";
import { isNode } from "./node.js";
import { FieldPair, Pair } from "./pair.js";
import { examineReference, type PlacedOperation } from "./placed-operation.js";

const TEXTS = ["summary", "description", "tags", "externalDocs"];
const KNOWN = [
  ...TEXTS,
  ...["operationId", "deprecated", "security", "servers", "parameters", "requestBody", "responses", "callbacks"],
  "x-pagination",
  "x-promises",
];

/** Compares two versions of one operation. */
export function diffOperations(
  changes: Changes,
  direction: Direction,
  was: PlacedOperation,
  is: PlacedOperation,
): void {
  const pair = new FieldPair(changes, "both", was, is, is.what);
  const [old, now] = pair.both("operationId");
  if (old !== now) {
    const renamed = old === undefined ? `${now} was added` : now === undefined ? `${old} was removed` : undefined;
    pair.breaking(
      "operation-id-renamed",
      pair.at("operationId"),
      `: the operationId ${renamed ?? `is ${now} instead of ${old}`}; generated clients name their method after it`,
    );
  }
  if (direction === "request") {
    diffSecurity(changes, was, is);
    const levels = (operation: PlacedOperation): [unknown, string][] => [
      [operation.node, operation.at],
      [operation.item, operation.itemAt],
      [operation.spec, ""],
    ];
    const [before, after] = [serversOf(levels(was)), serversOf(levels(is))];
    // The servers of the document are compared once, for all operations.
    if (before.at !== "/servers" || after.at !== "/servers") diffServers(changes, before, after, is.what);
  }
  diffParameters(changes, direction, was, is);
  diffBody(changes, direction, was, is);
  diffResponses(changes, opposite(direction), was, is);
  diffPagination(changes, was, is);
  pair.promises();
  pair.deprecated();
  pair.texts(TEXTS);
  // In a webhook, `security` and `servers` describe the client's own address, which cannot be judged here.
  pair.unknown(direction === "request" ? KNOWN : KNOWN.filter((field) => field !== "security" && field !== "servers"));
}

/** Compares the request bodies of two versions of an operation. */
function diffBody(changes: Changes, direction: Direction, was: PlacedOperation, is: PlacedOperation): void {
  const bodyOf = ({ spec, node, at }: PlacedOperation) =>
    node["requestBody"] === undefined
      ? undefined
      : dereference(spec, node["requestBody"], pointerTo(at, "requestBody"));
  const [old, now] = [bodyOf(was), bodyOf(is)];
  const what = is.what.toPart("the request body");
  const at = pointerTo(is.at, "requestBody");
  if (!now) {
    if (old) changes.add("breaking", direction, "body-removed", at, what.say("was removed"));
    return;
  }
  if (!old) {
    const isBreaking = direction === "request" && Boolean(now.node["required"]);
    const text = what.say(`was added${isBreaking ? " and is required" : ""}`);
    changes.add(isBreaking ? "breaking" : "compatible", direction, "body-added", at, text);
    return;
  }
  examineReference(changes, was.node["requestBody"], is.node["requestBody"], at);
  compareBodies(new Pair(createComparison(changes, was, is, direction, "request"), old, now, what));
}

function compareBodies(pair: Pair): void {
  const isRequest = pair.direction === "request";
  const [wasRequired, isRequired] = pair.both("required").map(Boolean);
  // A request without a body was accepted before, so requiring a body means that fewer requests are accepted.
  if (wasRequired === isRequired) pair.examined("required");
  else {
    const state = isRequired ? "required" : "optional";
    const rule = `${isRequest ? "body" : "webhook-body"}-became-${state}`;
    pair.either(isRequest === isRequired, rule, pair.at("required"), `is ${state} now`);
  }
  diffContent(pair);
  pair.texts(["description"]);
  pair.unknown(["description", "required", "content"]);
}

/** Compares `x-pagination`. Generators read it, so an existing client relies on its previous content. */
function diffPagination(changes: Changes, was: PlacedOperation, is: PlacedOperation): void {
  const [old, now] = [was.node["x-pagination"], is.node["x-pagination"]];
  const at = pointerTo(is.at, "x-pagination");
  const add = (verdict: "breaking" | "compatible", text: string, place = at) =>
    changes.add(verdict, "response", "pagination-changed", place, is.what.say(text));
  if (isNode(old) && !isNode(now)) add("breaking", "is no longer a list");
  if (!isNode(old) && isNode(now)) add("breaking", "is a list now; the client's method returns another type");
  if (!isNode(old) || !isNode(now)) return;
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (old[name] === now[name]) continue;
    const text = `has ${name} ${now[name] ?? "removed"} in x-pagination${name in old ? ` instead of ${old[name]}` : ""}`;
    add(name in old ? "breaking" : "compatible", text, pointerTo(at, name));
  }
}
