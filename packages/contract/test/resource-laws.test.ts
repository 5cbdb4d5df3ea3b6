/** The laws of a resource whose identities the server assigns, on a server with somebody else's record. */
import { expect, it } from "vitest";
import { cases, type Document, runContract, type Target, type WireRequest, type WireResponse } from "../src/index.js";

interface Thing {
  id: number;
  label: string;
  weight: number;
}

const properties = { label: { type: "string", maxLength: 20 }, weight: { type: "integer", minimum: 0, maximum: 99 } };
const input = { type: "object", required: ["label", "weight"], additionalProperties: false, properties };
const patch = { ...input, required: [], minProperties: 1 };
const thing = {
  type: "object",
  required: ["id", "label", "weight"],
  properties: { id: { type: "integer" }, ...properties },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const returns = (status: string, schema?: object) => ({
  [status]: { description: "Done.", ...(schema && json(schema)) },
  "400": { description: "Wrong.", ...json({ type: "object" }) },
});
const query = (name: string, schema: object) => ({ name, in: "query", schema });
const missing = { "404": { description: "There is none.", ...json({ type: "object" }) } };
const document: Document = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        parameters: [
          query("limit", { type: "integer", minimum: 1, maximum: 10, default: 5 }),
          query("offset", { type: "integer", minimum: 0, default: 0 }),
          query("label", { type: "string" }),
          query("weight", { type: "integer", minimum: 0, maximum: 99 }),
          query("sort", { type: "string", enum: ["weight", "-weight"] }),
        ],
        responses: returns("200", { type: "array", items: thing }),
      },
      post: {
        operationId: "createThing",
        requestBody: {
          required: true,
          ...json({ ...input, examples: [{ label: "a box", weight: 3 }] }),
        },
        responses: returns("201", thing),
      },
    },
    "/things/{thingId}": {
      parameters: [{ name: "thingId", in: "path", required: true, schema: { type: "integer" }, example: 1 }],
      get: { operationId: "getThing", responses: { ...returns("200", thing), ...missing } },
      put: {
        operationId: "replaceThing",
        requestBody: { required: true, ...json({ ...input, examples: [{ label: "a box", weight: 3 }] }) },
        responses: { ...returns("200", thing), ...missing },
      },
      patch: {
        operationId: "updateThing",
        requestBody: { required: true, ...json({ ...patch, examples: [{ weight: 3 }] }) },
        responses: { ...returns("200", thing), ...missing },
      },
      delete: { operationId: "deleteThing", responses: { ...returns("204"), ...missing } },
    },
  },
};

/** Faults of the server. */
interface Faults {
  /** Returns the existing record if the label of a create request already exists. */
  upserts?: boolean;
  forgets?: boolean;
  hides?: boolean;
  keeps?: boolean;
  ignoresPut?: boolean;
  patchReplaces?: boolean;
  ignoresFilter?: boolean;
  /** Has no filter by weight, and lists only records of the same weight. */
  ignoresWeight?: boolean;
  ignoresSort?: boolean;
  /** A page begins one record too early. */
  startsEarly?: boolean;
  /** A list without a limit has all records. */
  ignoresDefault?: boolean;
  /** Every twentieth delete request fails. */
  tires?: boolean;
}

/** Somebody else's record, with the values that the suite would send. */
const CANARY: Thing = { id: 1, label: "a box", weight: 3 };

