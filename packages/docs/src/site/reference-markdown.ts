import {
  type MediaTypeModel,
  nameOf,
  nodeAt,
  type OpenApiDocument,
  type ParameterModel,
  type SchemaObject,
  type SecuritySchemeModel,
  type Serialization,
} from "@metadata-service/spec-tools";
import { type ApiOperation, examplesOf } from "./operations.js";
import { type Sample, WAYS } from "./sample.js";

/** Writes the whole reference as plain Markdown, for tools that read it. */
export function referenceMarkdown(
  document: OpenApiDocument,
  operations: ApiOperation[],
  samples: Map<string, Sample[]>,
): string {
  return [
    `# ${document.info.title} ${document.info.version}: reference`,
    document.info.description,
    "## Operations",
    ...operations.flatMap((operation) => operationSection(document, operation, samples.get(operation.id) ?? [])),
    "## Schemas",
    ...Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => schemaSection(name, schema)),
    "",
  ].join("\n\n");
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const oneLine = (text = "") => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();

function operationSection(document: OpenApiDocument, operation: ApiOperation, samples: Sample[]): string[] {
  const { id, method, path, summary, description, parameters, body, schemes } = operation;
  const examples = (where: "request" | "response") =>
    examplesOf(operation, where).flatMap(({ summary, value }) => [
      `${summary ?? "Example"}:`,
      typeof value === "string" ? `\`\`\`\n${value}\n\`\`\`` : json(value),
    ]);
  const responses = operation.responses.map(
    ({ status, description, content }) =>
      `- ${status}: ${oneLine(description)}${content.length > 0 ? ` Body: ${contentText(document, content)}.` : ""}`,
  );
  return [
    `### ${id}: ${summary}`,
    `\`${method} ${path}\``,
    ...(operation.deprecated ? ["Deprecated."] : []),
    description ?? "",
    ...(schemes.length > 0 ? [`Needs ${schemes.map(credentialText).join(" and ")}.`] : []),
    ...(parameters.length > 0 ? ["Parameters:", parameters.map(parameterLine).join("\n")] : []),
    ...(body ? [`Request body${body.required ? "" : " (optional)"}: ${contentText(document, body.content)}.`] : []),
    ...examples("request"),
    "Responses:",
    responses.join("\n"),
    ...examples("response"),
    ...samples.flatMap(({ way, status, source }) => {
      const { label, highlight } = WAYS.find((each) => each.way === way) ?? WAYS[0];
      return [
        `Sample, ${label}${status ? `, provoking a ${status}` : ""}:`,
        `\`\`\`${highlight}\n${source.trimEnd()}\n\`\`\``,
      ];
    }),
  ];
}

/** Returns the type of a body, such as `ReportsPage`, with the media type if it is not JSON. */
function contentText(document: OpenApiDocument, content: readonly MediaTypeModel[]): string {
  return content
    .map(({ mediaType, pointer, schema }) => {
      const written = (nodeAt(document, pointer) as { schema?: SchemaObject }).schema;
      const name = schema && written ? typeOf(written) : "any";
      return mediaType === "application/json" ? name : `${name} as \`${mediaType}\``;
    })
    .join(", or ");
}

/** `the header apiKey`. */
export const credentialText = ({ name, credential }: SecuritySchemeModel) =>
  credential ? `the ${PLACES[credential.in]} \`${credential.name}\`${prefixText(credential.prefix)}` : name;

const PLACES = { header: "header", query: "query parameter", cookie: "cookie" } as const;
const prefixText = (prefix: string) => (prefix ? ` (\`${prefix}\`…)` : "");

function parameterLine({ name, in: place, required, deprecated, description, schema, ...how }: ParameterModel): string {
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
  return bullet(name, facts, description);
}

function bullet(name: string, facts: unknown[], description = ""): string {
  return `- \`${name}\` (${facts.join(", ")})${description && `: ${oneLine(description)}`}`;
}

/** Describes how a value is serialized, if that is not the default of its location. */
function styleText(place: ParameterModel["in"], { style, explode, mediaType }: Serialization): string | undefined {
  const isForm = place === "query" || place === "cookie";
  if (mediaType !== undefined || (style === (isForm ? "form" : "simple") && explode === isForm)) return undefined;
  return `style ${style}${explode ? ", exploded" : ""}`;
}

function boundsOf(schema: SchemaObject): string[] {
  return [
    schema.enum && `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`,
    schema.const !== undefined && `always ${JSON.stringify(schema.const)}`,
    schema.format,
    schema.pattern !== undefined && `matches \`${schema.pattern}\``,
    range(schema.minimum, schema.maximum),
    schema.exclusiveMinimum !== undefined && `more than ${schema.exclusiveMinimum}`,
    range(schema.minLength, schema.maxLength, "character"),
    range(schema.minItems, schema.maxItems, "element"),
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
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
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (schema.oneOf) return `one of ${schema.oneOf.map(typeOf).join(", ")}`;
  return [schema.type].flat().filter(Boolean).join(" or ") || (schema.const === undefined ? "any" : "string");
}

function schemaSection(name: string, schema: SchemaObject): string[] {
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).map(([member, each]) => {
    const facts = [typeOf(each), required.has(member) ? "required" : "optional", ...boundsOf(each)];
    return bullet(member, facts, each.description);
  });
  const facts = [typeOf(schema), ...boundsOf(schema)].join(", ");
  return [
    `### ${name}`,
    `${facts}. ${oneLine(schema.description)}`,
    ...(members.length > 0 ? [members.join("\n")] : []),
  ];
}
