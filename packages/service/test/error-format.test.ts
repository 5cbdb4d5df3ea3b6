import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startServiceOf } from "../src/start-service.js";
import { KEY } from "./support/start.js";

type Json = Record<string, unknown>;

const problem = {
  type: "object",
  required: ["type", "title", "status"],
  additionalProperties: false,
  properties: { type: { type: "string" }, title: { type: "string" }, status: { type: "integer" } },
};
const example = { type: "https://errors.example/invalid", title: "Invalid", status: 418 };

/** The current spec, with Problem Details (RFC 9457) for creates, and a 401 without a body for reports. */
function edited(): object {
  const document = structuredClone(bundle) as unknown as {
    paths: Record<string, Record<string, { responses: Json }>>;
  };
  const create = document.paths["/api/v2/metadata/{namespace}"]?.["post"]?.responses ?? {};
  const content = { "application/problem+json": { schema: problem, example } };
  delete create["400"];
  delete create["401"];
  create["422"] = { description: "Invalid.", content };
  create["4XX"] = { description: "Another error of the caller.", content };
  const reports = document.paths["/api/v1/reports"]?.["get"]?.responses ?? {};
  reports["401"] = { description: "No valid key." };
  return document;
}

describe("a service whose operations have different error formats", () => {
  let service: RunningService;
  const send = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, { ...init, headers: { apiKey: KEY, ...(init.headers as Record<string, string>) } });
  const seen = async (response: Response) => [
    response.status,
    response.headers.get("content-type"),
    await response.text(),
  ];
  beforeAll(async () => {
    service = await startServiceOf(edited(), { apiKey: KEY, logLevel: "error" });
  });
  afterAll(() => service.stop());

  it("rejects an invalid request with the documented status, media type and fields", async () => {
    const body = JSON.stringify({ uid: "u", items: [{ key: "k", type: "number", value: "1" }] });
    const response = await send("/api/v2/metadata/inspection", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect([response.status, response.headers.get("content-type"), await response.json()]).toEqual([
      422,
      "application/problem+json",
      { type: "https://errors.example/invalid", title: "items[0].value must be a number", status: 422 },
    ]);
  });

  it("uses the error format of the status class, such as 4XX, for a status without its own format", async () => {
    const response = await send("/api/v2/metadata/inspection", { method: "POST", headers: { apiKey: "wrong" } });
    expect([response.status, await response.json()]).toEqual([
      401,
      { ...example, title: "Session cannot be retrieved: the token is expired or invalid", status: 401 },
    ]);
  });

  it("sends no body where the spec documents none", async () => {
    expect(await seen(await send("/api/v1/reports", { headers: { apiKey: "wrong" } }))).toEqual([401, null, ""]);
  });

  it("uses the most common error format for an unknown path", async () => {
    expect(await seen(await send("/nowhere"))).toEqual([
      404,
      "application/json",
      '{"errorCode":"Generic","message":"There is no such path"}',
    ]);
  });
});
