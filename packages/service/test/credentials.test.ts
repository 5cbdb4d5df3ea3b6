import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServiceOf } from "../src/start-service.js";
import { json, KEY } from "./support/start.js";

type Sent = [search: string, headers: Record<string, string>];

const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The cases: security schemes, security requirements of the API, valid credentials and invalid ones. */
const cases: [name: string, schemes: object, security: object[], right: Sent[], wrong: Sent[]][] = [
  [
    "a key in another header",
    { own: { type: "apiKey", in: "header", name: "X-Own-Key" } },
    [{ own: [] }],
    [["", { "x-own-key": KEY }]],
    [
      ["", { apikey: KEY }],
      ["", {}],
    ],
  ],
  [
    "a key in the query",
    { own: { type: "apiKey", in: "query", name: "own_key" } },
    [{ own: [] }],
    [
      [`own_key=${KEY}`, {}],
      [`limit=2&own_key=${KEY}`, {}],
    ],
    [
      ["own_key=wrong", {}],
      ["own_key=", {}],
      ["", { apikey: KEY }],
    ],
  ],
  [
    "a key in a cookie",
    { own: { type: "apiKey", in: "cookie", name: "sid" } },
    [{ own: [] }],
    [["", { cookie: `a=b; sid=${KEY}` }]],
    [
      ["", { cookie: "sid=wrong" }],
      ["", { cookie: `xsid=${KEY}` }],
    ],
  ],
  [
    "HTTP basic",
    { own: { type: "http", scheme: "basic" } },
    [{ own: [] }],
    [
      ["", basic(`user:${KEY}`)],
      ["", basic(`${KEY}:`)],
    ],
    [
      ["", basic("user:wrong")],
      ["", { authorization: "Basic %" }],
      ["", bearer(KEY)],
    ],
  ],
  [
    "a bearer token",
    { own: { type: "http", scheme: "bearer" } },
    [{ own: [] }],
    [
      ["", bearer(KEY)],
      ["", { authorization: `bearer ${KEY}` }],
    ],
    [
      ["", bearer("wrong")],
      ["", { authorization: KEY }],
    ],
  ],
  [
    "one of two schemes",
    { a: { type: "apiKey", in: "header", name: "a" }, b: { type: "http", scheme: "bearer" } },
    [{ a: [] }, { b: [] }],
    [
      ["", { a: KEY }],
      ["", bearer(KEY)],
      ["", { a: "wrong", ...bearer(KEY) }],
    ],
    [["", { a: "wrong" }]],
  ],
  [
    "two schemes together",
    { a: { type: "apiKey", in: "header", name: "a" }, b: { type: "http", scheme: "bearer" } },
    [{ a: [], b: [] }],
    [["", { a: KEY, ...bearer(KEY) }]],
    [
      ["", { a: KEY }],
      ["", bearer(KEY)],
      ["", { a: KEY, ...bearer("wrong") }],
    ],
  ],
  [
    "an optional key",
    { own: { type: "http", scheme: "bearer" } },
    [{ own: [] }, {}],
    [
      ["", {}],
      ["", bearer(KEY)],
    ],
    [],
  ],
];

describe.each(cases)("a service whose spec requires %s", (_, securitySchemes, security, right, wrong) => {
  it("accepts only callers with valid credentials, on every page", async () => {
    const document = structuredClone(bundle) as object;
    Object.assign(document, { security, components: { ...bundle.components, securitySchemes } });
    const [target] = TARGETS;
    const database = await target?.create();
    const service = await startServiceOf(document, { ...database?.options, apiKey: KEY, logLevel: "error" });
    onTestFinished(async () => {
      await service.stop();
      await database?.remove();
    });
    const ask = ([search, headers]: Sent) =>
      fetch(`${service.url}/api/v1/reports${search && `?${search}`}`, { headers });
    const reports = Array.from({ length: 3 }, (_, n) => ({
      uid: `report-${n}`,
      createdDate: moment(n),
      updatedDate: moment(n),
    }));
    await service.administration.importRecords("reports", linesOf(reports), { onReject: () => {} });
    for (const sent of right) {
      const page = await json<{ next: string | null }>(ask(sent));
      // Links do not repeat a key in the query.
      if (sent[0].includes("limit=2")) expect(page.next).toMatch(/\?limit=2&offset=2$/);
    }
    const schemes = Object.values(securitySchemes).flatMap(({ scheme }: { scheme?: string }) => scheme ?? []);
    for (const sent of wrong) {
      const { status, headers } = await ask(sent);
      expect(status, JSON.stringify(sent)).toBe(401);
      const challenges = headers.get("www-authenticate") ?? "";
      expect(challenges.split(" ")[0]?.toLowerCase() ?? "").toBe(schemes[0] ?? "");
    }
  });
});
