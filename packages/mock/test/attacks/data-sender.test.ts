import { request as send } from "node:http";
import { describe, expect, it } from "vitest";
import { testMock } from "../helpers.js";

// The attacker can reach the mock and knows its key, or is a colleague's runaway script. Its requests must not exhaust
// the memory, and no number in a scenario may block the mock.

const MIB = 1024 * 1024;

/** Sends a create request, and returns only its status. */
function create(url: string, uid: string, value: string, headers: Record<string, string> = {}): Promise<number> {
  const body = JSON.stringify({ uid, items: [{ key: "k", type: "string", value }] });
  return new Promise((resolve, reject) => {
    const request = send(`${url}/api/v2/metadata/inspection`, {
      method: "POST",
      headers: { apiKey: "demo-key", "Content-Type": "application/json", ...headers },
      // Uses a new connection, because the mock may close an idle one just when it is reused.
      agent: false,
    });
    request.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", reject);
    request.end(body);
  });
}

describe("a caller who sends many large records", () => {
  it("cannot store more than the limit, and gets an error that names it; a reset makes room", async () => {
    const mock = await testMock();
    const value = "x".repeat(MIB * 0.9);
    const statuses: number[] = [];
    // A character takes two bytes, so 256 MiB hold 142 of these records.
    while (statuses.length < 150) statuses.push(await create(mock.url, `big-${statuses.length}`, value));
    expect(statuses.indexOf(500)).toBe(142);
    expect(new Set(statuses.slice(142))).toEqual(new Set([500]));
    const full = await mock.create({ uid: "last", items: [{ key: "k", type: "string", value }] });
    expect(full.body["errors"]).toEqual({
      system: ["The mock stores at most 256 MiB of records; send POST /__mock/reset to delete them"],
    });
    expect(full.headers.get("x-mock")).toContain('source="memory"');
    // Existing records are kept, and small ones still fit.
    expect(await create(mock.url, "big-0", value)).toBe(201);
    expect(await create(mock.url, "small", "x")).toBe(201);
    mock.reset();
    expect(await create(mock.url, "big-150", value)).toBe(201);
  });

  it("cannot make the mock hold more request bodies than there is room for, and others are served meanwhile", async () => {
    const mock = await testMock();
    const value = "x".repeat(MIB * 0.9);
    mock.use({
      name: "held",
      summary: "Creating waits.",
      faults: [{ operations: ["createMetadata"], delay: 600_000 }],
    });
    const statuses: number[] = [];
    const held = Array.from({ length: 90 }, (_, index) =>
      create(mock.url, `held-${index}`, value).then(
        (status) => statuses.push(status),
        () => {},
      ),
    );
    // 64 MiB hold 71 of these bodies. While those are held, at least the other requests get a 429.
    await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(90 - 71);
    expect(new Set(statuses)).toEqual(new Set([429]));
    expect((await mock.call("/api/v1/reports")).status).toBe(200);
    await mock.stop();
    await Promise.all(held);
  });

  it("frees the room when it disconnects", async () => {
    const mock = await testMock();
    for (let round = 0; round < 4; round++) {
      const requests = Array.from({ length: 30 }, () => {
        const request = send(`${mock.url}/api/v2/metadata/inspection`, {
          method: "POST",
          headers: { apiKey: "demo-key", "Content-Type": "application/json", "Content-Length": MIB },
        });
        request.on("error", () => {});
        const written = new Promise<void>((resolve) => request.write("x".repeat(MIB - 1), () => resolve()));
        return { request, written };
      });
      await Promise.all(requests.map(({ written }) => written));
      await Promise.all(
        requests.map(
          ({ request }) =>
            new Promise<void>((resolve) => {
              request.on("close", () => resolve());
              request.destroy();
            }),
        ),
      );
    }
    await expect.poll(() => create(mock.url, "after", "x")).toBe(201);
  });
});

describe("a caller who sends a scenario", () => {
  it.each<[string, object, string]>([
    ["a size", { size: 100_000_000 }, "size must be at most 1000000"],
    ["a limit", { clampLimit: 1e15 }, "clampLimit must be at most 1000000"],
    ["drift, every", { drift: { every: 1e15 } }, "drift.every must be at most 1000000"],
    ["drift, insert", { drift: { every: 1, insert: 1e6 } }, "drift.insert must be at most 100"],
    ["drift, edit", { drift: { every: 1, edit: 1e6 } }, "drift.edit must be at most 100"],
    ["drift, delete", { drift: { every: 1, delete: 1e6 } }, "drift.delete must be at most 100"],
    ["every", { faults: [{ every: 1e15 }] }, "faults[0].every must be at most 1000000"],
    ["first", { faults: [{ first: 1e15 }] }, "faults[0].first must be at most 1000000"],
    ["after", { faults: [{ after: 1e15 }] }, "faults[0].after must be at most 1000000"],
    ["chance", { faults: [{ chance: 1e15 }] }, "faults[0].chance must be at most 1"],
    ["cut", { faults: [{ cut: 1e15 }] }, "faults[0].cut must be at most 1"],
    ["delay", { faults: [{ delay: 1e15 }] }, "faults[0].delay must be at most 600000"],
    ["bodyTime", { faults: [{ bodyTime: 1e15 }] }, "faults[0].bodyTime must be at most 600000"],
    ["retryAfter", { faults: [{ retryAfter: 1e15 }] }, "faults[0].retryAfter must be at most 86400"],
    ["status", { faults: [{ status: 1e15 }] }, "faults[0].status must be at most 599"],
    ["many faults", { faults: Array(51).fill({}) }, "faults must have at most 50 elements, not 51"],
  ])("cannot exceed the bound of any number: %s", async (_name, members, message) => {
    const mock = await testMock({ size: 1 });
    const body = JSON.stringify({ name: "big", summary: "", ...members });
    const reply = await mock.call("/__mock/scenario", { method: "POST", body });
    expect([reply.status, reply.body["message"]]).toEqual([400, `the scenario "big": ${message}`]);
    expect((await mock.call("/__mock/state")).body["scenario"]).toBe("none");
  });

  it("cannot start drift in lists that are too long for it", async () => {
    const mock = await testMock({ size: 1_000_001 });
    const reply = await mock.call("/__mock/scenario", { method: "POST", body: '{"name":"drift"}' });
    expect([reply.status, reply.body["message"]]).toEqual([
      400,
      "scenarios with drift need lists of at most 1000000 records, not 1000001; lower --size, or the size in the scenario",
    ]);
    const alone = { apiKey: mock.apiKey, Prefer: "scenario=drift" };
    expect((await mock.call("/api/v1/reports", { headers: alone })).status).toBe(400);
    expect((await mock.call("/__mock/state")).body["scenario"]).toBe("none");
    expect((await mock.call("/api/v1/reports")).status).toBe(200);
  });

  it("cannot make a list grow without end", async () => {
    const mock = await testMock({ size: 1_999_950, scenario: { name: "x", summary: "", size: 999_990 } });
    mock.use({ name: "grow", summary: "", size: 1_000_000, drift: { every: 1, insert: 100 } });
    expect((await mock.call("/api/v1/reports?limit=1")).body["count"]).toBe(1_000_100);
  });
});
