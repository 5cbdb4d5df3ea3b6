import { isDiscriminator } from "../../document/branches-by-tag.js";
import type { OpenApiDocument } from "../../document/open-api-document.js";
import { nodeAt, pointerTo } from "../../document/pointer.js";
import { typeName } from "../../languages/typescript.js";
import { LimitError } from "../../limits/limit.js";
import { withNamesForTypes } from "../../load/inherited-names.js";
import type { ApiModel } from "../../model/api-model.js";
import { readApi } from "../../model/read-api.js";
import { banner } from "../write-generated.js";
import { clientMethod } from "./client-method.js";
import { itemBuilders } from "./item-builders.js";
import { models } from "./models.js";
import { typesOf } from "./openapi-typescript.js";
import { type OperationShape, operationShapes } from "./operation-shape.js";
import { operationTable } from "./operation-table.js";
import { parametersInterface } from "./parameter-types.js";
import { rawTypes } from "./raw-names.js";
import { rawType } from "./raw-type.js";
import { responseValidators, VALIDATOR_TYPES } from "./response-validators.js";

const head = banner("openapi/");

/** The hand-written types that the methods use, by file. */
function handWritten(shapes: readonly OperationShape[]): Record<string, string[]> {
  const isList = ({ operation }: OperationShape) => operation.list !== undefined;
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
export async function clientFiles(
  document: OpenApiDocument,
  api: ApiModel = readApi(document),
): Promise<Record<string, string>> {
  const shapes = operationShapes(api);
  refuseSameNames(document);
  // `const` already fixes the type of each branch of a union. If openapi-typescript also saw the discriminator, it
  // would add a remark to the doc comment of every branch.
  const plain = JSON.parse(JSON.stringify(document, withoutDiscriminators));
  nameRanges(plain, api);
  const raw = typesOf(withNamesForTypes(plain), rawType);
  return {
    "schema.ts": head + rawTypes(raw),
    "models.ts": head + models(document, api),
    "operation-table.ts": head + operationTable(api, shapes),
    "methods.ts": head + methods(document, shapes),
    "item-builders.ts": head + itemBuilders(document, api.items[0]),
    "response-validators.d.ts": head + VALIDATOR_TYPES,
    "response-validators.js": await responseValidators(document, shapes, head),
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

const withoutDiscriminators = (key: string, value: unknown) =>
  key === "discriminator" && isDiscriminator(value) ? undefined : value;

function refuseSameNames({ components }: OpenApiDocument): void {
  const first = new Map<string, string>();
  for (const name of Object.keys(components?.schemas ?? {})) {
    const other = first.get(typeName(name));
    if (other !== undefined)
      throw new LimitError(
        `The schemas ${other} and ${name} would both become the type ${typeName(name)}; rename one of them.`,
        pointerTo("#/components/schemas", name),
      );
    first.set(typeName(name), name);
  }
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
