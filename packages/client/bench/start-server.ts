import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts the server of the benchmarks in a separate process. */
export async function startServer(delay: number, total: number): Promise<{ url: string; stop(): void }> {
  const file = fileURLToPath(new URL("./server.mjs", import.meta.url));
  const child = spawn(process.execPath, [file, String(delay), String(total)], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), stop: () => child.kill() };
}
