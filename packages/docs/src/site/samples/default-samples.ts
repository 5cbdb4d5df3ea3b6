import { exactJson, withNumbers } from "@metadata-service/spec-tools/json";
import { shell, typescript } from "@metadata-service/spec-tools/languages";
import { type CurlPart, curlPart } from "../../browser/try/curl-part.js";
import { type ApiOperation, type DocsApi, examplesOf } from "../reference/operations.js";
import { pythonSample } from "./python-sample.js";
import { type Sample, WAYS } from "./sample.js";
import { isInexact, KEY, type SampleCall, SampleFile, sampleCall, secretFor } from "./sample-call.js";

/**
 * Generates the samples of an operation from its parameters, examples and security in the spec, with the rules of the
 * client. A new operation therefore has samples immediately; samples that are written by hand replace them.
 *
 * @param example the JSON body to send instead of the smallest example of the spec
 */
export function defaultSamples(api: DocsApi, operation: ApiOperation, example?: unknown): Sample[] {
  const { id: operationId } = operation;
  const call = sampleCall(api, operation, example);
  const sources = {
    curl: curl(operation, call),
    client: client(operation, call, api.baseUrl),
    fetch: fetchSample(operation, call),
    python: pythonSample(operation, call),
  };
  return WAYS.map(({ way }) => ({ operationId, way, source: withNumbers(sources[way]) }));
}

/**
 * Generates samples for each example of the JSON body, if there are several: the reference shows those for
 * the chosen example.
 */
export function exampleSamples(api: DocsApi, operation: ApiOperation): (Sample & { name: string })[] {
  const examples = operation.shape.body?.media.kind === "json" ? examplesOf(operation, "request") : [];
  if (examples.length < 2) return [];
  return examples.flatMap(({ name, value }) =>
    defaultSamples(api, operation, value).map((sample) => ({ ...sample, name })),
  );
}

const json = (value: unknown, indent = "") => exactJson(value, 2).replaceAll("\n", `\n${indent}`);

/** Writes the code that makes JSON: as a text, if JavaScript would change one of its numbers. */
function jsonCode(value: unknown, written: string, indent = ""): string {
  if (!isInexact(value)) return `JSON.stringify(${written})`;
  const lines = json(value, indent);
  return /[\\`]|\$\{/.test(lines) ? text(exactJson(value)) : `\`${lines}\``;
}

/** Writes a value as TypeScript: property names without quotes if possible, and files as Blobs. */
function literal(value: unknown, indent = ""): string {
  if (value instanceof SampleFile) return `new Blob([${text(value.content)}], { type: ${text(value.type)} })`;
  if (typeof value !== "object" || value === null) return typescript.json(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, inner))
    : Object.entries(value).map(([name, each]) => `${typescript.propertyName(name)}: ${literal(each, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return parts.length > 0 ? `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}` : `${open}${close}`;
}

/** Writes a value on one line, for parameters. */
const inline = (value: unknown) => literal(value).replaceAll(/\n\s*/g, " ");

const { text } = typescript;
const { word } = shell;

function curl({ shape }: ApiOperation, { request, body }: SampleCall): string {
  const { method, url, headers } = request;
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${word(url)}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${word(`${name}: ${value}`)}`);
  const kind = shape.body?.media.kind;
  if (kind === "multipart")
    for (const [name, value] of partsOf(body)) {
      const [flag, text] = curlPart(name, contentOf(value));
      lines.push(`${flag} ${word(text)}`);
    }
  else if (body instanceof SampleFile)
    lines.push(`--data-binary ${/^[\w.]+$/.test(body.name) ? `@${body.name}` : word(`@${body.name}`)}`);
  else if (kind === "json") lines.push(`-d ${word(json(body))}`);
  else if (request.body !== undefined) lines.push(`--data-raw ${word(String(request.body))}`);
  return `${lines.join(" \\\n  ")}\n`;
}