function server(faults: Faults = {}) {
  const things = new Map<number, Thing>([CANARY, { id: 2, label: "b", weight: 9 }].map((each) => [each.id, each]));
  const touched: string[] = [];
  let next = 3;
  let deletes = 0;
  const answer = (status: number, body?: unknown): WireResponse => ({
    status,
    headers: { "content-type": "application/json" },
    body: body === undefined ? "" : JSON.stringify(body),
  });

  function list(search: URLSearchParams): Thing[] {
    const label = search.get("label");
    const sort = search.get("sort");
    const sign = sort?.startsWith("-") ? -1 : 1;
    const weight = search.get("weight");
    const all = [...things.values()]
      .filter((each) => faults.ignoresFilter || label === null || each.label === label)
      .filter((each) => (faults.ignoresWeight ? each.weight === 3 : weight === null || each.weight === Number(weight)));
    if (sort && !faults.ignoresSort) all.sort((a, b) => sign * (a.weight - b.weight));
    const offset = Math.max(0, Number(search.get("offset") ?? 0) - (faults.startsEarly ? 1 : 0));
    const shown = faults.hides ? all.filter(({ id }) => id < 3) : all;
    return shown.slice(offset, offset + Number(search.get("limit") ?? (faults.ignoresDefault ? 1000 : 5)));
  }

  function create(body: Omit<Thing, "id">): Thing {
    const known = [...things.values()].find(({ label }) => label === body.label);
    if (faults.upserts && known) return known;
    const made = { ...body, id: next++ };
    if (!faults.forgets) things.set(made.id, made);
    return made;
  }

  /** Returns the new state of an existing record; undefined if the response has no body. */
  function change(method: string, before: Thing, sent: Omit<Thing, "id">): Thing | undefined {
    const { id } = before;
    if (method === "PUT" && !faults.ignoresPut) things.set(id, { ...sent, id });
    const rest = faults.patchReplaces ? { label: "", weight: 0 } : before;
    if (method === "PATCH") things.set(id, { ...rest, ...sent, id });
    if (method === "DELETE" && !faults.keeps) things.delete(id);
    return method === "DELETE" ? undefined : things.get(id);
  }

  const fails = (method: string) => faults.tires === true && method === "DELETE" && ++deletes % 20 === 0;

  async function send({ method, path, body }: WireRequest): Promise<WireResponse> {
    const [plain = "", search = ""] = path.split("?");
    const sent = body === undefined ? undefined : JSON.parse(String(body));
    if (plain === "/things" && method === "GET") return answer(200, list(new URLSearchParams(search)));
    if (plain === "/things") return answer(201, create(sent));
    const id = Number(plain.split("/")[2]);
    if (method !== "GET") touched.push(`${method} ${id}`);
    return fails(method) ? answer(500, {}) : ofOne(method, id, sent);
  }

  function ofOne(method: string, id: number, sent: Omit<Thing, "id">): WireResponse {
    const before = things.get(id);
    if (!before) return answer(404, {});
    const after = change(method, before, sent);
    return after ? answer(200, after) : answer(204);
  }
  const target: Target = { name: "things", apiKey: "key", speaks: "http", send };
  return { target, touched, things };
}

const run = (target: Target) =>
  runContract({
    document,
    target,
    seed: 1,
    effort: "quick",
    only: / (resource|filter|sort|default|paging): /,
  });

it("the suite passes on a correct server, and does not touch other records", async () => {
  const { target, touched, things } = server();
  const { results } = await run(target);
  expect(results.filter(({ verdict }) => verdict !== "passed")).toEqual([]);
  expect(results.map(({ id }) => id)).toEqual([
    "listThings filter: ?label= returns only records with that label",
    "listThings filter: ?weight= returns only records with that weight",
    "listThings default: without limit, the response is that of its default",
    "listThings default: without offset, the response is that of its default",
    "listThings paging: two pages by offset have the records of one that is twice as large",
    "listThings sort: ?sort=weight returns records in that order",
    "listThings sort: ?sort=-weight returns records in that order",
    "getThing resource: a created record can be fetched",
    "listThings resource: a created record is listed",
    "replaceThing resource: a replaced record has the values that were sent",
    "updateThing resource: a patched record has the new values, and keeps the rest",
    "deleteThing resource: a deleted record is a 404 and not listed",
    "deleteThing resource: records can be created and deleted, again and again",
    "getThing resource: two records do not get mixed up",
  ]);
  expect(things.get(1)).toEqual(CANARY);
  expect([...new Set(touched.map((each) => each.split(" ")[0]))].sort()).toEqual(["DELETE", "PATCH", "PUT"]);
  expect(touched.filter((each) => / [12]$/.test(each))).toEqual([]);
});

it("the suite runs all other cases only against its own records", async () => {
  const { target, touched, things } = server();
  await runContract({ document, target, seed: 1, effort: "quick", only: /^(replace|update|delete)Thing / });
  expect(touched.length).toBeGreaterThan(10);
  expect(touched.filter((each) => / [12]$/.test(each))).toEqual([]);
  expect(things.get(1)).toEqual(CANARY);
});

it("the suite changes nothing on a server that may return an existing record for a create request", async () => {
  const { target, touched, things } = server({ upserts: true });
  const { results } = await run(target);
  const reasons = results
    .filter(({ verdict, keyword }) => verdict === "skipped" && keyword === "resource")
    .map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(
    new Set(["two identical create requests return one record, which may have existed before"]),
  );
  expect(touched).toEqual([]);
  expect(things.get(1)).toEqual(CANARY);
});

it("the suite expects neither a record with an invented identity nor the same record from repeated create requests", () => {
  const ids = cases(document).map(({ id }) => id);
  expect(
    ids.filter((id) => /^(get|replace|update|delete)Thing (accepts|property any string as) thingId/.test(id)),
  ).toEqual([]);
  expect(ids.filter((id) => id.startsWith("createThing repetition"))).not.toContainEqual(
    expect.stringContaining("a valid request"),
  );
  // Values that violate the schema are rejected anyway.
  expect(ids).toContainEqual(expect.stringMatching(/^getThing rejects.*thingId/));
});

