/**
 * A rule that a request, a line of an import or a scenario breaks. The message is one sentence that says what is wrong
 * and where, for the `message` of a 400 (decision 0008), as in `items[2].value must be a string`.
 */
export class Violation extends Error {
  override readonly name = "Violation";

  /** @param usual the status that HTTP has for it, which a document may describe instead of 400 */
  constructor(
    message: string,
    readonly usual?: 413 | 415,
  ) {
    super(message);
  }
}
