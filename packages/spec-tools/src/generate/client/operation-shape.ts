import { pointerTo } from "../../document/pointer.js";
import { capitalized, methodName, typeName } from "../../languages/typescript.js";
import { LimitError } from "../../limits/limit.js";
import type {
  ApiModel,
  BodyKind,
  MediaTypeModel,
  OperationModel,
  ParameterModel,
  ResponseModel,
} from "../../model/api-model.js";
import { preferredMedia } from "../../model/read-content.js";
import { successResponses } from "../../model/resources/record-place.js";

/** A parameter that is passed in the parameters object, and its key there. */
export interface NamedParameter {
  readonly key: string;
  readonly parameter: ParameterModel;
}

/** What the method of an operation takes and returns. */
export interface OperationShape {
  /** The name of the method. */
  readonly name: string;
  readonly operation: OperationModel;
  /** In the order of the path template. */
  readonly path: readonly ParameterModel[];
  /** Query, header and cookie parameters. */
  readonly parameters: readonly NamedParameter[];
  /** The name of the type of the parameters object, and of the argument for it. */
  readonly parametersType: string;
  readonly argument: "query" | "parameters";
  readonly body?: { readonly media: MediaTypeModel; readonly isRequired: boolean; readonly description?: string };
  readonly success: SuccessShape;
  /** The name of the method that syncs the list, if it can be limited to a window of update times. */
  readonly sync?: string;
}

/**
 * What a method resolves to: the content of the success responses; the URL of a redirect if the operation documents one
 * and no success; unknown if it documents neither.
 */
export interface SuccessShape {
  readonly kind: Extract<BodyKind, "json" | "text" | "binary"> | "none" | "location" | "unknown";
  /** One for each success status with a body. */
  readonly content: readonly MediaTypeModel[];
  /** Whether some success responses have no body while others do. */
  readonly isOptional: boolean;
}

/**
 * Returns the shapes of all operations. Throws a LimitError if the client cannot send one of them, or if two would be
 * the same method.
 */
export function operationShapes({ operations, schemas }: ApiModel): OperationShape[] {
  const types = new Set(schemas.map(({ name }) => typeName(name)));
  const shapes = operations.map((operation) => shapeOf(operation, types));
  const first = new Map<string, OperationModel>();
  for (const { name, sync, operation } of shapes)
    for (const each of sync ? [name, sync] : [name]) {
      const other = first.get(each);
      if (other !== undefined)
        throw new LimitError(sameName(other, operation, each), pointerTo(operation.pointer, "operationId"));
      first.set(each, operation);
    }
  return shapes;
}

const sameName = (one: OperationModel, other: OperationModel, method: string): string =>
  one.id === other.id
    ? `The operationId "${one.id}" is used twice, by ${placeOf(one)} and by ${placeOf(other)}; rename one of the two. If both paths refer to the same file, copy the file for one of them.`
    : `The operations ${routeOf(one)} and ${routeOf(other)} would both become the method ${method}; give one of them another operationId.`;

const placeOf = ({ method, path }: OperationModel) => `${method} ${path}`;
const routeOf = (operation: OperationModel) => `"${operation.id}" (${placeOf(operation)})`;

function shapeOf(operation: OperationModel, types: ReadonlySet<string>): OperationShape {
  const name = methodName(operation.id);
  const sync = operation.list?.window && methodName(operation.list.window.sync);
  const body = operation.body && bodyShape(operation);
  const names = [...operation.path.matchAll(/{([^{}]*)}/g)].map(([, each]) => each);
  const inPath = (each: string | undefined) => (one: ParameterModel) => one.in === "path" && one.name === each;
  const parameters = namedParameters(operation);
  // Most operations have only query parameters, so their type has the more specific name.
  const suffix = parameters.some(({ parameter }) => parameter.in !== "query") ? "Parameters" : "Query";
  const parametersType = capitalized(name) + suffix;
  return {
    name,
    operation,
    path: names.flatMap((each) => operation.parameters.filter(inPath(each))),
    parameters,
    parametersType: types.has(parametersType) ? `${parametersType}_` : parametersType,
    argument: suffix === "Query" ? "query" : "parameters",
    ...(body && { body }),
    success: successShape(operation),
    ...(sync && { sync }),
  };
}

function namedParameters({ parameters }: OperationModel): NamedParameter[] {
  const passed = parameters.filter((one) => one.in !== "path");
  return passed.map((parameter) => {
    const same = parameters.filter(({ name }) => name === parameter.name);
    // If several parameters have the same name, the one in the path keeps it, or else the one in the query.
    const first = same.find((one) => one.in === "path") ?? same.find((one) => one.in === "query") ?? same[0];
    const key = first === parameter ? parameter.name : `${parameter.name} (${parameter.in})`;
    return { key, parameter };
  });
}

function bodyShape({ id, body }: OperationModel): OperationShape["body"] {
  const media = preferredMedia(body?.content ?? []);
  if (!body || !media) return undefined;
  const type = media.mediaType.toLowerCase();
  if (media.kind === "multipart" && !/^multipart\/(form-data|\*)/.test(type))
    throw new LimitError(`${id} takes ${type}, which the client cannot send; use multipart/form-data.`, body.pointer);
  const { description, required } = body;
  return { media, isRequired: required, ...(description !== undefined && { description }) };
}

function successShape(operation: OperationModel): SuccessShape {
  const successes = successResponses(operation);
  if (successes.length === 0) return { kind: "unknown", content: [], isOptional: false };
  if (successes.some(({ status }) => status.startsWith("3")))
    return { kind: "location", content: [], isOptional: false };
  const chosen = successes.map(({ content }: ResponseModel) => preferredMedia(content));
  const content = chosen.filter((media) => media !== undefined);
  const [first] = content;
  if (!first) return { kind: "none", content, isOptional: false };
  const kind = first.kind === "json" || first.kind === "text" ? first.kind : "binary";
  const isOfKind = (media: MediaTypeModel) => media.kind === first.kind || kind === "binary";
  return { kind, content: content.filter(isOfKind), isOptional: content.length < chosen.length };
}