it.each<[Faults, string]>([
  [{ forgets: true }, "getThing resource: a created record can be fetched"],
  [{ hides: true }, "listThings resource: a created record is listed"],
  [{ ignoresPut: true }, "replaceThing resource: a replaced record has the values that were sent"],
  [{ patchReplaces: true }, "updateThing resource: a patched record has the new values, and keeps the rest"],
  [{ keeps: true }, "deleteThing resource: a deleted record is a 404 and not listed"],
  [{ ignoresFilter: true }, "listThings filter: ?label= returns only records with that label"],
  [{ ignoresWeight: true }, "listThings filter: ?weight= returns only records with that weight"],
  [{ startsEarly: true }, "listThings paging: two pages by offset have the records of one that is twice as large"],
  [{ ignoresDefault: true }, "listThings default: without limit, the response is that of its default"],
  [{ tires: true }, "deleteThing resource: records can be created and deleted, again and again"],
  [{ ignoresSort: true }, "listThings sort: ?sort=-weight returns records in that order"],
])("a server with the fault %j fails: %s", async (faults, id) => {
  const { results } = await run(server(faults).target);
  expect(results.filter(({ verdict }) => verdict === "failed").map((result) => result.id)).toContain(id);
});

/** Gives the list other names for its parameters, and the bodies the identity, as some frameworks do. */
function renamed(): Document {
  const text = JSON.stringify(document).replaceAll('"limit"', '"PageSize"').replaceAll('"offset"', '"Skip"');
  const copy = JSON.parse(text);
  const { post } = copy.paths["/things"];
  const { put, patch } = copy.paths["/things/{thingId}"];
  for (const { requestBody } of [post, put, patch]) {
    const { schema } = requestBody.content["application/json"];
    schema.properties = { id: { type: "integer" }, ...schema.properties };
  }
  return copy;
}

it("the suite reads pages whatever the case of their parameters, and sends a record with its own identity", async () => {
  const { target, things } = server();
  const sent: number[] = [];
  const { results } = await runContract({
    document: renamed(),
    target: {
      ...target,
      send: (request) => {
        const { id } = JSON.parse(String(request.body ?? "{}"));
        const inPath = Number(request.path.split("/")[2]);
        if (id !== undefined && inPath) sent.push(id - inPath);
        return target.send({
          ...request,
          path: request.path.replace("PageSize", "limit").replace("Skip", "offset"),
        });
      },
    },
    seed: 1,
    effort: "quick",
    only: / resource: /,
  });
  const verdicts = Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));
  expect(verdicts).toMatchObject({
    "listThings resource: a created record is listed": "passed",
    "replaceThing resource: a replaced record has the values that were sent": "passed",
  });
  expect(Object.values(verdicts)).not.toContain("failed");
  expect(new Set(sent)).toEqual(new Set([0]));
  expect(things.get(1)).toEqual(CANARY);
});

it.each(["PUT", "POST", "GET"])(
  "a server that knows what belongs to a record that does not exist fails: %s",
  async (method) => {
    const below = structuredClone(document);
    const { parameters, get }: Record<string, unknown> = { ...below.paths["/things/{thingId}"] };
    Object.assign(below.paths, {
      "/things/{thingId}/seal": {
        parameters,
        [method.toLowerCase()]: {
          ...Object(get),
          operationId: "sealThing",
          responses: { ...returns("200", thing), ...missing },
        },
      },
    });
    const { target } = server();
    const verdictOf = async (knows: boolean) => {
      const report = await runContract({
        document: below,
        target: {
          ...target,
          async send(request) {
            const path = request.path.replace(/\/seal$/, "");
            const response = await target.send({ ...request, path, method: "GET" });
            return path !== request.path && knows && response.status === 404
              ? { ...response, status: 200, body: JSON.stringify(CANARY) }
              : target.send({ ...request, path, ...(path !== request.path && { method: "GET" }) });
          },
        },
        seed: 1,
        effort: "standard",
        only: /^sealThing responds with 404: the identity of no record/,
      });
      return report.results.map(({ verdict }) => verdict);
    };
    expect(await verdictOf(false)).toEqual(["passed"]);
    expect(await verdictOf(true)).toEqual(["failed"]);
  },
);

it("asks for a record that does not exist in the notation of one that does, where any text is described", async () => {
  const vague = structuredClone(document);
  Object.assign(vague.paths["/things/{thingId}"] ?? {}, {
    parameters: [{ name: "thingId", in: "path", required: true, schema: { type: "string" } }],
  });
  const { target } = server();
  const { results } = await runContract({
    document: vague,
    target: {
      ...target,
      send: async (request) =>
        /^\/things\/(?!\d+$)/.test(request.path)
          ? { status: 400, headers: { "content-type": "application/json" }, body: "{}" }
          : target.send(request),
    },
    seed: 1,
    effort: "standard",
    only: / the identity of no record/,
  });
  expect(results.map(({ operation, verdict }) => `${operation} ${verdict}`).sort()).toEqual([
    "deleteThing passed",
    "getThing passed",
    "replaceThing passed",
    "updateThing passed",
  ]);
});
