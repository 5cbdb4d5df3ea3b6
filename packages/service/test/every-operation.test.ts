/** The operations of the API in `openapi/`, whichever it is: those without a handler say so. */
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { type OpenApiDocument, readApi } from "@metadata-service/spec-tools";
import { TARGETS, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunningService } from "../src/index.js";
import { startPatientService } from "./support/start-patient-service.js";

let database: TestDatabase | undefined;
let service: RunningService;
beforeAll(async () => {
  database = await TARGETS[0]?.create();
  service = await startPatientService({ apiKey: "test-key", ...database?.options });
});
afterAll(async () => {
  await service.stop();
  await database?.remove();
});

it.each(readApi(document as unknown as OpenApiDocument).operations)("$id is routed", async ({ method, path }) => {
  const { status } = await fetch(service.url + path.replaceAll(/\{[^}]*\}/g, "1"), { method: method.toUpperCase() });
  expect([404, 405, 500]).not.toContain(status);
});
