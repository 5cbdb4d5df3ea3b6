import {
  type ApiModel,
  type OperationModel,
  type ParameterModel,
  prepareDocument,
  type ResourceModel,
  type ResourceOperation,
  type ResponseModel,
  readApi,
  sampleValue,
} from "@metadata-service/spec-tools";
import { type Request, type Response, sent } from "./exchange.js";

/** The API that is tested: its document, and what the document says. */
export interface Api {
  readonly document: object;
  readonly model: ApiModel;
  /** The credential that the server accepts. */
  readonly key: string;
  /** Returns the operation of a request; undefined if the document has none. */
  operationOf(request: Pick<Request, "method" | "target">): OperationModel | undefined;
  /** Returns what an operation does with a resource. */
  roleOf(operation: OperationModel): (ResourceOperation & { readonly resource: ResourceModel }) | undefined;
  operation(id: string): OperationModel;
  /** The compiled path of an operation. */
  pattern(operation: OperationModel): RegExp;
}

export function apiOf(source: object, key: string): Api {
  const { document } = prepareDocument(source);
  const model = readApi(document);
  const byId = new Map(model.operations.map((operation) => [operation.id, operation]));
  const patterns = new Map(model.operations.map((operation) => [operation, patternOf(operation.path)]));
  // A path without parameters takes precedence (OpenAPI 3.1, 4.8.8.2).
  const sorted = [...model.operations].sort((a, b) => braces(a.path) - braces(b.path));
  const roles = new Map(
    model.resources.flatMap((resource) => resource.operations.map((one) => [one.operation, { ...one, resource }])),
  );
  return {
    document,
    model,
    key,
    operationOf({ method, target }) {
      const path = target.split("?", 1)[0] as string;
      return sorted.find((operation) => operation.method === method && patterns.get(operation)?.test(path));
    },
    roleOf: ({ id }) => roles.get(id),
    operation(id) {
      const found = byId.get(id);
      if (!found) throw new Error(`The document has no operation ${id}`);
      return found;
    },
    pattern: (operation) => patterns.get(operation) as RegExp,
  };
}

const braces = (path: string) => path.split("{").length;

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .split(/(\{[^}]+\})/)
      .map((part) => (part.startsWith("{") ? "([^/]+)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
      .join("")}$`,
  );

/** The names of the path parameters of an operation, in the order of its path. */
export const pathNames = ({ path }: OperationModel): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);

/** Returns the response that an operation documents for a status. */
export function documented({ responses }: OperationModel, status: number): ResponseModel | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  return names.flatMap((name) =>
    responses.filter((response) => response.status.toUpperCase() === name.toUpperCase() || response.status === name),
  )[0];
}

/** The first documented status of a success. */
export const successOf = ({ responses }: OperationModel): number =>
  Number(responses.map(({ status }) => status).find((status) => /^2\d\d$/.test(status)) ?? 200);

/** The status with which an operation refuses an invalid request; undefined if it documents none. */
export function refusalOf(operation: OperationModel): number | undefined {
  const exact = [400, 422].find((status) => operation.responses.some((response) => response.status === String(status)));
  if (exact !== undefined) return exact;
  return operation.responses.some(({ status }) => /^(4XX|default)$/i.test(status)) ? 400 : undefined;
}

/** Writes a response as the document describes it, for a server that responds by itself. */
export function writtenBy(api: Api, operation: OperationModel, status: number): Response {
  const media = documented(operation, status)?.content[0];
  if (!media) return { status, headers: {}, body: Buffer.alloc(0) };
  const value = media.schema
    ? sampleValue(api.document, media.schema, media.examples)
    : (media.examples[0]?.value ?? "");
  const text = media.kind === "json" ? JSON.stringify(value) : String(value);
  return { status, headers: { "content-type": media.concrete }, body: Buffer.from(text) };
}

/** The value of a parameter or body to send if nothing else is known. */
export const sampleOf = (api: Api, { schema, examples }: Pick<ParameterModel, "schema" | "examples">): unknown =>
  sampleValue(api.document, schema, examples);

/** Adds the credentials that an operation demands to a request. */
export function authorized(api: Api, operation: OperationModel, request: Request, key = api.key): Request {
  const alternative = operation.security[0] ?? [];
  return alternative.reduce((made, { scheme: name }) => {
    const scheme = api.model.securitySchemes[name];
    const credential = scheme?.credential;
    if (!credential) return made;
    const text = scheme.kind === "basic" ? Buffer.from(`user:${key}`).toString("base64") : key;
    const value = credential.prefix + text;
    if (credential.in === "query") return sent(made).withQuery([...sent(made).query, [credential.name, value]]);
    if (credential.in === "cookie")
      return sent(made).withHeader(
        "cookie",
        [made.headers["cookie"], `${credential.name}=${value}`].filter(Boolean).join("; "),
      );
    return sent(made).withHeader(credential.name.toLowerCase(), value);
  }, request);
}
