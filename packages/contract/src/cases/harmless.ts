import type { Operation } from "../document.js";

/** Methods that a right server takes for a question alone (RFC 9110, 9.2.1). */
const SAFE = ["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "SEARCH", "REPORT"];

/** Path parameters that may name a record: those whose values the document does not list. */
export const freeParameters = (operation: Operation) =>
  operation.parameters.filter(
    ({ in: place, schema }) => place === "path" && !schema.node.enum && !("const" in schema.node),
  );

/** Whether a method that the document does not know may be tried on a path: where it could name somebody's record, no. */
export const isCollection = (operation: Operation, method: string): boolean =>
  SAFE.includes(method) || freeParameters(operation).length === 0;
