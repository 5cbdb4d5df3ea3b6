/** A data folder that nothing can be read from, or written to; the message says why. */
export class FolderError extends Error {
  override readonly name = "FolderError";

  constructor(folder: string, cause: Error) {
    super(
      `The data folder ${folder} cannot be used: ${cause.message}; check that it is of this version, whole, and may be written to, or choose another one with --data`,
      { cause },
    );
  }
}
