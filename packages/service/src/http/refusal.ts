import { methodNotAllowed } from "@metadata-service/server-rules";

/** An answer that is no success and no mistake of ours: thrown anywhere on the way of a request, answered as it says. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: 401 | 404 | 405 | 429,
    readonly headers: Readonly<Record<string, string>> = {},
    /** What to say; the usual text of the status, where there is nothing more. */
    readonly text?: string,
  ) {
    super(text ?? `refused with ${status}`);
  }
}

/** The refusal of a method that the path does not have. */
export function wrongMethod(allow: string): Refusal {
  return new Refusal(405, { allow }, methodNotAllowed(allow));
}

/** The refusal of a request for which there is no room now. */
export function tooMany(retryAfter: number): Refusal {
  return new Refusal(429, { "retry-after": String(retryAfter) });
}
