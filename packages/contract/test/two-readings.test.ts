/** Documents that can be read in several ways: a server that is right in one of them passes, and fails with a fault beside it. */
import { expect, it, onTestFinished } from "vitest";
import { checkReturned } from "../src/demands/returned-values.js";
import { type Document, operationsOf, type Report, runContract, textReport } from "../src/index.js";
import { type Answer, type Asked, answering, listen } from "./documents/servers.js";

const described = (schema: object) => ({ description: "It.", content: { "application/json": { schema } } });
const body = (schema: object) => ({ requestBody: { required: true, ...described(schema) } });
const object = (properties: object, ...required: string[]) => ({ type: "object", required, properties });
const text = { type: "string" };
const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
const documentOf = (paths: object, rest: object = {}) =>
  ({ openapi: "3.1.0", info: { title: "Any", version: "1" }, paths, ...rest }) as unknown as Document;
const refusal = { 400: { description: "Invalid." } };
const missing = { 404: { description: "None." } };

async function check(document: Document, answer: (asked: Asked) => Answer, effort = 2000): Promise<Report> {
  const { url, stop } = await listen(answering(answer));
  onTestFinished(stop);
  return runContract({ document, baseUrl: url, apiKey: "secret", effort, seed: 1 });
}

const parsed = ({ text: sent }: Asked): unknown => {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
};
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The query of a list by pages, and the page that a request asks for; undefined if the document forbids it. */
const paging = (mostPages: number, size: string) =>
  [
    ["page", mostPages, 1],
    [size, 100, 20],
  ].map(([name, maximum, value]) => ({
    name,
    in: "query",
    schema: { type: "integer", minimum: 1, maximum, default: value },
  }));

function pageOf<T>({ query }: Asked, mostPages: number, size: string, all: readonly T[]): T[] | undefined {
  const [page, count] = [
    ["page", mostPages, "1"],
    [size, 100, "20"],
  ].map(([name, most, usual]) => {
    const given = query.get(String(name)) ?? String(usual);
    return /^[1-9]\d{0,3}$/.test(given) && Number(given) <= Number(most) ? Number(given) : undefined;
  });
  return page && count ? all.slice((page - 1) * count, page * count) : undefined;
}

it.each([
  [401, 0],
  [403, 0],
  [200, 1],
])("where 403 and `default` describe a missing key, a %s leads to %i failures or more", async (status, least) => {
  const document = documentOf(
    {
      "/a": {
        get: { responses: { 200: described({}), 403: { description: "No." }, default: { description: "Error." } } },
      },
    },
    {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    },
  );
  const report = await check(document, ({ path, headers }) => {
    if (path !== "/a") return { status: 404 };
    return headers["x-key"] === "secret" ? { status: 200, body: {} } : { status, body: {} };
  });
  if (least === 0) expect(report.failed, textReport(report)).toBe(0);
  else expect(report.failed).toBeGreaterThanOrEqual(least);
});

it("sends a property that only some parts of allOf make read-only", async () => {
  const base = object({ id: { ...text, readOnly: true }, type: { ...text, readOnly: true } });
  const pet = { allOf: [base, object({ type: { ...text, enum: ["pet"] }, name: text }, "type", "name")] };
  const document = documentOf({ "/pets": { post: { ...body(pet), responses: { 201: described(pet), ...refusal } } } });
  let count = 0;
  const report = await check(document, (asked) => {
    if (asked.path !== "/pets") return { status: 404 };
    const sent = parsed(asked);
    if (!isObject(sent) || sent["type"] !== "pet" || typeof sent["name"] !== "string") return { status: 400 };
    count++;
    return { status: 201, body: { ...sent, id: String(count) } };
  });
  expect([report.failed, count > 0], textReport(report)).toEqual([0, true]);
});

