/** Starts the server on a free port, checks it against the API, and writes a JUnit report; run by the workflow. */
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { listen } from "./src/listen.js";

const apiKey = "contract-key";
const server = await listen({ port: 0, apiKey });
await mkdir("reports", { recursive: true });
const options = ["--base-url", server.url, "--junit", "reports/contract.xml", "--any-uid"];
// npm finds the command in node_modules; `npm test -- --effort thorough` passes more options.
const suite = spawn("metadata-contract", [...options, ...process.argv.slice(2)], {
  stdio: "inherit",
  // Every user of a machine can read the arguments of a process, but not its environment.
  env: { ...process.env, METADATA_API_KEY: apiKey },
  shell: process.platform === "win32",
});
suite.on("exit", (code) => {
  process.exitCode = code ?? 2;
  server.close();
});
