import type { Read } from "./attempt.js";
import { InvalidResponseError } from "./errors.js";
import type { ClientOptions } from "./options.js";

/** What asks the `validate` of the client, where it has one, before the body is read. */
export const validated =
  <T>({ validate }: ClientOptions, operation: string, read: Read<T>): Read<T> =>
  (body) => {
    const violation = validate?.(operation, body);
    if (violation) throw new InvalidResponseError(violation);
    return read(body);
  };
