import { describe, expect, it } from "vitest";
import { BUILT_IN_SCENARIOS, type Scenario, startMock } from "../src/index.js";
import { createMockHandlers } from "../src/msw.js";
import { type Json, type TestMock, testMock } from "./helpers.js";

const mock = await testMock();
const REPORTS = "/api/v1/reports";

/** Returns the outcomes of consecutive requests: the status, or `broken` if the connection was closed. */
async function outcomes(target: TestMock, count: number): Promise<(number | "broken")[]> {
  const seen: (number | "broken")[] = [];
  for (let n = 0; n < count; n++)
    seen.push(
      await target.call(`${REPORTS}?limit=50`).then(
        ({ status }) => status,
        () => "broken" as const,
      ),
    );
  return seen;
}

describe("the scenario", () => {
  it.each<[string, number, unknown[]]>([
    ["none", 4, [200, 200, 200, 200]],
    ["rate-limited", 7, [200, 200, 429, 200, 200, 429, 200]],
    ["cut-body", 4, [200, 200, "broken", 200]],
    ["reset-socket", 4, [200, 200, "broken", 200]],
    ["expired-key", 7, [200, 200, 200, 200, 200, 401, 401]],
  ])("%s has the expected outcomes in %i requests", async (name, count, expected) => {
    mock.use(name);
    expect(await outcomes(mock, count)).toEqual(expected);
    // Selecting a scenario again restarts it.
    mock.use(name);
    expect(await outcomes(mock, count)).toEqual(expected);
  });

  it("with a 429 sends the time to wait", async () => {
    mock.use({ name: "always", summary: "", faults: [{ status: 429, retryAfter: 7 }] });
    const { headers, body } = await mock.call(REPORTS);
    expect([headers.get("retry-after"), body["message"]]).toEqual(["7", "Too many requests"]);
  });

  it("flaky fails sometimes, in every way, and equally for the same seed", async () => {
    mock.use("flaky");
    const first = await outcomes(mock, 60);
    mock.use("flaky");
    expect(await outcomes(mock, 60)).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 500, "broken"]));
    expect(first.filter((outcome) => outcome === 200).length).toBeGreaterThan(30);
  });

  it("cut-body announces more bytes than it sends; the start of the body arrives", async () => {
    mock.use({ name: "cut", summary: "", faults: [{ cut: 0.5 }] });
    const response = await fetch(mock.url + REPORTS, { headers: { apiKey: mock.apiKey } });
    const promised = Number(response.headers.get("content-length"));
    let received = 0;
    const read = async () => {
      for await (const chunk of response.body ?? []) received += chunk.length;
    };
    await expect(read()).rejects.toThrow("terminated");
    expect(received).toBe(Math.floor(promised / 2));
  });

  it.each<[string, Scenario["faults"]]>([
    ["slow headers", [{ delay: 60 }]],
    ["slow body", [{ bodyTime: 60 }]],
  ])("with %s delays responses, and loses nothing", async (_name, faults) => {
    mock.use({ name: "slow", summary: "", faults });
    const start = performance.now();
    const { body } = await mock.call(REPORTS);
    expect(performance.now() - start).toBeGreaterThan(55);
    expect(body["count"]).toBe(1000);
  });

  it("with a slow body begins at once, and can be left before its end", async () => {
    mock.use({ name: "slow", summary: "", faults: [{ bodyTime: 60_000 }] });
    const leaving = new AbortController();
    const response = await fetch(mock.url + REPORTS, { headers: { apiKey: mock.apiKey }, signal: leaving.signal });
    expect(response.status).toBe(200);
    const rest = response.text();
    leaving.abort(new Error("gone before the end"));
    await expect(rest).rejects.toThrow("gone before the end");
  });

  it("silent-clamp lowers a limit, which only the body shows", async () => {
    mock.use("silent-clamp");
    const { body } = await mock.call("/api/v1/purchase-orders?limit=100");
    expect(body).toMatchObject({ limit: 25, total: 1000 });
    expect(body["data"]).toHaveLength(25);
    expect((await mock.call("/api/v3/purchase-orders?limit=200")).body).toHaveLength(25);
  });

  it("empty has no records and huge a million, only while they are active", async () => {
    mock.use("empty");
    expect((await mock.call(REPORTS)).body).toEqual({ count: 0, next: null, previous: null, data: [] });
    mock.use("huge");
    const last = await mock.call("/api/v1/purchase-orders?offset=999999&limit=100");
    expect(last.body).toMatchObject({ total: 1_000_000, data: [{ uid: "po-1000000" }] });
    mock.use("none");
    expect((await mock.call(REPORTS)).body["count"]).toBe(1000);
  });

  it("drift moves rows while a client pages, equally for the same seed", async () => {
    const pull = async () => {
      mock.use("drift");
      const pages: Json[] = [];
      for (let offset = 0; offset < 1000; offset += 100)
        pages.push((await mock.call(`/api/v1/purchase-orders?limit=100&offset=${offset}`)).body);
      return pages;
    };
    const pages = await pull();
    const uids = pages.flatMap((page) => (page["data"] as readonly Json[]).map((order) => String(order["uid"])));
    // A plain loop misses rows when others are removed, and gets rows that did not exist at the start. A client must
    // detect this.
    const number = (uid: string) => Number(uid.slice(3));
    expect(new Set(uids.filter((uid) => number(uid) <= 1000)).size).toBeLessThan(1000);
    expect(uids.some((uid) => number(uid) > 1000)).toBe(true);
    const orders = pages.flatMap((page) => page["data"] as readonly Json[]);
    expect(orders.some((order) => String(order["updatedDate"]) > "2026-11-21T06:15:00")).toBe(true);
    // A second pull gets the same changes, except for their timestamps.
    const withoutDates = (all: Json[]) => JSON.stringify(all).replaceAll(/"(updated|created)Date":"[^"]+"/g, "");
    expect(withoutDates(await pull())).toBe(withoutDates(pages));
    // Each change adds one row and removes one, so the total stays the same.
    expect((await mock.call("/api/v1/purchase-orders")).body["total"]).toBe(1000);
  });

  it("drift changes the total if rows are only added or only removed", async () => {
    mock.use({ name: "shrink", summary: "", drift: { every: 1, delete: 3 } });
    const totals: unknown[] = [];
    for (let n = 0; n < 3; n++) totals.push((await mock.call(REPORTS)).body["count"]);
    expect(totals).toEqual([997, 994, 991]);
  });

  it("drift changes records that were read before", async () => {
    mock.use({ name: "edit", summary: "", drift: { every: 1, edit: 1 }, size: 1 });
    const records: Record<string, Json>[] = [];
    for (let n = 0; n < 8; n++) {
      const { data } = (await mock.call(REPORTS)).body as unknown as { data: Record<string, Json>[] };
      records.push(...data);
    }
    const times = records.map(({ updatedDate }) => updatedDate);
    expect(new Set(times).size).toBeGreaterThan(1);
    const rest = records.map(({ updatedDate: _, ...fields }) => JSON.stringify(fields));
    expect(new Set(rest).size).toBeGreaterThan(1);
  });

  it("empty keeps created records", async () => {
    mock.use("none");
    const record = { uid: "stays", items: [{ key: "k", type: "string", value: "v" }] };
    const { body } = await mock.create(record);
    mock.use("empty");
    expect((await mock.create(record)).body).toEqual(body);
  });

  it.each(BUILT_IN_SCENARIOS)("$name sends documented responses or none", async (scenario) => {
    const quick = scenario.faults?.map((fault) => ({
      ...fault,
      ...(fault.delay && { delay: 1 }),
      ...(fault.bodyTime && { bodyTime: 20 }),
    }));
    mock.use({ ...scenario, ...(quick && { faults: quick }) });
    const seen = await outcomes(mock, 8);
    for (const outcome of seen) expect([200, 401, 429, 500, "broken"]).toContain(outcome);
    expect(mock.requests.filter(({ source }) => source === "defect")).toEqual([]);
  });
});

