import { hashOfKey } from "./api-key.js";

/** Keys that stand in documentation and examples. Earlier versions stored the one that a demonstration was started with. */
const WELL_KNOWN_KEYS = ["demo-key", "test-key", "my-key", "key", "apikey", "api-key", "secret", "changeme"];

/** What the database keeps of a key that everybody knows. */
export const WELL_KNOWN_HASHES: readonly Buffer[] = WELL_KNOWN_KEYS.map(hashOfKey);

/** What to tell an operator about a stored key that everybody knows. */
export function wellKnownWarning(id: string): string {
  return `The key ${id} is published in the documentation and gives access to this service; revoke it: metadata-service keys revoke ${id}`;
}
