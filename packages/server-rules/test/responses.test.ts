import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import {
  buildPage,
  compareInstants,
  createRules,
  errorBody,
  formatTimestamp,
  type Item,
  inWindow,
  parseInstant,
  sameItems,
  toResponseItems,
} from "../src/index.js";

const rules = createRules(document);

describe("the responses of the spec", () => {
  const all = rules.operations.flatMap((operation) =>
    [...operation.responses.values()].map((response) => [operation.id, response.status, response] as const),
  );
  it("are there for every operation: one success and four errors", () => {
    expect(all.map(([, status]) => status).filter((status) => status >= 400)).toHaveLength(rules.operations.length * 4);
    expect(rules.operations.map((operation) => operation.successStatus)).toEqual([201, 200, 200, 200]);
  });
  it.each(all)("%s %i: its examples pass and a wrong body does not", (_id, _status, response) => {
    expect(response.examples.size).toBeGreaterThan(0);
    for (const example of response.examples.values()) expect(response.check(example)).toBeUndefined();
    expect(response.check("text")).toMatch(/^the body must be/);
  });
  it("fit the error bodies; only a 500 has details", () => {
    const check = (status: number, body: unknown) => rules.operations[0]?.responses.get(status)?.check(body);
    for (const status of [400, 401, 429, 500] as const) expect(check(status, errorBody(status))).toBeUndefined();
    expect(errorBody(500, undefined, ["disk"])).toEqual({
      errorCode: "Generic",
      message: "Internal server error",
      errors: { system: ["disk"] },
    });
    expect(errorBody(400, "no", ["disk"])).toEqual({ errorCode: "Generic", message: "no" });
    expect(check(400, errorBody(500, "no", ["disk"]))).toBe("the body must NOT be valid");
  });
});

describe("toResponseItems", () => {
  it("turns the request example of the spec into its response example", () => {
    const { CreateMetadataAllKinds: sent, CreatedMetadataAllKinds: returned } = document.components.examples;
    const items = toResponseItems(sent.value.items as Item[], "http://localhost:4010/files/{id}");
    expect(items).toEqual(returned.value.data.items);
  });
  it("takes a template with $ in it as it is", () => {
    const [item] = toResponseItems([{ key: "k", type: "file", value: "id" }], "http://h/$&/{id}?again={id}");
    expect(item?.value).toBe("http://h/$&/id?again=id");
  });
});

describe("sameItems", () => {
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
  ])("%s and %s: %s", (left, right, same) => {
    expect(sameItems(JSON.parse(left), JSON.parse(right))).toBe(same);
    expect(sameItems(JSON.parse(right), JSON.parse(left))).toBe(same);
  });
});

describe("buildPage", () => {
  const pagination = (id: string) => {
    const found = rules.operations.find((operation) => operation.id === id)?.pagination;
    if (!found) throw new Error(id);
    return found;
  };
  const parts = { records: [{}], limit: 10, offset: 0, total: 25, url: "http://h:1/api/v1/reports?offset=0" };

  it("knows the bounds and the collection of each list", () => {
    expect(pagination("listReports")).toMatchObject({ defaultLimit: 10, maxLimit: 50, collection: "reports" });
    expect(pagination("listPurchaseOrdersV3").collection).toBe(pagination("listPurchaseOrders").collection);
    expect(pagination("listPurchaseOrdersV3").record.pointer).toBe("#/components/schemas/PurchaseOrderV3");
  });
  it("builds the standard envelope and the plain array", () => {
    expect(buildPage(pagination("listPurchaseOrders"), parts)).toEqual({ data: [{}], limit: 10, offset: 0, total: 25 });
    expect(buildPage(pagination("listPurchaseOrdersV3"), parts)).toEqual([{}]);
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
  it("compare across offsets and to any digit", () => {
    const compare = (left: string, right: string) =>
      Math.sign(compareInstants(parseInstant(left), parseInstant(right)));
    expect(compare("2026-11-21T06:15:00Z", "2026-11-21T13:15:00.000+07:00")).toBe(0);
    expect(compare("2026-11-21T06:15:00.123456Z", "2026-11-21T06:15:00.1234560001Z")).toBe(-1);
    expect(compare("2026-11-21T06:15:00.5Z", "2026-11-21T06:15:00.45Z")).toBe(1);
    expect(compare("0099-01-01T00:00:00Z", "1999-01-01T00:00:00Z")).toBe(-1);
    expect(compare("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z")).toBe(0);
    expect(() => parseInstant("yesterday")).toThrow(RangeError);
  });
  it("make windows that hold each moment once", () => {
    const at = parseInstant("2026-11-21T00:00:00+00:00");
    expect(inWindow({ from: at }, at)).toBe(true);
    expect(inWindow({ to: at }, at)).toBe(false);
    expect(inWindow({}, at)).toBe(true);
  });
  it("are written with six digits and a numeric offset", () => {
    expect(formatTimestamp(Date.UTC(2026, 10, 21, 6, 15, 0, 7), 8)).toBe("2026-11-21T06:15:00.007008+00:00");
  });
});
