/** A request that is wrong: the status of the response, and a message that says where and what. */
export class Refusal extends Error {
  name = "Refusal";

  constructor(message, status = 400, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** @throws {Refusal} if the condition does not hold */
export function demand(condition, message) {
  if (!condition) throw new Refusal(message);
}
