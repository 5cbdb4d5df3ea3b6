import { callMethod, type Methods } from "@metadata-service/cli/parts";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Api, Operation } from "./api.js";
import { dataResult, failure, pageResult } from "./results.js";
import type { Call } from "./server-tool.js";
import type { ObjectSchema, OperationTool } from "./tool-table.js";
import { inexactIn, violationOf } from "./validate.js";

/** Calls an operation; a list returns one page. */
export async function callOperation(operation: Operation, call: Call, api: Api): Promise<CallToolResult> {
  const { tool } = operation;
  const wrong = wrongArguments(tool.name, tool.inputSchema, call.arguments);
  if (wrong) return failure(wrong);
  const client = await api.connect();
  const called = callWith(client, operation, call.arguments, call.signal);
  if (tool.page) {
    const body = await (called as { page(): Promise<unknown> }).page();
    return pageResult(readPage(tool.page, body, Number(call.arguments["offset"] ?? 0)), tool.outputSchema, api);
  }
  const result = await called;
  return dataResult(
    { result: result instanceof Blob ? await base64(result) : (result ?? null) },
    tool.outputSchema,
    api,
  );
}

/** What is wrong with the arguments of a call, as a sentence. */
export function wrongArguments(name: string, schema: ObjectSchema, given: object): string | undefined {
  const wrong = violationOf(schema, given) ?? inexactIn(given);
  return wrong && `The arguments of ${name} are invalid: ${wrong}.`;
}

/** Calls the method of the client with the arguments of a tool. */
export function callWith(
  client: Methods,
  { tool, command }: Operation,
  given: Call["arguments"],
  signal: AbortSignal,
): unknown {
  const passed = tool.arguments.filter(({ name }) => Object.hasOwn(given, name));
  const inPath = tool.arguments.filter((one) => one.in === "path");
  const query = passed.filter((one) => one.in === "parameters").map(({ key, name }) => [key, given[name]] as const);
  return callMethod(client, command, {
    path: inPath.map(({ name }) => given[name]),
    body: bodyOf(given["body"], tool, command.body?.kind),
    query: Object.fromEntries(query),
    options: { signal },
  });
}

function bodyOf(body: unknown, { files = [] }: OperationTool, kind: string | undefined): unknown {
  if (body === undefined) return undefined;
  if (kind === "binary") return file(body);
  if (files.length === 0) return body;
  const fields = Object.entries(Object(body)).map(([name, value]): [string, unknown] => {
    if (!files.includes(name)) return [name, value];
    return [name, Array.isArray(value) ? value.map(file) : file(value)];
  });
  return Object.fromEntries(fields);
}

const file = (base64: unknown) => new Blob([Buffer.from(String(base64), "base64")]);

const base64 = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString("base64");

function readPage({ records: name, total: count }: NonNullable<OperationTool["page"]>, body: unknown, offset: number) {
  const page = Object(body);
  const records: unknown[] = name === undefined ? page : page[name];
  const total: unknown = count === undefined ? undefined : page[count];
  const known = typeof total === "number" ? total : undefined;
  // A server may have returned fewer records than it looked at; only an empty page marks the end.
  const after = offset + Math.max(records.length, typeof page.limit === "number" ? page.limit : 0);
  const isLast = records.length === 0 || after >= (known ?? Number.POSITIVE_INFINITY) || page.next === null;
  return { records, offset, ...(known !== undefined && { total: known }), ...(!isLast && { next: after }) };
}
