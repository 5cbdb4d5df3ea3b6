/**
 * `METADATA_URL=… METADATA_KEY=… node src/main.js FILE.db`: exits with 0 if everything was copied, else with 1.
 */
import { createClient } from "@metadata-service/client";
import { openStore } from "./open-store.js";
import { createProgress } from "./progress.js";
import { syncAll } from "./sync-all.js";

const { METADATA_URL = "http://localhost:4010", METADATA_KEY = "demo-key" } = process.env;
const [file = "metadata.db"] = process.argv.slice(2);

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => stop.abort(new Error(`stopped by ${signal}; the next run continues here`)));

const progress = createProgress(process.stderr);
const client = createClient({
  baseUrl: METADATA_URL,
  apiKey: METADATA_KEY,
  // A nightly run may be slow, but it should finish.
  retry: { attempts: 10, maxElapsed: 3_600_000 },
  onEvent: progress.onEvent,
});
const store = openStore(file);
try {
  const counts = await syncAll(client, store, { signal: stop.signal, onStored: progress.onStored });
  for (const [table, { stored, total }] of Object.entries(counts))
    console.log(`${table}: ${stored} stored, ${total} in all`);
} catch (error) {
  console.error(`${error.name}: ${error.message}`);
  process.exitCode = 1;
} finally {
  store.close();
}
