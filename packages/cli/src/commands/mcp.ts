import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Flag, Flags } from "@metadata-service/spec-tools/flags";
import { CONNECTION_FLAGS, type Command } from "../command.js";
import { CommandError, Interrupted, UsageError } from "../command-error.js";
import { installAdvice } from "../install-advice.js";

const OWN: readonly Flag[] = [
  { name: "allow-writes", help: "also offer the operations that change data, and databases as targets" },
  { name: "files", value: "DIR", help: "existing folder in which whole lists may be saved as new files" },
  { name: "http", help: "serve HTTP on this machine, instead of standard input and output" },
  { name: "port", value: "N", help: "port for --http; 0 for any that is free", default: "4040" },
];

/** `metadata mcp`. It is a process of its own, because its package imports this one. */
export const mcp: Command = {
  words: ["mcp"],
  summary: "Offer the API to assistants, as tools of the Model Context Protocol",
  description:
    "Offers the operations of the API as tools of the Model Context Protocol, over standard input and output or with --http. Without --allow-writes, only those that read. The API key is never shown to the assistant.",
  flags: OWN,
  examples: ["metadata mcp --profile staging", "metadata mcp --files ./exports", "metadata mcp --http --port 4040"],
  connects: true,
  async run(flags, { signal }) {
    if (flags.text("port") !== undefined && !flags.isOn("http")) throw new UsageError("--port needs --http");
    const child = spawn(process.execPath, [findProgram(), ...argumentsFor(flags)], { stdio: "inherit" });
    const stop = () => child.kill(signal.reason instanceof Interrupted ? signal.reason.signal : "SIGTERM");
    signal.addEventListener("abort", stop, { once: true });
    const [code] = await once(child, "exit");
    return code ?? 1;
  },
};

const UNPUBLISHED =
  " Until it is published, install the files that npm run release -- pack mcp writes in its repository instead.";

function findProgram(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve("@metadata-service/mcp/package.json");
    return join(dirname(manifest), "bin", "metadata-mcp.js");
  } catch {
    throw new CommandError(
      `@metadata-service/mcp is not installed beside this command. ${installAdvice("@metadata-service/mcp")}${UNPUBLISHED}`,
    );
  }
}

const argumentsFor = (flags: Flags): string[] =>
  [...OWN, ...CONNECTION_FLAGS].flatMap(({ name, value }) =>
    value === undefined
      ? flags.isOn(name)
        ? [`--${name}`]
        : []
      : flags.texts(name).map((text) => `--${name}=${text}`),
  );
