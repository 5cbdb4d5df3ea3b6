import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { bundledDocumentPath } from "../src/load-bundled-document.js";

/** Stock Prism in a separate process, as its users start it. */
export interface StockPrism {
  readonly port: number;
  readonly process: ChildProcess;
  /** Returns whether the process is still running. */
  alive(): boolean;
  /** Returns the last error in the output of the process, or the signal that ended it. */
  lastWords(): string;
  stop(): Promise<void>;
}

/** Finds a free port, because the Prism command does not accept port 0. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/**
 * Starts `prism mock` on the bundle of the spec, or `prism proxy` if there is an upstream.
 *
 * @param maxHeap the heap of the process in MiB; the default of Node by default
 * @param upstream the server behind the proxy
 */
export async function startStockPrism(maxHeap?: number, upstream?: string): Promise<StockPrism> {
  const require = createRequire(import.meta.url);
  const cli = require.resolve("@stoplight/prism-cli/dist/index.js");
  const port = await freePort();
  const flags = maxHeap === undefined ? [] : [`--max-old-space-size=${maxHeap}`];
  const command = upstream === undefined ? ["mock"] : ["proxy", "--errors"];
  const documents = upstream === undefined ? [bundledDocumentPath()] : [bundledDocumentPath(), upstream];
  const child = spawn(process.execPath, [...flags, cli, ...command, ...documents, "--port", String(port)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  const listening = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-20_000);
      if (words.includes("Prism is listening")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(`Prism did not start: ${words}`)));
  });
  await listening;
  return {
    port,
    process: child,
    alive: () => child.exitCode === null && child.signalCode === null,
    lastWords: () => /FATAL ERROR: [^\n]+|\w*Error(?: \[\w+\])?: [^\n]+/.exec(words)?.[0] ?? child.signalCode ?? "",
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
