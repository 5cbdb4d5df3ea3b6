import { ContractViolation } from "../../../judging/judge-response.js";
import type { WireResponse } from "../../../target/target.js";
import { instantOf } from "../../document/lists/instant.js";

/**
 * The maximum difference between the timestamp of a record and the `Date` of its response, in milliseconds, in addition
 * to the duration of the response. `Date` has whole seconds.
 */
export const APART = 5000;

/**
 * Checks that a new record was created at the time of its response, by the clock of the server; a server without a
 * `Date` is not checked.
 *
 * @param took duration of the response: the timestamp is set before the record is stored, which a busy server may do
 *   late
 */
export function checkOnTime(createdDate: unknown, { headers }: WireResponse, took: number): void {
  const date = headers["date"];
  const moment = instantOf(createdDate);
  if (date === undefined || moment === undefined) return;
  if (Math.abs(Number(moment / 1_000_000n) - Date.parse(date)) > APART + took)
    throw new ContractViolation(`createdDate is ${createdDate}, but the Date of the response is ${date}`);
}
