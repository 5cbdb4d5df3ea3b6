/**
 * What an API promises beyond OpenAPI, from the extension `x-promises` of its document. The suite demands none of it
 * from an API whose document does not promise it.
 */
export interface Promises {
  /** The status for a query parameter that the document does not have. */
  unknownQueryParameter?: string;
  /** The status for a query parameter that is sent more than once. */
  repeatedQueryParameter?: string;
  /** The status for a method that a path does not have; `Allow` then lists the others. HEAD is served where GET is. */
  otherMethods?: string;
  /** The result of a create request that is sent again: `sameRecord`. */
  repeatedCreate?: string;
  /** Further promises, by their names. */
  [name: string]: string | undefined;
}

/**
 * Whether a document promises more than OpenAPI says of an operation: what is left to servers elsewhere, such as other notations
 * of a media type, is then demanded, too.
 */
export const isStrict = ({ promises }: { promises: Promises }): boolean => promises.unknownQueryParameter !== undefined;

/** The limits of a body in `x-limits`. */
export interface Limits {
  /** The maximum size in bytes. */
  bytes?: number;
  /** The maximum depth of nested items. */
  itemLevels?: number;
}

/** Returns what a document promises about all of its operations. */
export const promisesOf = (document: object): Promises =>
  operationPromises((document as { "x-promises"?: unknown })["x-promises"]);

/** Returns the promises in an extension; statuses become text, like those of responses. */
export function operationPromises(extension: unknown): Promises {
  const entries = Object.entries(Object(extension) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
