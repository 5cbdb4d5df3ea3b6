/** The bundle -> packages/client/src/generated: types, the operation table, and the methods with their documentation. */
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { type Bundle, operationsOf, readBundle } from "../lib/bundle.js";
import { jsdoc } from "../lib/jsdoc.js";
import { run } from "../lib/run.js";
import { banner, writeGenerated } from "../lib/write-generated.js";

const head = banner("openapi/");

/** Names that the spec must not give to a schema: a type so named would hide the one that everybody means. */
const RESERVED = new Set([
  "Array",
  "Boolean",
  "Date",
  "Error",
  "Map",
  "Number",
  "Object",
  "Promise",
  "Record",
  "Response",
  "Set",
  "String",
]);

function models(bundle: Bundle): string {
  const aliases = Object.entries(bundle.components.schemas).map(([name, schema]) => {
    if (RESERVED.has(name))
      throw new Error(
        `openapi/components/schemas/${name}.yaml: ${name} is the name of a JavaScript global; rename the file.`,
      );
    return `${jsdoc([schema.description])}export type ${name} = components["schemas"]["${name}"];\n`;
  });
  return `${head}import type { components } from "./schema.js";\n\n${aliases.join("\n")}`;
}

/** `report-id` -> `reportId`: a parameter name as an argument name. */
const identifier = (name: string) => name.replace(/[^A-Za-z0-9_$]+(.?)/g, (_, next: string) => next.toUpperCase());

type Row = ReturnType<typeof operationsOf>[number];

function method(row: Row, used: Set<string>): string {
  const { operation, parameters } = row;
  const id = operation.operationId;
  /** The name of the schema where it has one, its place in the types otherwise. */
  const typeOf = (schema: { $ref?: string } | undefined, place: string) => {
    const model = schema?.$ref?.replace("#/components/schemas/", "");
    if (model) used.add(model);
    return model ?? place;
  };

  const path = parameters.filter((parameter) => parameter.in === "path");
  const query = parameters.filter((parameter) => parameter.in === "query");
  const [success, response] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const json = "application/json";
  const result = response?.content?.[json]
    ? typeOf(response.content[json].schema, `operations["${id}"]["responses"][${success}]["content"]["${json}"]`)
    : "void";

  const args = path.map((p) => `${identifier(p.name)}: operations["${id}"]["parameters"]["path"]["${p.name}"]`);
  const docs = path.map((p) => `@param ${identifier(p.name)} ${p.description}`);
  if (operation.requestBody) {
    args.push(
      `body: ${typeOf(operation.requestBody.content[json]?.schema, `NonNullable<operations["${id}"]["requestBody"]>["content"]["${json}"]`)}`,
    );
    docs.push("@param body the request body");
  }
  if (query.length > 0) {
    const required = query.some((parameter) => parameter.required);
    args.push(`query${required ? "" : "?"}: NonNullable<operations["${id}"]["parameters"]["query"]>`);
    docs.push(`@param query ${query.map((parameter) => parameter.name).join(", ")}`);
  }
  const paging = operation["x-pagination"];
  docs.push(`@param options ${paging ? "signal, and how many pages are fetched at once" : "signal"}`);
  args.push(`options?: ${paging ? "ListOptions" : "CallOptions"}`);
  const record = paging?.records ? `${result}["${paging.records}"][number]` : `${result}[number]`;
  const returns = paging ? `PagedList<${record}, ${result}>` : `Promise<${result}>`;
  const text = [
    operation.summary && `${operation.summary}: \`${row.method} ${row.path}\`.`,
    operation.description,
    docs.join("\n"),
  ];
  return `${jsdoc(text, "  ")}  ${id}(${args.join(", ")}): ${returns};\n`;
}

function methods(rows: Row[]): string {
  const used = new Set<string>();
  const text = rows.map((row) => method(row, used)).join("\n");
  return `${head}import type { CallOptions, ListOptions, PagedList } from "../types.js";
import type { ${[...used].sort().join(", ")} } from "./models.js";
import type { operations } from "./schema.js";

/** The operations of the API as methods; their names are the operationIds of the spec. */
export interface Methods {
${text}}
`;
}

/** The name of the header of the security scheme; the client knows no other way to prove who it is. */
function apiKeyHeader({ components: { securitySchemes = {} } }: Bundle): string {
  const schemes = Object.values(securitySchemes).filter((scheme) => scheme.type === "apiKey" && scheme.in === "header");
  if (!schemes[0] || schemes.length > 1)
    throw new Error("openapi/openapi.yaml: securitySchemes must have exactly one of type apiKey in a header.");
  return schemes[0].name;
}

function table(bundle: Bundle, rows: Row[]): string {
  const entries = rows.map(({ path, method, operation, parameters }) => {
    const paging = operation["x-pagination"];
    const names = (where: string) => parameters.filter((p) => p.in === where).map((p) => p.name);
    const limit = parameters.find((parameter) => parameter.name === "limit")?.schema;
    const descriptor = {
      method,
      path,
      pathParameters: names("path"),
      body: operation.requestBody !== undefined,
      query: names("query").length > 0,
      ...(paging && { pagination: { ...paging, defaultLimit: limit?.default, maxLimit: limit?.maximum } }),
    };
    return [operation.operationId, descriptor];
  });
  return `${head}import type { OperationDescriptor } from "../types.js";

/** The header that carries the key. */
export const apiKeyHeader = ${JSON.stringify(apiKeyHeader(bundle))};

/** What the runtime needs to know of each operation. */
export const operationTable = ${JSON.stringify(Object.fromEntries(entries), null, 2)} as const satisfies Record<string, OperationDescriptor>;
`;
}

await run(async () => {
  const bundle = await readBundle();
  const rows = operationsOf(bundle);
  // Each branch of a union fixes its type with const already; told of the discriminator too, openapi-typescript would
  // write a remark of its own into the documentation of every branch.
  const plain = JSON.parse(JSON.stringify(bundle, (key, value) => (key === "discriminator" ? undefined : value)));
  await writeGenerated(fileURLToPath(new URL("../../packages/client/src/generated/", import.meta.url)), {
    "schema.ts": head + astToString(await openapiTS(plain, { alphabetize: false, silent: true })),
    "models.ts": models(bundle),
    "operation-table.ts": table(bundle, rows),
    "methods.ts": methods(rows),
  });
});
