import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { errorCases } from "./cases/error-cases.js";
import { testMock } from "./helpers.js";

const mock = await testMock();

errorCases(() => mock);

describe("the mock", () => {
  it("accepts the configured keys and no other", async () => {
    const other = await testMock({ apiKeys: ["one", "two"] });
    expect(other.apiKey).toBe("one");
    for (const [apiKey, status] of [
      ["one", 200],
      ["two", 200],
      ["demo-key", 401],
    ] as const)
      expect((await other.call("/api/v1/reports", { headers: { apiKey } })).status).toBe(status);
  });

  it("returns the reason for rejecting a body in a header, too", async () => {
    const { status, headers, body } = await mock.create({
      uid: "u",
      items: [
        { key: "k", type: "string", value: "v" },
        { key: "k", type: "number", value: "1" },
      ],
    });
    expect([status, body["message"]]).toEqual([400, "items[1].value must be a number"]);
    expect(headers.get("x-mock")).toBe(
      'source="validation"; operation="createMetadata"; detail="items[1].value must be a number"; scenario="none"; seed="1"',
    );
  });

  it("uses the error format of most operations for an unknown path", async () => {
    const reason = { type: "object", required: ["reason"], properties: { reason: { type: "string" } } };
    const odd = {
      operationId: "getOdd",
      responses: {
        "204": { description: "Fine." },
        "400": { description: "Wrong.", content: { "application/json": { schema: reason } } },
      },
    };
    const paths = { "/odd": { get: odd }, ...document.paths };
    const { call, apiKey } = await testMock({ document: { ...document, paths } });
    const { status, body } = await call("/nowhere", { headers: { apiKey } });
    expect([status, body]).toEqual([404, { errorCode: "Generic", message: "There is no such path" }]);
  });
});
