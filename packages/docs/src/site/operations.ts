import type { OperationDescriptor } from "@metadata-service/client/request";
import {
  clientOperations,
  type ExampleModel,
  type MediaTypeModel,
  type OpenApiDocument,
  type OperationModel,
  type OperationShape,
  readApi,
  type SecuritySchemeModel,
} from "@metadata-service/spec-tools";

/** An operation as the docs show it: what the spec says, and how the client sends it. */
export interface ApiOperation extends OperationModel {
  /** The operationId where there is no summary. */
  readonly summary: string;
  /** What the method of the client takes. */
  readonly shape: OperationShape;
  readonly descriptor: OperationDescriptor;
  /** The security schemes that a request uses; of several alternatives, the first one. */
  readonly schemes: readonly SecuritySchemeModel[];
}

/** All operations, in the order of the document. */
export function readOperations(document: OpenApiDocument): ApiOperation[] {
  const api = readApi(document);
  return clientOperations(api).map(({ shape, descriptor }) => {
    const { operation } = shape;
    // The generated table of the client holds the same, and is compiled against this type.
    const sent = descriptor as OperationDescriptor;
    const used = operation.security[0] ?? [];
    const schemes = used.flatMap(({ scheme }) => api.securitySchemes[scheme] ?? []);
    return { ...operation, summary: operation.summary ?? operation.id, shape, descriptor: sent, schemes };
  });
}

/** The body that a success has first, where it has one. */
function successContent({ responses }: OperationModel): readonly MediaTypeModel[] {
  const success =
    responses.find(({ status }) => /^2/.test(status)) ?? responses.find(({ status }) => status === "default");
  return success?.content ?? [];
}

/** The examples of the request body, or of the first response of success. */
export function examplesOf(operation: ApiOperation, where: "request" | "response"): readonly ExampleModel[] {
  if (where === "request") return operation.shape.body?.media.examples ?? [];
  return successContent(operation)[0]?.examples ?? [];
}

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** Where Redoc puts operations that have no tag. */
const UNTAGGED = "other";

/** The address of an operation inside the reference page. */
export const operationLink = ({ tags, id }: OperationModel) =>
  `reference.html#/${slug(tags[0] ?? UNTAGGED)}/${id.toLowerCase()}`;
