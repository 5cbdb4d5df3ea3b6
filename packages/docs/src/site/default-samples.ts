import type { OpenApiDocument, Operation } from "@metadata-service/spec-tools";
import { examplesOf } from "./document.js";
import type { Sample } from "./sample.js";

const KEY = "demo-key";

/**
 * The samples of an operation out of the spec alone: its paths, parameters and examples. An operation that is added to
 * the spec has samples at once; written ones take their place when somebody writes them.
 */
export function defaultSamples(document: OpenApiDocument, row: Operation, baseUrl: string): Sample[] {
  const { operationId } = row.operation;
  const call = callOf(document, row);
  return [
    { operationId, way: "curl", source: curl(row.method, baseUrl + call.target, call.body) },
    { operationId, way: "client", source: client(row, baseUrl, call) },
    { operationId, way: "fetch", source: fetchSample(row.method, baseUrl + call.target, call.body) },
  ];
}

interface Call {
  /** Path and query with every example filled in. */
  target: string;
  path: unknown[];
  query: Record<string, unknown>;
  body?: unknown;
}

/** A call of the operation: every required parameter, and `limit`, with the spec's own examples as values. */
function callOf(document: OpenApiDocument, row: Operation): Call {
  const value = (name: string) => exampleOf(row, name);
  const path = row.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const asked = row.parameters.filter(
    ({ in: place, name, required }) => place === "query" && (required || name === "limit"),
  );
  const query = Object.fromEntries(asked.map(({ name }) => [name, value(name)]));
  const search = new URLSearchParams(Object.entries(query).map(([name, each]) => [name, String(each)])).toString();
  const filled = row.path.replaceAll(/\{(.+?)\}/g, (_, name: string) => encodeURIComponent(String(value(name))));
  const bodies = Object.values(examplesOf(document, row, "request"));
  const smallest = bodies.sort((a, b) => JSON.stringify(a.value).length - JSON.stringify(b.value).length)[0];
  return {
    target: filled + (search && `?${search}`),
    path: path.map(value),
    query,
    ...(smallest && { body: smallest.value }),
  };
}

function exampleOf(row: Operation, name: string): unknown {
  const parameter = row.parameters.find((each) => each.name === name);
  return parameter?.example ?? parameter?.schema.default ?? parameter?.schema.enum?.[0] ?? name;
}

const json = (value: unknown, indent = "") => JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);

/** JSON as a TypeScript literal: names without quotes where that is possible. */
const literal = (value: unknown, indent = "") =>
  json(value, indent).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");

function curl(method: string, url: string, body: unknown): string {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}'${url}'`, `-H 'apiKey: ${KEY}'`];
  if (body !== undefined)
    lines.push("-H 'Content-Type: application/json'", `-d '${json(body).replaceAll("'", "'\\''")}'`);
  return `${lines.join(" \\\n  ")}\n`;
}

function client({ operation }: Operation, baseUrl: string, { path, query, body }: Call): string {
  const parts = path.map((each) => JSON.stringify(each));
  if (body !== undefined) parts.push(literal(body));
  const filled = Object.keys(query).length > 0;
  if (filled) parts.push(literal(query).replaceAll(/\s+/g, " "));
  const call = `client.${operation.operationId}(${parts.join(", ")})`;
  const head = `import { createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: ${JSON.stringify(KEY)} });
`;
  const identity = operation["x-pagination"]?.identity;
  if (!identity) return `${head}\nconst result = await ${call};\nconsole.log(result);\n`;
  return `${head}
for await (const record of ${call}) {
  console.log(record.${identity});
}
`;
}

function fetchSample(method: string, url: string, body: unknown): string {
  const init = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    `  headers: { apiKey: "${KEY}"${body === undefined ? "" : `, "Content-Type": "application/json"`} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, "  ")}),`]),
  ];
  return `const response = await fetch("${url}", {
${init.join("\n")}
});
console.log(response.status, await response.json());
`;
}
