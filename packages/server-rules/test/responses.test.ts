import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import {
  buildPage,
  createRules,
  errorBody,
  formatTimestamp,
  parseInstant,
  roundUp,
  sameJson,
  windowOf,
} from "../src/index.js";

const rules = createRules(document);
const pagination = (id: string) => {
  const found = rules.operations.find((operation) => operation.id === id)?.pagination;
  if (!found) throw new Error(id);
  return found;
};

describe("the responses of the spec", () => {
  const all = rules.operations.flatMap((operation) =>
    [...operation.responses.values()].map((response) => [operation.id, response.status, response] as const),
  );
  it("exist for every operation: one success and four errors", () => {
    expect(all.map(([, status]) => status).filter((status) => status >= 400)).toHaveLength(rules.operations.length * 4);
    expect(rules.operations.map((operation) => operation.successStatus)).toEqual([201, 200, 200, 200]);
  });
  it.each(all)("have valid examples, and reject a wrong body: %s %i", (id, status, response) => {
    const model = rules.api.operations.find((operation) => operation.id === id);
    const examples = model?.responses.find((one) => one.status === String(status))?.content[0]?.examples ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const { value } of examples) expect(response.check(value)).toBeUndefined();
    expect(response.check("text")).toMatch(/^the body must be/);
  });
  it("accept the error bodies; only a 500 has details", () => {
    const check = (status: number, body: unknown) => rules.operations[0]?.responses.get(status)?.check(body);
    for (const status of [400, 401, 429, 500] as const) expect(check(status, errorBody(status))).toBeUndefined();
    expect(errorBody(500, undefined, ["disk"])).toEqual({
      errorCode: "Generic",
      message: "Internal server error",
      errors: { system: ["disk"] },
    });
    expect(errorBody(400, "no", ["disk"])).toEqual({ errorCode: "Generic", message: "no" });
    expect(check(400, errorBody(500, "no", ["disk"]))).toBe("errors is not an allowed name");
  });
});

describe("the items of a response", () => {
  const toResponse = (items: unknown, fileUrl: string) =>
    rules.operations[0]?.body?.itemsIn([])?.toResponse("items", items, fileUrl);

  it("are those of the example of the response, for the example of the request", () => {
    const { CreateMetadataAllKinds: sent, CreatedMetadataAllKinds: returned } = document.components.examples;
    const items = toResponse(sent.value.items, "http://localhost:4010/files/{id}");
    expect(items).toEqual(returned.value.data.items);
  });
  it("keep a $ in a template", () => {
    const file = { key: "k", type: "file", value: "id" };
    expect(toResponse([file], "http://h/$&/{id}?again={id}")).toEqual([{ ...file, value: "http://h/$&/id?again=id" }]);
  });
});

describe("sameJson", () => {
  it.each([
    ['[{"a":1,"b":[1,2]}]', '[{"b":[1.0,2],"a":1}]', true],
    ["[0]", "[-0]", true],
    ["[1,2]", "[2,1]", false],
    ["[1]", "[1,1]", false],
    ['{"a":1}', '{"b":1}', false],
    ['{"__proto__":1}', '{"a":1}', false],
    ["{}", "[]", false],
    ["null", "{}", false],
    ['"1"', "1", false],
  ])("compares %s with %s: %s", (left, right, same) => {
    expect(sameJson(JSON.parse(left), JSON.parse(right))).toBe(same);
    expect(sameJson(JSON.parse(right), JSON.parse(left))).toBe(same);
  });
});

