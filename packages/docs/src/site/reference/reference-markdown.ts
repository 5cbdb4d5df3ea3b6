import {
  type ExampleModel,
  type HeaderModel,
  type MediaTypeModel,
  nameOf,
  nodeAt,
  type OpenApiDocument,
  type OperationModel,
  type ParameterModel,
  type SchemaObject,
  type Serialization,
} from "@metadata-service/spec-tools";
import { markdown } from "@metadata-service/spec-tools/languages";
import { type Sample, WAYS } from "../samples/sample.js";
import { type SentRequest, sentRequests, sentTitle } from "../samples/sent-requests.js";
import { baseUrlOf } from "./document.js";
import { credentialText, introduction } from "./introduction.js";
import { type ApiOperation, examplesOf } from "./operations.js";

/** How descriptions, which are Markdown that others wrote, are put into the reference. */
export interface Descriptions {
  block(text: string): string;
  /** In a list, on one line. */
  inline(text: string): string;
}

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
  document: OpenApiDocument,
  operations: ApiOperation[],
  samples: Map<string, Sample[]>,
  described = AS_WRITTEN,
): string {
  const { title, version, description } = document.info;
  const context = { document, described };
  return [
    `# ${plain(`${title} ${version}: reference`)}`,
    ...introduction(baseUrlOf(document), operations, described.inline),
    described.block(description ?? ""),
    "## Operations",
    ...operations.flatMap((operation) => operationSection(context, operation, samples.get(operation.id) ?? [])),
    ...sentSection(context),
    "## Schemas",
    ...Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      schemaSection(context, name, schema),
    ),
    "",
  ].join("\n\n");
}

const { code, codeBlock, text: plain } = markdown;
const json = (value: unknown) => codeBlock(JSON.stringify(value, null, 2), "json");

function operationSection(context: Context, operation: ApiOperation, samples: Sample[]): string[] {
  const { id, method, path, summary, schemes } = operation;
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
  ];
}

/** The requests that the API sends. */
function sentSection({ document: whole, described }: Context): string[] {
  const section = ({ kind, name, of, request, document }: SentRequest) => [
    `### ${plain(sentTitle({ name, request }))}`,
    of
      ? `${kind} of ${code(of.operation)}, sent as ${code(request.method)} to the address ${code(of.address)}.`
      : `${kind}, sent as ${code(request.method)} to the address that you registered.`,
    ...requestText({ document, described }, request, []),
    ...examplesText(request.body?.content[0]?.examples ?? []),
    "Your server responds with:",
    responsesText({ document, described }, request),
  ];
  const sections = sentRequests(whole).flatMap(section);
  return sections.length > 0 ? ["## Requests that the API sends", ...sections] : [];
}

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
    ...(body ? [`Request body${body.required ? "" : " (optional)"}: ${contentText(document, body.content)}.`] : []),
  ];
}

const examplesText = (examples: readonly ExampleModel[]) =>
  examples.flatMap(({ summary, value }) => [
    `${plain(summary ?? "Example")}:`,
    typeof value === "string" ? codeBlock(value) : json(value),
  ]);

const responsesText = ({ document, described }: Context, { responses }: OperationModel) =>
  responses
    .flatMap(({ status, description, content, headers }) => [
      bullet(described, status, description, content.length > 0 ? `Body: ${contentText(document, content)}.` : ""),
      ...headers.map((header) => headerLine(described, header).replaceAll(/^(?=.)/gm, "  ")),
    ])
    .join("\n");

function headerLine(described: Descriptions, { name, required, schema, description }: HeaderModel): string {
  const { type, ...bounds } = schema.node;
  const facts = [[type].flat().join(" or "), required ? "always" : "sometimes", ...boundsOf(bounds)].filter(Boolean);
  return bullet(described, `header ${code(name)} (${facts.join(", ")})`, description);
}

