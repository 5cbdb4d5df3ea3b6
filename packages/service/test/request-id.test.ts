/** Every response has a request ID that is in the log, and `/` describes the service. */
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseFlags, type ServiceProcess, startProcess } from "@metadata-service/test-kit/service/service-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let folder: string;
let service: ServiceProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "request-id-"));
  service = await startProcess(databaseFlags({ data: join(folder, "data") }));
});
afterAll(async () => {
  await service?.end();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the ID in the response to a request whose path is sent verbatim. */
function idOf(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request(service.url, { path, headers }, (response) => {
      response.resume();
      resolve(response.headers["x-request-id"]);
    })
      .on("error", reject)
      .end();
  });
}

describe("the request ID", () => {
  it.each([
    ["a list", "/api/v1/reports", true],
    ["a 400", "/api/v1/reports?limit=x", true],
    ["a 401", "/api/v1/reports", false],
    ["a 404", "/nothing", false],
    ["a path that is not UTF-8", "/api/v2/metadata/%ff", true],
    ["the start page", "/", false],
  ])("is the one from the caller, or a new one: %s", async (_, path, withKey) => {
    const headers: Record<string, string> = withKey ? { apiKey: service.firstKey ?? "" } : {};
    expect(await idOf(path, { ...headers, "X-Request-Id": "trace:7" })).toBe("trace:7");
    expect(await idOf(path, headers)).toMatch(UUID);
    expect(await idOf(path, { ...headers, "X-Request-Id": "two words" })).toMatch(UUID);
    expect(await idOf(path, { ...headers, Expect: "nothing", "X-Request-Id": "trace:8" })).toBe("trace:8");
  });

  it("is in the log line of the request", async () => {
    const apiKey = service.firstKey ?? "";
    await idOf("/api/v1/reports", { apiKey, "X-Request-Id": "in-the-log" });
    const lines = () => service.log().split("\n");
    await expect.poll(() => lines().filter((line) => line.includes('"request":"in-the-log"'))).toHaveLength(1);
    const [line = "{}"] = lines().filter((one) => one.includes("in-the-log"));
    expect(JSON.parse(line)).toMatchObject({ request: "in-the-log", status: 200, path: "/api/v1/reports" });
  });
});

describe("GET /", () => {
  it("returns a page to browsers, without a key", async () => {
    const response = await fetch(service.url, { headers: { Accept: "text/html" } });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    const page = await response.text();
    for (const part of ["Metadata Service", "keys create", "/api/v3/purchase-orders", "apiKey"])
      expect(page).toContain(part);
  });

  it("returns JSON to other clients", async () => {
    const response = await fetch(service.url);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({
      credentials: "Every operation needs an API key in the header apiKey.",
      operations: expect.arrayContaining([{ operationId: "listReports", method: "GET", path: "/api/v1/reports" }]),
    });
  });

  it("is not logged, because anybody may request it", async () => {
    await fetch(service.url, { headers: { "X-Request-Id": "unlogged" } });
    await idOf("/api/v1/reports", { apiKey: service.firstKey ?? "", "X-Request-Id": "logged" });
    await expect.poll(() => service.log()).toContain('"request":"logged"');
    expect(service.log()).not.toContain("unlogged");
  });
});
