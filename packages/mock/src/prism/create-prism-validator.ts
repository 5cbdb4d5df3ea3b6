import { errorBody, Refusal, type Rules } from "@metadata-service/server-rules";
import {
  type ApiModel,
  dictionary,
  namesInherited,
  type OperationModel,
  successResponse,
  typesOf,
} from "@metadata-service/spec-tools";
import type { IHttpProxyConfig, IHttpRequest, PrismHttpComponents } from "@stoplight/prism-http";
import type { Validator } from "../core/create-responder.js";
import { createRulesValidator } from "../core/create-rules-validator.js";
import { defectResponse, type OnDefect } from "../core/defect-response.js";
import type { CheckedRequest, MockResponse } from "../core/exchange.js";
import { refusalResponse } from "../core/refusal-response.js";
import { isJsonOnly } from "../core/success-response.js";
import { loadPrism } from "./load-prism.js";
import { prepareDocument } from "./prepare-document.js";

/** The error with which an upstream makes Prism respond with an example from the spec. */
const UPSTREAM_NOT_IMPLEMENTED = "https://stoplight.io/prism/errors#UPSTREAM_NOT_IMPLEMENTED";

/** Without a dialect in the document, Prism validates schemas as draft-07, which does not have `prefixItems`. */
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const CONFIG: IHttpProxyConfig = {
  isProxy: true,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: true,
  upstream: new URL("http://memory.invalid"),
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

/**
 * Uses Prism as the validator, through its public API, as a proxy whose upstream is our memory. Prism
 * validates the request and our response, and responds with an example if memory does not handle the operation. Its
 * router and its HTTP server are not used.
 *
 * @param rules the rules of the spec; Prism reads the same document
 * @param onDefect called with every response of the mock that violates the spec, before it becomes a 500
 */
export async function createPrismValidator(rules: Rules, onDefect: OnDefect): Promise<Validator> {
  const { document, api } = rules;
  const names = credentialHeaders(api);
  const { createInstance, getHttpOperationsFromSpec } = loadPrism();
  const operations = await getHttpOperationsFromSpec({
    ...(prepareDocument(document, document) as object),
    jsonSchemaDialect: DIALECT,
  });
  const routed = new Map(operations.map((one) => [`${one.method.toUpperCase()} ${one.path}`, [one]]));
  /** The response from memory, by the request that Prism forwards. */
  const pending = new WeakMap<IHttpRequest, Pending>();
  const prism = createInstance(CONFIG, { logger: silent, forward: forwardTo(pending) });

  const plain = createRulesValidator(onDefect);
  // Prism treats inherited names such as `toString` as properties of every object.
  const isForRules = namesInherited(document);

  return async (checked, model, produce) => {
    if (isForRules || !isJsonOnly(model) || !hasPlainHeaders(model) || !checked.operation.hasPlainParameters)
      return plain(checked, model, produce);
    const input = prismRequest(checked, names);
    const entry: Pending = { produce };
    pending.set(input, entry);
    // The route is known, and Prism would search for it in another way.
    const result = await prism.request(input, routed.get(`${model.method} ${model.path}`) as typeof operations)();
    if ("thrown" in entry) throw entry.thrown;
    if (entry.refused) return entry.refused;
    const operation = checked.operation.id;
    if (result._tag === "Left") return defectResponse(operation, result.left.message, onDefect);
    const { output, validations } = result.right;
    const violation = validations.output.find(isError);
    const { status, body } = entry.answer ?? { status: output.statusCode, body: output.body };
    // Date and time formats are validated only by our rules; see `prepareDocument`.
    const message = violation?.message ?? checked.operation.responses.get(status)?.check(body);
    if (message !== undefined) return defectResponse(operation, message, onDefect);
    return (
      entry.answer ?? {
        status: output.statusCode,
        headers: {},
        body: output.body,
        why: { source: "example", operation },
      }
    );
  };
}

/** Whether no header of the success response is a list, an object or JSON, which Prism cannot parse. */
function hasPlainHeaders(model: OperationModel): boolean {
  const headers = successResponse(model)?.headers ?? [];
  return headers.every(
    ({ schema, mediaType }) =>
      mediaType === undefined && !typesOf(schema.node).some((type) => type === "array" || type === "object"),
  );
}

type Upstream = Awaited<ReturnType<ReturnType<ReturnType<PrismHttpComponents["forward"]>>>>;

interface Pending {
  readonly produce: () => MockResponse | undefined;
  answer?: MockResponse;
  /** The error response, if Prism rejected a request that our rules accept. */
  refused?: MockResponse;
  thrown?: unknown;
}

/** The upstream of the proxy: rejects requests that Prism found invalid and passes the others to memory. */
function forwardTo(pending: WeakMap<IHttpRequest, Pending>): PrismHttpComponents["forward"] {
  return ({ data, validations }) =>
    () =>
    async () => {
      const entry = pending.get(data);
      if (!entry) throw new Error("Prism forwarded an unknown request; this is a defect of the mock");
      const violation = validations.find(isError);
      if (violation)
        entry.refused = withDetail(refusalResponse(new Refusal(400, violation.message)), `Prism: ${violation.message}`);
      else produceInto(entry);
      return upstreamResponse(entry);
    };
}

/** Prism also returns warnings, for example for deprecated parameters; the request is still valid. */
const isError = ({ severity }: { readonly severity: number }): boolean => severity === DIAGNOSTIC_ERROR;

/** `DiagnosticSeverity.Error` of `@stoplight/types`, which is not one of our dependencies. */
const DIAGNOSTIC_ERROR = 0;

function produceInto(entry: Pending): void {
  try {
    entry.answer = entry.produce();
  } catch (error) {
    entry.thrown = error;
  }
}

function upstreamResponse(entry: Pending): Upstream {
  const answer = entry.refused ?? entry.answer;
  if (!answer && !("thrown" in entry)) {
    const error = new Error("The mock cannot handle this operation from its stored records");
    error.name = UPSTREAM_NOT_IMPLEMENTED;
    return { _tag: "Left", left: error };
  }
  const { status: statusCode = 400, body = errorBody(400) } = answer ?? {};
  // Prism looks up headers by their lower-case names.
  const own = Object.entries(answer?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const headers = { "content-type": "application/json", ...Object.fromEntries(own) };
  return { _tag: "Right", right: { statusCode, headers, body } };
}

function withDetail(answer: MockResponse, detail: string): MockResponse {
  return { ...answer, why: { ...answer.why, detail } };
}

/** Converts a request to Prism's format. The query is passed as text, because Prism converts its values itself. */
function prismRequest({ request, operation, body }: CheckedRequest, credentials: readonly string[]): IHttpRequest {
  const query = dictionary<string | string[]>();
  for (const [name, value] of new URLSearchParams(request.search)) {
    const known = query[name];
    query[name] = known === undefined ? value : [known, value].flat();
  }
  const headers = dictionary([["content-type", "application/json"]]);
  const named = operation.parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
  // Credentials were checked before; Prism only checks that they are present.
  for (const name of [...credentials, ...named, "cookie"]) {
    const value = request.header(name.toLowerCase());
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  return {
    method: request.method.toLowerCase() as IHttpRequest["method"],
    url: { path: request.path, query },
    headers,
    ...(body !== undefined && { body }),
  };
}

/** The headers that carry credentials. */
function credentialHeaders({ securitySchemes }: ApiModel): string[] {
  const credentials = Object.values(securitySchemes).flatMap(({ credential }) => credential ?? []);
  return credentials.flatMap(({ in: place, name }) => (place === "header" ? [name] : []));
}

const silent = {
  child: () => silent,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
  success() {},
} as unknown as PrismHttpComponents["logger"];
