import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";

const mock = await testMock();
const origin = "https://app.example";

describe("CORS", () => {
  it("lets a page of any origin read responses and the headers that it needs, but not send credentials", async () => {
    const { headers } = await mock.call("/api/v1/reports", { headers: { apiKey: mock.apiKey, Origin: origin } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("access-control-expose-headers")).toBe("*");
  });

  it.each([
    ["/api/v1/reports?limit=0", 400],
    ["/api/v1/nothing", 404],
  ])("lets a page read errors too: %s, %i", async (path, status) => {
    const reply = await mock.call(path, { headers: { apiKey: mock.apiKey, Origin: origin } });
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
  });

  it("responds to a preflight with the methods of the path and the requested headers", async () => {
    const { status, headers } = await mock.call("/api/v2/metadata/inspection", {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "apikey,content-type,x-trace",
        "Access-Control-Request-Private-Network": "true",
      },
    });
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "apikey,content-type,x-trace",
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
    });
    expect(headers.has("access-control-allow-credentials")).toBe(false);
  });

  it("does not treat other OPTIONS requests as a preflight", async () => {
    const { status, headers } = await mock.call("/api/v1/reports", { method: "OPTIONS", headers: { Origin: origin } });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
