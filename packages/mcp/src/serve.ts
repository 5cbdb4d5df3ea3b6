import { realpath, stat } from "node:fs/promises";
import { type Command, countOf, type Environment, mcp, readVersion, UsageError } from "@metadata-service/cli/parts";
import type { Flags } from "@metadata-service/spec-tools/flags";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createApi } from "./api.js";
import { createServer } from "./create-server.js";
import { toolTable } from "./generated/tool-table.js";
import { toolsFor } from "./tools.js";

/** `metadata mcp`, as this program runs it. */
export const serve: Command = { ...mcp, run };

async function run(flags: Flags, environment: Environment): Promise<undefined> {
  const isHttp = flags.isOn("http");
  if (!isHttp && flags.text("port") !== undefined) throw new UsageError("--port needs --http");
  if (!isHttp && flags.text("api-key-file") === "-")
    throw new UsageError("--api-key-file - needs --http, because the client writes to standard input. Name a file");
  const allowsWrites = flags.isOn("allow-writes");
  const folder = flags.text("files");
  const api = createApi(flags, environment, toolTable);
  const places = folder === undefined ? undefined : { folder: await folderAt(folder), allowsDatabases: allowsWrites };
  const tools = toolsFor(api, allowsWrites, places);
  const version = await readVersion();
  const factory = () => createServer(api, tools, version);
  if (isHttp) {
    const tell = (line: string) => void environment.stderr.write(`${line}\n`);
    const port = flags.text("port") === "0" ? 0 : (countOf(flags, "port") ?? 4040);
    // Loaded only here: it takes a fifth of the time until the tools can be listed.
    const { serveHttp } = await import("./serve-http.js");
    await serveHttp(factory, {
      port,
      token: environment.env["METADATA_MCP_TOKEN"] || undefined,
      signal: environment.signal,
      tell,
    });
  } else await serveInput(factory, environment);
  return environment.signal.throwIfAborted() as undefined;
}

/** Serves until the client closes standard input, or the signal. */
async function serveInput(factory: Parameters<typeof serveStdio>[0], { stdin, signal }: Environment): Promise<void> {
  const handle = serveStdio(factory);
  await new Promise((resolve) => {
    for (const event of ["end", "close"]) stdin.once(event, resolve);
    signal.addEventListener("abort", resolve, { once: true });
  });
  await handle.close();
}

async function folderAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw new UsageError(`--files ${path} is not a folder. Create it, or name another one`);
  return realpath(path);
}
