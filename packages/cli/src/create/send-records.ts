import { ApiError } from "@metadata-service/client";
import { own } from "@metadata-service/spec-tools/own";
import { messageOf } from "../failures.js";
import type { Journal, Outcome } from "./journal.js";
import type { SourceRecord } from "./read-records.js";

/** The response to a create request. */
export interface Created {
  readonly data: unknown;
  readonly response: Response;
}

/** The settings for sending records. */
export interface Sending {
  readonly journal: Journal;
  /** The maximum number of requests in flight. */
  readonly width: number;
  /** Whether a record can be sent twice without being stored twice. */
  readonly isRepeatable: boolean;
  /** The path of the creation time in a response. */
  readonly created: readonly string[] | undefined;
  /** @param body JSON in UTF-8, which is sent as it is */
  send(body: Uint8Array, signal: AbortSignal): Promise<Created>;
  now(): number;
  tell(done: number): void;
  readonly signal: AbortSignal;
}

/** Statuses caused by the record itself. Any other error concerns the service or the key and ends the run. */
const REFUSALS = [400, 409, 412, 413, 422];

/**
 * Sends all records that no earlier run processed, several at a time. A failure not caused by a record cancels the
 * requests in progress.
 */
export async function sendRecords(records: AsyncGenerator<SourceRecord, void, undefined>, sending: Sending) {
  const stop = new AbortController();
  const signal = AbortSignal.any([sending.signal, stop.signal]);
  const clock = serverClock(sending);
  let done = 0;
  let failure: { error: unknown } | undefined;
  // If the input cannot be read any further, the records in flight are still sent to the end.
  const take = () =>
    records.next().catch((error: unknown): IteratorReturnResult<void> => {
      failure ??= { error };
      return { done: true, value: undefined };
    });
  const work = async () => {
    for (let next = await take(); !next.done; next = await take()) {
      signal.throwIfAborted();
      await sendOne(next.value, sending, clock, signal);
      sending.tell(++done);
    }
  };
  const workers = Array.from({ length: sending.width }, () =>
    work().catch((error: unknown) => {
      // Later failures are consequences of the first one.
      failure ??= { error };
      stop.abort(error);
    }),
  );
  await Promise.all(workers);
  if (failure) throw failure.error;
}

async function sendOne(record: SourceRecord, sending: Sending, clock: Clock, signal: AbortSignal): Promise<void> {
  const { journal, isRepeatable } = sending;
  const before = journal.find(record);
  if (before !== undefined && before !== "sent") return;
  if (before === "sent") {
    const reason =
      "it may or may not have been stored: the run ended while it was being sent; check in the service before you send it again";
    return journal.add(record, { outcome: "unknown", reason, given: record.given });
  }
  if (record.invalid !== undefined)
    return journal.add(record, { outcome: "refused", reason: record.invalid, given: record.given });
  if (!isRepeatable) await journal.add(record, { outcome: "sent" });
  try {
    if (!("json" in record.given)) throw new Error(`line ${record.line} is not JSON`);
    const { data, response } = await sending.send(Buffer.from(record.given.json), signal);
    await journal.add(record, { outcome: clock.outcomeOf(data, response) });
  } catch (error) {
    if (!(error instanceof ApiError) || !REFUSALS.includes(error.status)) throw error;
    const entry = { reason: messageOf(error), status: error.status, given: record.given };
    await journal.add(record, { outcome: "refused", ...entry });
  }
}

interface Clock {
  outcomeOf(data: unknown, response: Response): Extract<Outcome, "stored" | "present">;
}

/**
 * Distinguishes records that already existed from those that this job stored: the former were created before the job
 * began. The start of the job by the service's clock is derived from the `Date` header of a response, to within a
 * second.
 */
function serverClock({ journal, created, now }: Sending): Clock {
  const begun = now();
  return {
    outcomeOf(data, response) {
      const createdAt = created && valueAt(data, created);
      const time = typeof createdAt === "string" ? Date.parse(createdAt) : Number.NaN;
      const date = Date.parse(response.headers.get("date") ?? "");
      if (Number.isNaN(time) || Number.isNaN(date)) return "stored";
      if (journal.start === undefined) journal.begin(date - (now() - begun));
      return time < (journal.start ?? 0) ? "present" : "stored";
    },
  };
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce((value: unknown, name) => own(Object(value), name), data);
}
