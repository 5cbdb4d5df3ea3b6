/**
 * The document -> packages/client/src/generated: types, the operation table, the methods with their documentation, and the
 * validators of responses.
 */
import openapiTS, { astToString } from "openapi-typescript";
import { dereference } from "../document/dereference.js";
import type { OpenApiDocument, PaginationObject } from "../document/open-api-document.js";
import { type Operation, operationsOf } from "../document/operations-of.js";
import { inRepo } from "../in-repo.js";
import { readDocument } from "../read-document.js";
import { run } from "../run.js";
import { clientMethod, syncName } from "./client/client-method.js";
import { formatType } from "./client/format-type.js";
import { jsdoc } from "./client/jsdoc.js";
import { models } from "./client/models.js";
import { queryInterface } from "./client/parameter-docs.js";
import { responseValidators } from "./client/response-validators.js";
import { identifier } from "./client/typescript-names.js";
import { banner, writeGenerated } from "./write-generated.js";

const head = banner("openapi/");

/** Where the types of the hand-written part are that methods refer to. */
const HAND_WRITTEN = {
  "../http/response-promise.js": ["ResponsePromise"],
  "../lists/paged-list.js": ["PagedList"],
  "../options.js": ["CallOptions", "ListOptions", "SyncOptions"],
  "../sync/sync.js": ["SyncBatch"],
};

function methods(document: OpenApiDocument, rows: Operation[]): string {
  const used = new Set<string>();
  const queries = rows.map((row) => queryInterface(row, used)).filter(Boolean);
  const text = rows.map((row) => clientMethod(document, row, used)).join("\n");
  const body = `${queries.join("\n")}
/** The operations of the API as methods, named after their operationIds. */
export interface Methods {
${text}}
`;
  const imports = Object.entries({ ...HAND_WRITTEN, "./models.js": [...used].sort(), "./schema.js": ["operations"] })
    .map(([file, names]) => [file, names.filter((name) => RegExp(`\\b${name}\\b[^ ]`).test(body))] as const)
    .filter(([, names]) => names.length > 0)
    .map(([file, names]) => `import type { ${names.join(", ")} } from "${file}";\n`);
  return `${head}${imports.join("")}\n${body}`;
}

/** A builder for each kind of item, named after it: `string-array` -> `stringArray`. */
function items({ components }: OpenApiDocument): string {
  const schemas = components?.schemas ?? {};
  const kinds = Object.entries(schemas["MetadataItemInput"]?.discriminator?.mapping ?? {});
  const names = kinds.map(([, reference]) => reference.replace("#/components/schemas/", ""));
  const builders = kinds.map(([kind], i) => {
    const name = names[i] as string;
    return `${jsdoc([schemas[name]?.description], "  ")}  ${identifier(kind)}(key: string, value: ${name}["value"]): ${name};\n`;
  });
  return `${head}import type { ${[...names].sort().join(", ")} } from "./models.js";

/** The kinds of items. */
export const itemKinds = ${JSON.stringify(kinds.map(([kind]) => kind))};

/** A builder for each of them. */
export interface ItemBuilders {
${builders.join("")}}
`;
}

/** The name of the header of the security scheme; the client knows no other way to prove who it is. */
function apiKeyHeader(document: OpenApiDocument): string {
  const schemes = Object.values(document.components?.securitySchemes ?? {})
    .map((scheme) => dereference(document, scheme).node)
    .filter((scheme) => scheme.type === "apiKey" && scheme.in === "header");
  if (!schemes[0]?.name || schemes.length > 1)
    throw new Error("openapi/openapi.yaml: securitySchemes must have exactly one of type apiKey in a header.");
  return schemes[0].name;
}

/** What the runtime needs of `x-pagination`; when a record was updated matters to a sync only. */
function pagination(row: Operation, { createdAt, updatedAt, ...paging }: PaginationObject) {
  const limit = row.parameters.find((parameter) => parameter.name === "limit")?.schema;
  const sync = syncName(row);
  return { ...paging, ...(sync && { updatedAt, sync }), maxLimit: limit?.maximum };
}

function table(document: OpenApiDocument, rows: Operation[]): string {
  const entries = rows.map((row) => {
    const { path, method, operation, parameters, requestBody } = row;
    const paging = operation["x-pagination"];
    const names = (where: string) => parameters.filter((p) => p.in === where).map((p) => p.name);
    // What is not there costs no bytes in a bundle.
    const descriptor = {
      method,
      path,
      ...(requestBody && { body: true }),
      ...(names("query").length > 0 && { query: true }),
      ...(paging && { pagination: pagination(row, paging) }),
    };
    return [operation.operationId, descriptor];
  });
  return `${head}import type { OperationDescriptor } from "../descriptors.js";

/** The header that carries the key. */
export const apiKeyHeader = ${JSON.stringify(apiKeyHeader(document))};

/** What the runtime needs to know of each operation. */
export const operationTable = ${JSON.stringify(Object.fromEntries(entries), null, 2)} as const satisfies Record<string, OperationDescriptor>;
`;
}

await run(async () => {
  const document = await readDocument();
  const rows = operationsOf(document);
  // Each branch of a union fixes its type with const already; told of the discriminator too, openapi-typescript would
  // write a remark of its own into the documentation of every branch.
  const plain = JSON.parse(JSON.stringify(document, (key, value) => (key === "discriminator" ? undefined : value)));
  await writeGenerated(inRepo("packages/client/src/generated"), {
    "schema.ts":
      head + astToString(await openapiTS(plain, { alphabetize: false, silent: true, transform: formatType })),
    "models.ts": head + models(document),
    "operation-table.ts": table(document, rows),
    "methods.ts": methods(document, rows),
    "item-builders.ts": items(document),
    "response-validators.ts": await responseValidators(document, head),
  });
});
