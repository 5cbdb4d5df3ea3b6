/**
 * One rule of the contract that a request breaks (or a line of an import, or a scenario). The message is one sentence that
 * says where and what, for the `message` of a 400 (decision 0008), as in `items[2].value must be a string`.
 */
export class Violation extends Error {
  override readonly name = "Violation";
}
