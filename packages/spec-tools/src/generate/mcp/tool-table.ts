import type { Located } from "../../document/dereference.js";
import type { OpenApiDocument, SchemaObject } from "../../document/open-api-document.js";
import { json } from "../../languages/typescript.js";
import type { OperationModel, ParameterModel } from "../../model/api-model.js";
import { readApi } from "../../model/read-api.js";
import { bodyKind } from "../../model/read-content.js";
import type { ResourceOperation } from "../../model/resources/resource-model.js";
import { schemaAt } from "../../model/schema-at.js";
import { shownText, withDeprecation } from "../cli/plain-text.js";
import { type OperationShape, operationShapes } from "../client/operation-shape.js";
import { banner } from "../write-generated.js";
import { inputSchema, outputSchema } from "./tool-schema.js";

/** Writes the generated table of tools, with one constant for each operation. */
export function toolTableFile(document: OpenApiDocument): string {
  const { tools } = toolTable(document);
  // Each has its type, because TypeScript cannot compare hundreds of schemas with each other.
  const text = tools.map((tool, i) => `const tool${i}: OperationTool = ${json(tool, 2)};\n`).join("\n");
  return `${banner("openapi/")}
import type { OperationTool, ToolTable } from "../tool-table.js";

${text}
/** The operations of the API as tools. */
export const toolTable: ToolTable = { tools: [${tools.map((_, i) => `tool${i}`).join(", ")}] };
`;
}

/** Describes the operations of the API as tools of the Model Context Protocol. */
export function toolTable(document: OpenApiDocument) {
  const api = readApi(document);
  const roles = new Map(api.resources.flatMap(({ operations }) => operations.map((one) => [one.operation, one])));
  const names = uniqueNames(RESERVED);
  const tools = operationShapes(api).map((shape) => {
    const { operation } = shape;
    return {
      name: names(shape.name),
      operation: shape.name,
      title: shownText(operation.summary ?? operation.description ?? shape.name),
      description: description(shape),
      annotations: annotations(operation, roles.get(operation.id)),
      ...input(document, shape),
      ...output(document, shape),
    };
  });
  return { tools };
}

/** The names of the tools that the server has for every API. */
const RESERVED = ["call_reading_operation", "call_writing_operation", "find_operation", "pull_to_file", "search_docs"];

/** The most characters in the description of a tool that clients take. */
const LONGEST_DESCRIPTION = 1024;

function description({ operation }: OperationShape): string {
  const { summary, description: text, deprecated, list } = operation;
  const sentences = [
    deprecated ? "Deprecated." : "",
    ...[shownText(summary), shownText(text)].filter(Boolean).map((one) => (/[.!?]$/.test(one) ? one : `${one}.`)),
    list ? "Returns one page; next_offset is the offset of the next one." : "",
  ];
  const whole = sentences.filter(Boolean).join(" ") || `${operation.method} ${operation.path}`;
  return whole.length <= LONGEST_DESCRIPTION ? whole : `${whole.slice(0, LONGEST_DESCRIPTION - 2).trimEnd()} …`;
}

