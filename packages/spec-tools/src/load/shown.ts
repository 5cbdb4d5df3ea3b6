import { relative } from "node:path";

/** A path as it is printed: relative to the folder if it is below it. */
export function shown(folder: string, path: string): string {
  const short = relative(folder, path);
  return short.startsWith("..") ? path : short;
}