const branch = (type: string) => ({ allOf: [object({ id: text, type: text }), object({ type: { enum: [type] } })] });
it.each([
  ["a branch that only requests have", { type: "c" }, true],
  ["another value", { type: "a" }, false],
])("a response that cannot show it need not: %s", (_, sent, isLeft) => {
  const shown = object({ contact: { oneOf: [branch("a"), branch("b")] } });
  const [operation] = operationsOf(
    documentOf({
      "/contacts": {
        post: {
          ...body(object({ contact: { oneOf: [branch("a"), branch("b"), branch("c")] } })),
          responses: { 201: described(shown) },
        },
      },
    }),
  );
  const run = () => operation && checkReturned(operation, { contact: sent }, { contact: { id: "1", type: "b" } });
  if (isLeft) expect(run).not.toThrow();
  else expect(run).toThrow('contact.type is "b", but "a" was sent');
});

it("takes the word of a path, not the first array, for the records of a page, and asks for no page that the document forbids", async () => {
  const template = object({ id: text, name: text }, "id", "name");
  const document = documentOf({
    "/templates": {
      get: {
        parameters: paging(1000, "page_size"),
        responses: {
          200: described(
            object({ addresses: { type: "array", items: template }, templates: { type: "array", items: template } }),
          ),
          ...refusal,
        },
      },
      post: { ...body(object({ name: text }, "name")), responses: { 201: described(template), ...refusal } },
    },
    "/templates/{id}": { get: { parameters: [inPath("id")], responses: { 200: described(template), ...missing } } },
  });
  const all = [{ id: "a", name: "First" }];
  const pages = new Set<unknown>();
  const make = (sent: unknown): Answer => {
    if (!isObject(sent) || typeof sent["name"] !== "string") return { status: 400 };
    const made = { id: `t${all.length}`, name: sent["name"] };
    all.push(made);
    return { status: 201, body: made };
  };
  const report = await check(document, (asked) => {
    const [, id] = /^\/templates\/([^/]+)$/.exec(asked.path) ?? [];
    const found = all.find((each) => each.id === id);
    if (id !== undefined) return found ? { status: 200, body: found } : { status: 404 };
    if (asked.path !== "/templates") return { status: 404 };
    if (asked.method === "POST") return make(parsed(asked));
    const templates = pageOf(asked, 1000, "page_size", all);
    pages.add(asked.query.get("page"));
    return templates ? { status: 200, body: { addresses: [all[0]], templates } } : { status: 400 };
  });
  expect([report.failed, pages.size < 100], textReport(report)).toEqual([0, true]);
});

it("pages with a filter only by values that the parameter allows", async () => {
  const job = object({ id: text, state: text }, "id", "state");
  const state = { name: "state", in: "query", schema: { ...text, enum: ["live", "error"] } };
  const document = documentOf({
    "/jobs": {
      get: {
        parameters: [state, ...paging(100, "per_page")],
        responses: { 200: described({ type: "array", items: job }), ...refusal },
      },
    },
  });
  const all = Array.from({ length: 12 }, (_, i) => ({ id: String(i), state: i % 2 ? "queued" : "live" }));
  const report = await check(document, (asked) => {
    if (asked.path !== "/jobs") return { status: 404 };
    const wanted = asked.query.get("state");
    if (wanted !== null && !["live", "error"].includes(wanted)) return { status: 400 };
    const found = pageOf(
      asked,
      100,
      "per_page",
      all.filter((each) => wanted === null || each.state === wanted),
    );
    return found ? { status: 200, body: found } : { status: 400 };
  });
  expect(report.failed, textReport(report)).toBe(0);
});

it("a PUT of a list may show only what it changed, and a field may be the one of the path", () => {
  const alert = object({ id: text, site: text }, "id", "site");
  const page = described(object({ alerts: { type: "array", items: alert } }, "alerts"));
  const put = { ...body(object({ alerts: { type: "array", items: alert } })), responses: { 200: page } };
  const list = documentOf({
    "/sites/{site}/alerts": { get: { responses: { 200: page } }, put },
    "/sites/{site}/alerts/{id}": { get: { responses: { 200: described(alert) } } },
    "/sites/{site}/report": {
      parameters: [inPath("site")],
      get: { responses: { 200: described(alert) } },
      put: { ...body(alert), responses: { 200: described(alert) } },
    },
  });
  const [bulk, report] = operationsOf(list).filter(({ method }) => method === "PUT");
  if (!bulk || !report) throw new Error("There are no operations.");
  expect(() => checkReturned(bulk, { alerts: [{ id: "1", site: "x" }] }, { alerts: [] })).not.toThrow();
  expect(() => checkReturned(report, { id: "1", site: "x" }, { id: "1", site: "y" })).not.toThrow();
  expect(() => checkReturned(report, { id: "1", site: "x" }, { id: "2", site: "x" })).toThrow("id");
});

