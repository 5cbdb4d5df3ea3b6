import { lstat } from "node:fs/promises";

/** Whether a path exists, even as a broken symbolic link. */
export function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}
