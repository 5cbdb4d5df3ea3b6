import {
  bodyTooLarge,
  credentialParameters,
  type OperationRules,
  withoutCredentials,
} from "@metadata-service/server-rules";
import type { ApiModel, MediaTypeModel, OpenApiDocument, OperationModel } from "@metadata-service/spec-tools";
import type { CheckedRequest, MockRequest } from "../exchange.js";
import type { ValueMaker } from "../values/value.js";
import { mediaOf, readBodyAs } from "./read-body.js";

/** The dependencies of `readRequest`. */
export interface RequestReader {
  readonly document: OpenApiDocument;
  readonly api: ApiModel;
  readonly maker: ValueMaker;
}

/**
 * Parses and validates a request in the same order as the service: path, query, headers, body.
 *
 * @throws Violation at the first broken rule
 */
export function readRequest(
  reader: RequestReader,
  operation: OperationRules,
  model: OperationModel,
  request: MockRequest,
  pathTexts: Readonly<Record<string, string>>,
): CheckedRequest {
  const path = operation.readPath(pathTexts, request.path);
  const search = withoutCredentials(request.search, credentialParameters(reader.api, model));
  const query = operation.readQuery(search);
  operation.checkHeaders(request.header);
  const body = readBody(reader, operation, model, request);
  return { request, operation, path, query, search, ...(body !== undefined && { body }) };
}

function readBody(
  reader: RequestReader,
  operation: OperationRules,
  model: OperationModel,
  request: MockRequest,
): unknown {
  const { body: rules } = operation;
  if (!rules || !model.body) return undefined;
  const { content, required } = model.body;
  const isJson = isFirstJson(content, request);
  if (isJson && required) rules.checkHeaders(request.header);
  const body = request.body ?? "";
  if (body === "too-large") throw bodyTooLarge();
  if (isJson) return rules.read(body, request.header);
  if (body.length === 0 && !required) return undefined;
  return readBodyAs(reader.document, reader.maker, content, request);
}

/** Whether the server rules can read this body: they only support a first media type that is JSON. */
function isFirstJson(content: readonly MediaTypeModel[], request: MockRequest): boolean {
  const [first] = content;
  return first?.kind === "json" && (content.length === 1 || mediaOf(content, request) === first);
}
