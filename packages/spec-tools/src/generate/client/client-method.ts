import type { OpenApiDocument, PaginationObject, ParameterObject } from "../../document/open-api-document.js";
import { type Operation, successOf } from "../../document/operations-of.js";
import { jsdoc } from "./jsdoc.js";
import { parameterText, parameterType, queryName, queryOf } from "./parameter-docs.js";
import { capitalized, identifier, modelName } from "./typescript-names.js";

const JSON_TYPE = "application/json";

/** One argument of a method: its declaration, its documentation, and what an example passes. */
interface Argument {
  code: string;
  doc: string;
  value?: string;
}

/** `listReports` -> `syncReports`, if the operation can be limited to a window by updated date. */
export function syncName({ operation }: Operation): string | undefined {
  const { updatedFrom, updatedTo } = operation["x-pagination"] ?? {};
  if (!updatedFrom || !updatedTo) return undefined;
  return `sync${capitalized(operation.operationId.replace(/^list/, ""))}`;
}

/**
 * The method of one operation in the interface of the client, documented; with the method that syncs it, if it has one.
 *
 * @param used takes up the names of the schemas that it refers to
 */
export function clientMethod(document: OpenApiDocument, row: Operation, used: Set<string>): string {
  const paging = row.operation["x-pagination"];
  const result = resultOf(row, used);
  const path = pathArguments(row, used);
  const main = method(row, result, [...path, ...bodyArgument(row, used), ...queryArgument(row)], (record) =>
    paging ? `PagedList<${record}, ${result}>` : `ResponsePromise<${result}>`,
  );
  if (!paging) return main("");
  const record = recordOf(document, result, paging, used);
  return main(record) + syncMethod(row, paging, record, path);
}

/** The type of the body of the success. */
function resultOf(row: Operation, used: Set<string>): string {
  const [status, response] = successOf(row) ?? [];
  const content = response?.content?.[JSON_TYPE];
  if (!content) return "void";
  const model = modelName(content.schema);
  if (model) used.add(model);
  return model ?? `operations["${row.operation.operationId}"]["responses"][${status}]["content"]["${JSON_TYPE}"]`;
}

/** The type of one record of a page: the name of its schema if it has one. */
function recordOf(document: OpenApiDocument, result: string, { records }: PaginationObject, used: Set<string>): string {
  const page = document.components?.schemas?.[result];
  const model = modelName((records ? page?.properties?.[records] : page)?.items);
  if (model) used.add(model);
  return model ?? (records ? `${result}["${records}"][number]` : `${result}[number]`);
}

/** The path parameters, in the order of the template, which is what the client knows of them. */
function pathArguments(row: Operation, used: Set<string>): Argument[] {
  const inPath = (name: string | undefined) => (parameter: ParameterObject) =>
    parameter.in === "path" && parameter.name === name;
  return [...row.path.matchAll(/{(.*?)}/g)].flatMap(([, name]) =>
    row.parameters.filter(inPath(name)).map((parameter) => {
      const place = `operations["${row.operation.operationId}"]["parameters"]["path"]["${parameter.name}"]`;
      return {
        code: `${identifier(parameter.name)}: ${parameterType(parameter, place, used)}`,
        doc: `@param ${identifier(parameter.name)} ${parameterText(row, parameter)}`,
        value: JSON.stringify(parameter.example),
      };
    }),
  );
}

function bodyArgument({ operation, requestBody }: Operation, used: Set<string>): Argument[] {
  if (!requestBody) return [];
  const model = modelName(requestBody.content[JSON_TYPE]?.schema);
  if (model) used.add(model);
  const place = `NonNullable<operations["${operation.operationId}"]["requestBody"]>["content"]["${JSON_TYPE}"]`;
  const doc = `@param body ${requestBody.description ?? "The request body."}`;
  return [{ code: `body: ${model ?? place}`, doc, value: "record" }];
}

function queryArgument(row: Operation): Argument[] {
  const query = queryOf(row);
  if (query.length === 0) return [];
  const names = query.map(({ name }) => `\`${name}\``).join(", ");
  const optional = query.some(({ required }) => required) ? "" : "?";
  return [{ code: `query${optional}: ${queryName(row)}`, doc: `@param query ${names}` }];
}

/** The method itself, once it is known what a record is. */
function method(row: Operation, result: string, args: Argument[], resultFor: (record: string) => string) {
  const { operation } = row;
  const paging = operation["x-pagination"];
  const optionsDoc = paging
    ? "@param options `signal`, `timeout`, `retry`, `headers`, `concurrency` (pages at once), `drift`"
    : "@param options `signal`, `timeout`, `retry`, `headers`";
  const call = `client.${operation.operationId}(${args.flatMap(({ value }) => value ?? []).join(", ")})`;
  const example = paging
    ? `for await (const record of ${call}) console.log(record.${paging.identity});`
    : `${result === "void" ? "" : "const result = "}await ${call};`;
  const text = [
    operation.summary && `${operation.summary}: \`${row.method} ${row.path}\`.`,
    operation.description,
    [...args.map(({ doc }) => doc), optionsDoc].join("\n"),
    `@example\n${example}`,
  ];
  const codes = [...args.map(({ code }) => code), `options?: ${paging ? "ListOptions" : "CallOptions"}`];
  return (record: string) =>
    `${jsdoc(text, "  ")}  ${operation.operationId}(${codes.join(", ")}): ${resultFor(record)};\n`;
}

function syncMethod(row: Operation, paging: PaginationObject, record: string, path: Argument[]): string {
  const name = syncName(row);
  if (!name) return "";
  const id = row.operation.operationId;
  const own = ["limit", "offset", paging.updatedFrom, paging.updatedTo];
  const others = queryOf(row).filter((parameter) => !own.includes(parameter.name));
  const narrowed = `Omit<${queryName(row)}, ${own.map((each) => JSON.stringify(each)).join(" | ")}>`;
  const options = others.length > 0 ? `SyncOptions & { query?: ${narrowed} }` : "SyncOptions";
  const values = [...path.map(({ value }) => value), "{ checkpoint: await load() }"].join(", ");
  const text = [
    `Syncs what \`${id}\` lists: returns what was created or updated since the previous sync.`,
    "Each batch has a checkpoint. Process the records, store the checkpoint, and pass it to the next run, even after a crash: no update is missed. A run returns each record once; the next run may return a few of them again. The records come in no particular order.",
    [
      ...path.map(({ doc }) => doc),
      "@param options `checkpoint`, `since`, `until`, `overlap`, `limit`, `signal`, `timeout`, `retry`, `headers`",
    ].join("\n"),
    "@throws {ClientError} If the checkpoint is malformed, or belongs to another operation.",
    `@example\nfor await (const { records, checkpoint } of client.${name}(${values})) {\n  await process(records);\n  await store(checkpoint);\n}`,
  ];
  const codes = [...path.map(({ code }) => code), `options?: ${options}`];
  return `\n${jsdoc(text, "  ")}  ${name}(${codes.join(", ")}): AsyncIterable<SyncBatch<${record}>>;\n`;
}