it.each(["*/*", "application/*"])("a file of the media type %s is no JSON", async (range) => {
  const content = { [range]: { schema: { type: "string", format: "binary" } } };
  const document = documentOf({
    "/media": {
      post: { requestBody: { required: true, content }, responses: { 200: described(object({ id: text })) } },
    },
  });
  const report = await check(document, ({ path }) =>
    path === "/media" ? { status: 200, body: { id: "1" } } : { status: 404 },
  );
  expect(report.failed, textReport(report)).toBe(0);
});

it("the names of a discriminator do not matter where the property lists other values", async () => {
  const kind = { ...text, enum: ["sidecar", "runbook"] };
  const runner = {
    oneOf: [{ $ref: "#/components/schemas/Sidecar" }, { $ref: "#/components/schemas/Runbook" }],
    discriminator: { propertyName: "kind" },
  };
  const schemas = {
    Sidecar: object({ kind, port: text }, "kind", "port"),
    Runbook: object({ kind, book: text }, "kind", "book"),
  };
  const document = documentOf(
    { "/runners": { post: { ...body(runner), responses: { 201: described(object({ id: text })), ...refusal } } } },
    { components: { schemas } },
  );
  const report = await check(document, (asked) => {
    const sent = parsed(asked);
    const fields = ["port", "book"].filter((name) => isObject(sent) && typeof sent[name] === "string");
    const isRight = isObject(sent) && kind.enum.includes(String(sent["kind"])) && fields.length > 0;
    return asked.path !== "/runners" ? { status: 404 } : isRight ? { status: 201, body: { id: "1" } } : { status: 400 };
  });
  const refused = report.results.filter(({ reason = "" }) => /status 400, expected 201/.test(reason));
  expect(refused, textReport(report)).toEqual([]);
});

it.each([
  [302, 0],
  [200, 1],
])("beside a redirect, `default` describes errors: a %s leads to %i failures or more", async (status, least) => {
  const document = documentOf({
    "/login": { get: { responses: { 302: { description: "There." }, default: described(object({ error: text })) } } },
  });
  const report = await check(document, ({ path }) =>
    path === "/login" ? { status, headers: { location: "/" }, body: status === 302 ? undefined : {} } : { status: 404 },
  );
  if (least === 0) expect(report.failed, textReport(report)).toBe(0);
  else expect(report.failed).toBeGreaterThanOrEqual(least);
});

it.each([
  ["that the response has no field for", { trace: "t" }, true],
  ["that the response has", { name: "n" }, false],
])("an object may come back without a field %s", (_, owner, isLeft) => {
  const sent = object({ owner: object({ name: text, trace: text }) });
  const [operation] = operationsOf(
    documentOf({
      "/a": { post: { ...body(sent), responses: { 201: described(object({ owner: object({ name: text }) })) } } },
    }),
  );
  const run = () => operation && checkReturned(operation, { owner }, { owner: {} });
  if (isLeft) expect(run).not.toThrow();
  else expect(run).toThrow('owner.name is missing, but "n" was sent');
});

it.each([
  [" a", true],
  ["https://example.com/a", false],
])("elements with %j need not come back if they cannot: %s", (uri, isLeft) => {
  const linksOf = (each: object) => object({ links: { type: "array", items: object({ uri: each }) } });
  const document = documentOf({
    "/a": { post: { ...body(linksOf(text)), responses: { 201: described(linksOf({ ...text, format: "uri" })) } } },
  });
  const [operation] = operationsOf(document);
  const run = () => operation && checkReturned(operation, { links: [{ uri }] }, { links: [] });
  if (isLeft) expect(run).not.toThrow();
  else expect(run).toThrow("the number of elements of links is 0, but 1 was sent");
});

