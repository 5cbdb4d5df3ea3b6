import {
  dereference,
  nameOf,
  type OpenApiDocument,
  type Operation,
  type ParameterObject,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import { examplesOf } from "./document.js";
import { type Sample, WAYS } from "./sample.js";

/** The whole reference as plain Markdown, for tools that read. */
export function referenceMarkdown(
  document: OpenApiDocument,
  rows: Operation[],
  samples: Map<string, Sample[]>,
): string {
  return [
    `# ${document.info.title} ${document.info.version}: reference`,
    document.info.description,
    "## Operations",
    ...rows.flatMap((row) => operation(document, row, samples.get(row.operation.operationId) ?? [])),
    "## Schemas",
    ...Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => schemaSection(name, schema)),
    "",
  ].join("\n\n");
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const oneLine = (text = "") => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();

function operation(document: OpenApiDocument, row: Operation, samples: Sample[]): string[] {
  const { operation: it, method, path, parameters } = row;
  const examples = (where: "request" | "response") =>
    Object.values(examplesOf(document, row, where)).flatMap(({ summary, value }) => [
      `${summary ?? "Example"}:`,
      json(value),
    ]);
  const responses = Object.entries(row.responses).map(([status, { description, content }]) => {
    const schema = content?.["application/json"]?.schema;
    return `- ${status}: ${oneLine(description)}${schema ? ` Body: ${typeOf(schema)}.` : ""}`;
  });
  return [
    `### ${it.operationId}: ${it.summary}`,
    `\`${method} ${path}\``,
    it.description ?? "",
    ...(parameters.length > 0 ? ["Parameters:", parameters.map((each) => parameter(document, each)).join("\n")] : []),
    ...(row.requestBody ? [`Request body: ${typeOf(row.requestBody.content["application/json"]?.schema ?? {})}.`] : []),
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

function parameter(
  document: OpenApiDocument,
  { name, in: place, required, description, schema }: ParameterObject,
): string {
  const { type, ...bounds } = dereference(document, schema).node;
  const facts = [place, type, required ? "required" : "optional", ...boundsOf(bounds)].filter(Boolean);
  return `- \`${name}\` (${facts.join(", ")}): ${oneLine(description)}`;
}

function boundsOf(schema: SchemaObject): string[] {
  return [
    schema.enum && `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`,
    schema.const !== undefined && `always ${JSON.stringify(schema.const)}`,
    schema.format,
    schema.minimum !== undefined && `at least ${schema.minimum}`,
    schema.maximum !== undefined && `at most ${schema.maximum}`,
    schema.minLength !== undefined && `at least ${schema.minLength} characters`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.minItems !== undefined && `at least ${schema.minItems}`,
    schema.maxItems !== undefined && `at most ${schema.maxItems}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((fact): fact is string => typeof fact === "string");
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
    return `- \`${member}\` (${facts.join(", ")}): ${oneLine(each.description)}`;
  });
  const facts = [typeOf(schema), ...boundsOf(schema)].join(", ");
  return [
    `### ${name}`,
    `${facts}. ${oneLine(schema.description)}`,
    ...(members.length > 0 ? [members.join("\n")] : []),
  ];
}
