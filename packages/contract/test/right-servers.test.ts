/**
 * A right server of any document passes, however it is reached, and a wrong one fails. All of it through the command, as
 * people and build servers run it.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../src/cli/main.js";
import {
  type Answer,
  type Asked,
  bodyOf,
  books,
  compressing,
  json,
  listen,
  ping,
  proxy,
  type Running,
  type Wrong,
} from "./documents/servers.js";
import { startTasks, TASKS_DOCUMENT } from "./documents/tasks.js";

const documentAt = (name: string) => fileURLToPath(new URL(`documents/${name}.json`, import.meta.url));
const running: Running[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "metadata-contract-"));
});
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  await rm(folder, { recursive: true, force: true });
});

async function start(...args: Parameters<typeof listen>): Promise<string> {
  const server = await listen(...args);
  running.push(server);
  return server.url;
}

/** Writes a document for one test, and returns its path. */
async function written(document: object | string, name = "document.json"): Promise<string> {
  const path = join(folder, `${running.length}-${name}`);
  await writeFile(path, typeof document === "string" ? document : JSON.stringify(document));
  return path;
}

const operation = (rest: object) => ({ responses: { 200: { description: "Done." } }, ...rest });
const documentOf = (paths: object, rest: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "Small", version: "1" },
  paths,
  ...rest,
});
const jsonOf = (schema: object, rest: object = {}) => ({ content: { "application/json": { schema, ...rest } } });

async function run(url: string, document: string, ...args: string[]) {
  const out = { stdout: "", stderr: "" };
  const all = ["--base-url", url, "--document", document, "--seed", "7", "--effort", "1500", ...args];
  const code = await main(all, {
    environment: {},
    stdout: { write: (text) => (out.stdout += text) },
    stderr: { write: (text) => (out.stderr += text) },
  });
  return { code, ...out };
}

const KEY = ["--api-key", "secret-key"];
const passes = async (url: string, document: string, ...args: string[]) => {
  const { code, stdout, stderr } = await run(url, document, ...args);
  expect(code, stdout + stderr).toBe(0);
  return { stdout, stderr };
};

