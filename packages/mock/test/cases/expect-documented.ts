import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect } from "vitest";
import type { Reply } from "./subject.js";

/** A validator of our own choosing rather than that of the mock or the service: formats asserted. */
export const ajv = new Ajv2020({ strict: false });
for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
ajv.addSchema({ ...document, $id: "spec" });

/** Holds an answer to the spec alone. */
export function expectDocumented(reply: Reply, path: string, method: string): void {
  const item = (document.paths as Record<string, Record<string, { responses: Record<string, object> }>>)[path];
  const operation = item?.[method];
  const response = operation?.responses[reply.status];
  expect(response, `${reply.status} is documented`).toBeDefined();
  expect(reply.headers.get("content-type")).toBe("application/json");
  const pointer =
    "$ref" in (response ?? {})
      ? (response as { $ref: string }).$ref
      : `#/paths/${path.replaceAll("/", "~1")}/${method}/responses/${reply.status}`;
  const fragment = pointer.slice(2).split("/").map(encodeURIComponent).join("/");
  const validate = ajv.compile({ $ref: `spec#/${fragment}/content/application~1json/schema` });
  expect(validate(reply.body) ? [] : validate.errors).toEqual([]);
  if (reply.headers.has("retry-after")) expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
}
