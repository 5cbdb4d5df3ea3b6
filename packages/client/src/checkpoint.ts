/** Makes the error to be thrown. */
export type Fail = (message: string) => Error;

/** What a checkpoint holds: of a window in work `from`, `until` and `offset`, of one that is done only `until`. */
export interface Checkpoint {
  operation: string;
  from?: string | undefined;
  until: string;
  /** Everything from this offset of the window on was handed out. */
  offset?: number | undefined;
}

/** The milliseconds of a date-time; throws where it is none. */
export function timeOf(fail: Fail, name: string, value: string | number | Date): number {
  const time = new Date(value).getTime();
  if (Number.isNaN(time)) throw fail(`${name} is no date-time: ${value}`);
  return time;
}

/** Reads a stored checkpoint; throws where it is malformed or of another operation. */
export function readCheckpoint(fail: Fail, text: string, operation: string): Checkpoint {
  let checkpoint: Partial<Checkpoint> = { operation: "something else, being no JSON" };
  try {
    checkpoint = Object(JSON.parse(text));
  } catch {}
  const { operation: of = "no operation", from = 0, until = "", offset = 0 } = checkpoint;
  if (of !== operation) throw fail(`the checkpoint is of ${of}, not of ${operation}`);
  timeOf(fail, "until of the checkpoint", until);
  timeOf(fail, "from of the checkpoint", from);
  if (!Number.isInteger(offset) || offset < 0) throw fail(`offset of the checkpoint is no offset: ${offset}`);
  return checkpoint as Checkpoint;
}
