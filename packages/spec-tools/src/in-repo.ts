import { fileURLToPath } from "node:url";

/** The absolute path of a file or folder of the repository. */
export const inRepo = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
