import { stat } from "node:fs/promises";
import { BOUNDS } from "../document/bounds.js";
import { readTextFile } from "../input/decode-text.js";

/**
 * Reads a file of a spec.
 *
 * @throws Error if it is too large, or not UTF-8
 */
export async function readSpecFile(path: string): Promise<string> {
  const found = await stat(path);
  if (found.isDirectory()) throw new Error(`${path} is a folder; name a file of the spec.`);
  if (found.size > BOUNDS.bytes)
    throw new Error(
      `${path} has ${found.size.toLocaleString("en-US")} bytes; a file of a spec may have ${BOUNDS.bytes.toLocaleString("en-US")}. Divide it.`,
    );
  return readTextFile(path);
}
