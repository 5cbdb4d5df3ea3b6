import { fileURLToPath } from "node:url";

/** An absolute path inside packages/docs. */
export const inDocs = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** An absolute path inside the repository. */
export const inRepository = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
