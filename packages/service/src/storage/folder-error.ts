/** Thrown if a data folder cannot be read or written; the message explains why. */
export class FolderError extends Error {
  override readonly name = "FolderError";

  constructor(folder: string, cause: Error) {
    super(
      `The data folder ${folder} cannot be used: ${cause.message}; check that it was created by this version, is complete and is writable, or choose another one with --data`,
      { cause },
    );
  }
}
