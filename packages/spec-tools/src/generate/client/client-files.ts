import { isDiscriminator } from "../../document/branches-by-tag.js";
import type { OpenApiDocument } from "../../document/open-api-document.js";
import { nodeAt, pointerTo } from "../../document/pointer.js";
import { identifier, NO_TYPES } from "../../languages/typescript.js";
import { LimitError } from "../../limits/limit.js";
import { withNamesForTypes } from "../../load/inherited-names.js";
import type { ApiModel } from "../../model/api-model.js";
import { readApi } from "../../model/read-api.js";
import { banner } from "../write-generated.js";
import { clientMethod } from "./client-method.js";
import { itemBuilders } from "./item-builders.js";
import { models } from "./models.js";
import { openapiTS } from "./openapi-typescript.js";
import { type OperationShape, operationShapes } from "./operation-shape.js";
import { operationTable } from "./operation-table.js";
import { parametersInterface } from "./parameter-types.js";
import { rawTypes } from "./raw-names.js";
import { rawType } from "./raw-type.js";
import { responseValidators } from "./response-validators.js";

const head = banner("openapi/");

/** The hand-written types that the methods use, by file. */
function handWritten(shapes: readonly OperationShape[]): Record<string, string[]> {
  const isList = ({ operation }: OperationShape) => operation.pagination !== undefined;
  const [calls, lists, syncs] = [
    shapes.some((shape) => !isList(shape)),
    shapes.some(isList),
    shapes.some(({ sync }) => sync !== undefined),
  ];
  return {
    "../http/response-promise.js": calls ? ["ResponsePromise"] : [],
    "../lists/paged-list.js": lists ? ["PagedList"] : [],
    "../options.js": [
      ...(calls ? ["CallOptions"] : []),
      ...(lists ? ["ListOptions"] : []),
      ...(syncs ? ["SyncOptions"] : []),
    ],
    "../sync/sync.js": syncs ? ["SyncBatch"] : [],
  };
}

/**
 * Returns the generated files of the client, by name: types, the table of operations, the methods with their
 * documentation, and the validators of responses.
 *
 * @throws {LimitError} If the client cannot send an operation.
 */
export async function clientFiles(document: OpenApiDocument): Promise<Record<string, string>> {
  const api = readApi(document);
  const shapes = operationShapes(api);
  refuseTakenNames(document);
  // `const` already fixes the type of each branch of a union. If openapi-typescript also saw the discriminator, it
  // would add a remark to the doc comment of every branch.
  const plain = JSON.parse(JSON.stringify(document, withoutRemarks));
  nameRanges(plain, api);
  const raw = await openapiTS(withNamesForTypes(plain), { alphabetize: false, silent: true, transform: rawType });
  return {
    "schema.ts": head + rawTypes(raw),
    "models.ts": head + models(document),
    "operation-table.ts": head + operationTable(api, shapes),
    "methods.ts": head + methods(document, shapes),
    "item-builders.ts": head + itemBuilders(document, api.items[0]),
    "response-validators.ts": await responseValidators(document, head),
  };
}

/** Names the JSON that the document describes under a range such as a wildcard: `client.raw` finds types by name. */
function nameRanges(document: object, { operations }: ApiModel): void {
  const media = operations.flatMap(({ body, responses }) => [
    ...(body?.content ?? []),
    ...responses.flatMap(({ content }) => content),
  ]);
  for (const { kind, mediaType, concrete, pointer } of media) {
    const content = nodeAt(document, pointer.slice(0, pointer.lastIndexOf("/"))) as Record<string, unknown>;
    if (kind !== "json" || concrete === mediaType || !(mediaType in content)) continue;
    content[concrete] ??= content[mediaType];
    delete content[mediaType];
  }
}

/** Removes what types do not need, and what openapi-typescript would fetch: an `externalValue` is a URL. */
function withoutRemarks(key: string, value: unknown): unknown {
  if (key === "externalValue" && typeof value === "string") return undefined;
  return key === "discriminator" && isDiscriminator(value) ? undefined : value;
}

/** Names that are already used in the files that import the types of schemas. */
const TAKEN =
  "ResponsePromise PagedList CallOptions ListOptions SyncOptions SyncBatch Methods Blob FormData AsyncIterable Record Omit".split(
    " ",
  );

function refuseTakenNames({ components }: OpenApiDocument): void {
  const taken = Object.keys(components?.schemas ?? {}).find((name) => TAKEN.includes(identifier(name)));
  if (taken !== undefined)
    throw new LimitError(
      `The client already has a type named ${identifier(taken)}; rename the schema ${taken}.`,
      pointerTo("#/components/schemas", taken),
    );
  const names = Object.keys(components?.schemas ?? {});
  const keyword = names.find((name) => NO_TYPES.has(identifier(name)));
  if (keyword !== undefined)
    throw new LimitError(
      `TypeScript has no types named ${identifier(keyword)}; rename the schema ${keyword}.`,
      pointerTo("#/components/schemas", keyword),
    );
  const twice = names.find((name, i) => names.findIndex((other) => identifier(other) === identifier(name)) < i);
  if (twice === undefined) return;
  const first = names.find((name) => identifier(name) === identifier(twice));
  throw new LimitError(
    `The schemas ${first} and ${twice} would both become the type ${identifier(twice)}; rename one of them.`,
    pointerTo("#/components/schemas", twice),
  );
}

function methods(document: OpenApiDocument, shapes: OperationShape[]): string {
  const context = { document, used: new Set<string>() };
  const parameters = shapes.map((shape) => parametersInterface(shape, context)).filter(Boolean);
  const text = shapes.map((shape) => clientMethod(shape, context)).join("\n");
  const body = `${parameters.join("\n")}
/** The operations of the API as methods, named after their operationIds. */
export interface Methods {
${text}}
`;
  const imports = [...Object.entries(handWritten(shapes)), ["./models.js", [...context.used].sort()] as const]
    .filter(([, names]) => names.length > 0)
    .map(([file, names]) => `import type { ${names.join(", ")} } from "${file}";\n`);
  return `${imports.join("")}\n${body}`;
}
