// With any API: the document is written below.
/** In a merge patch, null removes a field (RFC 7396), so a record that must have the field cannot get null by it. */
import { expect, it } from "vitest";
import { type Document, runContract, textReport } from "../src/index.js";
import { startTarget } from "./targets/targets.js";

const json = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
const fields = { bay: { type: ["string", "null"], enum: ["north", null] }, size: { type: ["integer", "null"] } };
const crate = { type: "object", required: ["id", "bay", "size"], properties: { id: { type: "integer" }, ...fields } };
const input = { type: "object", required: ["bay", "size"], additionalProperties: false, properties: fields };
const found = { "200": { description: "It.", ...json(crate) }, "404": { description: "None." } };
const document = {
  openapi: "3.1.0",
  info: { title: "Crates", version: "1" },
  paths: {
    "/crates": {
      post: {
        operationId: "createCrate",
        requestBody: { required: true, ...json(input) },
        responses: { "201": { description: "It.", ...json(crate) }, "400": { description: "Wrong." } },
      },
    },
    "/crates/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: "getCrate", responses: found },
      patch: {
        operationId: "updateCrate",
        requestBody: { required: true, ...json({ ...input, required: [] }, "application/merge-patch+json") },
        responses: { ...found, "400": { description: "Wrong." } },
      },
    },
  },
} as unknown as Document;

it("the suite sends no null for a field that the record must have, although it may be null there", async () => {
  const target = await startTarget("mock", document);
  try {
    const report = await runContract({ document, target, effort: "quick", seed: 1, only: /^updateCrate/ });
    expect(report.failed, textReport(report)).toBe(0);
    expect(report.results.some(({ id, verdict }) => /patched record/.test(id) && verdict === "passed")).toBe(true);
  } finally {
    await target.close?.();
  }
});
