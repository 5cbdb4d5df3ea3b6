import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";

const mock = await testMock();
const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  mock.call(`/__mock/${path}`, { method: "POST", headers, body: JSON.stringify(body) });

describe("the control under /__mock/", () => {
  it("returns the state", async () => {
    const { body } = await mock.call("/__mock/state");
    expect(body).toMatchObject({ url: mock.url, seed: 1, scenario: "none" });
    expect(body["records"]).toMatchObject({ "purchase-orders": 1000, reports: 1000, created: 0 });
  });

  it("shows the last requests with the reason for each response, and never the key", async () => {
    mock.reset();
    await mock.call("/api/v1/reports?limit=0");
    await mock.call("/api/v1/reports", { headers: { apiKey: "secret-guess" } });
    const { body } = await mock.call("/__mock/requests");
    expect(body).toMatchObject([
      { id: 1, method: "GET", url: "/api/v1/reports?limit=0", status: 400, source: "validation", scenario: "none" },
      { id: 2, status: 401, source: "key", operation: "listReports" },
    ]);
    expect(body[0]?.["detail"]).toBe("limit must be at least 1");
    expect(body).toEqual(JSON.parse(JSON.stringify(mock.requests)));
    expect(JSON.stringify(body)).not.toContain("secret-guess");
  });

  it("switches the scenario by name or as data, and resets", async () => {
    expect((await send("scenario", { name: "empty" })).body["scenario"]).toBe("empty");
    expect((await mock.call("/api/v1/reports")).body["count"]).toBe(0);
    await send("scenario", { name: "mine", summary: "Always 500.", faults: [{ status: 500 }] });
    expect((await mock.call("/api/v1/reports")).status).toBe(500);
    expect((await send("reset", {})).body["scenario"]).toBe("none");
    expect((await mock.call("/api/v1/reports")).status).toBe(200);
  });

  it.each<[string, unknown, string]>([
    ["an unknown scenario", { name: "nope" }, 'There is no scenario "nope"'],
    ["no scenario", { scenario: "empty" }, 'Send {"name": …} or a scenario'],
    [
      "an invalid scenario",
      { name: "x", summary: "", faults: [{ status: "500" }] },
      "faults[0].status must be an integer",
    ],
  ])("rejects %s", async (_name, body, message) => {
    const reply = await send("scenario", body);
    expect([reply.status, reply.body["message"]]).toEqual([400, expect.stringContaining(message)]);
  });

  it("responds with an error to unknown paths", async () => {
    expect((await mock.call("/__mock/nothing")).status).toBe(404);
    expect((await mock.call("/__mock/reset")).status).toBe(405);
    expect((await fetch(`${mock.url}/__mock`, { redirect: "manual" })).headers.get("location")).toBe("/__mock/");
  });

  it("can be used by pages of this machine and no others", async () => {
    const near = await send("reset", {}, { Origin: "http://localhost:5173" });
    expect([near.status, near.headers.get("access-control-allow-origin")]).toEqual([200, "http://localhost:5173"]);
    const far = await send("scenario", { name: "empty" }, { Origin: "https://evil.example" });
    expect([far.status, far.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    expect((await mock.call("/__mock/state")).body["scenario"]).toBe("none");
  });

  it("streams every request as it happens", async () => {
    const abort = new AbortController();
    const response = await fetch(`${mock.url}/__mock/events`, { signal: abort.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = "";
    const until = async (part: string) => {
      while (!text.includes(part)) text += new TextDecoder().decode((await reader.read()).value);
    };
    await mock.call("/api/v1/reports?limit=3");
    await until("limit=3");
    mock.use("empty");
    await until("event: state");
    abort.abort();
  });

  it("has a page that loads nothing from other servers", async () => {
    const response = await fetch(`${mock.url}/__mock/`);
    const html = await response.text();
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html).not.toMatch(/(?:src|href)=/);
    // Text from requests is never interpreted as HTML.
    expect(html).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write/);
  });
});