describe("buildPage", () => {
  const parts = { records: [{}], limit: 10, offset: 0, total: 25, url: "http://h:1/api/v1/reports?offset=0" };

  it("gets the bounds and the collection of each list from the rules", () => {
    expect(pagination("listReports")).toMatchObject({ defaultLimit: 10, maxLimit: 50, collection: "reports" });
    expect(pagination("listPurchaseOrdersV3").collection).toBe(pagination("listPurchaseOrders").collection);
    expect(pagination("listPurchaseOrdersV3").record.pointer).toBe("#/components/schemas/PurchaseOrderV3");
  });
  it("builds the standard envelope and the plain array", () => {
    expect(buildPage(pagination("listPurchaseOrders"), parts)).toEqual({ data: [{}], limit: 10, offset: 0, total: 25 });
    expect(buildPage(pagination("listPurchaseOrdersV3"), parts)).toEqual([{}]);
  });
  it.each([
    ["ids=1,2,3", "ids=1,2,3&limit=10&offset=10"],
    ["offset=0&ids=1,2&limit=3", "offset=10&ids=1,2&limit=10"],
    ["a=%20b+c|d'~^&&e", "a=%20b+c%7Cd'~%5E&&e&limit=10&offset=10"],
    ["%6cimit=5&filter[limit]=7&?limit=2&off%73et=0&offset=3", "limit=10&filter%5Blimit%5D=7&?limit=2&offset=10"],
    ["", "limit=10&offset=10"],
  ])("keeps the rest of the query, and encodes only what no URI has: %s", (search, query) => {
    const url = `http://h:1/api/v1/reports${search && "?"}${search}`;
    expect(buildPage(pagination("listReports"), { ...parts, url })).toMatchObject({
      next: `http://h:1/api/v1/reports?${query}`,
    });
  });
  it.each([
    [0, 10, null],
    [10, 20, 0],
    [15, null, 5],
    [24, null, 14],
    [25, null, 15],
    [5, 15, 0],
  ])("links the pages around offset %i to %s and %s", (offset, next, previous) => {
    const url = `http://h:1/api/v1/reports?updated_from=2026-11-01T00:00:00%2B07:00&offset=${offset}`;
    const page = buildPage(pagination("listReports"), { ...parts, offset, url }) as Record<string, string | null>;
    expect(page["count"]).toBe(25);
    for (const [link, expected] of [
      [page["next"], next],
      [page["previous"], previous],
    ] as const) {
      if (expected === null) expect(link).toBeNull();
      else {
        const query = new URL(String(link)).searchParams;
        expect(Object.fromEntries(query)).toEqual({
          updated_from: "2026-11-01T00:00:00+07:00",
          limit: "10",
          offset: String(expected),
        });
      }
    }
  });
});

describe("moments", () => {
  it("are exact with any number of digits and any offset", () => {
    const moment = { seconds: Date.UTC(2026, 10, 21, 6, 15) / 1000, fraction: "" };
    expect(parseInstant("2026-11-21T06:15:00Z")).toEqual(moment);
    expect(parseInstant("2026-11-21T13:15:00.000+07:00")).toEqual(moment);
    expect(parseInstant("2026-11-21T06:15:00.1234560001000Z")).toEqual({ ...moment, fraction: "1234560001" });
    expect(parseInstant("0099-01-01T00:00:00Z").seconds).toBe(Date.parse("0099-01-01T00:00:00Z") / 1000);
    expect(parseInstant("2016-12-31T23:59:60Z")).toEqual(parseInstant("2017-01-01T00:00:00Z"));
    expect(() => parseInstant("yesterday")).toThrow(RangeError);
  });
  it.each([
    ["12:00:00.5", "12:00:00.5"],
    ["12:00:00.123456", "12:00:00.123456"],
    ["12:00:00.1234560001", "12:00:00.123457"],
    ["12:00:00.0000001", "12:00:00.000001"],
    ["12:00:00.1299999", "12:00:00.13"],
    ["12:00:00.9999991", "12:00:01"],
  ])("are rounded up: %s to %s", (time, rounded) => {
    expect(roundUp(parseInstant(`2026-11-21T${time}Z`), 6)).toEqual(parseInstant(`2026-11-21T${rounded}Z`));
  });
  it("limit a window; those between two microseconds are rounded up", () => {
    const window = windowOf(pagination("listReports"), {
      updated_from: "2026-11-21T07:00:00.0000005+07:00",
      updated_to: "2026-11-21T00:00:01Z",
    });
    expect(window).toEqual({
      from: parseInstant("2026-11-21T00:00:00.000001Z"),
      to: parseInstant("2026-11-21T00:00:01Z"),
    });
    expect(windowOf(pagination("listPurchaseOrders"), {})).toEqual({});
  });
  it("are written with six digits and a numeric offset", () => {
    expect(formatTimestamp(Date.UTC(2026, 10, 21, 6, 15, 0, 7), 8)).toBe("2026-11-21T06:15:00.007008+00:00");
  });
});
