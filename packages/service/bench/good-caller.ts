import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moment } from "@metadata-service/test-kit/service/records";
import { databaseFlags, runCommand } from "@metadata-service/test-kit/service/service-process";
import type { TestDatabase } from "@metadata-service/test-kit/service/targets";
import { expect } from "vitest";
import { DEFAULTS, type ServiceOptions } from "../src/config/service-options.js";
import { SETTINGS } from "../src/config/settings.js";
import { MAX_RECORD_BYTES } from "../src/lists/import-records.js";
import { REPORTS, reportMoment } from "./heavy-requests.js";

export const LIST = "/api/v1/reports";
export const LARGEST_PAGE = "/api/v3/purchase-orders?limit=200";

/** The limits of production, not those of tests. */
export const PRODUCTION = SETTINGS.flatMap(({ flag, option }) => {
  const value: unknown = (DEFAULTS as ServiceOptions)[option];
  return /^(?:rate|burst|inFlight|\w+Timeout)$/.test(option) ? [`--${flag}`, String(value)] : [];
});

/**
 * Simulates a normal caller who creates records and reads lists, one request after the other; returns the durations in
 * ms.
 */
export async function goodCaller(url: string, key: string, isDone: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const headers = { apiKey: key, "content-type": "application/json" };
  for (let n = 0; !isDone(); n++) {
    const began = performance.now();
    const body = JSON.stringify({ uid: `good-${began}`, items: [{ key: "k", type: "string", value: `${n}` }] });
    const response =
      n % 2 === 0
        ? await fetch(`${url}/api/v2/metadata/inspection`, { method: "POST", headers, body })
        : await fetch(url + LIST, { headers });
    const text = await response.text();
    expect([response.status, text.slice(0, 200)]).toEqual([n % 2 === 0 ? 201 : 200, expect.any(String)]);
    times.push(performance.now() - began);
  }
  return times;
}

export const quantile = (times: readonly number[], part: number) =>
  [...times].sort((left, right) => left - right)[Math.floor((times.length - 1) * part)] ?? 0;

/** Fills the list of reports, with update times that are spread over the list. */
export async function importReports(database: TestDatabase): Promise<void> {
  const stamp = (n: number) => reportMoment(n).replace(".000Z", ".000000+00:00");
  const lines = Array.from({ length: REPORTS }, (_, n) => {
    const times = { createdDate: stamp(n), updatedDate: stamp((n * 7_919) % REPORTS) };
    return JSON.stringify({ uid: `report-${n}`, caseNumber: `CN-${n}`, country: "VN", ...times });
  });
  const { status, err } = await runCommand(
    ["import", "reports", "-", ...databaseFlags(database.options)],
    lines.join("\n"),
  );
  expect(status, err).toBe(0);
}

/** Fills the list with the largest records. */
export async function importLargest(database: TestDatabase): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-soak-"));
  const lines = Array.from({ length: 200 }, (_, n) => {
    const order = { uid: `${n}`, po_number: "", created_at: moment(n), updated_at: moment(n), note: "" };
    return JSON.stringify({ ...order, note: "x".repeat(MAX_RECORD_BYTES - JSON.stringify(order).length) });
  });
  await writeFile(join(folder, "orders.ndjson"), lines.join("\n"));
  const flags = databaseFlags(database.options);
  const { status, err } = await runCommand(["import", "purchase-orders", join(folder, "orders.ndjson"), ...flags]);
  await rm(folder, { recursive: true });
  expect(status, err).toBe(0);
}
