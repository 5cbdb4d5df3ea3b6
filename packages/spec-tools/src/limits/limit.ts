/** Something in the spec that the packages do not support, regardless of `redocly.yaml`. */
export interface Limit {
  /** What is not supported, and what to write instead. */
  readonly message: string;
  /** Where it is in the bundle. */
  readonly pointer: string;
}

/** A limit that a generator finds while it writes. */
export class LimitError extends Error implements Limit {
  override readonly name = "LimitError";

  constructor(
    message: string,
    readonly pointer: string,
  ) {
    super(message);
  }
}
