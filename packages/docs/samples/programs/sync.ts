import { createClient } from "@metadata-service/client";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });

// Your database: the records by uid, and the checkpoint beside them.
const stored = new Map<string, object>();
let checkpoint = "";

async function sync(until: string) {
  for await (const batch of client.syncReports({
    since: "2026-10-01T00:00:00Z",
    until,
    checkpoint,
  })) {
    for (const report of batch.records) stored.set(report.uid, report);
    checkpoint = batch.checkpoint; // in one transaction with the records
  }
  console.log(`${stored.size} reports`);
}

await sync("2026-11-01T00:00:00Z");
await sync("2026-11-15T00:00:00Z");
