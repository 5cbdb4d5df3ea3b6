import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startServer } from "./start-server.js";

const RECORDS = 1_000_000;

/**
 * Streams a million records in a new process. Returns its resident memory after warm-up, and the growth until the peak,
 * in MiB.
 */
export async function memory(): Promise<{ start: number; growth: number }> {
  const server = await startServer(0, RECORDS);
  try {
    const file = fileURLToPath(new URL("./memory-child.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--import",
      "tsx",
      file,
      server.url,
      "100",
      "50000",
    ]);
    const { count, start, growth } = JSON.parse(stdout);
    if (count !== RECORDS) throw new Error(`${count} records were streamed`);
    return { start, growth };
  } finally {
    server.stop();
  }
}
