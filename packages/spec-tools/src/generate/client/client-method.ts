import type { SchemaObject } from "../../document/open-api-document.js";
import { argumentNames, docComment, modelName, type Tag, text } from "../../languages/typescript.js";
import type { ListModel, MediaTypeModel } from "../../model/api-model.js";
import { recordsPlace } from "../../model/resources/record-place.js";
import { bodyType } from "./body-type.js";
import { exampleCode } from "./example-code.js";
import type { OperationShape } from "./operation-shape.js";
import { parameterText, parameterType } from "./parameter-types.js";
import { schemaType, type TypeContext } from "./schema-type.js";

/** An argument of a method: its declaration and its documentation. */
interface Argument {
  code: string;
  doc: Tag;
}

/** The method of an operation with its doc comment, followed by its sync method if it has one. */
export function clientMethod(shape: OperationShape, context: TypeContext): string {
  const { name, operation } = shape;
  const result = resultType(shape, context);
  const args = [...pathArguments(shape, context), ...bodyArgument(shape, context), ...parametersArgument(shape)];
  const paging = operation.list;
  if (!paging) return methodText(shape, args, "CallOptions", `ResponsePromise<${result}>`, OPTIONS);
  const record = recordType(shape, paging, context);
  const options = `${OPTIONS}, \`concurrency\` (pages at once), \`drift\``;
  const main = methodText(shape, args, "ListOptions", `PagedList<${record}, ${result}>`, options);
  return shape.sync ? `${main}\n${syncMethod(shape, shape.sync, paging, record, context)}` : main;

  function methodText(of: OperationShape, own: Argument[], optionsType: string, returned: string, doc: string) {
    const parts = [
      operation.deprecated ? { tag: "@deprecated" } : undefined,
      operation.summary && `${operation.summary}: \`${operation.method} ${operation.path}\`.`,
      operation.description,
      ...own.map((one) => one.doc),
      { tag: "@param options", text: doc },
      { tag: "@example", code: exampleCode(of, context.document) },
    ];
    const codes = [...own.map(({ code }) => code), `options?: ${optionsType}`];
    return `${docComment(parts, "  ")}  ${methodName(name)}(${codes.join(", ")}): ${returned};\n`;
  }
}

/** In an interface, an unquoted `new()` is a construct signature, not a method. */
const methodName = (name: string): string => (name === "new" ? '"new"' : name);

const OPTIONS = "`signal`, `timeout`, `retry`, `headers`";

/** The type of the data of a success response. */
function resultType({ success }: OperationShape, context: TypeContext): string {
  const { kind, content, isOptional } = success;
  const types = kind === "json" ? content.map((media) => mediaType(media, context)) : [TYPES[kind]];
  return [...new Set([...types, ...(isOptional ? ["undefined"] : [])])].join(" | ");
}

const TYPES = { none: "void", text: "string", binary: "Blob", location: "string", unknown: "unknown" };

const mediaType = ({ schema }: MediaTypeModel, context: TypeContext): string =>
  schema
    ? schemaType(modelName({ $ref: schema.pointer }) ? { $ref: schema.pointer } : schema.node, context)
    : "unknown";

/** The type of one record of a page: the name of its schema if it has one. */
function recordType({ success }: OperationShape, { records }: ListModel, context: TypeContext): string {
  const schema = success.content[0]?.schema;
  const place = schema && recordsPlace(context.document, schema, records ?? "", records);
  if (!place) return "Record<string, unknown>";
  const { pointer, node } = place.schema;
  return schemaType(modelName({ $ref: pointer }) ? { $ref: pointer } : (node as SchemaObject), context);
}

function pathArguments(shape: OperationShape, context: TypeContext): Argument[] {
  const names = argumentNames(
    shape.path.map(({ name }) => name),
    ["body", "query", "parameters", "options"],
  );
  return shape.path.map((parameter, i) => ({
    code: `${names[i]}: ${parameterType(parameter, context)}`,
    doc: { tag: `@param ${names[i]}`, text: parameterText(shape, parameter) },
  }));
}

const takesRequired = ({ parameters }: OperationShape) => parameters.some(({ parameter }) => parameter.required);

function bodyArgument(shape: OperationShape, context: TypeContext): Argument[] {
  const { body } = shape;
  if (!body) return [];
  const type = bodyType(body.media, context);
  // In TypeScript, no required argument may follow an optional one, so the body may be `undefined` if parameters after
  // it are required.
  const code = body.isRequired
    ? `body: ${type}`
    : takesRequired(shape)
      ? `body: ${type} | undefined`
      : `body?: ${type}`;
  return [{ code, doc: { tag: "@param body", text: body.description ?? "The request body." } }];
}

function parametersArgument(shape: OperationShape): Argument[] {
  const { parameters, parametersType, argument } = shape;
  if (parameters.length === 0) return [];
  const names = parameters.map(({ key }) => `\`${key}\``).join(", ");
  const code = `${argument}${takesRequired(shape) ? "" : "?"}: ${parametersType}`;
  return [{ code, doc: { tag: `@param ${argument}`, text: names } }];
}

function syncMethod(
  shape: OperationShape,
  name: string,
  paging: ListModel,
  record: string,
  context: TypeContext,
): string {
  const own = ["limit", "offset", paging.updatedFrom, paging.updatedTo];
  const others = shape.parameters.filter(({ key }) => !own.includes(key));
  const narrowed = `Omit<${shape.parametersType}, ${own.map((each) => text(each ?? "")).join(" | ")}>`;
  const options = others.length > 0 ? `SyncOptions & { query?: ${narrowed} | undefined }` : "SyncOptions";
  const path = pathArguments(shape, context);
  const parts = [
    shape.operation.deprecated ? { tag: "@deprecated" } : undefined,
    `Syncs what \`${shape.name}\` lists: returns what was created or updated since the previous sync.`,
    "Each batch has a checkpoint. Process the records, store the checkpoint, and pass it to the next run, even after a crash: no update is missed. A run returns each record once; the next run may return a few of them again. The records come in no particular order.",
    ...path.map(({ doc }) => doc),
    {
      tag: "@param options",
      text: "`checkpoint`, `since`, `until`, `overlap`, `limit`, `signal`, `timeout`, `retry`, `headers`",
    },
    {
      tag: "@throws {ClientError}",
      text: "If the checkpoint is malformed, or belongs to another operation or to other filters.",
    },
    { tag: "@example", code: exampleCode(shape, context.document, name) },
  ];
  const codes = [...path.map(({ code }) => code), `options?: ${options}`];
  return `${docComment(parts, "  ")}  ${name}(${codes.join(", ")}): AsyncIterable<SyncBatch<${record}>>;\n`;
}