it("records below another one are created there although it has another name in its own path", async () => {
  const team = object({ id: text }, "id");
  const document = documentOf({
    "/teams": { post: { ...body(object({})), responses: { 201: described(team), ...refusal } } },
    "/teams/{id}": { get: { parameters: [inPath("id")], responses: { 200: described(team), ...missing } } },
    "/teams/{team}/marks/{mark}": {
      parameters: [{ ...inPath("team"), example: "another" }, inPath("mark")],
      put: { ...body(object({ note: text })), responses: { 201: described(object({ note: text })), ...missing } },
    },
  });
  const teams = new Set<string>();
  let put = 0;
  const report = await check(document, (asked) => {
    const [, , team, , mark] = asked.path.split("/");
    const sent = parsed(asked);
    if (asked.path === "/teams" && asked.method === "POST" && isObject(sent)) {
      teams.add(`t${teams.size}`);
      return { status: 201, body: { id: `t${teams.size - 1}` } };
    }
    if (!team || !teams.has(team)) return { status: asked.path === "/teams" ? 400 : 404 };
    if (mark === undefined) return { status: 200, body: { id: team } };
    if (!isObject(sent) || typeof (sent["note"] ?? "") !== "string") return { status: 404 };
    put++;
    return { status: 201, body: sent };
  });
  const created = report.results.filter(({ status, verdict }) => status === "201" && verdict === "failed");
  expect([created.map(({ id, reason }) => `${id} ${reason}`), put > 0]).toEqual([[], true]);
});

it("a branch of a union that another one extends may have values that the discriminator does not name", async () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const mapping = { pet: ref("Pet").$ref, cat: ref("Cat").$ref };
  const Any = { oneOf: [ref("Pet"), ref("Cat")], discriminator: { propertyName: "kind", mapping } };
  const Cat = { allOf: [ref("Pet"), object({ lives: { type: "integer" } }, "lives")] };
  const document = documentOf(
    { "/pets": { post: { ...body(ref("Any")), responses: { 201: described(ref("Any")), ...refusal } } } },
    { components: { schemas: { Any, Pet: object({ kind: text }, "kind"), Cat } } },
  );
  const report = await check(document, (asked) => {
    const sent = parsed(asked);
    const isPet = isObject(sent) && typeof sent["kind"] === "string";
    if (asked.path !== "/pets") return { status: 404 };
    return isPet && !Number.isInteger(sent["lives"]) ? { status: 201, body: sent } : { status: 400 };
  });
  const demanded = report.results.filter(({ reason = "" }) => reason.startsWith("status 201, expected 400"));
  expect(demanded, textReport(report)).toEqual([]);
});

it("a response that needs records of which none is valid may be a 501", async () => {
  const closed = { ...object({ id: text }, "id"), additionalProperties: false };
  const wrong = { allOf: [object({ kind: text }, "kind"), closed] };
  const list = object({ posts: { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Post" } } }, "posts");
  const document = documentOf(
    { "/posts": { get: { responses: { 200: described(list) } } } },
    { components: { schemas: { Post: wrong } } },
  );
  const run = async (status: number) => {
    const report = await check(document, ({ path }) => ({ status: path === "/posts" ? status : 404 }));
    return report.failed > 0;
  };
  expect([await run(501), await run(500)]).toEqual([false, true]);
});

it("what is below a record proves nothing about it, although paths end with a slash", async () => {
  const document = documentOf({
    "/teams/{team}/": {
      get: { parameters: [inPath("team")], responses: { 200: described(object({ team: text })), ...missing } },
    },
    "/teams/{team}/logs/": {
      get: { parameters: [inPath("team")], responses: { 200: described(object({ lines: text })) } },
    },
  });
  const report = await check(document, ({ path }) =>
    /^\/teams\/[^/]+\/logs\/$/.test(path) ? { status: 200, body: { lines: "" } } : { status: 404 },
  );
  expect(report.failed, textReport(report)).toBe(0);
});
