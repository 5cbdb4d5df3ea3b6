import { type BodyKind, kindOf } from "../document/body-kind.js";
import {
  type Document,
  isStatus,
  type Operation,
  type ResponseHeader,
  responseFor,
  type Schema,
  successOf,
} from "../document/document.js";
import { parseJson } from "../document/exact-numbers.js";
import { type Breach, describeBreaches, type Validator } from "../document/validator.js";
import { isRecord, own, parsed } from "../lib/objects.js";
import type { WireRequest, WireResponse } from "../target/target.js";
import { typesOfText } from "../values/flatten.js";
import { holdsMembers } from "../values/leaf-value.js";

/** A violation of the contract; the report shows its message. */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
  /** The request and the response that show it, if there are any. */
  exchange?: WireExchange;

  constructor(message: string, exchange?: WireExchange) {
    super(message);
    this.exchange = exchange;
  }

  /** Returns the same violation with the exchange that shows it, unless it already has one. */
  with(exchange: WireExchange): this {
    this.exchange ??= exchange;
    return this;
  }
}

/** A request and its response. */
export interface WireExchange {
  request: WireRequest;
  response: WireResponse;
}

/** Whether a document says nothing about a status: it has no response, or only errors, and this is a success. */
function isUndescribed(operation: Operation, status: number): boolean {
  const success = successOf(operation);
  return (
    operation.responses.length === 0 || (!operation.responses.includes(success) && isStatus(success.status, status))
  );
}

/**
 * Validates a response against the document: the status and the media type are documented, the body is valid,
 * the headers are valid, and the required ones are present.
 *
 * @returns the parsed body
 * @throws {ContractViolation} naming what is wrong
 */
export function judgeResponse(validator: Validator, operation: Operation, response: WireResponse): unknown {
  const description = responseFor(operation, response.status);
  if (isUndescribed(operation, response.status)) return undefined;
  if (!description)
    throw new ContractViolation(
      `status ${response.status} is not documented for ${operation.id}: ${excerpt(response.body)}`,
    );
  for (const header of description.headers) judgeHeader(validator, operation.document, header, response);
  const types = Object.keys(description.content);
  // A response to HEAD has no body, even if the document describes one, and so have these statuses (RFC 9110, 6.4.1).
  if (types.length === 0 || operation.method === "HEAD" || [204, 304].includes(response.status)) return undefined;
  const type = mediaType(response);
  const content = contentFor(description.content, type);
  if (!content)
    throw new ContractViolation(
      `status ${response.status} has content type "${type}", but the documented one is ${types.join(", ")}`,
    );
  const kind = kindOf(type);
  // Binary data was read as text, so it cannot be checked.
  if (kind === "binary") return response.body;
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(response.headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && charset.toLowerCase() !== "utf-8")
    throw new ContractViolation(`status ${response.status} has the charset ${charset} instead of UTF-8`);
  const body = kind === "json" ? parse(response) : response.body;
  const breaches =
    content.schema && !isOpaque(kind, content.schema.node)
      ? breachesOf(validator, content.schema.pointer, type, body)
      : [];
  if (breaches.length > 0)
    throw new ContractViolation(
      `the body of status ${response.status} violates its schema: ${describeBreaches(breaches)}`,
    );
  return body;
}

/** Whether a body is not read as its schema describes it: no standard says how a text such as XML represents an object. */
const isOpaque = (kind: BodyKind, schema: Schema): boolean =>
  kind === "multipart" || (kind === "text" && holdsMembers(schema));

/**
 * Returns how the body of a response violates its schema. `type` and `instance` of a problem are URI references (RFC 9457,
 * 3.1.1 and 3.1.5), even where a framework describes them with the format `uri`.
 */
export function breachesOf(validator: Validator, schema: string, type: string, body: unknown): Breach[] {
  const breaches = validator.breaches(schema, body);
  if (breaches.length === 0 || type !== "application/problem+json" || !isRecord(body)) return breaches;
  const absolute = (value: unknown) =>
    typeof value === "string" && URL.canParse(value, "http://localhost")
      ? new URL(value, "http://localhost").href
      : value;
  const resolved = { ...body };
  for (const name of ["type", "instance"]) if (Object.hasOwn(body, name)) resolved[name] = absolute(body[name]);
  return validator.accepts(schema, resolved) ? [] : breaches;
}

/** Returns the content for a media type: by its name, otherwise by a range that includes it. */
function contentFor<T>(content: Record<string, T>, type: string): T | undefined {
  const plain = Object.entries(content).find(([name]) => name.split(";")[0]?.trim().toLowerCase() === type)?.[1];
  return own(content, type) ?? plain ?? content[type.replace(/\/.*/, "/*")] ?? content["*/*"];
}

function judgeHeader(validator: Validator, document: Document, header: ResponseHeader, response: WireResponse): void {
  const { name, required, schema } = header;
  const value = own(response.headers, name.toLowerCase());
  if (value === undefined) {
    if (required) throw new ContractViolation(`status ${response.status} has no ${name} header, which is required`);
    return;
  }
  const breaches = validator.breaches(schema.pointer, headerValue(document, header, value));
  if (breaches.length > 0)
    throw new ContractViolation(`the header ${name}: "${value}" violates its schema: ${breaches[0]?.message}`);
}

/** Parses the value of a header: as JSON if it has that media type, otherwise by the style `simple`. */
function headerValue(document: Document, header: ResponseHeader, text: string): unknown {
  const { name, schema, isJson, explode } = header;
  const { node } = schema;
  const read = (part: string, of: Schema | undefined) => decode(part, typesOfText(document, of));
  if (isJson) {
    const value = parsed(text);
    if (value === undefined) throw new ContractViolation(`the header ${name}: "${excerpt(text)}" is not JSON`);
    return value;
  }
  const parts = text.split(/\s*,\s*/);
  const types = typesOfText(document, node);
  if (types.includes("array")) return parts.map((part) => read(part, node.items));
  if (!types.includes("object")) return decode(text, types);
  const pairs = explode
    ? parts.map((part) => part.split("="))
    : parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1]]] : []));
  return Object.fromEntries(pairs.map(([key = "", value = ""]) => [key, read(value, own(node.properties, key))]));
}

/** A JSON number, with or without an exponent: String(1e21) has one. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Converts text from a URL or a header to one of the types that its schema allows; returns it unchanged if it does not fit.
 * How a server reads `null` is not specified; it is read as such where the schema allows it, and never sent.
 */
export function decode(text: string, types: readonly string[]): unknown {
  if ((types.includes("integer") || types.includes("number")) && NUMBER.test(text)) return parseJson(text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  if (types.includes("null") && text === "null") return null;
  return text;
}

export const mediaType = (response: WireResponse): string =>
  (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Parses a body. @throws {ContractViolation} if it is not JSON */
export function parse(response: WireResponse): unknown {
  if (response.body.startsWith("\ufeff"))
    throw new ContractViolation(
      `the body of status ${response.status} begins with a byte order mark, which JSON must not have (RFC 8259, 8.1)`,
    );
  if (response.notUtf8)
    throw new ContractViolation(
      `the body of status ${response.status} has bytes that are not UTF-8, which JSON must be (RFC 8259, 8.1): ${excerpt(response.body)}`,
    );
  try {
    return parseJson(response.body);
  } catch {
    throw new ContractViolation(`the body of status ${response.status} is not JSON: ${excerpt(response.body)}`);
  }
}

export const excerpt = (text: string): string => (text.length > 160 ? `${text.slice(0, 157)}...` : text || "(empty)");
