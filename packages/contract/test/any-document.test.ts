/** What the suite takes for granted of a document of any size, and what it must not. */
import { expect, it, onTestFinished } from "vitest";
import { cases } from "../src/cases/cases.js";
import { type Document, httpTarget, type Report, runContract, type Target, textReport } from "../src/index.js";
import { createContext } from "../src/run/context.js";
import { bodyOf, json, listen } from "./documents/servers.js";

const described = (schema: object) => ({ description: "It.", content: { "application/json": { schema } } });
const record = (...names: string[]) => ({
  type: "object",
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});
const inPath = (name: string, schema: object = { type: "string" }) => ({ name, in: "path", required: true, schema });
const documentOf = (paths: object, rest: object = {}) =>
  ({ openapi: "3.1.0", info: { title: "Any", version: "1" }, paths, ...rest }) as unknown as Document;

async function check(document: Document, handler: Parameters<typeof listen>[0]): Promise<Report> {
  const { url, stop } = await listen(handler);
  onTestFinished(stop);
  return runContract({ document, baseUrl: url, apiKey: "secret", effort: "quick", seed: 1 });
}

it("does not take the name of a record for its identity, unless the record is there", async () => {
  const document = documentOf({
    "/licenses": { get: { responses: { 200: described({ type: "array", items: record("number", "name") }) } } },
    "/licenses/{license}": {
      get: { parameters: [inPath("license")], responses: { 200: described(record("number", "name")) } },
    },
  });
  const all = [{ number: "7", name: "MIT License" }];
  const report = await check(document, (request, response) => {
    request.resume();
    if (request.url?.split("?")[0] === "/licenses") return json(response, 200, all);
    const found = all.find(({ number }) => request.url === `/licenses/${number}`);
    json(response, found ? 200 : 404, found ?? {});
  });
  expect(report.failed, textReport(report)).toBe(0);
});

it("skips what needs a second record where only one is possible", async () => {
  const only = { type: "string", pattern: "^only$" };
  const stage = { type: "object", required: ["place"], properties: { place: only } };
  const responses = { 400: { description: "Invalid." }, 401: { description: "No key." } };
  const document = documentOf(
    {
      "/stages": {
        post: {
          requestBody: { required: true, ...described(stage) },
          responses: { 200: described(stage), ...responses },
        },
      },
      "/stages/{place}": {
        get: {
          parameters: [inPath("place", only)],
          responses: { 200: described(stage), 404: { description: "None." }, ...responses },
        },
      },
    },
    {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    },
  );
  let isMade = false;
  const report = await check(document, async (request, response) => {
    const body = String(await bodyOf(request));
    if (request.headers["x-key"] !== "secret") return response.writeHead(401).end();
    if (request.method !== "POST") return json(response, isMade ? 200 : 404, { place: "only" });
    const isRight = /^\s*\{\s*"place"\s*:\s*"only"\s*\}\s*$/.test(body) && !isMade;
    if (!isRight) return response.writeHead(400).end();
    isMade = true;
    json(response, 200, { place: "only" });
  });
  const failed = report.results.filter(({ verdict, keyword }) => verdict === "failed" && keyword === "API key");
  expect(failed, textReport(report)).toEqual([]);
});

it("plans only the statuses of what is below records that nothing creates", () => {
  const parameters = [inPath("org")];
  const one = [...parameters, inPath("team")];
  const team = record("team");
  const body = { requestBody: { required: true, ...described(team) } };
  const document = documentOf({
    "/orgs/{org}": { get: { parameters, responses: { 200: described(record("org")) } } },
    "/orgs/{org}/teams": { post: { operationId: "create", parameters, responses: { 201: described(team) }, ...body } },
    "/orgs/{org}/teams/{team}": {
      put: { operationId: "replace", parameters: one, responses: { 200: described(team) }, ...body },
    },
  });
  const planned = cases(document).filter(({ operation }) => operation === "create" || operation === "replace");
  expect(new Set(planned.map(({ keyword }) => keyword))).toEqual(new Set(["status"]));
});

it("creates records in a collection that has a PUT as well", async () => {
  const lobby = record("id");
  const document = documentOf({
    "/lobbies": {
      put: { responses: { 200: described(lobby) } },
      post: { operationId: "create", responses: { 201: described(lobby) } },
    },
    "/lobbies/{lobby_id}/join": {
      post: { operationId: "join", parameters: [inPath("lobby_id")], responses: { 200: described(lobby) } },
    },
    "/lobbies/{lobby_id}": { get: { parameters: [inPath("lobby_id")], responses: { 200: described(lobby) } } },
  });
  let count = 0;
  const sent: string[] = [];
  const report = await check(document, (request, response) => {
    request.resume();
    sent.push(`${request.method} ${request.url}`);
    const [, id = String(++count)] = /^\/lobbies\/(\d+)/.exec(request.url ?? "") ?? [];
    json(response, request.method === "POST" && request.url === "/lobbies" ? 201 : 200, { id });
  });
  expect(report.results.find(({ id }) => id === "join responds with 200: a valid request")?.verdict).toBe("passed");
  expect(sent.filter((each) => each.startsWith("PUT"))).toEqual([]);
});

it("asks for no page that is larger than a server can hold", async () => {
  const inQuery = (name: string) => ({ name, in: "query", schema: { type: "integer" } });
  const responses = { 200: described({ type: "array", items: record("id") }), 400: { description: "Invalid." } };
  const document = documentOf({ "/rows": { get: { parameters: [inQuery("page"), inQuery("per_page")], responses } } });
  const report = await check(document, (request, response) => {
    request.resume();
    const { searchParams } = new URL(request.url ?? "", "http://host");
    const [page = "1", size = "2"] = ["page", "per_page"].map((name) => searchParams.get(name) ?? undefined);
    if (![page, size].every((each) => /^-?\d+$/.test(each))) return response.writeHead(400).end();
    if (Number(size) > 100 || Number(size) < 0) return response.writeHead(500).end();
    const all = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
    const start = (Number(page) - 1) * Number(size);
    json(response, 200, start < 0 ? [] : all.slice(start, start + Number(size)));
  });
  expect(report.failed, textReport(report)).toBe(0);
});

it("counts a large response as several requests", async () => {
  const document = documentOf({
    "/big": { get: { operationId: "big", responses: { 200: described({ type: "string" }) } } },
  });
  const target: Target = {
    ...httpTarget({ baseUrl: "http://localhost" }),
    send: async () => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify("x".repeat(300_000)),
    }),
  };
  const context = createContext({ document, target, uidPrefix: "", seed: 1, maxRecords: 10, patience: 0 });
  const [first] = cases(document);
  const own = context.forCase("one");
  await first?.run(own);
  expect(own.requests()).toBe(10);
});