describe("a custom scenario", () => {
  it("applies to the given operations and requests", async () => {
    mock.use({
      name: "mine",
      summary: "",
      faults: [
        { operations: ["createMetadata"], first: 1, status: 500 },
        { operations: ["listReports"], after: 1, every: 2, status: 429 },
      ],
    });
    expect((await mock.call("/api/v1/purchase-orders")).status).toBe(200);
    expect(await outcomes(mock, 5)).toEqual([200, 429, 200, 429, 200]);
    const record = { uid: "mine", items: [{ key: "k", type: "string", value: "v" }] };
    expect((await mock.create(record)).status).toBe(500);
    expect((await mock.create(record)).status).toBe(201);
  });

  it.each<[unknown, string]>([
    ["nope", 'There is no scenario "nope"; the available ones are none, rate-limited, flaky'],
    [{ faults: [] }, "name is required"],
    [{ name: "x", faults: [{ evry: 1 }] }, 'the scenario "x": faults[0].evry is not a known field'],
    [{ name: "x", faults: [{ chance: 2 }] }, "faults[0].chance must be at most 1"],
    [
      { name: "x", faults: [{}, { operations: ["listReports", "listReport"] }] },
      'the scenario "x": faults[1].operations[1]: there is no operation "listReport"; did you mean listReports?',
    ],
  ])("%j is rejected: %s", (scenario, message) => {
    expect(() => mock.use(scenario as Scenario)).toThrow(message);
  });

  it("must name operations of the spec, also at the start and in handlers", async () => {
    const wrong = { name: "busy", faults: [{ operations: ["nothing"], status: 429 }] };
    const message = 'the scenario "busy": faults[0].operations[0]: there is no operation "nothing"';
    await expect(startMock({ port: 0, scenarios: [wrong] })).rejects.toThrow(message);
    await expect(startMock({ port: 0, scenario: wrong })).rejects.toThrow(message);
    expect(() => createMockHandlers({ scenario: wrong })).toThrow(message);
    expect(() => createMockHandlers().use(wrong)).toThrow(message);
  });

  it("can be passed at the start, in addition to the built-in ones", async () => {
    const busy: Scenario = { name: "busy", summary: "Always 429.", faults: [{ status: 429 }] };
    const other = await testMock({ scenarios: [busy], scenario: "busy" });
    expect(await outcomes(other, 2)).toEqual([429, 429]);
    other.use("none");
    expect(await outcomes(other, 1)).toEqual([200]);
    other.reset();
    expect(await outcomes(other, 1)).toEqual([429]);
  });
});