describe("a right server", () => {
  it("of one GET passes without any promise of this API, and needs no key", async () => {
    const { stdout } = await passes(await start(ping), documentAt("ping"));
    expect(stdout).toMatch(/\d+ passed, 0 failed in/);
  });

  it.each<[string, (target: string) => ReturnType<typeof proxy>]>([
    ["a plain proxy", (target) => proxy(target)],
    ["a proxy that always compresses", compressing],
  ])("passes behind %s", async (_, behind) => {
    const target = await start(books());
    await passes(await start(behind(target)), documentAt("books"), ...KEY);
  });

  it("passes behind a server that resets connections as soon as they are idle", async () => {
    const url = await start(books(), (server) =>
      server.on("request", (_, response) =>
        response.once("close", () => setImmediate(() => response.req.socket.destroy())),
      ),
    );
    await passes(url, documentAt("books"), ...KEY);
  });

  it("is reached with Basic authentication, a user and a header", async () => {
    const inner = books();
    const basic = `Basic ${Buffer.from("alice:secret-key").toString("base64")}`;
    const url = await start((request, response) => {
      if (request.headers["x-tenant"] !== "acme") return json(response, 403, { message: "no tenant" });
      request.headers.authorization = request.headers.authorization === basic ? "Bearer secret-key" : "none";
      return inner(request, response);
    });
    const document = JSON.parse(await readFile(documentAt("books"), "utf8"));
    document.components.securitySchemes.key = { type: "http", scheme: "basic" };
    await passes(url, await written(document), ...KEY, "--user", "alice", "--header", "X-Tenant: acme");
  });

  it("may have a document in YAML", async () => {
    const yaml =
      "openapi: 3.1.0\ninfo: {title: Ping, version: '1'}\npaths:\n  /ping:\n    get:\n      responses:\n        '200': {description: ok}\n";
    await passes(await start(ping), await written(yaml, "ping.yaml"));
  });

  it("is known to have created a record that shows what only this run sent, although no other may have the same", async () => {
    const titles = new Set<unknown>();
    const taken = (answer: Answer, { method, path }: Asked): Answer => {
      const title: unknown = Reflect.get(Object(answer.body), "title");
      if (method !== "POST" || path !== "/books" || answer.status !== 201) return answer;
      return titles.size < titles.add(title).size
        ? answer
        : { status: 409, body: { message: "there is such a title" } };
    };
    const document = JSON.parse(await readFile(documentAt("books"), "utf8"));
    document.paths["/books"].post.responses[409] = document.paths["/books"].post.responses[400];
    const { stdout } = await passes(await start(books({ response: taken })), await written(document), ...KEY);
    expect(stdout).toMatch(/^deleteBook +401 +(\d+) +\1 /m);
  });

  it("passes with a key in the query beside a style with =, an object of optional fields and an optional form", async () => {
    const url = await start(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      const form = new URLSearchParams((await bodyOf(request)).toString());
      const answer = (isRight: boolean) => json(response, isRight ? 200 : 400, isRight ? { done: true } : {});
      if (searchParams.get("key") !== "secret-key") return json(response, 401, {}, { "WWW-Authenticate": "Key" });
      const isForm = form.size === 0 || (form.get("f") ?? "") !== "";
      return answer(
        pathname === "/search"
          ? searchParams.has("by[word]") && isForm
          : /^\/day\/;day=2\d{3}-01-01\.pdf$/.test(decodeURIComponent(pathname)),
      );
    });
    const done = jsonOf({ type: "object", required: ["done"], properties: { done: { type: "boolean" } } });
    const responses = { 200: { description: "Done.", ...done }, 400: { description: "Invalid." } };
    const day = {
      name: "day",
      in: "path",
      required: true,
      style: "matrix",
      schema: { type: "string", pattern: "^2\\d{3}-01-01$" },
    };
    const word = { type: "object", properties: { word: { type: "string" } } };
    const by = { name: "by", in: "query", required: true, style: "deepObject", schema: word };
    const fields = { type: "object", required: ["f"], properties: { f: { type: "string", minLength: 1 } } };
    const itself = {
      type: "object",
      required: ["next"],
      properties: { next: { $ref: "#/components/schemas/Itself" } },
    };
    const endless = { operationId: "endless", responses, requestBody: jsonOf({ $ref: "#/components/schemas/Itself" }) };
    const document = documentOf(
      {
        "/day/{day}.pdf": { get: { parameters: [day], responses } },
        "/search": {
          post: {
            parameters: [by],
            requestBody: { content: { "application/x-www-form-urlencoded": { schema: fields } } },
            responses,
          },
        },
        "/endless": { post: endless },
      },
      {
        security: [{ key: [] }],
        components: {
          schemas: { Itself: itself },
          securitySchemes: { key: { type: "apiKey", in: "query", name: "key" } },
        },
      },
    );
    const { stdout, stderr } = await passes(url, await written(document), ...KEY);
    expect(stdout).toMatch(/^get \/day\/\{day\}\.pdf +401 +\d+ +[1-9]/m);
    expect(stdout).toMatch(/^post \/search +200 +\d+ +[1-9]/m);
    expect(stdout + stderr).toContain("#/components/schemas/Itself");
  });

  it("may create records by a POST to their own path, below others", async () => {
    const url = await start(async (request, response) => {
      const text = (await bodyOf(request)).toString();
      return request.method === "POST" ? json(response, 201, JSON.parse(text || "{}")) : json(response, 405, {});
    });
    const parameters = ["owner", "sha"].map((name) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    const schema = jsonOf({ type: "object", properties: { state: { type: "string" } } });
    const post = operation({
      parameters,
      requestBody: schema,
      responses: { 201: { description: "Made.", ...schema } },
    });
    const document = documentOf({ "/repos/{owner}/statuses/{sha}": { post } });
    const { stdout } = await run(url, await written(document), "--only", "responds with 201");
    // Whether anything of another owner would be changed is not known.
    expect(stdout).toContain("0 failed, 1 skipped");
  });

  it("may know records by other identities than those that a schema allows", async () => {
    const url = await start((request, response) => {
      request.resume();
      if (request.url === "/topics") return json(response, 200, [{ id: "a-1" }]);
      return request.url === "/topics/a-1" ? json(response, 200, { id: "a-1" }) : json(response, 404, {});
    });
    const topic = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
    const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
    const document = documentOf({
      "/topics": { get: { responses: { 200: { description: "All.", ...jsonOf({ type: "array", items: topic }) } } } },
      "/topics/{id}": { get: { parameters: [id], responses: { 200: { description: "One.", ...jsonOf(topic) } } } },
    });
    const { stdout } = await passes(url, await written(document));
    expect(stdout).not.toContain("skipped in");
  });

  it("need not return what is only sent, and may act at a path beside its records", async () => {
    const url = await start((request, response) => {
      request.resume();
      const [, id] = /^\/users\/?(\w*)$/.exec(request.url ?? "") ?? [];
      if (request.method === "POST" && id === "imports") return json(response, 202, {});
      const isRead = ["GET", "HEAD"].includes(request.method ?? "");
      if (isRead && id === "") return json(response, 200, [{ id: "a" }]);
      return json(response, isRead && id === "a" ? 200 : 404, { id });
    });
    const secret = { required: ["password"], properties: { password: { type: "string", writeOnly: true } } };
    const user = { allOf: [{ required: ["id"], properties: { id: { type: "string" } } }, secret] };
    const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
    const get = (schema: object, rest: object = {}) => ({
      get: { responses: { 200: { description: "Found.", ...jsonOf(schema) } }, ...rest },
    });
    const document = documentOf({
      "/users": get({ type: "array", items: user }),
      "/users/{id}": get(user, { parameters: [id] }),
      "/users/imports": { post: { operationId: "import", responses: { 202: { description: "Started." } } } },
    });
    const { stdout } = await passes(url, await written(document));
    expect(stdout).not.toContain("skipped in");
  });

  it("may list records below one that only an example names", async () => {
    const url = await start((request, response) => {
      request.resume();
      if (request.method !== "GET" && request.method !== "HEAD") return json(response, 405, {}, { Allow: "GET, HEAD" });
      const [path = ""] = (request.url ?? "").split("?");
      if (path === "/orgs/1/roles") return json(response, 200, [{ id: 8030 }]);
      const isThere = /^\/orgs\/1(\/roles\/(8030|\d+\/teams)|\/packages\/\w+\/versions)?$/.test(path);
      return json(response, isThere ? 200 : 404, { id: 8030 });
    });
    const role = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
    const inPath = (name: string, type: string) => ({ name, in: "path", required: true, schema: { type } });
    const org = { ...inPath("org", "string"), example: "1" };
    const get = (parameters: object[], schema: object) => ({
      get: { parameters, responses: { 200: { description: "Done.", ...jsonOf(schema) } } },
    });
    const document = documentOf({
      "/orgs/{org}": get([org], { type: "object" }),
      "/orgs/{org}/roles/{id}/teams": get([org, inPath("id", "integer")], { type: "object" }),
      "/orgs/{org}/roles": get([org], { type: "array", items: role }),
      "/orgs/{org}/packages/{name}": get([org, inPath("name", "string")], role),
      "/orgs/{org}/packages/{name}/versions": get([org, inPath("name", "string")], { type: "object" }),
      "/orgs/{org}/roles/{id}": get([org, inPath("id", "integer")], role),
    });
    const { stdout } = await passes(url, await written(document));
    expect(stdout).toContain("no record for {name} of /orgs/{org}/packages/{name} is known");
    expect(stdout).not.toContain("no record for {id}");
  });

  it("may limit each of the lists that a search finds", async () => {
    const list = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
    const url = await start((request, response) => {
      request.resume();
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      const count = Math.min(Number(searchParams.get("limit") ?? 10), 10);
      const [ignored, limited] = [list(10), list(count)];
      const bodies: Record<string, object> = {
        "/search": { data: { people: ignored, teams: limited } },
        "/me": { id: 1, teams: ignored },
        "/teams/a": { members: ignored },
      };
      json(response, 200, bodies[pathname] ?? { included: ignored, data: limited });
    });
    const array = {
      type: "array",
      items: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
    };
    const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 10, default: 10 } };
    const team = { name: "team", in: "path", required: true, schema: { type: "string" }, example: "a" };
    const get = (properties: object) => ({
      parameters: [limit],
      responses: { 200: { description: "Found.", ...jsonOf({ type: "object", properties }) } },
    });
    const paths = {
      "/search": { get: get({ data: { type: "object", properties: { people: array, teams: array } } }) },
      "/people": { get: get({ data: array, included: array }) },
      "/me": { get: get({ id: { type: "integer" }, teams: array }) },
      "/teams/{team}": { parameters: [team], get: get({ members: array }) },
    };
    const { stdout } = await passes(url, await written(documentOf(paths)), "--json", "--only", " limit: ");
    const ids = (JSON.parse(stdout) as { results: { id: string }[] }).results.map(({ id }) => id);
    expect(ids).toEqual(["get /people limit: ?limit= returns at most that many records"]);
  });

  it("may answer anything to a valid request if only errors are described", async () => {
    const url = await start((request, response) => {
      request.resume();
      const isKnown = request.headers["x-key"] === "secret-key";
      json(response, isKnown ? 200 : 401, isKnown ? [1] : { message: "Unauthenticated." });
    });
    const schemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };
    const unknown = { description: "", ...jsonOf({ type: "object", required: ["message"] }) };
    const get = { security: [{ key: [] }], responses: { 401: unknown } };
    const document = documentOf({ "/stays": { get } }, { components: { securitySchemes: schemes } });
    const { stdout } = await passes(url, await written(document), ...KEY);
    expect(stdout).not.toContain("0 passed");
  });

  it("may send other values of a discriminator than the names of schemas, if nothing is mapped to these", async () => {
    const url = await start((_, response) => json(response, 200, { kind: "cat", lives: 9 }));
    const animal = (field: string) => ({
      type: "object",
      required: ["kind", field],
      properties: { kind: { type: "string" }, [field]: { type: "integer" } },
    });
    const oneOf = ["Cat", "Dog"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const schema = { oneOf, discriminator: { propertyName: "kind" } };
    const paths = { "/pet": { get: { responses: { 200: { description: "One.", ...jsonOf(schema) } } } } };
    const components = { schemas: { Cat: animal("lives"), Dog: animal("tricks") } };
    await passes(url, await written(documentOf(paths, { components })));
  });

  it("links the pages of a list below a record by the path that was requested, however it is encoded", async () => {
    const served = (link: (path: string) => string) =>
      start((request, response) => {
        const { origin, pathname, searchParams } = new URL(request.url ?? "/", `http://${request.headers.host}`);
        const limit = Number(searchParams.get("limit") ?? 10);
        const offset = Number(searchParams.get("offset") ?? 0);
        const to = (at: number) => `${origin}${link(pathname)}?limit=${limit}&offset=${at}`;
        const all = Array.from({ length: 23 }, (_, i) => ({ id: i + 10 }));
        json(response, 200, {
          count: 23,
          next: offset + limit < 23 ? to(offset + limit) : null,
          previous: offset > 0 ? to(Math.max(0, offset - limit)) : null,
          rooms: all.slice(offset, offset + limit),
        });
      });
    const integer = (more: object) => ({ type: "integer", ...more });
    const page = {
      type: "object",
      required: ["count", "next", "previous", "rooms"],
      properties: {
        count: integer({}),
        next: { type: ["string", "null"] },
        previous: { type: ["string", "null"] },
        rooms: { type: "array", items: { type: "object", required: ["id"], properties: { id: integer({}) } } },
      },
    };
    const get = {
      "x-pagination": { shape: "linked", records: "rooms", total: "count", identity: "id" },
      parameters: [
        { name: "hotel", in: "path", required: true, schema: { enum: ["Grand Hotel", "B&B"] } },
        { name: "limit", in: "query", schema: integer({ minimum: 1, maximum: 50, default: 10 }) },
        { name: "offset", in: "query", schema: integer({ minimum: 0, default: 0 }) },
      ],
      responses: { 200: { description: "A page.", ...jsonOf(page) } },
    };
    const document = await written(documentOf({ "/hotels/{hotel}/rooms": { get } }));
    await passes(await served((path) => path), document, "--only", "law");
    await passes(await served((path) => path.replaceAll("&", "%26")), document, "--only", "law");
    const wrong = await run(await served(() => "/hotels/{hotel}/rooms"), document, "--only", "law");
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining("but the list is at")]);
  });

  it("may name any dialect of JSON Schema, but only by a text", async () => {
    const url = await start((_, response) => json(response, 200, { id: 1 }));
    const get = ($schema: unknown) => {
      const schema = { $schema, type: "object", required: ["id"], properties: { id: { type: "integer" } } };
      return { responses: { 200: { description: "Done.", ...jsonOf(schema) } } };
    };
    const document = documentOf({
      "/old": { get: get("http://json-schema.org/draft-07/schema#") },
      "/own": { get: get("https://example.com/dialect") },
      "/none": { get: get(7) },
    });
    const { stdout } = await passes(url, await written(document));
    expect(stdout).toMatch(/get \/none: .*\/\$schema is not valid in a schema: must be string/);
    expect(stdout).not.toMatch(/get \/(?:old|own): /);
  });

  it("is not judged by schemas that are none, and each operation with one is named", async () => {
    const url = await start((request, response) => {
      request.resume();
      json(response, 200, request.url === "/whole" ? { id: 1 } : "anything");
    });
    const get = (schema: unknown) => ({ responses: { 200: { description: "Done.", ...jsonOf(Object(schema)) } } });
    const post = {
      requestBody: jsonOf({ type: "object", properties: [{ type: "integer" }] }),
      responses: { 200: { description: "Done." } },
    };
    const schemas = {
      Page: { type: "object", properties: { rows: { type: "array", items: { $ref: "#/components/schemas/Row" } } } },
      Row: { type: "object", properties: { size: { type: "nmuber" }, page: { $ref: "#/components/schemas/Page" } } },
    };
    const document = documentOf(
      {
        "/rows": { get: get({ $ref: "#/components/schemas/Page" }) },
        "/row": { get: get({ $ref: "#/components/schemas/Row" }) },
        "/list": { post },
        "/whole": { get: get({ type: "object", required: ["id"] }) },
        "/noted": { get: get({ title: 1, properties: { title: { examples: { one: "a" }, description: null } } }) },
        "/title": { get: get({ properties: { title: "text" } }) },
        slashless: { get: get({}) },
        "/{none}": { get: get({}) },
      },
      { components: { schemas } },
    );
    const { stdout } = await passes(url, await written(document));
    for (const id of ["get /rows", "get /row"])
      expect(stdout).toContain(
        `${id}: #/components/schemas/Row/properties/size/type is not valid in a schema: must be equal`,
      );
    expect(stdout).toMatch(/post \/list: .*\/schema\/properties is not valid in a schema: must be object/);
    expect(stdout).toContain("get slashless: the path slashless begins with no slash");
    expect(stdout).toContain("get /{none}: no parameter describes {none} of the path");
    for (const id of ["get /whole", "get /noted"]) expect(stdout).toContain(id);
    expect(stdout).not.toContain("get /noted: ");
    expect(stdout).toMatch(/get \/title: .*\/properties\/title is not valid in a schema/);
  });

  it("may show something else than it got, if that is no new record and its examples say so", async () => {
    const url = await start(async (request, response) => {
      const sent = JSON.parse((await bodyOf(request)).toString() || "{}");
      json(response, request.url === "/charges" ? 200 : 201, { ...sent, card: "****" });
    });
    const schema = { type: "object", properties: { amount: { type: "number" }, card: { type: "string" } } };
    const body = { requestBody: { required: true, ...jsonOf(schema, { example: { amount: 5, card: "4242" } }) } };
    const shown = { description: "Done.", ...jsonOf(schema, { example: { amount: 5, card: "****" } }) };
    const document = documentOf({
      "/charges": { post: { ...body, responses: { 200: shown, 400: { description: "Bad." } } } },
      "/payments": { post: { ...body, responses: { 201: shown, 400: { description: "Bad." } } } },
    });
    const { stdout } = await run(url, await written(document), "--only", "accepts|status");
    expect(stdout).not.toContain("was sent");
  });

  it("may read a text as any type, assign an identity that was sent, and answer what is not described", async () => {
    const server = await startTasks();
    running.push(server);
    const { stdout } = await passes(server.url, await written(TASKS_DOCUMENT), ...KEY, "--effort", "7000");
    expect(stdout).toMatch(/^get \/reports\/\{number\} +200 +\d+ +[1-9]/m);
    expect(stdout).toMatch(/^post \/tasks +400 +\d+ +[1-9]/m);
  });

  describe("whose document requires a key, and describes no response without it", () => {
    const document = {
      ...documentOf({
        "/things": { get: { responses: { 200: { description: "All.", ...jsonOf({ type: "array" }) } } } },
      }),
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    };
    const startWith = (isOpen: boolean) =>
      start(async (request, response) =>
        json(response, isOpen || request.headers["x-key"] === "secret-key" ? 200 : 401, []),
      );

    it("passes if it answers 401", async () => {
      await passes(await startWith(false), await written(document), ...KEY);
    });

    it("fails if it needs no key", async () => {
      const { code, stdout } = await run(await startWith(true), await written(document), ...KEY);
      expect([code, stdout]).toEqual([1, expect.stringContaining("no key is a 401")]);
    });
  });

  it("fails if it answers 403 without a key, and its document says 401", async () => {
    const all = { 200: { description: "All.", ...jsonOf({ type: "array" }) }, 401: { description: "No key." } };
    const document = documentOf(
      { "/things": { get: { responses: all } } },
      {
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      },
    );
    const url = await start((request, response) =>
      json(response, request.headers["x-key"] === "secret-key" ? 200 : 403, []),
    );
    const { code, stdout } = await run(url, await written(document), ...KEY);
    expect([code, stdout]).toEqual([1, expect.stringContaining("status 403, expected 401")]);
  });

  it("may answer 400 to what is no JSON, and 422 to what breaks the schema", async () => {
    const url = await start(async (request, response) => {
      const text = (await bodyOf(request)).toString();
      const value: unknown = await new Response(text).json().catch(() => undefined);
      if (value === undefined) return json(response, 400, {});
      const { title } = Object(value);
      json(response, typeof title === "string" && !Array.isArray(value) ? 200 : 422, {});
    });
    const schema = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
    const body = { requestBody: { required: true, ...jsonOf(schema) } };
    const done = { description: "Done.", ...jsonOf({ type: "object" }) };
    const document = documentOf({
      "/searches": { post: { ...body, responses: { 200: done, 422: { description: "Invalid." } } } },
    });
    await passes(url, await written(document));
  });

  it("gets each identity once, if three fields of a body are one", async () => {
    const known = new Map<string, unknown>();
    const url = await start(async (request, response) => {
      const [path = ""] = (request.url ?? "").split("?");
      if (request.method !== "POST") return json(response, known.has(path) ? 200 : 404, known.get(path) ?? {});
      const sent = JSON.parse((await bodyOf(request)).toString());
      const place = `/packages/${[sent.owner, sent.name, sent.version].map(encodeURIComponent).join("/")}`;
      if (known.has(place)) return json(response, 409, {});
      known.set(place, sent);
      return json(response, 201, sent);
    });
    const text = { type: "string", minLength: 1 };
    const names = ["owner", "name", "version"];
    const schema = {
      type: "object",
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, text])),
    };
    const shown = (description: string) => ({ description, ...jsonOf(schema) });
    const document = documentOf({
      "/packages": {
        post: {
          requestBody: { required: true, ...jsonOf(schema) },
          responses: { 201: shown("Made."), 400: shown("Bad."), 409: { description: "Taken." } },
        },
      },
      "/packages/{owner}/{name}/{version}": {
        get: {
          parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
          responses: { 200: shown("One."), 404: { description: "None." } },
        },
      },
    });
    const { stdout } = await run(url, await written(document), "--only", "accepts|status|resource");
    expect(stdout).toMatch(/passed, 0 failed/);
  });
});

