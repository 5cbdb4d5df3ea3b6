import { kindOf } from "./body-kind.js";
import { type Operation, type ResponseHeader, responseFor } from "./document.js";
import type { WireRequest, WireResponse } from "./target.js";
import { describeBreaches, type Validator } from "./validator.js";
import { holdsMembers } from "./values/leaf-value.js";

/** A broken promise of the contract, in words for the report. */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
  /** The request and the response that showed it, where it was one of them. */
  exchange?: WireExchange;

  constructor(message: string, exchange?: WireExchange) {
    super(message);
    this.exchange = exchange;
  }

  /** The same violation, with the exchange that showed it; what is known already stays. */
  with(exchange: WireExchange): this {
    this.exchange ??= exchange;
    return this;
  }
}

/** Replaces the key in the report of a request. */
export const REDACTED = "(the key)";

/** A request and its response. */
export interface WireExchange {
  request: WireRequest;
  response: WireResponse;
}

/**
 * Judges a response by the document alone: the status is documented, the media type is, the body is valid,
 * the headers are valid and the required ones are there.
 *
 * @returns the parsed body
 * @throws {ContractViolation} naming what is wrong
 */
export function judgeResponse(validator: Validator, operation: Operation, response: WireResponse): unknown {
  const description = responseFor(operation, response.status);
  if (!description)
    throw new ContractViolation(
      `status ${response.status} is not documented for ${operation.id}: ${excerpt(response.body)}`,
    );
  for (const header of description.headers) judgeHeader(validator, header, response);
  const types = Object.keys(description.content);
  // A response to HEAD has no body, even if the document describes one.
  if (types.length === 0 || operation.method === "HEAD") return undefined;
  const type = mediaType(response);
  const content = contentFor(description.content, type);
  if (!content)
    throw new ContractViolation(
      `status ${response.status} has content type "${type}", documented is ${types.join(", ")}`,
    );
  const kind = kindOf(type);
  // Bytes are read as text here, so of them nothing can be said.
  if (kind === "binary") return response.body;
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(response.headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && charset.toLowerCase() !== "utf-8")
    throw new ContractViolation(`status ${response.status} has the charset ${charset}, and not UTF-8`);
  const body = kind === "json" ? parse(response) : response.body;
  // How a text such as XML holds an object, no rule says.
  const isOpaque = kind === "text" && holdsMembers(content.schema?.node);
  const breaches = content.schema && !isOpaque ? validator.breaches(content.schema.pointer, body) : [];
  if (breaches.length > 0)
    throw new ContractViolation(
      `the body of status ${response.status} breaks its schema: ${describeBreaches(breaches)}`,
    );
  return body;
}

/** The content of a media type: documented by its name, else by a range that it belongs to. */
function contentFor<T>(content: Record<string, T>, type: string): T | undefined {
  const plain = Object.entries(content).find(([name]) => name.split(";")[0]?.trim().toLowerCase() === type)?.[1];
  return content[type] ?? plain ?? content[type.replace(/\/.*/, "/*")] ?? content["*/*"];
}

function judgeHeader(validator: Validator, header: ResponseHeader, response: WireResponse): void {
  const { name, required, schema } = header;
  const value = response.headers[name.toLowerCase()];
  if (value === undefined) {
    if (required) throw new ContractViolation(`status ${response.status} lacks the header ${name}`);
    return;
  }
  const breaches = validator.breaches(schema.pointer, headerValue(header, value));
  if (breaches.length > 0)
    throw new ContractViolation(`the header ${name}: "${value}" breaks its schema: ${breaches[0]?.message}`);
}

/** The value of a header: JSON by its media type, else by the style `simple`. */
function headerValue({ name, schema: { node }, isJson, explode }: ResponseHeader, text: string): unknown {
  if (isJson) {
    try {
      return JSON.parse(text);
    } catch {
      throw new ContractViolation(`the header ${name}: "${excerpt(text)}" is not JSON`);
    }
  }
  const parts = text.split(/\s*,\s*/);
  const types = [node.type].flat();
  if (types.includes("array")) return parts.map((part) => decode(part, node.items?.type));
  if (!types.includes("object")) return decode(text, node.type);
  const pairs = explode
    ? parts.map((part) => part.split("="))
    : parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1]]] : []));
  return Object.fromEntries(pairs.map(([key = "", value = ""]) => [key, decode(value, node.properties?.[key]?.type)]));
}

/** A number as JSON writes it, with an exponent or without: String(1e21) has one. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/** A text out of a URL or a header, as the type that its schema asks for; what does not fit stays a text. */
export function decode(text: string, type: string | string[] | undefined): unknown {
  const types = [type ?? "string"].flat();
  if ((types.includes("integer") || types.includes("number")) && NUMBER.test(text)) return Number(text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

export const mediaType = (response: WireResponse): string =>
  (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** @throws {ContractViolation} when the body is not JSON */
export function parse(response: WireResponse): unknown {
  try {
    return JSON.parse(response.body);
  } catch {
    throw new ContractViolation(`the body of status ${response.status} is not JSON: ${excerpt(response.body)}`);
  }
}

export const excerpt = (text: string): string => (text.length > 160 ? `${text.slice(0, 157)}...` : text || "(empty)");
