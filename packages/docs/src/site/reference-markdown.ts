import { type Bundle, examplesOf, follow, nameOf, type Row, type Schema } from "./bundle.js";
import { type Sample, WAYS } from "./samples.js";

/** The whole reference as plain Markdown, for tools that read. */
export function referenceMarkdown(bundle: Bundle, rows: Row[], samples: Map<string, Sample[]>): string {
  return [
    `# ${bundle.info.title} ${bundle.info.version}: reference`,
    bundle.info.description,
    "## Operations",
    ...rows.flatMap((row) => operation(bundle, row, samples.get(row.operation.operationId) ?? [])),
    "## Schemas",
    ...Object.entries(bundle.components.schemas).flatMap(([name, schema]) => schemaSection(name, schema)),
    "",
  ].join("\n\n");
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const oneLine = (text = "") => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();

function operation(bundle: Bundle, row: Row, samples: Sample[]): string[] {
  const { operation: it, method, path, parameters } = row;
  const examples = (where: "request" | "response") =>
    Object.values(examplesOf(bundle, row, where)).flatMap(({ summary, value }) => [
      `${summary ?? "Example"}:`,
      json(value),
    ]);
  const responses = Object.entries(it.responses).map(([status, node]) => {
    const { description, content } = follow(bundle, node);
    const schema = content?.["application/json"]?.schema;
    return `- ${status}: ${oneLine(description)}${schema ? ` Body: ${typeOf(schema)}.` : ""}`;
  });
  return [
    `### ${it.operationId}: ${it.summary}`,
    `\`${method} ${path}\``,
    it.description ?? "",
    ...(parameters.length > 0 ? ["Parameters:", parameters.map((each) => parameter(bundle, each)).join("\n")] : []),
    ...(it.requestBody ? [`Request body: ${typeOf(it.requestBody.content["application/json"]?.schema ?? {})}.`] : []),
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
  bundle: Bundle,
  { name, in: place, required, description, schema }: Row["parameters"][number],
): string {
  const { type, ...bounds } = follow(bundle, schema as Schema);
  const facts = [place, type, required ? "required" : "optional", ...boundsOf(bounds)].filter(Boolean);
  return `- \`${name}\` (${facts.join(", ")}): ${oneLine(description)}`;
}

function boundsOf(schema: Schema): string[] {
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

function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (schema.oneOf) return `one of ${schema.oneOf.map(typeOf).join(", ")}`;
  return [schema.type].flat().filter(Boolean).join(" or ") || (schema.const === undefined ? "any" : "string");
}

function schemaSection(name: string, schema: Schema): string[] {
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
