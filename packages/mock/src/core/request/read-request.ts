import { bodyTooLarge, type OperationRules, Violation } from "@metadata-service/server-rules";
import type {
  ApiModel,
  MediaTypeModel,
  OpenApiDocument,
  OperationModel,
  ParameterModel,
} from "@metadata-service/spec-tools";
import type { CheckedRequest, MockRequest } from "../exchange.js";
import type { ValueMaker } from "../values/value.js";
import { cookieOf, credentialParameters } from "./check-credentials.js";
import { mediaOf, readBodyAs } from "./read-body.js";
import { isPlainQuery, readStyledQuery } from "./read-query.js";
import { readValue } from "./read-value.js";

/** What reading requests needs. */
export interface RequestReader {
  readonly document: OpenApiDocument;
  readonly api: ApiModel;
  readonly maker: ValueMaker;
}

/**
 * Reads a request in the order of the service: path, query, headers, body.
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
  const path = operation.readPath(pathTexts);
  const search = withoutCredentials(request.search, credentialParameters(reader.api, model));
  const query = isPlainQuery(model)
    ? operation.readQuery(search)
    : readStyledQuery(reader.document, reader.maker, model, search);
  checkHeaders(reader.maker, model, request);
  const body = readBody(reader, operation, model, request);
  return { request, operation, path, query, ...(body !== undefined && { body }) };
}

function withoutCredentials(search: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return search;
  return search
    .split("&")
    .filter((pair) => !names.has(pair.split("=")[0] ?? ""))
    .join("&");
}

/** Headers that OpenAPI leaves to other parts of a document (section 4.8.12.1). */
const OTHERS = new Set(["accept", "content-type", "authorization"]);

function checkHeaders(maker: ValueMaker, { parameters }: OperationModel, request: MockRequest): void {
  for (const parameter of parameters) {
    const { name, in: place } = parameter;
    if (OTHERS.has(name.toLowerCase())) continue;
    if (place === "header") checkText(maker, parameter, request.header(name.toLowerCase()));
    if (place === "cookie") checkText(maker, parameter, cookieOf(request, name));
  }
}

function checkText(
  maker: ValueMaker,
  { name, in: place, required, schema }: ParameterModel,
  text: string | undefined,
): void {
  if (text === undefined) {
    if (required) throw new Violation(`the ${place} ${name} is required`);
    return;
  }
  const isList = [schema.node.type].flat().some((type) => type === "array" || type === "object");
  const wrong = isList ? undefined : maker.explain(schema.pointer, readValue(text, schema.node), name);
  if (wrong) throw new Violation(wrong);
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

/** Whether the rules of the servers, which read the first media type as JSON, are for a body. */
function isFirstJson(content: readonly MediaTypeModel[], request: MockRequest): boolean {
  const [first] = content;
  return first?.kind === "json" && (content.length === 1 || mediaOf(content, request) === first);
}
