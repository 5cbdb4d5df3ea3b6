import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PostgresServer } from "@metadata-service/test-kit/service/postgres-server";
import { moment } from "@metadata-service/test-kit/service/records";
import { importMs, orderLines } from "./import.js";
import { median } from "./median.js";

const ROUNDS = 3;

/**
 * Compares the first import of a list into a new database with one after another list was imported, when PostgreSQL's
 * statistics know only that list. The uids are in no order, so that the statement looks each of them up.
 *
 * @returns the median ratio of the speeds
 */
export async function benchSecondList(server: PostgresServer, records: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-bench-"));
  const [orders, report] = [join(folder, "orders.ndjson"), join(folder, "report.ndjson")];
  const text = [...orderLines(0, records)].join("");
  await writeFile(
    orders,
    text.replace(/"uid":"po-(\d+)"/g, (_, n) => `"uid":"po-${(Number(n) * 7_919) % records}"`),
  );
  const times = { createdDate: moment(0), updatedDate: moment(0) };
  await writeFile(report, JSON.stringify({ uid: "r", caseNumber: "C", country: "VN", ...times }));
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = await importMs("purchase-orders", orders, await server.createDatabase());
    const other = await server.createDatabase();
    await importMs("reports", report, other);
    ratios.push(first / (await importMs("purchase-orders", orders, other)));
  }
  await rm(folder, { recursive: true });
  return median(ratios);
}
