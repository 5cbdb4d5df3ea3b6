import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";
import { HOSTILE_REQUESTS } from "./hostile/hostile-requests.js";
import { rawRequest, sendRaw } from "./hostile/raw-http.js";

const mock = await testMock();
const port = Number(new URL(mock.url).port);

describe("hostile requests", () => {
  it("are at least 60, each under a name of its own", () => {
    expect(HOSTILE_REQUESTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(HOSTILE_REQUESTS.map(({ name }) => name)).size).toBe(HOSTILE_REQUESTS.length);
  });

  it.each(HOSTILE_REQUESTS)("$name: $status, within the contract", async ({ name, bytes, status }) => {
    const reply = await sendRaw(port, bytes);
    expect(reply.status).toBe(status);
    expect(reply.headers.get("content-type")).toBe("application/json");
    if (status < 300 || name === "the method HEAD") return;
    const body = JSON.parse(reply.body) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(["errorCode", "message"]);
    // One sentence, short enough to read.
    expect(body["message"]).toMatch(/^.{10,400}$/);
    if (status === 405) expect(reply.headers.get("allow")).toBe("GET");
  });

  it("leave the mock as it was", async () => {
    const reply = await sendRaw(port, rawRequest({ target: "/api/v1/reports?limit=1" }));
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toMatchObject({ count: 1000 });
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });
});