describe("a document with traits of real ones", () => {
  const right = async (request: Parameters<typeof bodyOf>[0], valid: (body: Record<string, unknown>) => boolean) => {
    try {
      return valid(JSON.parse((await bodyOf(request)).toString()));
    } catch {
      return false;
    }
  };
  const posting = (schema: object) =>
    documentOf({
      "/things": {
        post: {
          requestBody: { required: true, ...jsonOf(schema) },
          responses: { 201: { description: "Made." }, 400: { description: "Bad." } },
        },
      },
    });

  it("is not judged by a description of errors that needs one that contradicts itself, which is named once", async () => {
    const url = await start((request, response) => {
      request.resume();
      const limit = new URL(request.url ?? "", "http://host").searchParams.get("limit");
      const isRight = limit === null || (/^\d+$/.test(limit) && Number(limit) < 10);
      json(response, isRight ? 200 : 400, isRight ? {} : { detail: "no" });
    });
    const base = { type: "object", additionalProperties: false, properties: { detail: { type: "string" } } };
    const details = { allOf: [{ $ref: "#/components/schemas/Base" }, { required: ["errors"] }] };
    const error = { oneOf: [{ $ref: "#/components/schemas/Details" }] };
    const bad = { type: "object", required: ["meta", "error"], properties: { meta: { type: "object" }, error } };
    const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 0, maximum: 9 } };
    const responses = { 200: { description: "All." }, 400: { description: "Bad.", ...jsonOf(bad) } };
    const document = documentOf(
      { "/rows": { get: { parameters: [limit], responses } }, "/others": { get: { parameters: [limit], responses } } },
      { components: { schemas: { Base: base, Details: details } } },
    );
    const { stdout } = await passes(url, await written(document));
    expect(stdout.match(/#\/components\/schemas\/Details requires errors in one part of allOf/g)).toHaveLength(1);
  });

  it("that has another rule than its document fails once for each operation, and is not blamed for the consequences", async () => {
    const properties = { a: { type: "string" }, b: { type: "string" } };
    const url = await start(async (request, response) => {
      const isRight = await right(request, (body) => typeof body["a"] === "string" || typeof body["b"] === "string");
      response.writeHead(isRight ? 201 : 400).end();
    });
    const { code, stdout, stderr } = await run(url, await written(posting({ type: "object", properties })));
    expect(code).toBe(1);
    expect(stdout).toContain("the minimal valid request is refused: status 400, expected 201: POST /things");
    const shown = Number(/(\d+) failed/.exec(stdout)?.[1]);
    expect(shown).toBeLessThan(5);
    expect(stderr.trimEnd().split("\n").at(-1)).toMatch(new RegExp(`, ${shown} failed$`));
    expect(stdout).toContain("its minimal valid request is refused, too");
    expect(stdout).not.toContain("media types: ");
  });

  it("that changes what it gets is shown with a request that shows it, not with a smaller one that was tried after it", async () => {
    const url = await start(async (request, response) => {
      let note: unknown;
      await right(request, (body) => {
        note = body["note"];
        return true;
      });
      json(response, typeof note === "string" ? 201 : 400, { note: String(note).replace("x", "-") });
    });
    const note = { type: "string", pattern: "^[abx]*$", maxLength: 20 };
    const document = posting({ type: "object", required: ["note"], properties: { note } });
    const { paths }: { paths: Record<string, Record<string, { responses: object }>> } = Object(document);
    Object.assign(paths["/things"]?.["post"]?.responses ?? {}, { 201: { description: "Made.", ...jsonOf({}) } });
    const { stdout } = await run(url, await written(document), "--only", "property", "--json");
    const failed = JSON.parse(stdout).results.find(({ verdict }: { verdict: string }) => verdict === "failed");
    expect(failed.exchange.request.body).toContain("x");
    expect(failed.exchange.response.body).toContain("-");
  });

  it("names an example that its own schema rejects once, and does not send it", async () => {
    const properties = { consent: { type: "boolean", examples: ["true"] } };
    const url = await start(async (request, response) => {
      const isRight = await right(request, (body) => typeof body["consent"] === "boolean");
      response.writeHead(isRight ? 201 : 400).end();
    });
    const { stdout } = await passes(url, await written(posting({ type: "object", required: ["consent"], properties })));
    expect(stdout.match(/The example "true" of consent is not valid in its own schema/g)).toHaveLength(1);
  });

  it("says which limits are too large to try", async () => {
    const schema = {
      type: "object",
      required: ["ids"],
      properties: { ids: { type: "array", maxItems: 200_000, items: { type: "integer" } } },
    };
    const isIds = (body: Record<string, unknown>) => Array.isArray(body["ids"]) && body["ids"].every(Number.isInteger);
    const url = await start(async (request, response) => {
      response.writeHead((await right(request, isIds)) ? 201 : 400).end();
    });
    const { stdout } = await passes(url, await written(posting(schema)));
    expect(stdout).toContain("The maxItems of ids, 200000, was not tried");
  });

  it("is finished in time, if a format and a pattern contradict each other", async () => {
    const email = { type: "string", format: "email", pattern: "@example\\.com$" };
    const never = { type: "string", format: "email", pattern: "^[0-9]+$" };
    const schema = { type: "object", required: ["mail"], properties: { mail: email } };
    const isMail = (body: Record<string, unknown>) =>
      /^[^@\s]+@example\.com$/.test(String(body["mail"])) && typeof body["mail"] === "string";
    const url = await start(async (request, response) => {
      response.writeHead((await right(request, isMail)) ? 201 : 400).end();
    });
    await passes(url, await written(posting(schema)), "--max-time", "60");
    const { stdout } = await run(
      url,
      await written(posting({ ...schema, properties: { mail: never } })),
      "--max-time",
      "60",
    );
    expect(stdout).toContain("no valid body could be generated");
    expect(stdout).toContain("0 failed");
  });

  it("is not sent a parameter twice that is the credential, too", async () => {
    const url = await start((request, response) => {
      request.resume();
      const ids = new URL(request.url ?? "", "http://host").searchParams.getAll("client_id");
      json(response, ids.join() === "secret-key" ? 200 : 401, []);
    });
    const parameter = { name: "client_id", in: "query", required: true, schema: { type: "string" } };
    const document = documentOf(
      {
        "/albums": {
          get: operation({
            parameters: [parameter],
            responses: { 200: { description: "All.", ...jsonOf({ type: "array" }) }, 401: { description: "No." } },
          }),
        },
      },
      {
        security: [{ id: [] }],
        components: { securitySchemes: { id: { type: "apiKey", in: "query", name: "client_id" } } },
      },
    );
    const [junit, html] = [join(folder, "keys.xml"), join(folder, "keys.html")];
    const { stdout } = await passes(url, await written(document), ...KEY, "--junit", junit, "--html", html);
    const wrong = await start((request, response) => {
      request.resume();
      json(response, 500, { echo: request.url });
    });
    const failed = await run(wrong, await written(document), ...KEY, "--junit", junit, "--html", html);
    const texts = [stdout, failed.stdout, failed.stderr, await readFile(junit, "utf8"), await readFile(html, "utf8")];
    expect(failed.code).toBe(1);
    expect(texts.filter((text) => text.includes("secret-key"))).toEqual([]);
  });
});

