import {
  type ApiModel,
  dictionary,
  type OpenApiDocument,
  type OperationModel,
  own,
  type Promises,
  prepareDocument,
  type ResponseModel,
  readApi,
  type SecurityAlternative,
  successResponse,
} from "@metadata-service/spec-tools";
import {
  bodyLimits,
  calculable,
  type JsonLimits,
  markedJson,
  marksIn,
  survivesRoundTrip,
  withNumbers,
} from "@metadata-service/spec-tools/json";
import { matchRoute, type RouteMatch } from "./match-route.js";
import { type PaginationRules, paginationRules } from "./paging/pagination-rules.js";
import { type BodyRules, bodyRules, type HeaderReader } from "./request/body-rules.js";
import { MAX_BODY_BYTES } from "./request/limits.js";
import { type ParameterRules, parameterRules } from "./request/parameter-rules.js";
import { type Query, readQuery } from "./request/read-query.js";
import { type RequestIdRules, requestIdRules } from "./request/request-id.js";
import { checkStyledHeaders } from "./request/styles/check-styled-headers.js";
import { isPlainPath, styledPathReader } from "./request/styles/read-styled-path.js";
import { isPlainQuery, readStyledQuery } from "./request/styles/read-styled-query.js";
import { createTextReader, type TextReader } from "./request/styles/text-reader.js";
import { type HeaderRules, headerRules } from "./response/header-rules.js";
import { Refusal } from "./response/refusal.js";
import {
  jsonType,
  type ResponseCheck,
  type ResponseRules,
  responseCheck,
  responseFor,
  responseRules,
} from "./response/response-rules.js";
import { createSchemaChecker, type SchemaChecker } from "./schema/create-schema-checker.js";
import { Violation } from "./violation.js";

/** One operation of the spec: everything a server needs to validate its requests and responses. */
export interface OperationRules {
  readonly model: OperationModel;
  /** The operationId. */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** The path as in the document. */
  readonly path: string;
  readonly parameters: readonly ParameterRules[];
  /** The request body, if the operation accepts one. */
  readonly body?: BodyRules;
  /** How it paginates, if the operation lists records. */
  readonly pagination?: PaginationRules;
  readonly responses: ReadonlyMap<number, ResponseRules>;
  /** Validates a status and a JSON body; a response without a body is valid for each documented status. */
  readonly checkResponse: ResponseCheck;
  /** Returns the media type of a JSON response with a status: the first one that is documented. */
  mediaType(status: number): string;
  /** The documented headers of its responses. */
  readonly headers: HeaderRules;
  /** The lowest documented status from 200 to 299; if none is, 200, or that of a documented redirect. */
  readonly successStatus: number;
  /** A request must satisfy one of these. If empty, no credentials are needed. */
  readonly security: readonly SecurityAlternative[];
  /**
   * Reads the path parameters by their styles and validates them. Throws a Violation.
   *
   * @param texts the path parameters as text, from the route match
   * @param pathname the path alone, still percent-encoded: an encoded delimiter is data, not a separator
   */
  readPath(texts: Readonly<Record<string, string>>, pathname: string): Readonly<Record<string, unknown>>;
  /** Reads the query by the styles of its parameters, checks it and fills in its defaults. Throws a Violation. */
  readQuery(search: string): Query;
  /** Checks the parameters in headers and cookies. Throws a Violation. */
  checkHeaders(header: HeaderReader): void;
}

/** The rules of a whole API. */
export interface Rules extends RequestIdRules {
  readonly document: OpenApiDocument;
  /** The parsed document, with references resolved and defaults filled in. */
  readonly api: ApiModel;
  /** Checks a value against any schema of the document. */
  readonly schemas: SchemaChecker;
  /** Reads texts as the types that the schemas of the document allow. */
  readonly texts: TextReader;
  /** How bodies are read as JSON. */
  readonly bodies: JsonLimits;
  /** Writes JSON. In values, texts stand for the numbers of the document that a 64-bit float would change. */
  write(json: string): string;
  /** Parses what `write` returned. */
  parse(json: string): unknown;
  /** The size of the largest body that any operation accepts, in bytes. */
  readonly maxBodyBytes: number;
  /** All operations, in the order of the document. */
  readonly operations: readonly OperationRules[];
  /**
   * Finds the operation of a request.
   *
   * @param method as it was sent
   * @param pathname the path alone, still percent-encoded
   * @throws Violation when a path parameter is not percent-encoded UTF-8
   */
  match(method: string, pathname: string): RouteMatch<OperationRules>;
}

