/** How the program is started, and what other users of the machine see of it. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startMock } from "@metadata-service/mock";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { environment, newFolder, program } from "./support/session.js";

const mock = await startMock({ size: 3 });
afterAll(() => mock.stop());
const metadata = fileURLToPath(new URL("../../cli/bin/metadata.js", import.meta.url));

const fail = (args: readonly string[], env = environment(mock)) =>
  promisify(execFile)(process.execPath, [program, ...args], { env }).then(
    () => expect.unreachable(),
    ({ code, stderr }) => [code, stderr] as const,
  );

it("is a process that `metadata mcp` starts, whose command line does not contain the key", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [metadata, "mcp", "--allow-writes", "--timeout=7"],
    env: environment(mock),
  });
  await client.connect(transport);
  const { structuredContent } = await client.callTool({ name: "listReports", arguments: { limit: 1 } });
  expect(structuredContent).toMatchObject({ records: [expect.anything()], total: 3 });
  const children = await readFile(`/proc/${transport.pid}/task/${transport.pid}/children`, "utf8");
  const [child = ""] = children.trim().split(" ");
  const line = (await readFile(`/proc/${child}/cmdline`, "utf8")).split("\0");
  expect(line).toEqual(expect.arrayContaining(["--allow-writes", "--timeout=7"]));
  expect(line.join(" ")).not.toContain(mock.apiKey);
});

it("starts with the settings in the guide", async () => {
  const guide = await readFile(new URL("../../docs/guides/12-assistant.md", import.meta.url), "utf8");
  const settings = [...guide.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = ""]) => JSON.parse(json));
  const programs = settings.map(({ mcpServers, servers }) => (mcpServers ?? servers).metadata);
  const [, line = ""] = /^claude mcp add metadata -- (.*)$/m.exec(guide) ?? [];
  const [command, ...args] = line.split(" ");
  programs.push({ command, args });
  expect(programs).toHaveLength(3);
  const clone = fileURLToPath(new URL("../../../", import.meta.url));
  for (const one of programs) {
    expect(one.command).toBe("node");
    expect(one.args.map((path: string) => path.replace("/path/to/clone/", clone))).toEqual([program]);
  }
});

it("reads the key from a file, and refuses standard input, which the client uses", async () => {
  expect(await fail(["--api-key-file", "-"])).toEqual([2, expect.stringContaining("needs --http")]);
});

it("refuses a command line that it cannot follow", async () => {
  const folder = await newFolder();
  expect(await fail(["--files", `${folder}/none`])).toEqual([2, expect.stringContaining("is not a folder")]);
  expect(await fail(["--http", "--port", "x"])).toEqual([2, expect.stringContaining("--port must be a number")]);
  expect(await fail(["--port", "0"])).toEqual([2, expect.stringContaining("--port needs --http.")]);
  expect(await fail(["--fil", folder])).toEqual([2, expect.stringContaining("Did you mean --files?")]);
  const short = { ...environment(mock), METADATA_MCP_TOKEN: "short" };
  expect(await fail(["--http"], short)).toEqual([2, expect.stringContaining("at least 16 characters")]);
});

it("ends when the client closes standard input, and writes only messages to standard output", async () => {
  const child = spawn(process.execPath, [program], { env: environment(mock), stdio: ["pipe", "pipe", "pipe"] });
  const written: Buffer[] = [];
  child.stdout.on("data", (chunk) => written.push(chunk));
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  child.stdin.write(`no message\n${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`);
  await once(child.stdout, "data");
  child.stdin.end();
  expect(await once(child, "close")).toEqual([0, null]);
  for (const line of Buffer.concat(written).toString().trim().split("\n")) expect(JSON.parse(line).jsonrpc).toBe("2.0");
});
