import { stat } from "node:fs/promises";
import { AdministrationError } from "../admin/administration.js";
import type { FileIdentity } from "./reject-file.js";

/**
 * Returns the size and the identity of a file that a command reads.
 *
 * @throws AdministrationError if it is a folder, which could be opened
 */
export async function sourceFile(file: string, command: string): Promise<FileIdentity & { readonly size: number }> {
  const source = await stat(file);
  if (source.isDirectory()) throw new AdministrationError(`${file} is a folder; ${command} takes one file`);
  return source;
}
