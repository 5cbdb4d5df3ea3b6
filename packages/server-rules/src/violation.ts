/**
 * A request that breaks a rule of the contract. The message is one sentence that says where and what, for the `message`
 * of a 400 (decision 0008), as in `items[2].value must be a string`.
 */
export class Violation extends Error {
  override readonly name = "Violation";
  /** The status to answer with: everything that is wrong with a request is a 400. */
  readonly status = 400;
}
