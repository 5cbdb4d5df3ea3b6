import {
  type ApiModel,
  type ExampleModel,
  type HeaderModel,
  type MediaTypeModel,
  nodeAt,
  type OpenApiDocument,
  type OperationModel,
  type ParameterModel,
  type SchemaObject,
  type SentRequestModel,
  type Serialization,
} from "@metadata-service/spec-tools";
import { exactJson, withNumbers } from "@metadata-service/spec-tools/json";
import { markdown } from "@metadata-service/spec-tools/languages";
import { type Sample, WAYS } from "../samples/sample.js";
import { bullet, type Descriptions, indented } from "./bullet.js";
import { credentialText, introduction } from "./introduction.js";
import { type ApiOperation, type DocsApi, examplesOf, sentTitle } from "./operations.js";
import { boundsOf, fieldLines, typeOf } from "./schema-markdown.js";

const AS_WRITTEN: Descriptions = { block: markdown.block, inline: markdown.inline };

/** What the sections of the reference share. */
interface Context {
  readonly document: OpenApiDocument;
  readonly described: Descriptions;
}

/**
 * Writes the whole reference as plain Markdown, for tools that read it.
 *
 * @param described how descriptions are written; as they are by default
 */
export function referenceMarkdown(
  { document, model, operations, baseUrl }: DocsApi,
  samples: Map<string, Sample[]>,
  described = AS_WRITTEN,
): string {
  const { title, version, description, schemas, sent } = model;
  const context = { document, described };
  return [
    `# ${plain(`${title} ${version}: reference`)}`,
    ...introduction(baseUrl, operations, described.inline),
    described.block(description ?? ""),
    "## Operations",
    ...operations.flatMap((operation) => operationSection(context, operation, samples.get(operation.id) ?? [])),
    ...sentSection(context, sent),
    ...(schemas.length > 0 ? ["## Schemas"] : []),
    ...schemas.flatMap(({ name, node }) => schemaSection(context, name, node)),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

const { code, codeBlock, text: plain } = markdown;
const json = (value: unknown) => codeBlock(exactJson(value, 2), "json");

function operationSection(context: Context, operation: ApiOperation, samples: Sample[]): string[] {
  const { id, method, path, summary, schemes, authorsSamples } = operation;
  const needs = schemes.length > 0 ? [`Needs ${schemes.map(credentialText).join(" and ")}.`] : [];
  return [
    `### ${plain(`${id}: ${summary}`)}`,
    code(`${method} ${path}`),
    ...requestText(context, operation, needs),
    ...examplesText(examplesOf(operation, "request")),
    "Responses:",
    responsesText(context, operation),
    ...examplesText(examplesOf(operation, "response")),
    ...samples.flatMap(({ way, status, source }) => {
      const { label, highlight } = WAYS.find((each) => each.way === way) ?? WAYS[0];
      return [`Sample, ${label}${status ? `, provoking a ${status}` : ""}:`, codeBlock(source.trimEnd(), highlight)];
    }),
    ...authorsSamples.flatMap(({ label, lang, source }) => [
      `Sample, ${plain(label)}:`,
      codeBlock(source.trimEnd(), lang.toLowerCase().replaceAll(/[^a-z0-9+#-]/g, "")),
    ]),
  ];
}

/** The requests that the API sends. */
function sentSection(context: Context, sent: ApiModel["sent"]): string[] {
  const section = ({ kind, name, of, request }: SentRequestModel) => [
    `### ${plain(sentTitle({ name, request }))}`,
    of
      ? `${KINDS[kind]} of ${code(of.operation)}, sent as ${code(request.method)} to the address ${code(of.address)}.`
      : `${KINDS[kind]}, sent as ${code(request.method)} to the address that you registered.`,
    ...requestText(context, request, []),
    ...examplesText(request.body?.content[0]?.examples ?? []),
    "Your server responds with:",
    responsesText(context, request),
  ];
  const sections = sent.flatMap(section);
  return sections.length > 0 ? ["## Requests that the API sends", ...sections] : [];
}

const KINDS = { webhook: "Webhook", callback: "Callback" } as const;

/** What a request contains. */
function requestText({ document, described }: Context, operation: OperationModel, needs: string[]): string[] {
  const { deprecated, description, parameters, body } = operation;
  return [
    ...(deprecated ? ["Deprecated."] : []),
    described.block(description ?? ""),
    ...needs,
    ...(parameters.length > 0
      ? ["Parameters:", parameters.map((one) => parameterLine(described, one)).join("\n")]
      : []),
    ...(body
      ? [
          `Request body${body.required ? "" : " (optional)"}: ${contentText(document, body.content)}.`,
          body.content.flatMap((media) => fieldLines(described, writtenSchema(document, media))).join("\n"),
        ]
      : []),
  ];
}

const examplesText = (examples: readonly ExampleModel[]) =>
  examples.flatMap(({ summary, value }) => [
    `${plain(summary ?? "Example")}:`,
    typeof value === "string" ? codeBlock(withNumbers(value)) : json(value),
  ]);

const responsesText = ({ document, described }: Context, { responses }: OperationModel) =>
  responses
    .flatMap(({ status, description, content, headers }) => [
      bullet(described, status, description, content.length > 0 ? `Body: ${contentText(document, content)}.` : ""),
      ...headers.map((header) => indented(headerLine(described, header))),
      ...content.flatMap((media) => fieldLines(described, writtenSchema(document, media))).map(indented),
    ])
    .join("\n");

function headerLine(described: Descriptions, { name, required, deprecated, schema, description }: HeaderModel): string {
  const { type, ...rest } = schema.node;
  const bounds = boundsOf({ ...rest, deprecated });
  const facts = [[type].flat().join(" or "), required ? "always" : "sometimes", ...bounds].filter(Boolean);
  return bullet(described, `header ${code(name)} (${facts.join(", ")})`, description);
}

/** The schema of a body with its references, whose names are sections of the reference. */
const writtenSchema = (document: OpenApiDocument, { pointer }: MediaTypeModel): SchemaObject =>
  (nodeAt(document, pointer) as { schema?: SchemaObject }).schema ?? {};

/** Returns the type of a body, such as `ReportsPage`, with the media type if it is not JSON. */
function contentText(document: OpenApiDocument, content: readonly MediaTypeModel[]): string {
  return content
    .map((media) => {
      const { mediaType } = media;
      const name = typeOf(writtenSchema(document, media));
      return mediaType === "application/json" ? name : `${name} as ${code(mediaType)}`;
    })
    .join(", or ");
}

function parameterLine(described: Descriptions, parameter: ParameterModel): string {
  const { name, in: place, required, deprecated, description, schema, ...how } = parameter;
  const { type, ...bounds } = schema.node;
  const facts = [
    place,
    [type].flat().join(" or "),
    required ? "required" : "optional",
    how.mediaType !== undefined && "as JSON",
    styleText(place, how),
    ...boundsOf({ ...bounds, deprecated }),
  ].filter(Boolean);
  return bullet(described, `${code(name)} (${facts.join(", ")})`, description);
}

/** Describes how a value is serialized, if that is not the default of its location. */
function styleText(place: ParameterModel["in"], { style, explode, mediaType }: Serialization): string | undefined {
  const isForm = place === "query" || place === "cookie";
  if (mediaType !== undefined || (style === (isForm ? "form" : "simple") && explode === isForm)) return undefined;
  return `style ${style}${explode ? ", exploded" : ""}`;
}

function schemaSection({ described }: Context, name: string, schema: SchemaObject): string[] {
  const facts = [typeOf(schema), ...boundsOf(schema)].join(", ");
  return [
    `### ${plain(name)}`,
    `${facts}.`,
    described.block(schema.description ?? ""),
    fieldLines(described, schema).join("\n"),
  ];
}