/** What a client may assume: from the method (RFC 9110, section 9.2), the role of the operation, and what the spec promises. */
function annotations({ method, promises }: OperationModel, resource: ResourceOperation | undefined) {
  const reads = ["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);
  const adds = resource?.role === "create" && method === "POST";
  return {
    readOnlyHint: reads,
    destructiveHint: !reads && !adds,
    idempotentHint: reads || method === "PUT" || method === "DELETE" || promises.repeatedCreate === "sameRecord",
    // What it returns was written by others.
    openWorldHint: true,
  };
}

/** Names that every client accepts: it may pass them to a model that takes only these characters, and at most 64. */
function uniqueNames(taken: readonly string[] = []) {
  const used = new Set(taken);
  return (wanted: string) => {
    const base = wanted.replace(/[^\w-]+/g, "_").replace(/^_+(?=.)|_+$/g, "") || "value";
    let name = base.slice(0, 64);
    for (let number = 2; used.has(name); number++) name = `${base.slice(0, 60)}_${number}`;
    used.add(name);
    return name;
  };
}

function input(document: object, { path, parameters, body, operation }: OperationShape) {
  const unique = uniqueNames(body ? ["body"] : []);
  const given = [
    ...path.map((parameter) => ({ key: parameter.name, parameter, in: "path" as const })),
    ...parameters.map((one) => ({ ...one, in: "parameters" as const })),
  ].map((one) => ({ ...one, name: unique(one.key) }));
  const properties = new Map(given.map(({ name, parameter }) => [name, parameterSchema(document, parameter)]));
  const required = given.filter(({ parameter }) => parameter.required || parameter.in === "path");
  const files = body ? fileFields(body.media.encoding) : [];
  if (body) properties.set("body", bodySchema(document, body, files));
  return {
    arguments: given.map(({ name, key, in: place }) => ({ name, key, in: place })),
    ...(files.length > 0 && { files }),
    ...(operation.list && { page: pageOf(operation.list) }),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(properties),
      required: [...required.map(({ name }) => name), ...(body?.isRequired ? ["body"] : [])],
      additionalProperties: false,
    },
  };
}

const pageOf = ({ records, total }: NonNullable<OperationShape["operation"]["list"]>) => ({
  ...(records !== undefined && { records }),
  ...(total !== undefined && { total }),
});

function parameterSchema(document: object, { schema, description: text, deprecated }: ParameterModel): object {
  const about = withDeprecation(shownText(text ?? schema.node.description), deprecated);
  return inputSchema(document, schema, about);
}

/** The fields of a form that are files. */
const fileFields = (encoding: NonNullable<OperationShape["body"]>["media"]["encoding"]) =>
  Object.entries(encoding).flatMap(([name, { contentTypes }]) =>
    contentTypes.some((type) => bodyKind(type) === "binary") ? [name] : [],
  );

const BASE64 = { type: "string", contentEncoding: "base64" };

function bodySchema(
  document: object,
  { media, description: text }: NonNullable<OperationShape["body"]>,
  files: readonly string[],
) {
  const note = shownText(text);
  if (media.kind === "binary") return { ...BASE64, description: `${note} Base64 of the file.`.trim() };
  if (media.kind === "text") return { type: "string", ...(note && { description: note }) };
  const schema = inputSchema(document, media.schema ?? schemaAt(document, {}, ""), note) as SchemaObject;
  const asFile = (each: SchemaObject) => (each.type === "array" ? { type: "array", items: BASE64 } : { ...BASE64 });
  const fields = files.map((name) => [name, asFile(Object(schema.properties?.[name]))] as const);
  return fields.length > 0
    ? { ...schema, type: "object", properties: { ...schema.properties, ...Object.fromEntries(fields) } }
    : schema;
}

const NOTICE = { type: "string", description: "What is missing in this result, and what to do." };

/** Results are objects, so the body of a response is the field `result`, and the records of a page are `records`. */
function output(document: object, { operation, success }: OperationShape) {
  const properties = operation.list
    ? {
        records: { type: "array", items: outputSchema(document, operation.list.record) },
        total: { type: "integer", description: "The number of records in all pages, if it is known." },
        next_offset: { type: "integer", description: "The offset of the next page; missing on the last one." },
      }
    : { result: resultSchema(document, success) };
  return { outputSchema: { type: "object", properties: { ...properties, notice: NOTICE } } };
}

function resultSchema(document: object, { kind, content }: OperationShape["success"]): object {
  if (kind === "none") return { type: "null" };
  if (kind === "text") return { type: "string" };
  if (kind === "binary") return { ...BASE64 };
  const schemas = content.map(({ schema }): Located<SchemaObject> => schema ?? schemaAt(document, {}, ""));
  const [first = {}, ...more] = schemas.map((schema) => outputSchema(document, schema));
  return more.length > 0 ? { anyOf: [first, ...more] } : first;
}
