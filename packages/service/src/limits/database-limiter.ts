import { sql } from "kysely";
import type { Database } from "../storage/database.js";
import { type Limiter, type LimitRates, tokensFor } from "./limiter.js";

/**
 * The time, in seconds, after which the requests of a process no longer count if it sends no more updates, for example
 * after a crash. Longer than the longest request.
 */
const SLOT_LIFETIME = 60;

interface Taken {
  readonly tokens: number;
  readonly inFlight: number;
  readonly taken: boolean;
}

/**
 * Creates limits that all processes with the same database share. They are exact, but each request needs two database
 * queries, at its start and its end, so they are optional.
 *
 * @param processId identifies this process among those with the same database
 */
export function createDatabaseLimiter(db: Database, rates: LimitRates, processId: string): Limiter {
  const returnSlots = async (keyId: string, slots: number) => {
    await sql`update request_slots set in_flight = greatest(0, in_flight - ${slots}::int), seen_at = clock_timestamp()
      where key_id = ${keyId} and process_id = ${processId}`.execute(db);
  };
  /** The slots of completed requests that could not be released yet, by key. */
  const owed = new Map<string, number>();
  const owe = (keyId: string, slots: number) => owed.set(keyId, (owed.get(keyId) ?? 0) + slots);
  const leave = (keyId: string, slots: number) => returnSlots(keyId, slots).catch(() => owe(keyId, slots));
  const charge = async (keyId: string, bytes: number) => {
    const tokens = tokensFor(bytes);
    if (tokens === 0) return;
    await sql`update rate_buckets set tokens = tokens - ${tokens}::float8 where key_id = ${keyId}`
      .execute(db)
      // If the database cannot be reached, these bytes are not charged.
      .catch(() => {});
  };
  // Processes that were killed could not remove their rows.
  const removeOld = sql`delete from request_slots
    where seen_at < clock_timestamp() - ${SLOT_LIFETIME}::int * interval '1 second'`;
  void removeOld.execute(db).catch(() => {});
  return {
    async stop() {
      await sql`delete from request_slots where process_id = ${processId}`.execute(db).catch(() => {});
    },
    async enter(keyId) {
      const slots = owed.get(keyId);
      if (slots !== undefined) {
        owed.delete(keyId);
        await leave(keyId, slots);
      }
      const { tokens, inFlight, taken } = await take(db, rates, keyId, processId);
      if (taken) return { admitted: true, leave: (bytes) => void leave(keyId, 1).then(() => charge(keyId, bytes)) };
      const wait = inFlight >= rates.inFlight ? 1 : (1 - tokens) / rates.rate;
      return { admitted: false, retryAfter: Math.max(1, Math.ceil(wait)) };
    },
  };
}

/** Locks the row of the bucket first, so that two processes decide one after the other. */
async function take(db: Database, rates: LimitRates, keyId: string, processId: string): Promise<Taken> {
  return db.transaction().execute(async (transaction) => {
    const refilled = sql`least(${rates.burst}::float8, rate_buckets.tokens + ${rates.rate}::float8
      * greatest(0, extract(epoch from clock_timestamp() - rate_buckets.refilled_at))::float8)`;
    const bucket = await sql<{ tokens: number }>`
      insert into rate_buckets (key_id, tokens, refilled_at) values (${keyId}, ${rates.burst}::float8, clock_timestamp())
      on conflict (key_id) do update set tokens = ${refilled}, refilled_at = clock_timestamp()
      returning tokens`.execute(transaction);
    const slots = await sql<{ in_flight: number }>`
      select coalesce(sum(in_flight), 0)::int as in_flight from request_slots
      where key_id = ${keyId} and seen_at > clock_timestamp() - ${SLOT_LIFETIME}::int * interval '1 second'
    `.execute(transaction);
    const tokens = Number(bucket.rows[0]?.tokens ?? 0);
    const inFlight = slots.rows[0]?.in_flight ?? 0;
    if (tokens < 1 || inFlight >= rates.inFlight) return { tokens, inFlight, taken: false };
    await sql`update rate_buckets set tokens = tokens - 1 where key_id = ${keyId}`.execute(transaction);
    await sql`
      insert into request_slots (key_id, process_id, in_flight, seen_at)
      values (${keyId}, ${processId}, 1, clock_timestamp())
      on conflict (key_id, process_id) do update set
        in_flight = request_slots.in_flight + 1, seen_at = clock_timestamp()`.execute(transaction);
    return { tokens, inFlight, taken: true };
  });
}
