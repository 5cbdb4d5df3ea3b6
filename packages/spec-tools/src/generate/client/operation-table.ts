import { json } from "../../languages/typescript.js";
import type {
  ApiModel,
  EncodingModel,
  ListModel,
  MediaTypeModel,
  ParameterModel,
  Serialization,
} from "../../model/api-model.js";
import type { OperationShape, SuccessShape } from "./operation-shape.js";
import { apiSecurity } from "./security.js";

/**
 * Writes what the runtime needs to know of each operation. Usual values are left out, since they would add bytes
 * to every bundle.
 */
export function operationTable(api: ApiModel, shapes: OperationShape[]): string {
  const table = Object.fromEntries(shapes.map((shape) => [shape.name, operationDescriptor(api, shape)]));
  const { schemes, usual } = apiSecurity(api);
  return `import type { OperationDescriptor, SecuritySchemes } from "../descriptors.js";

/** Where a request carries the credentials, by security scheme. */
export const securitySchemes = ${json(schemes, 2)} as const satisfies SecuritySchemes;

/** The schemes that operations need, unless they name others: one of these sets. */
export const usualSecurity: readonly (readonly (keyof typeof securitySchemes)[])[] = ${json(usual)};

/** What the runtime needs to know of each operation. */
export const operationTable = ${json(table, 2)} as const satisfies Record<string, OperationDescriptor>;
`;
}

/** What the runtime needs to know of an operation, in the form of the client's own type with this name. */
export type OperationDescriptor = ReturnType<typeof operationDescriptor>;

/** Describes an operation for the runtime. */
export function operationDescriptor(api: ApiModel, shape: OperationShape) {
  const { operation, body, success } = shape;
  const { method, path, list } = operation;
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
    ...(list && { pagination: paginationDescriptor(list, shape.sync) }),
  };
}

/** How a parameter outside the path is serialized; empty for a query parameter with the usual serialization. */
function named(key: string, parameter: ParameterModel) {
  const { name, in: place } = parameter;
  const isForm = place === "query" || place === "cookie";
  return {
    ...(key !== name && { name }),
    ...(place !== "query" && { in: place }),
    ...serialization(parameter, isForm ? "form" : "simple", isForm),
  };
}

/** The settings that differ from the usual serialization. */
const serialization = (how: Serialization, style: string, explode: boolean) => ({
  ...(how.mediaType !== undefined && { json: true }),
  ...(how.style !== style && { style: how.style }),
  ...(how.explode !== explode && { explode: how.explode }),
  ...(how.allowReserved && { allowReserved: true }),
});

function bodyDescriptor({ kind, mediaType, concrete, encoding }: MediaTypeModel) {
  if (kind === "json" && concrete === "application/json") return true;
  const parts = Object.entries(encoding).map(([name, how]) => [name, partDescriptor(how)] as const);
  const unusual = parts.filter(([, part]) => Object.keys(part).length > 0);
  // A file has a type of its own.
  return {
    kind,
    type: kind === "binary" ? mediaType : concrete,
    ...(unusual.length > 0 && { parts: Object.fromEntries(unusual) }),
  };
}

const partDescriptor = (how: EncodingModel) => ({
  ...(how.contentTypes[0] !== "text/plain" && { type: how.contentTypes[0] }),
  ...(how.styled && { styled: true, ...serialization(how, "form", true) }),
});

const acceptOf = ({ kind, concrete, mediaType }: MediaTypeModel) => (kind === "json" ? concrete : mediaType);

const resultDescriptor = ({ kind, content, isOptional }: SuccessShape) => ({
  ...(isOptional && { mayBeEmpty: true }),
  ...(kind !== "json" && { returns: kind }),
  ...(content.some((media) => acceptOf(media) !== "application/json") && {
    accept: [...new Set(content.map(acceptOf))].join(", "),
  }),
});

/** What the runtime needs of `x-pagination`. Only a sync needs the field with the update time. */
function paginationDescriptor(list: ListModel, sync: string | undefined) {
  const { shape, records, total, identity, updatedFrom, updatedTo, updatedAt, documentedLimit } = list;
  const paging = { shape, records, total, identity, updatedFrom, updatedTo };
  return { ...paging, ...(sync && { updatedAt, sync }), maxLimit: documentedLimit };
}
