/** Streams records and prints by how many MiB the process grew at most; run by memory.ts in a separate process. */
import { createClient } from "@metadata-service/client";

const [url = "", limit = "", warm = ""] = process.argv.slice(2);
const client = createClient({ baseUrl: url, apiKey: "demo-key" });
const rss = () => process.memoryUsage().rss / 2 ** 20;

// Warm up first: sockets, compiled code and the initial heap do not depend on the length of a list.
let seen = 0;
for await (const _ of client.listPurchaseOrders({ limit: Number(limit) })) if (++seen === Number(warm)) break;

const start = rss();
let peak = start;
let count = 0;
for await (const page of client.listPurchaseOrders({ limit: Number(limit) }).pages()) {
  count += page.records.length;
  peak = Math.max(peak, rss());
}
console.log(JSON.stringify({ count, growth: peak - start, start }));