describe("the transport", () => {
  it("reports responses that break off, and sends no request twice that may have been carried out", async () => {
    const inner = books();
    let count = 0;
    // Ports are used again.
    const posts: Socket[] = [];
    const url = await start((request, response) => {
      if (request.method === "POST") posts.push(request.socket);
      if (++count % 40 !== 0) return inner(request, response);
      request.resume();
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
      response.write('{"a":');
      return void setImmediate(() => response.destroy());
    });
    const { code, stdout } = await run(url, documentAt("books"), ...KEY);
    expect(code).toBe(1);
    expect(stdout).toContain("the response broke off before its end");
    expect(new Set(posts).size).toBe(posts.length);
  });

  it.each([
    ["seconds", () => "0"],
    ["a date", () => "Tue, 15 Nov 1994 08:12:31 GMT"],
  ])("waits after a 429 with Retry-After in %s, and says so in one line", async (_, wait) => {
    const inner = books();
    let count = 0;
    const url = await start((request, response) => {
      if (++count % 40 !== 0) return inner(request, response);
      request.resume();
      return json(response, 429, { message: "later" }, { "Retry-After": wait() });
    });
    const { stdout } = await passes(url, documentAt("books"), ...KEY);
    expect(stdout.match(/WARNING: \d+ responses were a 429/g)).toHaveLength(1);
  });

  it("names a byte order mark before JSON", async () => {
    const url = await start((request, response) => {
      request.resume();
      response.writeHead(200, { "Content-Type": "application/json" }).end('\ufeff{"ok":true}');
    });
    expect((await run(url, documentAt("ping"))).stdout).toContain("begins with a byte order mark");
  });
});

