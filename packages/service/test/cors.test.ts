import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readSettings, SettingError } from "../src/config/settings.js";
import { KEY, type ServiceUnderTest, startOn } from "./support/start.js";

const PAGE = "https://app.example";
const OTHER = "http://localhost:3000";
const LIST = "/api/v1/reports";

/** Returns the CORS headers of a response, and `Vary`. */
const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-") || name === "vary"));

const preflight = (under: ServiceUnderTest, origin: string, path = LIST) =>
  fetch(under.service.url + path, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": "apikey" },
  });

const from = (under: ServiceUnderTest, origin: string, { key = KEY, path = LIST } = {}) =>
  fetch(under.service.url + path, { headers: { origin, apiKey: key } });

describe("a service that allows two origins", () => {
  let under: ServiceUnderTest;
  beforeAll(async () => {
    under = await startOn(PGLITE, { corsOrigins: [PAGE, OTHER] });
  });
  afterAll(() => under.end());

  it.each([PAGE, OTHER])("responds to preflights of %s without a key", async (origin) => {
    const response = await preflight(under, origin);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(corsOf(response)).toEqual({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "apikey, content-type, x-request-id, traceparent, tracestate",
      "access-control-max-age": "7200",
      vary: "Origin",
    });
    const created = await preflight(under, origin, "/api/v2/metadata/inspection");
    expect(created.headers.get("access-control-allow-methods")).toBe("POST");
  });

  it("lets pages read responses and errors, but not send credentials", async () => {
    const readable = {
      "access-control-allow-origin": PAGE,
      "access-control-expose-headers": expect.stringMatching(/^retry-after, x-request-id\b/),
      vary: "Origin",
    };
    const responses = await Promise.all([
      from(under, PAGE),
      from(under, PAGE, { key: "wrong" }),
      from(under, PAGE, { path: `${LIST}?limit=0` }),
      from(under, PAGE, { path: "/nowhere" }),
      // Cannot be decoded, so Fastify itself rejects it.
      preflight(under, PAGE, "/nowhere"),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 400, 404, 404]);
    for (const response of responses) expect(corsOf(response)).toEqual(readable);
  });

  it.each(["https://app.example.evil.example", "http://app.example", "https://app.example:8443", "null"])(
    "grants no access to pages from %s",
    async (origin) => {
      const asked = await preflight(under, origin);
      expect([asked.status, corsOf(asked)]).toEqual([405, { vary: "Origin" }]);
      expect(corsOf(await from(under, origin))).toEqual({ vary: "Origin" });
    },
  );

  it("still rejects OPTIONS requests that are not preflights", async () => {
    const response = await fetch(under.service.url + LIST, { method: "OPTIONS", headers: { origin: PAGE } });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

it("a service without allowed origins sends no CORS headers", async () => {
  const under = await startOn(PGLITE);
  onTestFinished(() => under.end());
  const asked = await preflight(under, PAGE);
  expect([asked.status, corsOf(asked)]).toEqual([405, {}]);
  expect(corsOf(await from(under, PAGE))).toEqual({});
});

it("a service that allows all origins sends *, and also allows private network access", async () => {
  const under = await startOn(PGLITE, { corsOrigins: ["*"] });
  onTestFinished(() => under.end());
  const asked = await fetch(under.service.url + LIST, {
    method: "OPTIONS",
    headers: {
      origin: PAGE,
      "access-control-request-method": "GET",
      "access-control-request-private-network": "true",
    },
  });
  expect(corsOf(asked)).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-private-network": "true",
  });
  expect(corsOf(asked)).not.toHaveProperty("vary");
  expect(corsOf(await from(under, "null"))).toMatchObject({ "access-control-allow-origin": "*" });
});

describe("the setting for allowed origins", () => {
  const read = (text: string) => readSettings({}, { METADATA_SERVICE_CORS_ORIGIN: text }).corsOrigins;

  it("accepts exact origins and *", () => {
    expect(read(`${PAGE}, ${OTHER}`)).toEqual([PAGE, OTHER]);
    expect(readSettings({ "cors-origin": "*" }, {}).corsOrigins).toEqual(["*"]);
  });

  it.each(["https://app.example/", "app.example", "https://APP.example", "https://*.example", "https://a.example:443"])(
    "rejects %s, which no browser sends",
    (text) => {
      expect(() => read(text)).toThrow(SettingError);
    },
  );
});
