import { hashOfKey } from "./api-key.js";

/**
 * Keys that are published in documentation and examples. Earlier versions stored them when a demonstration was started.
 */
const WELL_KNOWN_KEYS = ["demo-key", "test-key", "my-key", "key", "apikey", "api-key", "secret", "changeme"];

/** The hashes of publicly known keys. */
export const WELL_KNOWN_HASHES: readonly Buffer[] = WELL_KNOWN_KEYS.map(hashOfKey);

/** The warning for an operator about a stored key that is publicly known. */
export function wellKnownWarning(id: string): string {
  return `The key ${id} is published in the documentation and gives access to this service; revoke it: metadata-service keys revoke ${id}`;
}