/** Servers of `books.json` with one fault each. */
const WRONG: Record<string, Wrong> = {
  "a title may have 201 characters": {
    request: (asked) => ({ ...asked, text: asked.text.replace(/("title":"M{200})M"/, '$1"') }),
  },
  "an empty title is accepted": {
    request: (asked) => ({ ...asked, text: asked.text.replace('"title":""', '"title":"x"') }),
  },
  "any genre is accepted": {
    request: (asked) => ({ ...asked, text: asked.text.replace(/"genre":"[^"]*"/, '"genre":"poem"') }),
  },
  "pages may not be null": {
    response: (answer, { text }) => (text.includes('"pages":null') ? { status: 400, body: { message: "no" } } : answer),
  },
  "a created book has another title": {
    response: (answer) =>
      answer.status === 201 ? { ...answer, body: { ...(answer.body as object), title: "x" } } : answer,
  },
  "titles are trimmed": { request: (asked) => ({ ...asked, text: asked.text.replace(/"title":" +/, '"title":"') }) },
  "the time of creation is a number": {
    response: (answer) =>
      answer.status === 201 ? { ...answer, body: { ...(answer.body as object), created: 1 } } : answer,
  },
  "a deleted book is still there": {
    request: (asked) => (asked.method === "DELETE" ? { ...asked, method: "GET" } : asked),
    response: (answer, { method }) => (method === "DELETE" ? { status: 204 } : answer),
  },
  "the limit is ignored": {
    request: (asked) => ({
      ...asked,
      query: new URLSearchParams(
        [...asked.query].filter(([name, value]) => name !== "limit" || !/^[1-9]$/.test(value)),
      ),
    }),
  },
  "the filter is ignored": {
    request: (asked) => ({
      ...asked,
      query: new URLSearchParams([...asked.query].filter(([name, value]) => name !== "genre" || value.length > 5)),
    }),
  },
  "any key is accepted": {
    request: (asked) => ({ ...asked, headers: { ...asked.headers, authorization: "Bearer secret-key" } }),
  },
  "a 401 does not say how to log in": { response: ({ status, body }) => ({ status, body }) },
  "an error has no body": { response: (answer) => (answer.status === 400 ? { status: 400 } : answer) },
  "every book is the first": {
    response: (() => {
      let first: unknown;
      return (answer, { method, path }) => {
        if (method !== "GET" || path === "/books" || answer.status !== 200) return answer;
        first ??= answer.body;
        return { ...answer, body: first };
      };
    })(),
  },
};

it.each(Object.entries(WRONG))("fails a wrong server: %s", async (_, wrong) => {
  const { code, stdout } = await run(await start(books(wrong)), documentAt("books"), ...KEY);
  expect(code).toBe(1);
  expect(stdout).toMatch(/Demanded by OpenAPI and JSON Schema, at #\/(paths|components)\//);
});

it.each<[string, (method: string, count: number) => [status: number, headers?: Record<string, string>]]>([
  ["a 405 has no Allow", (method) => [method === "PROPFIND" ? 405 : 200]],
  ["Allow lacks the method", (method) => [method === "PROPFIND" ? 405 : 200, { Allow: "POST" }]],
  ["every hundredth response is a 500", (_, count) => [count % 100 === 0 ? 500 : 200]],
])("fails a wrong server of one GET: %s", async (_, answer) => {
  let count = 0;
  const url = await start((request, response) => {
    request.resume();
    const [status, headers] = answer(request.method ?? "", ++count);
    json(response, status, { ok: true }, headers);
  });
  expect((await run(url, documentAt("ping"))).code).toBe(1);
});

it.each<[string, (body: Record<string, unknown>) => unknown]>([
  ["a field has another type", () => ({ ok: "yes" })],
  ["a field is missing", () => ({})],
  ["the body is a list", (body) => [body]],
])("fails a wrong server of one GET: %s", async (_, change) => {
  const url = await start((request, response) => {
    request.resume();
    json(response, 200, change({ ok: true }));
  });
  expect((await run(url, documentAt("ping"))).code).toBe(1);
});
