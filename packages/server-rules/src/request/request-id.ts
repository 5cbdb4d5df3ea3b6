import type { ApiModel } from "@metadata-service/spec-tools";
import type { SchemaChecker } from "../schema/create-schema-checker.js";

/** The header with the request ID, in requests and responses. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** Accepts only characters that are safe in logs, and a length that covers common ID formats. */
const SOUND = /^[\w.:+/=@-]{1,128}$/;

/** What a document says about request IDs. */
export interface RequestIdRules {
  /** Whether the schemas of the header allow an ID in a response. */
  isRequestId(id: string): boolean;
}

/** Reads what a document says about the header in its responses. */
export function requestIdRules({ operations }: ApiModel, schemas: SchemaChecker): RequestIdRules {
  const described = operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ headers }) => headers)
    .filter(({ name }) => name.toLowerCase() === REQUEST_ID_HEADER.toLowerCase());
  const pointers = [...new Set(described.map(({ schema }) => schema.pointer))];
  return { isRequestId: (id) => pointers.every((pointer) => schemas.at(pointer)(id) === undefined) };
}

/** The request ID of a request that Node received; its headers are in lower case. */
export const requestIdOf = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  rules?: RequestIdRules,
): string => requestId(headers[REQUEST_ID_HEADER.toLowerCase()], rules);

/**
 * Returns the caller's request ID if it is safe to log, and the document allows it in a response; otherwise a new one.
 *
 * @param given the request ID of the request
 */
export function requestId(given?: string | readonly string[], rules?: RequestIdRules): string {
  const isKept = typeof given === "string" && SOUND.test(given) && (rules?.isRequestId(given) ?? true);
  return isKept ? given : newId();
}

/**
 * Creates a random UUID. Browsers offer `crypto.randomUUID` only in secure contexts, but `getRandomValues` everywhere.
 */
function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
