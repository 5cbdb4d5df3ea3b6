import { ClientError } from "./client-error.js";

/** A list changed while it was being read, in a way that may have hidden records. See the `drift` option of a list. */
export class PageDriftError extends ClientError {
  override readonly name = "PageDriftError";
}
