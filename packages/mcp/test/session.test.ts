/** Sessions of the client of the protocol's SDK with the program, over both transports and in both revisions. */
import { EventEmitter, once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startMock } from "@metadata-service/mock";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, describe, expect, it } from "vitest";
import { startService } from "./support/service.js";
import { connect, newFolder, WAYS } from "./support/session.js";

const mock = await startMock({ size: 120 });
afterAll(() => mock.stop());

const READING = ["listPurchaseOrders", "listPurchaseOrdersV3", "listReports", "search_docs"];

/** The structured content of a result, which must not be an error. */
async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
  expect(isError, JSON.stringify(content)).toBeFalsy();
  return structuredContent as Record<string, unknown>;
}

/** The text of a result, which must be an error. */
async function refusal(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: args });
  expect(isError).toBe(true);
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** A service whose second page never comes; `asked` resolves when it was asked for, `closed` when the client left. */
async function startHanging() {
  const events = new EventEmitter();
  const asked = once(events, "asked");
  const closed = once(events, "closed");
  const service = await startService((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    const offset = Number(searchParams.get("offset") ?? 0);
    if (offset > 0) {
      events.emit("asked");
      return void response.on("close", () => events.emit("closed"));
    }
    const records = Array.from({ length: 50 }, (_, i) => ({ uid: `r-${i}`, createdDate: T, updatedDate: T }));
    const next = `http://${request.headers.host}/api/v1/reports?offset=50&limit=50`;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ count: 100, next, previous: null, data: records }));
  });
  return { ...service, asked, closed };
}

const T = "2026-01-01T00:00:00.000000+00:00";

describe.each(WAYS)("over $transport in the revision $revision", (way) => {
  it("lists tools that read, and those that write only if that was allowed", async () => {
    const client = await connect(way, mock);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(READING);
    for (const { annotations, inputSchema, outputSchema } of tools)
      expect([annotations?.readOnlyHint, inputSchema.type, outputSchema?.type]).toEqual([true, "object", "object"]);
    const body = { uid: `of-${way.transport}-${way.revision}`, items: [{ key: "a", type: "string", value: "b" }] };
    await expect(
      client.callTool({ name: "createMetadata", arguments: { namespace: "inspection", body } }),
    ).rejects.toThrow('There is no tool "createMetadata"');
    const writing = await connect(way, mock, ["--allow-writes"]);
    const created = await call(writing, "createMetadata", { namespace: "inspection", body });
    expect(created).toMatchObject({ result: { data: body } });
    // The schema accepts it, the service does not.
    const other = { ...body, items: [{ key: "a", type: "string", value: "c" }] };
    const conflict = await refusal(writing, "createMetadata", { namespace: "inspection", body: other });
    expect(conflict).toMatch(new RegExp(`${body.uid}.*\\[400\\]`));
  });

  it("reads a list page by page to its end", async () => {
    const client = await connect(way, mock);
    const seen = new Set<unknown>();
    let offset: unknown = 0;
    for (let pages = 0; offset !== undefined; pages++) {
      const page = await call(client, "listPurchaseOrdersV3", { offset, limit: 50 });
      for (const { uid } of page["records"] as { uid: string }[]) seen.add(uid);
      offset = page["next_offset"];
      expect(pages).toBeLessThan(10);
    }
    expect(seen.size).toBe(120);
  });

  it("explains errors so that they can be corrected", async () => {
    const client = await connect(way, mock);
    expect(await refusal(client, "listReports", { limit: 51 })).toContain("limit must be at most 50, not 51");
    expect(await refusal(client, "listReports", { limt: 5 })).toContain("listReports are invalid");
    const stranger = await connect(way, { url: mock.url, apiKey: "another-secret-key" });
    const unauthorized = await refusal(stranger, "listReports", {});
    expect(unauthorized).toContain("Check the key");
    expect(unauthorized).not.toContain("another-secret-key");
    const lost = await connect(way, { url: "http://127.0.0.1:1", apiKey: "another-secret-key" });
    expect(await refusal(lost, "listReports", {})).toContain("127.0.0.1:1");
  });

  it("starts without address and key, and says how to set them when the API is called", async () => {
    const client = await connect(way, { url: "", apiKey: "" });
    expect(await refusal(client, "listReports", {})).toContain("Run metadata login");
    const { sections } = await call(client, "search_docs", { query: "incremental sync" });
    expect(JSON.stringify(sections)).toContain("checkpoint");
    // A typo in a long word is corrected; a short word is no typo of another one.
    expect((await call(client, "search_docs", { query: "incremntal" })).sections).not.toEqual([]);
    expect((await call(client, "search_docs", { query: "team" })).sections).toEqual([]);
  });

  it("pulls a list into a new file with progress, two at once", async () => {
    const folder = await newFolder();
    const client = await connect(way, mock, ["--files", folder]);
    const progress: unknown[] = [];
    const pull = (list: string, to: string) =>
      client.callTool({ name: "pull_to_file", arguments: { list, to } }, { onprogress: (one) => progress.push(one) });
    const results = await Promise.all([pull("listReports", "a.ndjson"), pull("listPurchaseOrders", "b.csv")]);
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual([
      { records: 120, to: "a.ndjson" },
      { records: 120, to: "b.csv" },
    ]);
    expect(progress).toContainEqual(expect.objectContaining({ progress: expect.any(Number), total: 120 }));
    const lines = (await readFile(join(folder, "a.ndjson"), "utf8")).trim().split("\n");
    expect(new Set(lines.map((line) => JSON.parse(line).uid)).size).toBe(120);
    expect(await refusal(client, "pull_to_file", { list: "listReports", to: "a.ndjson" })).toContain("exists already");
    expect((await readdir(folder)).sort()).toEqual(["a.ndjson", "b.csv"]);
  });

  it("cancels a call together with its requests, and leaves no file", async () => {
    const folder = await newFolder();
    const service = await startHanging();
    const client = await connect(way, service, ["--files", folder]);
    const stop = new AbortController();
    const pulled = client.callTool(
      { name: "pull_to_file", arguments: { list: "listReports", to: "a.csv" } },
      { signal: stop.signal },
    );
    await service.asked;
    stop.abort(new Error("no longer wanted"));
    await expect(pulled).rejects.toThrow("no longer wanted");
    await service.closed;
    await expect.poll(() => readdir(folder)).toEqual([]);
    // The server still works.
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("pull_to_file");
  });
});
