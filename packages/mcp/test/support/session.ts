import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";

export const program = fileURLToPath(new URL("../../bin/metadata-mcp.js", import.meta.url));

/** The ways in which a client can talk to the server: both transports, and both revisions that clients speak. */
export const WAYS = [
  { transport: "stdio", revision: "2025-11-25" },
  { transport: "stdio", revision: "2026-07-28" },
  { transport: "http", revision: "2025-11-25" },
  { transport: "http", revision: "2026-07-28" },
] as const;

export type Way = (typeof WAYS)[number];

/** The service that a session calls. */
export interface Service {
  readonly url: string;
  readonly apiKey: string;
  /** The token of the server itself. */
  readonly token?: string;
}

export async function newFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "metadata-mcp-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const environment = ({ url, apiKey, token }: Service) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  METADATA_BASE_URL: url,
  METADATA_API_KEY: apiKey,
  ...(token !== undefined && { METADATA_MCP_TOKEN: token }),
});

/** Starts the program, and connects a client of the protocol's SDK to it. */
export async function connect(way: Way, service: Service, args: readonly string[] = []): Promise<Client> {
  const mode = way.revision === "2025-11-25" ? ("legacy" as const) : { pin: way.revision };
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  await client.connect(await transportTo(way, service, args));
  return client;
}

async function transportTo({ transport }: Way, service: Service, args: readonly string[]) {
  if (transport === "stdio")
    return new StdioClientTransport({
      command: process.execPath,
      args: [program, ...args],
      env: environment(service),
      stderr: "ignore",
    });
  const { url, token } = await startHttp(service, args);
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
}

/** A running server over HTTP. */
export interface HttpServer {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
}

/** Starts `metadata-mcp --http` on a free port. */
export async function startHttp(service: Service, args: readonly string[] = []): Promise<HttpServer> {
  const child = spawn(process.execPath, [program, "--http", "--port", "0", ...args], {
    env: environment(service),
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  const lines = createInterface(child.stderr)[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const [url = ""] = /http:\S+/.exec(await next()) ?? [];
  const [, token = ""] = (service.token === undefined && /Bearer (\S+)/.exec(await next())) || [];
  return { url, token, process: child };
}
