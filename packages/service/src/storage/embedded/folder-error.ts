/** Thrown if a data folder cannot be read or written; the message explains why. */
export class FolderError extends Error {
  override readonly name = "FolderError";

  constructor(folder: string, cause: Error) {
    super(
      `The data folder ${folder} cannot be used: ${cause.message}; ${adviceOn(cause)}, or choose another one with --data`,
      { cause },
    );
  }
}

/** The error codes of a disk without space, for everyone or for one user. */
const NO_SPACE = ["ENOSPC", "EDQUOT"];

function adviceOn({ code = "" }: NodeJS.ErrnoException): string {
  if (NO_SPACE.includes(code)) return "free some space on its disk";
  return "check that it was created by this version, is complete and is writable";
}
