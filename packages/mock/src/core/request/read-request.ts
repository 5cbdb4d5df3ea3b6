import {
  bodyTooLarge,
  credentialParameters,
  matchMediaType,
  type OperationRules,
  type Rules,
  withoutCredentials,
} from "@metadata-service/server-rules";
import type { OperationModel } from "@metadata-service/spec-tools";
import type { CheckedRequest, MockRequest } from "../exchange.js";
import { readBodyAs } from "./read-body.js";

/**
 * Parses and validates a request in the same order as the service: path, query, headers, body.
 *
 * @throws Violation at the first broken rule
 */
export function readRequest(
  rules: Rules,
  operation: OperationRules,
  model: OperationModel,
  request: MockRequest,
  pathTexts: Readonly<Record<string, string>>,
): CheckedRequest {
  const path = operation.readPath(pathTexts, request.path);
  const search = withoutCredentials(request.search, credentialParameters(rules.api, model));
  const query = operation.readQuery(search);
  operation.checkHeaders(request.header);
  const body = readBody(rules, operation, model, request);
  return { request, operation, path, query, search, ...(body !== undefined && { body }) };
}

function readBody(
  rules: Rules,
  { body: bodyRules }: OperationRules,
  { body: model }: OperationModel,
  request: MockRequest,
): unknown {
  if (!bodyRules || !model) return undefined;
  const body = request.body ?? "";
  // An empty body that is not required has no media type.
  const isAbsent = body.length === 0 && !model.required;
  if (!isAbsent) bodyRules.checkHeaders(request.header);
  if (body === "too-large") throw bodyTooLarge(bodyRules.maxBytes);
  const media = matchMediaType(model.content, request.header("content-type") ?? "");
  if (isAbsent || media?.kind === "json" || !media) return bodyRules.read(body, request.header);
  return readBodyAs(rules, media, request);
}
