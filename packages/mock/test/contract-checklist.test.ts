import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { createRules } from "@metadata-service/server-rules";
import { describe, expect, it } from "vitest";
import { checklistCases } from "./cases/checklist-cases.js";
import { ajv, expectDocumented } from "./cases/expect-documented.js";
import { testMock } from "./helpers.js";

const mock = await testMock();
const rules = createRules(document);

checklistCases(() => mock);

describe("every documented response", () => {
  it.each(rules.operations)(
    "of $id can be requested with Prefer, and has its documented body",
    async ({ id, path, method, responses }) => {
      const url = path.replace("{namespace}", "inspection");
      for (const status of responses.keys()) {
        const reply = await mock.call(url, { method, headers: { Prefer: `code=${status}` } });
        expect([id, reply.status]).toEqual([id, status]);
        expectDocumented(reply, path, method.toLowerCase());
      }
    },
  );
});

describe("the spec", () => {
  // If Ajv cannot compile a schema, Prism silently validates nothing.
  it.each(Object.keys(document.components.schemas))("%s compiles in the 2020-12 dialect", (name) => {
    expect(ajv.compile({ $ref: `spec#/components/schemas/${name}` })).toBeTypeOf("function");
  });
});
