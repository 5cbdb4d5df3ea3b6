/** Every response has a request ID, and `/` lists the addresses of the mock. */
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const mock = await testMock();
const key = { apiKey: mock.apiKey };

/** Returns the request ID of the response to a request whose path is sent verbatim. */
function idOf(path: string, headers: Record<string, string | string[]> = {}, method = "GET"): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request(mock.url, { path, headers, method }, (response) => {
      response.resume();
      resolve(response.headers["x-request-id"]);
    })
      .on("error", reject)
      .end();
  });
}

describe("the request ID", () => {
  it.each([
    ["a list", "/api/v1/reports", key],
    ["a 400", "/api/v1/reports?limit=x", key],
    ["a 401", "/api/v1/reports", {}],
    ["a 404", "/nothing", {}],
    ["a path that is not UTF-8", "/api/v2/metadata/%ff", key],
    ["a wrong host", "/api/v1/reports", { ...key, Host: "elsewhere.example" }],
    ["the start page", "/", {}],
    ["a file", "/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", {}],
    ["the control", "/__mock/state", {}],
    ["an Expect that cannot be satisfied", "/api/v1/reports", { ...key, Expect: "nothing" }],
  ])("is the caller's, or a new one: %s", async (_, path, headers) => {
    expect(await idOf(path, { ...headers, "X-Request-Id": "trace:7/a=b@c.d+e_f-g" })).toBe("trace:7/a=b@c.d+e_f-g");
    const [one, two] = [await idOf(path, headers), await idOf(path, headers)];
    expect(one).toMatch(UUID);
    expect(two).not.toBe(one);
  });

  it.each([["two words"], ["<b>"], ["x".repeat(129)], ["a, b"], [""]])("is a new one instead of %j", async (id) => {
    expect(await idOf("/api/v1/reports", { ...key, "X-Request-Id": id })).toMatch(UUID);
  });

  it("is a new one where the document does not allow the caller's in its responses", async () => {
    const headers = { "x-request-id": { schema: { type: "string", format: "uuid" } } };
    const paths = { "/a": { get: { responses: { 204: { description: "Done.", headers } } } } };
    const strict = await testMock({ document: { openapi: "3.1.0", info: { title: "Strict", version: "1" }, paths } });
    const own = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
    const shown = [own, "r-1"].map(async (id) => {
      const { headers: got } = await fetch(`${strict.url}/a`, { headers: { "X-Request-Id": id } });
      return got.get("x-request-id");
    });
    expect(await Promise.all(shown)).toEqual([own, expect.stringMatching(UUID)]);
  });

  it("is also on the response to invalid HTTP", async () => {
    const socket = connect(Number(new URL(mock.url).port), "127.0.0.1");
    socket.write("no HTTP at all\r\n\r\n");
    expect(await text(socket)).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  });

  it("can be read by pages of other origins", async () => {
    const { headers } = await fetch(`${mock.url}/api/v1/reports`, { headers: key });
    expect(headers.get("access-control-expose-headers")).toBe("*");
  });
});

describe("GET /", () => {
  it("returns a page to browsers", async () => {
    const response = await fetch(mock.url, { headers: { Accept: "text/html,application/xhtml+xml" } });
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await response.text();
    for (const part of ["/__mock/", "/api/v1/reports", "listPurchaseOrdersV3", mock.apiKey, mock.url])
      expect(page).toContain(part);
  });

  it("returns JSON to other clients", async () => {
    const response = await fetch(mock.url);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({
      credentials: "Every operation needs an API key in the header apiKey.",
      operations: expect.arrayContaining([{ operationId: "listReports", method: "GET", path: "/api/v1/reports" }]),
    });
  });

  it("is an operation of the API if the spec has that path", async () => {
    const responses = { 200: { description: "Root", content: { "application/json": { example: { root: true } } } } };
    const paths = { "/": { get: { operationId: "getRoot", responses } } };
    const own = await testMock({ document: { openapi: "3.1.0", info: { title: "Own", version: "1" }, paths } });
    expect(await (await fetch(own.url, { headers: { Accept: "text/html" } })).json()).toEqual({ root: true });
  });

  it("is the only method: POST / is a 404", async () => {
    expect((await fetch(mock.url, { method: "POST" })).status).toBe(404);
  });
});
