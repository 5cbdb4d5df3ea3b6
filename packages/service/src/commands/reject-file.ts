import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { atLine } from "@metadata-service/spec-tools/input";
import { AdministrationError } from "../admin/administration.js";
import { exists } from "../exists.js";
import type { Reject } from "../lists/import-records.js";

/** The number of rejected lines whose reason is printed; the rest are only in the reject file. */
const SHOWN_REJECTS = 10;

/** Identifies a file independently of its names. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

/**
 * Checks the path that an operator gave for the reject file.
 *
 * @throws AdministrationError if it exists, for example if it is the source itself
 */
export async function requireNewFile(path: string, source: FileIdentity | undefined): Promise<void> {
  if (!(await exists(path))) return;
  const found = await stat(path).catch(() => undefined);
  throw new AdministrationError(
    found && source && found.dev === source.dev && found.ino === source.ino
      ? `${path} cannot be the reject file because it contains the lines to import; choose another one with --rejects`
      : `The reject file ${path} already exists; choose a new one with --rejects`,
  );
}

/** The names to try for the reject file of a source, in this order; standard input has no name. */
export function* rejectNames(source: string | undefined): Generator<string> {
  const stem = source === undefined ? "rejects" : `${source}.rejects`;
  for (let n = 1; ; n++) yield n === 1 ? `${stem}.ndjson` : `${stem}.${n}.ndjson`;
}

/**
 * Stores rejected lines. The file is created with the first one, so a clean import creates none. It is always a new
 * file that only its owner can read, because the lines may be confidential. Symbolic links are not followed.
 *
 * @param paths the paths to try; the first one at which no file exists is used
 */
export function createRejectFile(paths: Iterable<string>, say: (text: string) => void) {
  let opened: { readonly path: string; readonly handle: FileHandle } | undefined;
  let count = 0;
  return {
    async add({ line, reason, bytes }: Reject): Promise<void> {
      count++;
      if (count <= SHOWN_REJECTS) say(atLine(line, reason));
      opened ??= await openFirst(paths);
      const { path, handle } = opened;
      const text = bytes?.toString("utf8");
      // Lines that are not valid UTF-8 are also written byte for byte.
      const exact = bytes === undefined || Buffer.from(text ?? "", "utf8").equals(bytes);
      const kept = exact ? { text } : { base64: bytes?.toString("base64") };
      await handle.appendFile(`${JSON.stringify({ line, reason, ...kept })}\n`).catch((cause: Error) => {
        throw cannotBeWritten(path, cause);
      });
    },
    /** Says where all rejected lines are, and how many of them were not printed. */
    summary() {
      const more = count > SHOWN_REJECTS ? ` Only the first ${SHOWN_REJECTS} of them were printed.` : "";
      return opened ? `${more} The rejected lines, with line numbers and reasons, are in ${opened.path}.` : "";
    },
    close: async () => opened?.handle.close(),
  };
}

/** Creates a file in one step, so that two imports never use the same one. */
async function openFirst(paths: Iterable<string>) {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  let last: AdministrationError | undefined;
  for (const path of paths) {
    try {
      return { path, handle: await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) };
    } catch (cause) {
      last = cannotBeWritten(path, cause as Error);
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") break;
    }
  }
  throw last;
}

function cannotBeWritten(path: string, cause: Error): AdministrationError {
  return new AdministrationError(
    `The reject file ${path} cannot be written (${cause.message}); choose another one with --rejects and run the import again`,
    { cause },
  );
}
