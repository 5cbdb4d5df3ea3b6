import type { Rules } from "@metadata-service/server-rules";

/** How values are stored as JSON: with the digits of the numbers for which texts stand in the process. */
export type StoredJson = Pick<Rules, "write" | "parse">;

/** JSON of an API without such numbers. */
export const PLAIN_JSON: StoredJson = { write: (text) => text, parse: (text) => JSON.parse(text) as unknown };
