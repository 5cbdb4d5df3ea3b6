import { hash } from "node:crypto";

export function sha256(text: string): Buffer {
  // Not as a buffer, because for each of those Node allocates memory outside of its pool, which takes as long again.
  return Buffer.from(hash("sha256", text, "binary"), "binary");
}
