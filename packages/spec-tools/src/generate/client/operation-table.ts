import type { ApiModel, EncodingModel, MediaTypeModel, ParameterModel, Serialization } from "../../model/api-model.js";
import type { OperationShape, SuccessShape } from "./operation-shape.js";
import { apiSecurity } from "./security.js";

/** What the runtime has to know of each operation. What is the usual is left out: it would cost bytes in every bundle. */
export function operationTable(api: ApiModel, shapes: OperationShape[]): string {
  const table = Object.fromEntries(shapes.map((shape) => [shape.name, operationDescriptor(api, shape)]));
  const { schemes, usual } = apiSecurity(api);
  return `import type { OperationDescriptor, SecuritySchemes } from "../descriptors.js";

/** Where a request carries the credentials, by security scheme. */
export const securitySchemes = ${JSON.stringify(schemes, null, 2)} as const satisfies SecuritySchemes;

/** The schemes that operations need, unless they name others: one of these sets. */
export const usualSecurity: readonly (readonly (keyof typeof securitySchemes)[])[] = ${JSON.stringify(usual)};

/** What the runtime needs to know of each operation. */
export const operationTable = ${JSON.stringify(table, null, 2)} as const satisfies Record<string, OperationDescriptor>;
`;
}

/** What the runtime has to know of one operation, in the form of the client's own type of that name. */
export type OperationDescriptor = ReturnType<typeof operationDescriptor>;

/** What the runtime has to know of one operation. */
export function operationDescriptor(api: ApiModel, shape: OperationShape) {
  const { operation, body, success } = shape;
  const { method, path, pagination } = operation;
  const serialized = [
    ...shape.path.map((parameter) => [parameter.name, serialization(parameter, "simple", false)]),
    ...shape.parameters.map(({ key, parameter }) => [key, named(key, parameter)]),
  ].filter(([, how]) => how && Object.keys(how).length > 0);
  const security = apiSecurity(api).own(operation);
  return {
    method,
    path,
    ...(body && { body: bodyDescriptor(body.media) }),
    ...(shape.parameters.length > 0 && { query: true }),
    ...(serialized.length > 0 && { parameters: Object.fromEntries(serialized) }),
    ...resultDescriptor(success),
    ...(security && { security }),
    ...(pagination && { pagination: paginationDescriptor(shape) }),
  };
}

/** How a parameter outside of the path is written; empty for one in the query that is written as usual. */
function named(key: string, parameter: ParameterModel) {
  const { name, in: place } = parameter;
  const isForm = place === "query" || place === "cookie";
  return {
    ...(key !== name && { name }),
    ...(place !== "query" && { in: place }),
    ...serialization(parameter, isForm ? "form" : "simple", isForm),
  };
}

/** What differs from the usual way to write a value. */
const serialization = (how: Serialization, style: string, explode: boolean) => ({
  ...(how.mediaType !== undefined && { json: true }),
  ...(how.style !== style && { style: how.style }),
  ...(how.explode !== explode && { explode: how.explode }),
  ...(how.allowReserved && { allowReserved: true }),
});

function bodyDescriptor({ kind, mediaType, encoding }: MediaTypeModel) {
  if (kind === "json" && mediaType === "application/json") return true;
  const parts = Object.entries(encoding).map(([name, how]) => [name, partDescriptor(how)] as const);
  const unusual = parts.filter(([, part]) => Object.keys(part).length > 0);
  return { kind, type: mediaType, ...(unusual.length > 0 && { parts: Object.fromEntries(unusual) }) };
}

const partDescriptor = (how: EncodingModel) => ({
  ...(how.contentTypes[0] !== "text/plain" && { type: how.contentTypes[0] }),
  ...(how.styled && { styled: true, ...serialization(how, "form", true) }),
});

const resultDescriptor = ({ kind, content, isOptional }: SuccessShape) => ({
  ...(isOptional && { mayBeEmpty: true }),
  ...(kind !== "json" && { returns: kind }),
  ...(content.some(({ mediaType }) => mediaType !== "application/json") && {
    accept: [...new Set(content.map(({ mediaType }) => mediaType))].join(", "),
  }),
});

/** What the runtime needs of `x-pagination`; when a record was updated matters to a sync only. */
function paginationDescriptor({ operation, sync }: OperationShape) {
  const { createdAt: _, updatedAt, ...paging } = operation.pagination ?? {};
  const limit = operation.parameters.find(({ name }) => name === "limit")?.schema.node;
  return { ...paging, ...(sync && { updatedAt, sync }), maxLimit: limit?.maximum };
}
