import {
  bodyTooLarge,
  cookieOf,
  credentialParameters,
  hasParts,
  isPlainPath,
  isPlainQuery,
  type OperationRules,
  parseParameterJson,
  readTexts,
  Violation,
  withoutCredentials,
} from "@metadata-service/server-rules";
import type {
  ApiModel,
  MediaTypeModel,
  OpenApiDocument,
  OperationModel,
  ParameterModel,
} from "@metadata-service/spec-tools";
import type { CheckedRequest, MockRequest } from "../exchange.js";
import type { ValueMaker } from "../values/value.js";
import { mediaOf, readBodyAs } from "./read-body.js";

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
  const path = operation.readPath(pathTexts, request.path);
  const search = withoutCredentials(request.search, credentialParameters(reader.api, model));
  const query = operation.readQuery(search);
  checkHeaders(reader, model, request);
  const body = readBody(reader, operation, model, request);
  return { request, operation, path, query, search, ...(body !== undefined && { body }) };
}

/** Headers that OpenAPI leaves to other parts of a document (section 4.8.12.1). */
const OTHERS = new Set(["accept", "content-type", "authorization"]);

function checkHeaders(reader: RequestReader, { parameters }: OperationModel, request: MockRequest): void {
  for (const parameter of parameters) {
    const { name, in: place } = parameter;
    if (OTHERS.has(name.toLowerCase())) continue;
    if (place === "header") checkText(reader, parameter, request.header(name.toLowerCase()));
    if (place === "cookie") checkText(reader, parameter, cookieOf(request, name));
  }
}

function checkText({ document, maker }: RequestReader, parameter: ParameterModel, text: string | undefined): void {
  const { name, in: place, required, schema } = parameter;
  if (text === undefined) {
    if (required) throw new Violation(`the ${place} ${name} is required`);
    return;
  }
  const wrong = maker.explain(schema.pointer, valueIn(document, parameter, text), name);
  if (wrong) throw new Violation(wrong);
}

/** What a header or a cookie says: JSON, elements or members with commas between them, or one value. */
function valueIn(document: OpenApiDocument, parameter: ParameterModel, text: string): unknown {
  const { name, mediaType, schema } = parameter;
  if (mediaType !== undefined) return parseParameterJson(name, text);
  const texts = hasParts(schema.node) ? text.split(",").map((each) => each.trim()) : [text];
  return readTexts(document, parameter, texts);
}

/** Whether every parameter is of the form that Prism reads as OpenAPI says. */
export function isPlainRequest(model: OperationModel): boolean {
  const others = model.parameters.filter((parameter) => parameter.in === "header" || parameter.in === "cookie");
  const isList = ({ schema: { node }, mediaType }: ParameterModel) => mediaType !== undefined || hasParts(node);
  return isPlainQuery(model) && isPlainPath(model) && !others.some(isList);
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
