/**
 * A rule that a request, a line of an import or a scenario breaks. The message is one sentence that says what is wrong
 * and where, for the `message` of a 400 (decision 0008), as in `items[2].value must be a string`.
 */
export class Violation extends Error {
  override readonly name = "Violation";
}