/**
 * Derives the rules of an API from its bundled OpenAPI document. New operations need no code. Schemas are compiled on
 * first use.
 *
 * @param bundle one OpenAPI 3.1 document without external references
 * @example
 * import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
 * const rules = createRules(document);
 * const match = rules.match("GET", "/api/v1/reports");
 * if (match.found === "operation") match.target.readQuery("limit=50"); // { limit: 50, offset: 0 }
 */
export function createRules(bundle: object): Rules {
  const exact = prepareDocument(bundle).document as OpenApiDocument;
  const document = calculable(exact);
  const api = readApi(document);
  const schemas = createSchemaChecker(exact);
  const numbers = marksIn(exact);
  const bodies = bodyLimits(numbers);
  const texts = createTextReader(document, schemas, numbers);
  const heads = new Map(
    api.operations.flatMap(({ method, path, responses }) => (method === "HEAD" ? [[path, responses] as const] : [])),
  );
  const parts = { document, schemas, texts, bodies, heads, promises: api.promises };
  const operations = api.operations.map((model) => operationRules(parts, model));
  const routes = new Map<string, Map<string, OperationRules>>();
  for (const operation of operations) {
    const methods = routes.get(operation.path) ?? new Map();
    routes.set(operation.path, methods.set(operation.method, operation));
  }
  return {
    document,
    api,
    ...requestIdRules(api, schemas),
    schemas,
    texts,
    bodies,
    write: numbers.size > 0 ? withNumbers : (text) => text,
    parse: (text) => JSON.parse(numbers.size > 0 ? markedJson(text, numbers) : text) as unknown,
    maxBodyBytes: Math.max(MAX_BODY_BYTES, ...operations.map(({ body }) => body?.maxBytes ?? 0)),
    operations,
    match: matchRoute([...routes].map(([path, methods]) => ({ path, methods }))),
  };
}

/** What the rules of all operations are made with. */
interface RuleParts extends Pick<Rules, "document" | "schemas" | "texts" | "bodies"> {
  readonly promises: Promises;
  /** The responses of each HEAD that is described, by path. */
  readonly heads: ReadonlyMap<string, readonly ResponseModel[]>;
}

function operationRules(
  { document, schemas, texts, bodies, promises, heads }: RuleParts,
  model: OperationModel,
): OperationRules {
  const { id, path, security } = model;
  const parameters = model.parameters.map((parameter) => parameterRules(texts, schemas, parameter));
  const responses = responseRules(schemas, model.responses);
  const query = parameters.filter((parameter) => parameter.in === "query");
  const readStyledPath = isPlainPath(texts, model) ? undefined : styledPathReader(texts, schemas, model);
  return {
    model,
    id,
    method: model.method,
    path,
    parameters,
    ...(model.body && { body: bodyRules(schemas, model.body, bodies) }),
    ...(model.list && { pagination: paginationRules(document, schemas, model.list) }),
    responses,
    checkResponse: responseCheck(schemas, model.responses),
    mediaType: (status) => jsonType(responseFor(model.responses, status) ?? { content: [] }),
    headers: headerRules(schemas, model.responses, model.method === "GET" ? heads.get(path) : undefined),
    successStatus: Number.parseInt(successResponse(model)?.status.replaceAll(/x/gi, "0") ?? "", 10) || 200,
    security,
    readPath: (pathTexts, pathname) => readStyledPath?.(pathname) ?? readPath(parameters, pathTexts, responses),
    readQuery: isPlainQuery(texts, model)
      ? (search) => readQuery(query, search, promises)
      : (search) => readStyledQuery(texts, schemas, model, search, promises),
    checkHeaders: (header) => checkStyledHeaders(texts, schemas, model, header),
  };
}

function readPath(
  parameters: readonly ParameterRules[],
  texts: Readonly<Record<string, string>>,
  responses: OperationRules["responses"],
) {
  const values = dictionary<unknown>();
  for (const parameter of parameters) {
    if (parameter.in !== "path") continue;
    const text = own(texts, parameter.name);
    if (text === undefined) throw new Violation(`${parameter.name} is required`);
    const value = parameter.read([text]);
    // Its float may identify another record; no record has the number, because bodies with it are rejected (decision 0006).
    if (typeof value === "number" && !survivesRoundTrip(text)) {
      if (responses.has(404)) throw new Refusal(404);
      throw new Violation(`${parameter.name} must be a number that a 64-bit float holds unchanged, not ${text}`);
    }
    values[parameter.name] = value;
  }
  return values;
}
