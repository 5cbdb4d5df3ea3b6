/** Thrown for an invalid request: the status of the response, and a message with the place and the reason. */
export class Refusal extends Error {
  name = "Refusal";

  constructor(message, status = 400, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** @throws {Refusal} if the condition is false */
export function demand(condition, message) {
  if (!condition) throw new Refusal(message);
}