/** Begins something that is more than one paragraph: a list, a table, code, or a second paragraph. */
const BLOCKS = /\n\s*(?:\n|[-*+]\s|\d+[.)]\s|\||```|~~~|#|>)|^\s*(?:[-*+]|\d+[.)])\s/;

/** Writes an element of a list: what it is about, its description, and what follows from other keywords. */
function bullet({ inline, block }: Descriptions, about: string, description = "", more = ""): string {
  if (!BLOCKS.test(description.trim()))
    return `- ${about}${description && `: ${inline(description)}`}${more && `${description ? "" : ":"} ${more}`}`;
  const parts = [`- ${about}:`, ...[block(description), more].map((part) => part.replaceAll(/^(?=.)/gm, "  "))];
  return parts.filter(Boolean).join("\n\n");
}

/** Returns the type of a body, such as `ReportsPage`, with the media type if it is not JSON. */
function contentText(document: OpenApiDocument, content: readonly MediaTypeModel[]): string {
  return content
    .map(({ mediaType, pointer, schema }) => {
      const written = (nodeAt(document, pointer) as { schema?: SchemaObject }).schema;
      const name = schema && written ? typeOf(written) : "any";
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
    deprecated && "deprecated",
    how.mediaType !== undefined && "as JSON",
    styleText(place, how),
    ...boundsOf(bounds),
  ].filter(Boolean);
  return bullet(described, `${code(name)} (${facts.join(", ")})`, description);
}

/** Describes how a value is serialized, if that is not the default of its location. */
function styleText(place: ParameterModel["in"], { style, explode, mediaType }: Serialization): string | undefined {
  const isForm = place === "query" || place === "cookie";
  if (mediaType !== undefined || (style === (isForm ? "form" : "simple") && explode === isForm)) return undefined;
  return `style ${style}${explode ? ", exploded" : ""}`;
}

/** A JSON value, in which texts keep their quotes. */
const value = (json: unknown) => plain(JSON.stringify(json));

function boundsOf(schema: SchemaObject): string[] {
  return [
    schema.enum && `one of ${schema.enum.map(value).join(", ")}`,
    schema.const !== undefined && `always ${value(schema.const)}`,
    schema.format !== undefined && plain(schema.format),
    schema.pattern !== undefined && `matches ${code(schema.pattern)}`,
    range(schema.minimum, schema.maximum),
    schema.exclusiveMinimum !== undefined && `more than ${schema.exclusiveMinimum}`,
    range(schema.minLength, schema.maxLength, "character"),
    range(schema.minItems, schema.maxItems, "element"),
    schema.default !== undefined && `default ${value(schema.default)}`,
  ].filter((fact): fact is string => typeof fact === "string");
}

/** Returns `1 to 100 characters`, `at least 1 element` or `at most 5`; nothing without bounds. */
function range(least: number | undefined, most: number | undefined, unit = ""): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const of = unit && ` ${unit}${(most ?? least) === 1 ? "" : "s"}`;
  if (least === undefined) return `at most ${most}${of}`;
  return most === undefined ? `at least ${least}${of}` : `${least} to ${most}${of}`;
}

function typeOf(schema: SchemaObject): string {
  if (schema.$ref) return plain(nameOf(schema.$ref));
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (schema.oneOf) return `one of ${schema.oneOf.map(typeOf).join(", ")}`;
  return [schema.type].flat().filter(Boolean).join(" or ") || (schema.const === undefined ? "any" : "string");
}

function schemaSection({ described }: Context, name: string, schema: SchemaObject): string[] {
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).map(([member, each]) => {
    const facts = [typeOf(each), required.has(member) ? "required" : "optional", ...boundsOf(each)];
    return bullet(described, `${code(member)} (${facts.join(", ")})`, each.description);
  });
  const facts = [typeOf(schema), ...boundsOf(schema)].join(", ");
  return [
    `### ${plain(name)}`,
    `${facts}.`,
    described.block(schema.description ?? ""),
    ...(members.length > 0 ? [members.join("\n")] : []),
  ];
}
