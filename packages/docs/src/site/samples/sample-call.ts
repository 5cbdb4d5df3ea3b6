import type { WrittenRequest } from "@metadata-service/client/request";
import { writeRequest } from "@metadata-service/client/request";
import {
  itemsOf,
  type MediaTypeModel,
  type OpenApiDocument,
  type ParameterModel,
  propertiesOf,
  requiredNames,
  type SecuritySchemeModel,
  sampleValue,
} from "@metadata-service/spec-tools";
import { withNumbers } from "@metadata-service/spec-tools/json";
import type { ApiOperation, DocsApi } from "../reference/operations.js";

/** The key of the mock, which also accepts it as a token. */
export const KEY = "demo-key";

/**
 * Returns the credential that a reader passes to the client for a security scheme. The mock accepts its key as the
 * password of any user.
 */
export const secretFor = ({ kind }: SecuritySchemeModel): string => (kind === "basic" ? `user:${KEY}` : KEY);

/** Whether a value has a number that a 64-bit float changes. Texts stand for such numbers. */
export const isInexact = (value: unknown): boolean => withNumbers(JSON.stringify([value])) !== JSON.stringify([value]);

/** A file in the request of a sample. */
export class SampleFile {
  constructor(
    readonly name: string,
    readonly type: string,
  ) {}

  get content(): string {
    return `the content of ${this.name}`;
  }

  toBlob(): Blob {
    return new Blob([this.content], { type: this.type });
  }
}

/** What a sample passes to an operation. */
export interface SampleCall {
  /** In the order of the path template. */
  readonly path: readonly (readonly [name: string, value: unknown])[];
  /** The required parameters and `limit`, by the names that the client's method uses. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** JSON, text, a {@link SampleFile}, or the fields of a form, some of which may be files. */
  readonly body?: unknown;
  /** The call as an HTTP request. */
  readonly request: WrittenRequest;
}

/**
 * Returns a call of the operation with values from the spec's examples.
 *
 * @param example the body to send instead of the smallest example of the spec
 * @throws Error if a path parameter has no value that can be used in a path
 */
export function sampleCall({ document, baseUrl }: DocsApi, operation: ApiOperation, example?: unknown): SampleCall {
  const { shape, descriptor, schemes } = operation;
  const exampleOf = ({ schema, examples }: ParameterModel) => sampleValue(document, schema, examples);
  const path = shape.path.map((parameter) => [parameter.name, exampleOf(parameter)] as const);
  const passed = shape.parameters.filter(({ parameter: { name, required } }) => required || name === "limit");
  const parameters = Object.fromEntries(passed.map(({ key, parameter }) => [key, exampleOf(parameter)]));
  const body = example ?? (shape.body && sampleBody(document, shape.body.media));
  const credentials = schemes.flatMap(carriedBy);
  const parts = { baseUrl, descriptor, path: Object.fromEntries(path), parameters, body: sendable(body), credentials };
  try {
    return { path, parameters, ...(body !== undefined && { body }), request: writeRequest(parts) };
  } catch (error) {
    throw new Error(`No sample of ${operation.id} can be made: ${(error as Error).message}. Give it an example.`);
  }
}

/** Returns what a request contains for a security scheme. */
function carriedBy(scheme: SecuritySchemeModel) {
  const { kind, credential } = scheme;
  const secret = secretFor(scheme);
  return credential ? [{ ...credential, value: credential.prefix + (kind === "basic" ? btoa(secret) : secret) }] : [];
}

function sampleBody(document: OpenApiDocument, media: MediaTypeModel): unknown {
  const { kind, concrete, schema, examples } = media;
  const [smallest] = [...examples].sort((a, b) => JSON.stringify(a.value).length - JSON.stringify(b.value).length);
  if (kind === "binary") return fileOf("file", concrete);
  if (kind === "multipart" || kind === "form") return { ...fieldsOf(document, media), ...(smallest?.value as object) };
  if (smallest) return smallest.value;
  if (schema) return sampleValue(document, schema);
  return kind === "text" ? "A text" : {};
}

/** Returns the required fields of a form, or all fields if none is required. */
function fieldsOf(document: OpenApiDocument, { schema, encoding }: MediaTypeModel): Record<string, unknown> {
  if (!schema) return {};
  const properties = [...propertiesOf(document, schema)];
  const names = requiredNames(document, schema);
  const required = properties.filter(([name]) => names.has(name));
  const fields = (required.length > 0 ? required : properties).map(([name, property]) => {
    const { contentTypes = [], repeated = false } = encoding[name] ?? {};
    const [type = ""] = contentTypes;
    if (!isFile(type)) return [name, sampleValue(document, property)] as const;
    const file = fileOf(name, type);
    return [name, repeated && itemsOf(document, property) ? [file] : file] as const;
  });
  return Object.fromEntries(fields);
}

/** Whether a part of this media type is sent as a file. */
export const isFile = (type: string) => type !== "" && !/^text\/plain|json|x-www-form-urlencoded/.test(type);

const EXTENSIONS = new Map([
  ["jpeg", "jpg"],
  ["", "bin"],
]);

function fileOf(name: string, mediaType: string): SampleFile {
  const type = mediaType.includes("*")
    ? mediaType.replace("*/*", "application/octet-stream").replace("/*", "/png")
    : mediaType;
  const [, extension = ""] = /\/(?:x-)?([a-z0-9]+)$/.exec(type) ?? [];
  return new SampleFile(`${name}.${EXTENSIONS.get(extension) ?? extension}`, type);
}

/** Replaces files with Blobs. */
function sendable(body: unknown): unknown {
  if (body instanceof SampleFile) return body.toBlob();
  if (Array.isArray(body)) return body.map(sendable);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, sendable(value)]));
}
