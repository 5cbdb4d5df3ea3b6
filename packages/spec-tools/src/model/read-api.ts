import { dereference } from "../document/dereference.js";
import {
  isMethod,
  type OpenApiDocument,
  type OperationObject,
  type PathItemObject,
  type RequestBodyObject,
  type ResponseObject,
} from "../document/open-api-document.js";
import { parametersOf } from "../document/parameters-of.js";
import { pointerTo } from "../document/pointer.js";
import { serverOf } from "../document/server-paths.js";
import { own } from "../own.js";
import type {
  ApiModel,
  BodyModel,
  OperationModel,
  ParameterModel,
  ReadOperation,
  ResponseModel,
  SentRequestModel,
} from "./api-model.js";
import { isIgnoredHeader } from "./ignored-headers.js";
import type { ItemsModel } from "./items-model.js";
import { createIds } from "./operation-id.js";
import { readContent } from "./read-content.js";
import { readItems } from "./read-items.js";
import { readList } from "./read-list.js";
import { readHeader, readParameter } from "./read-parameter.js";
import { readSecurity, readSecuritySchemes } from "./read-security.js";
import { readResources } from "./resources/read-resources.js";
import type { ResourceModel } from "./resources/resource-model.js";
import type { SecurityAlternative } from "./security-model.js";

/** An operation as the document has it, and where it is written. */
interface Written {
  readonly path: string;
  readonly item: PathItemObject;
  readonly itemPointer: string;
  readonly method: string;
  readonly operation: OperationObject & { readonly deprecated?: boolean };
}

/**
 * Reads the model of an API, with defaults for everything that the document leaves out. It does not validate: it can
 * read any document that passes lint.
 *
 * @param document an OpenAPI 3.1 document without references to other files
 * @throws Error if a reference leads nowhere or back to itself
 * @example
 * import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
 * const { operations, resources } = readApi(document);
 */
export function readApi(document: object): ApiModel {
  const api = document as OpenApiDocument;
  const written = writtenIn(api, api.paths ?? {}, "#/paths");
  const newId = createIds(written.map(({ operation }) => operation.operationId));
  const items = readItems(api);
  const securitySchemes = readSecuritySchemes(api);
  const readOne = (one: Written) => readOperation(api, one, newId, items, securitySchemes);
  const read = written.map(readOne);
  let resources: ResourceModel[] | undefined;
  let sent: SentRequestModel[] | undefined;
  const readOnce = () => {
    resources ??= readResources(api, read);
    return resources;
  };
  const { title = "", version = "", summary, description } = api.info ?? {};
  return {
    title,
    version,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    server: serverOf(api),
    operations: read.map(({ pagination, ...operation }) => {
      const list = pagination && readList(api, operation, pagination, readOnce());
      return list ? { ...operation, list } : operation;
    }),
    // Who only looks for mistakes needs none.
    get resources() {
      return readOnce();
    },
    items,
    promises: api["x-promises"] ?? {},
    // Few ask for these; they have their IDs after the operations.
    get sent() {
      sent ??= readSent(api, written, read, readOne);
      return sent;
    },
    schemas: Object.entries(api.components?.schemas ?? {}).map(([name, node]) => ({
      name,
      node,
      pointer: pointerTo("#/components/schemas", name),
    })),
    securitySchemes,
  };
}

/** Reads the requests that the API sends. */
function readSent(
  api: OpenApiDocument,
  written: readonly Written[],
  operations: readonly ReadOperation[],
  readOne: (one: Written) => ReadOperation,
): SentRequestModel[] {
  const read = (one: Written): OperationModel => {
    const { pagination: _, ...operation } = readOne(one);
    return operation;
  };
  const webhooks = writtenIn(api, api.webhooks ?? {}, "#/webhooks").map(
    (one): SentRequestModel => ({ kind: "webhook", name: one.path, request: read(one) }),
  );
  const callbacks = operations.flatMap(({ id: operation, pointer }, index) =>
    Object.entries(written[index]?.operation.callbacks ?? {}).flatMap(([name, callback]) => {
      const at = pointerTo(pointer, "callbacks", name);
      const { node, pointer: found } = dereference<Record<string, PathItemObject>>(api, callback, at);
      return writtenIn(api, node, found).map((one): SentRequestModel => {
        const of = { operation, address: one.path };
        return { kind: "callback", name, of, request: read(one) };
      });
    }),
  );
  return [...webhooks, ...callbacks];
}

