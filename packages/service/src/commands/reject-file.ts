import { constants } from "node:fs";
import { type FileHandle, lstat, open, stat } from "node:fs/promises";
import { atLine } from "@metadata-service/spec-tools/input";
import { AdministrationError } from "../admin/administration.js";
import type { Reject } from "../lists/import-records.js";

/** The number of rejected lines whose reason is printed; the rest are only in the reject file. */
const SHOWN_REJECTS = 10;

/** Identifies a file independently of its names. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

/**
 * Finds the path of a new reject file.
 *
 * @param wanted the path given by the operator; by default, an unused name derived from the source
 * @throws AdministrationError if the path exists, for example if it is the source itself
 */
export async function rejectPathFor(
  wanted: string | undefined,
  source: { readonly name: string | undefined; readonly identity: FileIdentity | undefined },
): Promise<string> {
  if (wanted === undefined) {
    const stem = source.name === undefined ? "rejects" : `${source.name}.rejects`;
    for (let n = 1; ; n++) {
      const path = n === 1 ? `${stem}.ndjson` : `${stem}.${n}.ndjson`;
      if (!(await exists(path))) return path;
    }
  }
  if (!(await exists(wanted))) return wanted;
  const found = await stat(wanted).catch(() => undefined);
  const { identity } = source;
  throw new AdministrationError(
    found && identity && found.dev === identity.dev && found.ino === identity.ino
      ? `${wanted} cannot be the reject file because it contains the lines to import; choose another one with --rejects`
      : `The reject file ${wanted} already exists; choose a new one with --rejects`,
  );
}

/**
 * Stores rejected lines. The file is created with the first one, so a clean import creates none. It is always a new
 * file that only its owner can read, because the lines may be confidential. Symbolic links are not followed.
 */
export function createRejectFile(path: string, say: (text: string) => void) {
  let handle: FileHandle | undefined;
  let count = 0;
  const failed = (cause: Error): never => {
    throw new AdministrationError(
      `The reject file ${path} cannot be written (${cause.message}); choose another one with --rejects and run the import again`,
      { cause },
    );
  };
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  return {
    async add({ line, reason, bytes }: Reject): Promise<void> {
      count++;
      if (count <= SHOWN_REJECTS) say(atLine(line, reason));
      handle ??= await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600).catch(failed);
      const text = bytes?.toString("utf8");
      // Lines that are not valid UTF-8 are also written byte for byte.
      const exact = bytes === undefined || Buffer.from(text ?? "", "utf8").equals(bytes);
      const kept = exact ? { text } : { base64: bytes?.toString("base64") };
      await handle.appendFile(`${JSON.stringify({ line, reason, ...kept })}\n`).catch(failed);
    },
    summary: () => (count > 0 ? ` The rejected lines, with line numbers and reasons, are in ${path}.` : ""),
    close: async () => handle?.close(),
  };
}

/** Whether a path exists, even as a broken symbolic link. */
function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}
