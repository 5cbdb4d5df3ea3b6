import { ClientError } from "./errors.js";

/** What a checkpoint holds: of a window in work `from`, `until` and `offset`, of one that is done only `until`. */
export interface Checkpoint {
  operation: string;
  from?: string | undefined;
  until: string;
  /** Everything from this offset of the window on was handed out. */
  offset?: number | undefined;
}

function fail(message: string): never {
  throw new ClientError(message);
}

/** The milliseconds of a date-time; throws where it is none. */
export function timeOf(name: string, value: string | Date): number {
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? fail(`${name} is no date-time: ${value}`) : time;
}

/** Reads a stored checkpoint; throws a ClientError where it is malformed or of another operation. */
export function readCheckpoint(text: string, operation: string): Checkpoint {
  let checkpoint: Partial<Checkpoint>;
  try {
    checkpoint = Object(JSON.parse(text));
  } catch {
    return fail("the checkpoint is no JSON");
  }
  const { operation: of, from, until = "", offset = 0 } = checkpoint;
  if (of !== operation) fail(`the checkpoint is of ${of ?? "no operation"}, not of ${operation}`);
  timeOf("until of the checkpoint", until);
  if (from !== undefined) timeOf("from of the checkpoint", from);
  if (!Number.isSafeInteger(offset) || offset < 0) fail(`offset of the checkpoint is no offset: ${offset}`);
  return checkpoint as Checkpoint;
}
