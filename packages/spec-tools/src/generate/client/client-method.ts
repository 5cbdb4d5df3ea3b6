import { type Operation, successOf } from "../../document/operations-of.js";
import { jsdoc } from "./jsdoc.js";

const JSON_TYPE = "application/json";

/** `report-id` -> `reportId`: a name of the spec as one of TypeScript. */
export const identifier = (name: string) =>
  name.replace(/[^A-Za-z0-9_$]+(.?)/g, (_, next: string) => next.toUpperCase());

/** `listReports` -> `syncReports`, where the operation can be narrowed to a window by updated date. */
export function syncName({ operation }: Operation): string | undefined {
  const { updatedFrom, updatedTo } = operation["x-pagination"] ?? {};
  if (!updatedFrom || !updatedTo) return undefined;
  return `sync${operation.operationId.replace(/^list/, "").replace(/^./, (first) => first.toUpperCase())}`;
}

/**
 * The method of one operation in the interface of the client, documented; with the method that syncs it, where it can be.
 *
 * @param used takes up the names of the schemas that it refers to
 */
export function clientMethod(row: Operation, used: Set<string>): string {
  const { operation, parameters, requestBody } = row;
  const id = operation.operationId;
  /** The name of the schema where it has one, its place in the types otherwise. */
  const typeOf = (schema: { $ref?: string } | undefined, place: string) => {
    const model = schema?.$ref?.replace("#/components/schemas/", "");
    if (model) used.add(model);
    return model ?? place;
  };

  // In the order of the template, which is what the client knows of them.
  const path = [...row.path.matchAll(/{(.*?)}/g)].flatMap(([, name]) =>
    parameters.filter((parameter) => parameter.in === "path" && parameter.name === name),
  );
  const query = parameters.filter((parameter) => parameter.in === "query");
  const [success, response] = successOf(row) ?? [];
  const result = response?.content?.[JSON_TYPE]
    ? typeOf(
        response.content[JSON_TYPE].schema,
        `operations["${id}"]["responses"][${success}]["content"]["${JSON_TYPE}"]`,
      )
    : "void";

  const args = path.map((p) => `${identifier(p.name)}: operations["${id}"]["parameters"]["path"]["${p.name}"]`);
  const docs = path.map((p) => `@param ${identifier(p.name)} ${p.description}`);
  const values = path.map((p) => JSON.stringify(p.example));
  const [pathArgs, pathDocs] = [[...args], [...docs]];
  if (requestBody) {
    const place = `NonNullable<operations["${id}"]["requestBody"]>["content"]["${JSON_TYPE}"]`;
    args.push(`body: ${typeOf(requestBody.content[JSON_TYPE]?.schema, place)}`);
    docs.push("@param body the request body");
    values.push("record");
  }
  const queryType = `NonNullable<operations["${id}"]["parameters"]["query"]>`;
  if (query.length > 0) {
    args.push(`query${query.some((parameter) => parameter.required) ? "" : "?"}: ${queryType}`);
    docs.push(`@param query ${query.map((parameter) => parameter.name).join(", ")}`);
  }
  const paging = operation["x-pagination"];
  docs.push(`@param options ${paging ? "signal, concurrency (pages at once), drift" : "signal"}`);
  args.push(`options?: ${paging ? "ListOptions" : "CallOptions"}`);
  const record = paging?.records ? `${result}["${paging.records}"][number]` : `${result}[number]`;
  const call = `client.${id}(${values.join(", ")})`;
  const example = paging
    ? `for await (const record of ${call}) console.log(record.${paging.identity});`
    : `${result === "void" ? "" : "const answer = "}await ${call};`;
  const text = [
    operation.summary && `${operation.summary}: \`${row.method} ${row.path}\`.`,
    operation.description,
    docs.join("\n"),
    `@example\n${example}`,
  ];
  const method = `${jsdoc(text, "  ")}  ${id}(${args.join(", ")}): ${paging ? `PagedList<${record}, ${result}>` : `Promise<${result}>`};\n`;

  const sync = syncName(row);
  if (!paging || !sync) return method;
  const own = ["limit", "offset", paging.updatedFrom, paging.updatedTo];
  const others = query.filter(({ name }) => !own.includes(name));
  const narrowed = `Omit<${queryType}, ${own.map((name) => JSON.stringify(name)).join(" | ")}>`;
  const options = others.length > 0 ? `SyncOptions & { query?: ${narrowed} }` : "SyncOptions";
  const syncText = [
    `What was updated since a previous sync, of what \`${id}\` lists: complete across crashes, and resumable.`,
    "Each batch comes with a checkpoint: process the records, store it, and give it to the next run. Across runs a record may come again; within a run it comes once. The order of the records is not told.",
    [...pathDocs, "@param options since, until, checkpoint, overlap (ms), limit, signal"].join("\n"),
    `@throws ClientError where the checkpoint is malformed, or of another operation`,
    `@example\nfor await (const { records, checkpoint } of client.${sync}(${[...values, "{ checkpoint: await load() }"].join(", ")})) {\n  await process(records);\n  await store(checkpoint);\n}`,
  ];
  return `${method}\n${jsdoc(syncText, "  ")}  ${sync}(${[...pathArgs, `options?: ${options}`].join(", ")}): AsyncIterable<SyncBatch<${record}>>;\n`;
}
