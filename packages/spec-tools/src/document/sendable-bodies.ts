import { isMethod, type OpenApiDocument } from "./open-api-document.js";

/** The methods with which no body is sent: `fetch` throws, and servers may reject the request (RFC 9110, 9.3.1). */
const BODILESS = ["get", "head"];

/**
 * Copies a document without the request bodies of GET and HEAD, which some generators write for every operation.
 *
 * @returns the copy, and the operations that had one
 */
export function withSendableBodies(document: object): { document: object; without: readonly string[] } {
  const { paths = {} } = document as OpenApiDocument;
  const without: string[] = [];
  const changed = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(Object(item)).map(([key, operation]) => {
      if (!isMethod(key) || !BODILESS.includes(key) || !Object.hasOwn(Object(operation), "requestBody"))
        return [key, operation];
      without.push(`${key.toUpperCase()} ${path}`);
      const { requestBody: _, ...rest } = operation as { requestBody?: unknown };
      return [key, rest];
    });
    return [path, Object.fromEntries(operations)];
  });
  return without.length === 0
    ? { document, without }
    : { document: { ...document, paths: Object.fromEntries(changed) }, without };
}

/** Names the operations, in one sentence; `undefined` if there are none. */
export const describeBodies = (without: readonly string[]): string | undefined =>
  without.length === 0
    ? undefined
    : `A GET or HEAD is sent without a body, so the requestBody of ${without[0]} ${
        without.length > 1 ? `and ${without.length - 1} more ` : ""
      }is left out; describe what it takes as parameters.`;
