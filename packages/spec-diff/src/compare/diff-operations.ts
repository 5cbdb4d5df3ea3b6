import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { dereference, type Found, type PlacedOperation } from "./dereference.js";
import { diffContent } from "./diff-content.js";
import { diffParameters } from "./diff-parameters.js";
import { diffResponses } from "./diff-responses.js";
import { diffSecurity } from "./diff-security.js";
import { diffOwnServers } from "./diff-servers.js";
import { isNode, type Spec } from "./node.js";
import { type Pair, visitMembers } from "./pair.js";

const TEXTS = ["summary", "description", "tags", "externalDocs"];
/** In a webhook, these describe the client's own address, which cannot be judged here. */
const OF_REQUESTS = ["security", "servers"];
const KNOWN = [
  ...TEXTS,
  ...["operationId", "deprecated", "parameters", "requestBody", "responses", "callbacks", "x-pagination", "x-promises"],
];

/** Compares two versions of one operation. */
export function diffOperation(pair: Pair<PlacedOperation>): void {
  const [old, now] = pair.both("operationId");
  if (old !== now) {
    const renamed = old === undefined ? `${now} was added` : now === undefined ? `${old} was removed` : undefined;
    const how = `: the operationId ${renamed ?? `is ${now} instead of ${old}`}; generated clients name their method after it`;
    pair.breaking("operation-id-renamed", pair.at("operationId"), how);
  }
  const isRequest = pair.direction === "request";
  if (isRequest) {
    diffSecurity(pair);
    diffOwnServers(pair);
  }
  diffParameters(pair);
  diffBody(pair);
  diffResponses(pair);
  diffPagination(pair);
  pair.promises();
  pair.deprecated();
  pair.texts(TEXTS);
  pair.unknown(isRequest ? [...KNOWN, ...OF_REQUESTS] : KNOWN);
}

/** Compares the request bodies of two versions of an operation. */
function diffBody(operation: Pair): void {
  const { before, after } = operation.comparison;
  const bodyOf = (spec: Spec, { node, at }: Found) =>
    node["requestBody"] === undefined
      ? undefined
      : dereference(spec, node["requestBody"], pointerTo(at, "requestBody"));
  const [old, now] = [bodyOf(before, operation.old), bodyOf(after, operation.now)];
  const [some, at] = [now ?? old, operation.at("requestBody")];
  if (!some) return;
  const pair = operation.inMessage("request", old ?? some, now ?? some, operation.what.toPart("the request body"));
  if (!now) pair.breaking("body-removed", at, "was removed");
  else if (!old) {
    const isBreaking = pair.direction === "request" && Boolean(now.node["required"]);
    pair.either(isBreaking, "body-added", at, `was added${isBreaking ? " and is required" : ""}`);
  } else {
    operation.examineReference(...operation.both("requestBody"), at);
    compareBodies(pair);
  }
}

function compareBodies(pair: Pair): void {
  const isRequest = pair.direction === "request";
  pair.examined("required");
  // A request without a body was accepted before, so requiring a body means that fewer requests are accepted.
  pair.flag("required", (isOn) => {
    const rule = `${isRequest ? "body" : "webhook-body"}-became-${isOn ? "required" : "optional"}`;
    pair.either(isRequest === isOn, rule, pair.at("required"), `is ${isOn ? "required" : "optional"} now`);
  });
  diffContent(pair);
  pair.texts(["description"]);
  pair.unknown(["description", "required", "content"]);
}

/** Compares `x-pagination`. Generators read it, so an existing client relies on its previous content. */
function diffPagination(operation: Pair): void {
  const keyword = "x-pagination";
  const pair = operation.inMessage("response", operation.old, operation.now, operation.what);
  const change = (isBreaking: boolean, text: string, ...name: string[]) =>
    pair.either(isBreaking, "pagination-changed", pair.at(keyword, ...name), text);
  const [old, now] = pair.both(keyword).map(isNode);
  if (old && !now) change(true, "is no longer a list");
  if (!old && now) change(true, "is a list now; the client's method returns another type");
  if (!old || !now) return;
  const say = (isBreaking: boolean, name: string, is: unknown, instead: string) =>
    change(isBreaking, `has ${name} ${is ?? "removed"} in ${keyword}${instead}`, name);
  visitMembers(pair.maps(keyword), {
    gone: (was, name) => say(true, name, undefined, ` instead of ${was}`),
    come: (is, name) => say(false, name, is, ""),
    kept: (was, is, name) => was === is || say(true, name, is, ` instead of ${was}`),
  });
}