/** Returns the operations of path items: of paths by path, of webhooks by name, of a callback by expression. */
function writtenIn(api: OpenApiDocument, items: Readonly<Record<string, unknown>>, at: string): Written[] {
  return Object.entries(items).flatMap(([path, reference]) => {
    const found = dereference<PathItemObject>(api, reference, pointerTo(at, path));
    const { node: item, pointer: itemPointer } = found;
    return Object.keys(item)
      .filter(isMethod)
      .map((method) => ({ path, item, itemPointer, method, operation: item[method] as OperationObject }));
  });
}

function readOperation(
  api: OpenApiDocument,
  { path, item, itemPointer, method, operation }: Written,
  newId: (method: string, path: string) => string,
  items: readonly ItemsModel[],
  schemes: ApiModel["securitySchemes"],
): ReadOperation {
  const pointer = pointerTo(itemPointer, method);
  const security = readSecurity(api, operation.security);
  const body = operation.requestBody && readBody(api, operation.requestBody, pointerTo(pointer, "requestBody"), items);
  const { summary, description, "x-pagination": pagination, "x-promises": promises = {} } = operation;
  return {
    id: operation.operationId ?? newId(method, path),
    method: method.toUpperCase(),
    path,
    pointer,
    tags: operation.tags ?? [],
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    deprecated: operation.deprecated === true,
    parameters: parametersOf(api, item, itemPointer, operation, pointer)
      .map((parameter) => readParameter(api, parameter))
      .filter((parameter) => !isDescribedElsewhere(parameter, security, schemes)),
    ...(body && { body }),
    responses: Object.entries(operation.responses ?? {}).map(([status, response]) =>
      readResponse(api, status, response, pointerTo(pointer, "responses", status), items),
    ),
    security,
    promises,
    ...(pagination && { pagination }),
  };
}

/**
 * Whether a parameter is not one of those that a caller passes: a header that OpenAPI ignores (section 4.8.12.2.1), one that
 * whoever sends the body writes, or the credential of a security scheme of the operation, which is then the value of the parameter.
 */
function isDescribedElsewhere(
  { in: place, name }: Pick<ParameterModel, "in" | "name">,
  security: readonly SecurityAlternative[],
  schemes: ApiModel["securitySchemes"],
): boolean {
  const fold = (text: string) => (place === "header" ? text.toLowerCase() : text);
  if (place === "header" && isIgnoredHeader(name)) return true;
  const credentials = security.flat().flatMap(({ scheme }) => own(schemes, scheme)?.credential ?? []);
  return credentials.some((credential) => credential.in === place && fold(credential.name) === fold(name));
}

function readBody(api: OpenApiDocument, body: unknown, at: string, items: readonly ItemsModel[]): BodyModel {
  const { node, pointer } = dereference<RequestBodyObject>(api, body, at);
  return {
    pointer,
    ...(node.description !== undefined && { description: node.description }),
    required: node.required === true,
    content: readContent(api, node.content, pointer, items),
  };
}

function readResponse(
  api: OpenApiDocument,
  status: string,
  response: unknown,
  at: string,
  items: readonly ItemsModel[],
): ResponseModel {
  const { node, pointer } = dereference<ResponseObject>(api, response, at);
  return {
    status,
    pointer,
    ...(node.description !== undefined && { description: node.description }),
    headers: Object.entries(node.headers ?? {})
      // The media type of the body already defines this (OpenAPI 3.1, section 4.8.17.1).
      .filter(([name]) => name.toLowerCase() !== "content-type")
      .map(([name, header]) => readHeader(api, name, header, pointerTo(pointer, "headers", name))),
    content: WITHOUT_BODY.test(status) ? [] : readContent(api, node.content, pointer, items),
  };
}

/** Statuses whose responses have no body, whatever a document says (RFC 9110, 15.2, 15.3.5, 15.3.6 and 15.4.5). */
const WITHOUT_BODY = /^(?:1..|204|205|304)$/;