describe("Prefer", () => {
  const prefer = (value: string, path = REPORTS) =>
    mock.call(path, { headers: { apiKey: mock.apiKey, Prefer: value } });

  it.each<[string, number, string]>([
    ["code=429", 429, "Too many requests"],
    ["code=500", 500, "Internal server error"],
    ["code=401", 401, "Session cannot be retrieved: the token is expired or invalid"],
    ["example=Unauthorized", 401, "Session cannot be retrieved: the token is expired or invalid"],
    ["code=418", 400, "listReports documents no status 418; it has 200, 400, 401, 429, 500"],
    ["example=Nope", 400, 'listReports has no example "Nope" for 200; it has ReportsPage'],
  ])("returns the documented response for %s: %i", async (value, status, message) => {
    mock.use("none");
    const reply = await prefer(value);
    expect([reply.status, reply.body["message"]]).toEqual([status, message]);
    expect(reply.headers.get("retry-after")).toBe(status === 429 ? "1" : null);
  });

  it("returns an example by name, and a status even for an invalid request", async () => {
    expect((await prefer("example=ReportsPage")).body["data"]).toHaveLength(1);
    expect((await prefer("code=429", `${REPORTS}?limit=wrong`)).status).toBe(429);
  });

  it("delays a response, and applies a scenario to one request", async () => {
    const start = performance.now();
    expect((await prefer("delay=60")).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(55);
    await expect(prefer("scenario=reset-socket")).rejects.toThrow();
    const limited = await prefer("scenario=rate-limited");
    expect([limited.status, limited.headers.get("x-mock")]).toEqual([429, expect.stringContaining('"rate-limited"')]);
    expect((await prefer("scenario=empty")).body["count"]).toBe(0);
    expect((await prefer("scenario=huge")).body["count"]).toBe(1_000_000);
    expect((await prefer("scenario=silent-clamp", `${REPORTS}?limit=50`)).body["data"]).toHaveLength(25);
    mock.use({ name: "down", summary: "", faults: [{ status: 500 }] });
    expect((await prefer("scenario=none")).status).toBe(200);
    mock.use("none");
    expect((await mock.call(REPORTS)).status).toBe(200);
  });
});