/** Returns the parts of a multipart body, one for each element of an array. */
const partsOf = (body: unknown): [name: string, value: unknown][] =>
  Object.entries(body as object).flatMap(([name, value]) =>
    [value].flat().map((one): [string, unknown] => [name, one]),
  );

function contentOf(value: unknown): CurlPart {
  if (value instanceof SampleFile) return { file: value.name, type: value.type };
  return typeof value === "object" ? { text: exactJson(value), type: "application/json" } : { text: String(value) };
}

const ROUNDED = "\n// JavaScript rounds a number of this request. fetch can send it as it is written.";

function client(operation: ApiOperation, { path, parameters, body }: SampleCall, baseUrl: string): string {
  const { shape, list } = operation;
  const parts = path.map(([, value]) => inline(value));
  const hasParameters = Object.keys(parameters).length > 0;
  if (shape.body) parts.push(body === undefined ? "undefined" : literal(body));
  if (hasParameters) parts.push(inline(parameters));
  const head = `import { createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: ${text(baseUrl)}, apiKey: ${apiKey(operation)} });
${isInexact([path, parameters, body]) ? ROUNDED : ""}`;
  const call = `client.${shape.name}(${parts.join(", ")})`;
  if (list)
    return `${head}
for await (const record of ${call}) {
  console.log(record${typescript.member(list.identity)});
}
`;
  const { kind, isOptional } = shape.success;
  if (kind === "none")
    return `${head}\nconst { response } = await ${call}.withResponse();\nconsole.log(response.status);\n`;
  const shown = kind === "binary" ? `result${isOptional ? "?" : ""}.size` : "result";
  return `${head}\nconst result = await ${call};\nconsole.log(${shown});\n`;
}

/** Writes the `apiKey` option. A single text is used for every scheme; several schemes, or a password, need names. */
function apiKey({ schemes }: ApiOperation): string {
  if (schemes.length < 2 && schemes.every((scheme) => secretFor(scheme) === KEY)) return text(KEY);
  return inline(Object.fromEntries(schemes.map((scheme) => [scheme.name, secretFor(scheme)])));
}

function fetchSample({ shape }: ApiOperation, { request, body }: SampleCall): string {
  const { method, url, headers } = request;
  const kind = shape.body?.media.kind;
  const isMultipart = kind === "multipart";
  const before = isMultipart
    ? ["const form = new FormData();", ...partsOf(body).map(([name, value]) => append(name, value)), ""].join("\n")
    : "";
  const init = [
    ...(method === "GET" ? [] : [`  method: ${text(method)},`]),
    ...(shape.success.kind === "location" ? ['  redirect: "manual",'] : []),
    ...(Object.keys(headers).length > 0 ? [`  headers: ${inline(headers)},`] : []),
    ...(request.body === undefined ? [] : [`  body: ${bodyCode()},`]),
  ];
  return `${before && `${before}\n`}const response = await fetch(${text(url)}${init.length > 0 ? `, {\n${init.join("\n")}\n}` : ""});
console.log(response.status${shown()});
`;

  function bodyCode(): string {
    if (isMultipart) return "form";
    if (kind === "json") return jsonCode(body, literal(body, "  "), "  ");
    return literal(body instanceof SampleFile ? body : String(request.body), "  ");
  }

  function shown(): string {
    const { kind, isOptional } = shape.success;
    if (kind === "location") return ', response.headers.get("location")';
    const how = {
      json: isOptional ? "text()" : "json()",
      text: "text()",
      binary: "blob()",
      none: "",
      unknown: "text()",
    }[kind];
    return how && `, await response.${how}`;
  }
}

function append(name: string, value: unknown): string {
  const args = value instanceof SampleFile ? [literal(value), text(value.name)] : [textOf(value)];
  return `form.append(${[text(name), ...args].join(", ")});`;
}

const textOf = (value: unknown) =>
  typeof value === "object"
    ? `new Blob([${jsonCode(value, inline(value))}], { type: "application/json" })`
    : text(String(value));
