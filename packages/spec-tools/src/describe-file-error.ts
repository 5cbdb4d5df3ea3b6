/**
 * Turns the error of a file that cannot be opened into one sentence that says what to do. Returns any
 * other error unchanged.
 *
 * @param file the path as the user wrote it
 *
 * @example
 * const text = await readFile(file, "utf8").catch((error: Error) => {
 *   throw describeFileError(error, file);
 * });
 */
export function describeFileError(error: Error & { readonly code?: string }, file: string): Error {
  const cause = { cause: error };
  switch (error.code) {
    case "ENOENT":
    case "ENOTDIR":
      return new Error(`There is no file ${file}; check the path.`, cause);
    case "EACCES":
    case "EPERM":
      return new Error(
        `No permission to open ${file}; change its permissions, or run the command as its owner.`,
        cause,
      );
    case "EISDIR":
      return new Error(`${file} is a folder; give the path of a file.`, cause);
    default:
      return error;
  }
}
