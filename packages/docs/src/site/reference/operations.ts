import { createHash } from "node:crypto";
import type { OperationDescriptor } from "@metadata-service/client/request";
import {
  type ApiModel,
  clientOperations,
  type ExampleModel,
  type MediaTypeModel,
  nodeAt,
  type OpenApiDocument,
  type OperationModel,
  type OperationShape,
  readApi,
  type SecuritySchemeModel,
  type SentRequestModel,
  successResponse,
} from "@metadata-service/spec-tools";
import { WAYS } from "../samples/sample.js";
import { baseUrlOf } from "./document.js";

/** An operation as the docs show it, with the spec's texts and the client's way to send it. */
export interface ApiOperation extends OperationModel {
  /** The operationId if there is no summary. */
  readonly summary: string;
  /** The shape of the client's method. */
  readonly shape: OperationShape;
  readonly descriptor: OperationDescriptor;
  /** The security schemes that a request uses; if there are alternatives, those of the first. */
  readonly schemes: readonly SecuritySchemeModel[];
  /** The samples that the author of the document wrote, which are shown beside ours. */
  readonly authorsSamples: readonly AuthorsSample[];
}

/** An element of `x-codeSamples`. */
export interface AuthorsSample {
  /** The language, and the label of its tab. */
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The API as the docs show it. */
export interface DocsApi {
  /** In which the references of schemas lead somewhere. */
  readonly document: OpenApiDocument;
  readonly model: ApiModel;
  /** In document order. */
  readonly operations: readonly ApiOperation[];
  /** The absolute URL of the server in the samples. */
  readonly baseUrl: string;
}

/** Reads the API of a document. */
export function readDocs(document: OpenApiDocument): DocsApi {
  const model = readApi(document);
  return { document, model, operations: operationsOf(document, model), baseUrl: baseUrlOf(model) };
}

function operationsOf(document: OpenApiDocument, api: ApiModel): ApiOperation[] {
  return clientOperations(api).map(({ shape, descriptor }) => {
    const { operation } = shape;
    // The client's generated table has the same content; TypeScript checks it against this type.
    const sent = descriptor as OperationDescriptor;
    const used = operation.security[0] ?? [];
    const schemes = used.flatMap(({ scheme }) => api.securitySchemes[scheme] ?? []);
    return {
      ...operation,
      summary: operation.summary ?? operation.id,
      shape,
      descriptor: sent,
      schemes,
      authorsSamples: authorsSamples(nodeAt(document, operation.pointer)),
    };
  });
}

/** An extension may have any value. A label that one of ours or an earlier one has gets a number. */
function authorsSamples(operation: unknown): AuthorsSample[] {
  const { "x-codeSamples": written } = operation as { "x-codeSamples"?: unknown };
  const taken = new Set<string>(WAYS.map(({ label }) => label));
  return (Array.isArray(written) ? written : []).map(Object).flatMap(({ lang, label = lang, source }) => {
    const texts = [lang, label, source];
    if (!texts.every((text) => typeof text === "string" && text.trim() !== "")) return [];
    let free = label;
    for (let number = 2; taken.has(free); number++) free = `${label} ${number}`;
    taken.add(free);
    return [{ lang, label: free, source }];
  });
}

/** The heading of a webhook or a callback in the reference. */
export const sentTitle = ({ name, request }: Pick<SentRequestModel, "name" | "request">): string =>
  request.summary ? `${name}: ${request.summary}` : name;

/** Returns the content of the success response. */
export const successContent = (operation: OperationModel): readonly MediaTypeModel[] =>
  successResponse(operation)?.content ?? [];

/** Returns the examples of the request body, or of the first success response. */
export function examplesOf(operation: ApiOperation, where: "request" | "response"): readonly ExampleModel[] {
  if (where === "request") return operation.shape.body?.media.examples ?? [];
  return successContent(operation)[0]?.examples ?? [];
}

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** The group of operations without a tag. */
export const UNTAGGED = "other";

/**
 * The name of a tag in URLs. Redoc makes other words of signs than we do, so such a name gets a part that identifies it,
 * and Redoc gets the result for the name.
 */
export const routedTag = (tag: string): string => (/^[a-z\d]+( [a-z\d]+)*$/i.test(tag) ? tag : `tag-${digestOf(tag)}`);

/** The path of the console of an operation. File systems have no names of any length, and Windows none of its devices. */
export const consolePath = (method: string): string =>
  Buffer.byteLength(method) > 100 || /^(?:aux|con|nul|prn|com\d|lpt\d)$/i.test(method)
    ? `try/${method.slice(0, 20)}-${digestOf(method)}.html`
    : `try/${method}.html`;

const digestOf = (name: string) => createHash("sha256").update(name).digest("hex").slice(0, 8);

/** The URL of an operation in the reference. */
export const operationLink = ({ tags, id }: OperationModel) =>
  `reference.html#/${slug(routedTag(tags[0] ?? UNTAGGED))}/${id.toLowerCase()}`;
