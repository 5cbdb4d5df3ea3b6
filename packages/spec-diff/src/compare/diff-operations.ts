import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { dereference, type Found, type PlacedOperation } from "./dereference.js";
import { diffContent } from "./diff-content.js";
import { diffParameters } from "./diff-parameters.js";
import { diffResponses } from "./diff-responses.js";
import { diffSecurity } from "./diff-security.js";
import { diffOwnServers } from "./diff-servers.js";
import { isNode, type Spec } from "./node.js";
import { type Pair, type Rule, type Rules, visitMembers } from "./pair.js";
import { all, deprecated, elsewhere, promises, text } from "./rules.js";

/** Compares two versions of one operation. */
export function diffOperation(operation: Pair<PlacedOperation>): void {
  operation.compare(operation.direction === "request" ? OPERATION : WEBHOOK);
}

const operationId: Rule = (pair, field) => {
  const [old, now] = pair.both(field);
  if (old === now) return;
  const renamed = old === undefined ? `${now} was added` : now === undefined ? `${old} was removed` : undefined;
  const how = `: the operationId ${renamed ?? `is ${now} instead of ${old}`}; generated clients name their method after it`;
  pair.breaking("operation-id-renamed", pair.at(field), how);
};

const requestBody: Rule = (operation, field) => {
  const { before, after } = operation.comparison;
  const bodyOf = (spec: Spec, { node, at }: Found) =>
    node[field] === undefined ? undefined : dereference(spec, node[field], pointerTo(at, field));
  const [old, now] = [bodyOf(before, operation.old), bodyOf(after, operation.now)];
  const [some, at] = [now ?? old, operation.at(field)];
  if (!some) return;
  const pair = operation.inMessage("request", old ?? some, now ?? some, operation.what.toPart("the request body"));
  if (!now) pair.breaking("body-removed", at, "was removed");
  else if (!old) {
    const isBreaking = pair.direction === "request" && Boolean(now.node["required"]);
    pair.either(isBreaking, "body-added", at, `was added${isBreaking ? " and is required" : ""}`);
  } else {
    operation.examineReference(...operation.both(field), at);
    pair.compare(BODY);
  }
};

const BODY: Rules = {
  // A request without a body was accepted before, so requiring a body means that fewer requests are accepted.
  required: (pair, field) => {
    const isRequest = pair.direction === "request";
    pair.examined(field);
    pair.flag(field, (isOn) => {
      const rule = `${isRequest ? "body" : "webhook-body"}-became-${isOn ? "required" : "optional"}`;
      pair.either(isRequest === isOn, rule, pair.at(field), `is ${isOn ? "required" : "optional"} now`);
    });
  },
  content: diffContent,
  description: text,
};

/** Compares `x-pagination`. Generators read it, so an existing client relies on its previous content. */
const pagination: Rule = (operation, keyword) => {
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
};

const WEBHOOK: Rules<Pair<PlacedOperation>> = {
  operationId,
  parameters: diffParameters,
  requestBody,
  responses: diffResponses,
  callbacks: elsewhere,
  "x-pagination": pagination,
  "x-promises": promises,
  deprecated,
  ...all(text, "summary", "description", "tags", "externalDocs"),
};

/** In a webhook, these describe the client's own address, which cannot be judged here. */
const OPERATION: Rules<Pair<PlacedOperation>> = { ...WEBHOOK, security: diffSecurity, servers: diffOwnServers };
