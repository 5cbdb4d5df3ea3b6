import type { Located } from "../../document/dereference.js";
import type { OpenApiDocument, SchemaObject } from "../../document/open-api-document.js";
import { withoutMark } from "../../json/exact-number.js";
import { json } from "../../languages/typescript.js";
import type { ParameterModel } from "../../model/api-model.js";
import { readApi } from "../../model/read-api.js";
import type { ResourceOperation } from "../../model/resources/resource-model.js";
import { itemsOf, propertiesOf, requiredNames, typesOf } from "../../model/schema-at.js";
import { type OperationShape, operationShapes } from "../client/operation-shape.js";
import { banner } from "../write-generated.js";
import { columnsOf, valueType } from "./columns.js";
import { type CommandName, commandNames, kebab, listName, namedOperations } from "./command-names.js";
import { itemsBody } from "./items-body.js";
import { plainText, withDeprecation } from "./plain-text.js";

/** Writes the generated table of commands, with one entry for each operation. */
export const commandTableFile = (document: OpenApiDocument): string => `${banner("openapi/")}
import type { CommandTable } from "../command-table.js";

/** What the command knows of the API. */
export const commandTable: CommandTable = ${json(commandTable(document), 2)};
`;

/** Describes the operations of the API as commands: their names, arguments, flags and columns. */
export function commandTable(document: OpenApiDocument) {
  const api = readApi(document);
  const shapes = operationShapes(api);
  const names = commandNames(namedOperations(shapes, api.resources));
  const resourceOf = new Map(
    api.resources.flatMap(({ operations }) => operations.map((each) => [each.operation, each] as const)),
  );
  const commands = shapes.map((shape) => {
    const name = names.get(shape.name) as CommandName;
    const { words, alias } = name;
    return {
      operation: shape.name,
      words,
      ...(alias && { alias }),
      ...described(shape),
      method: shape.operation.method,
      path: shape.operation.path,
      arguments: shape.path.map((one) => parameter(document, one.name, one)),
      parameters: shape.parameters.map(({ key, parameter: one }) => parameter(document, key, one)),
      ...bodyOf(document, shape, resourceOf.get(shape.operation.id)),
      ...listOf(document, shape, name),
      returns: shape.success.kind,
    };
  });
  const check = shapes.filter(isCheck).sort((one, other) => Number(isList(other)) - Number(isList(one)))[0]?.name;
  const schemes = Object.keys(api.securitySchemes);
  return { title: api.title, version: api.version, schemes, ...(check !== undefined && { check }), commands };
}

const isList = ({ operation }: OperationShape) => operation.list !== undefined;

/** Whether an operation can show if a key is accepted: it needs a key, only reads, and can be called without arguments. */
const isCheck = ({ operation: { method, parameters, security } }: OperationShape) =>
  method === "GET" &&
  parameters.every(({ required }) => !required) &&
  security.length > 0 &&
  security.every((schemes) => schemes.length > 0);

function described({ operation: { method, path, summary, description, deprecated } }: OperationShape) {
  const text = plainText(description);
  return {
    summary: `${(plainText(summary) || firstSentence(text) || `${method} ${path}`).replace(/\.$/, "")}${deprecated ? " (deprecated)" : ""}`,
    ...(text && { description: withDeprecation(text, deprecated) }),
  };
}

const firstSentence = (text: string): string => text.replace(/(?<=[.!?]) (?=\p{Lu}).*$/u, "");

function parameter(document: object, key: string, { schema, description, required, deprecated }: ParameterModel) {
  const repeated = typesOf(schema.node)[0] === "array";
  const value = repeated ? itemsOf(document, schema) : schema;
  const text = withDeprecation(plainText(description ?? schema.node.description), deprecated);
  const { enum: values, default: otherwise } = value.node;
  return {
    key,
    flag: kebab(key),
    type: valueType(document, value),
    ...(repeated && { repeated }),
    ...(required && { required }),
    ...(values && { values: values.map(asGiven) }),
    ...(otherwise !== undefined && { default: asGiven(otherwise) }),
    ...(text && { description: text }),
  };
}

/** A number that JavaScript would change is a text for the command, as it is in its arguments. */
const asGiven = (value: unknown): unknown => (withoutMark(value) === value ? value : String(withoutMark(value)));

/** What a list command needs in addition: its paging, and the columns of its records. */
function listOf(document: object, { operation, sync }: OperationShape, name: CommandName) {
  const { list } = operation;
  if (!list) return {};
  const { identity, createdAt, updatedAt, updatedFrom, updatedTo, documentedLimit: limit } = list;
  return {
    list: {
      group: name.group,
      name: listName(name),
      identity,
      ...(sync && { sync, updatedFrom, updatedTo }),
      ...(createdAt !== undefined && { createdAt }),
      ...(updatedAt !== undefined && { updatedAt }),
      ...(limit !== undefined && { maxLimit: limit }),
      columns: columnsOf(document, list.record, identity),
    },
  };
}

function bodyOf(document: object, { body }: OperationShape, resource: ResourceOperation | undefined) {
  if (!body) return {};
  const { media, isRequired } = body;
  const schema = media.schema;
  const fields = schema ? columnsOf(document, schema) : [];
  const places = [...media.items].sort((one, other) => one.path.length - other.path.length);
  const [items] = schema ? places.flatMap((place) => itemsBody(document, schema, place) ?? []) : [];
  const identity = ownIdentity(document, schema, resource);
  const created = createdAt(document, schema, resource);
  return {
    body: {
      kind: media.kind,
      mediaType: media.mediaType,
      ...(isRequired && { required: isRequired }),
      ...(identity !== undefined && { identity }),
      ...(created && { created }),
      fields,
      ...(items && { items }),
    },
  };
}

/** The field with which the caller identifies a new record, so that sending it twice creates only one. */
function ownIdentity(document: object, schema: Located<SchemaObject> | undefined, resource?: ResourceOperation) {
  const identity = resource?.response?.identity ?? resource?.request?.identity;
  if (!schema || identity === undefined || !resource?.creates) return undefined;
  const isRequired = requiredNames(document, schema).has(identity);
  return isRequired && propertiesOf(document, schema).has(identity) ? identity : undefined;
}

/**
 * The response field with the creation time, if the request cannot set it: an earlier time means that the
 * record already existed.
 */
function createdAt(document: object, schema: Located<SchemaObject> | undefined, resource?: ResourceOperation) {
  const { at = [], createdAt: name, schema: shown, many } = resource?.response ?? {};
  if (!schema || !resource?.creates || !shown || many || name === undefined) return undefined;
  const field = propertiesOf(document, shown).get(name);
  const isTimestamp = field && valueType(document, field) === "timestamp";
  return isTimestamp && !propertiesOf(document, schema).has(name) ? [...at, name] : undefined;
}
