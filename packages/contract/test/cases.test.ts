/** Cases exist for every operation, every documented status, and everything that is added to the document. */
import { describe, expect, it } from "vitest";
import { cases, createValidator, type Document, operationsOf, runContract } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";

const document = bundle();

describe("the cases", () => {
  const all = cases(document);

  it("have unique IDs, which are the same in each run", () => {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(cases(bundle()).map(({ id }) => id)).toEqual(ids);
  });

  it.each(operationsOf(document).flatMap(({ id, responses }) => responses.map(({ status }) => [id, status])))(
    "cover every documented status: %s %s",
    (id, status) => {
      expect(all.filter((each) => each.operation === id && each.status === status).length).toBeGreaterThan(0);
    },
  );

  it.each([
    ["an action on a record", "/api/v1/reports/{uid}/close", {}],
    ["an operation on the same records under another word", "/api/v2/audits/{uid}", { "x-resource": { name: "all" } }],
  ])("of %s do not run while its list is read, because they create records", (_, path, named) => {
    const changed = bundle();
    const uid = { name: "uid", in: "path", required: true, schema: { type: "string" } };
    const close = { operationId: "close", parameters: [uid], responses: { "200": { description: "Closed." } } };
    Object.assign(changed.paths["/api/v1/reports"]?.["get"] ?? {}, named);
    changed.paths[path] = { post: { ...close, ...named } };
    const phases = cases(changed)
      .filter(({ operation, writes }) => operation === "close" && writes)
      .map(({ phase }) => phase);
    expect(phases).toContain("moves");
    expect(phases).not.toContain("parallel");
  });

  it("of metadata do not change its list while it is read, those that wait included", () => {
    const changed = bundle();
    const paths = changed.paths as Record<string, Record<string, object>>;
    Object.assign(paths["/api/v2/metadata/{namespace}"] ?? {}, {
      get: { operationId: "listMetadata", responses: { "200": { description: "A page." } } },
    });
    const phases = cases(changed)
      .filter(({ operation, writes }) => operation === "createMetadata" && writes)
      .map(({ phase }) => phase);
    expect(new Set(phases)).toEqual(new Set(["moves", "alone"]));
  });

  it("of a record whose identity has listed values do not take each value for one that exists", () => {
    const changed = bundle();
    const paths = changed.paths as Record<string, Record<string, object>>;
    const uid = { name: "uid", in: "path", required: true, schema: { type: "string", enum: ["a", "b"] } };
    const get = { operationId: "getReport", parameters: [uid], responses: { "200": { description: "One." } } };
    paths["/api/v1/reports/{uid}"] = { get };
    const names = cases(changed)
      .filter(({ operation }) => operation === "getReport")
      .map(({ id }) => id);
    expect(names.filter((id) => / in [ab](,|$)/.test(id))).toEqual([]);
  });

  it.each([{ default: null }, { type: ["null", "object"] }])("exist for an object that is null first: %j", (more) => {
    const owner = { type: ["object", "null"], properties: { name: { type: "string" } }, ...more };
    const schema = { type: "object", properties: { owner } };
    const requestBody = { content: { "application/json": { schema } } };
    const post = { operationId: "add", requestBody, responses: { "201": { description: "Added." } } };
    const all = cases({ info: { title: "T", version: "1" }, paths: { "/pets": { post } } });
    expect(all.map(({ id }) => id)).toContain("add accepts owner type null");
  });

  it("of an operation whose record nothing creates are few, because none can be sent", () => {
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
    const schema = { type: "object", properties: { a: { type: "integer", minimum: 1 } } };
    const requestBody = { content: { "application/json": { schema } } };
    const stop = { operationId: "stop", parameters, requestBody, responses: { "200": { description: "Stopped." } } };
    const none = cases({ info: { title: "T", version: "1" }, paths: { "/jobs/{id}/stop": { post: stop } } });
    expect(new Set(none.map(({ keyword }) => keyword))).toEqual(new Set(["status"]));
  });

  it.each([
    ["size", "page", ["sizes"]],
    ["size", "sizes", ["size", "sizes"]],
    ["limit", "offset", ["sizes"]],
    ["limit", "sizes", ["limit", "sizes"]],
  ])("take %s for the size of a page beside %s, and for a field elsewhere", (size, other, filters) => {
    const integer = { type: "integer", minimum: 1 };
    const query = (name: string) => ({ name, in: "query", schema: integer });
    const items = { type: "object", properties: { [size]: integer, offset: integer, sizes: integer } };
    const content = { "application/json": { schema: { type: "array", items } } };
    const parameters = [...new Set([size, other, "sizes"])].map(query);
    const get = { operationId: "listBoxes", parameters, responses: { "200": { description: "Boxes.", content } } };
    const found = cases({ info: { title: "T", version: "1" }, paths: { "/boxes": { get } } });
    const filtered = found.flatMap(({ id }) => /filter: \?(\w+)=/.exec(id)?.[1] ?? []);
    expect(filtered.sort()).toEqual(filters);
  });

  it("also cover a list parameter for which there is no law", () => {
    const changed = bundle();
    const list = changed.paths["/api/v1/reports"]?.["get"] as { parameters: unknown[] };
    list.parameters.push({
      name: "country",
      in: "query",
      schema: { type: "string", enum: ["VN", "BD"] },
      example: "VN",
    });
    const added = cases(changed)
      .filter(({ id }) => /\bcountry\b/.test(id))
      .map(({ id }) => id);
    expect(added).toContain("listReports accepts country enum BD");
    expect(added).toContain('listReports rejects country enum "VNx"');
    expect(added).toContain("listReports query: ?country=VN&country=VN is rejected (more than once)");
  });
});

describe("the validator", () => {
  const validator = createValidator(document);
  const schemas = Object.entries(document.components?.["schemas"] ?? {}) as [string, { examples?: unknown[] }][];

  it.each(schemas)("compiles %s, accepts its examples and rejects something", (name, { examples = [] }) => {
    const pointer = `/components/schemas/${name}`;
    for (const example of examples) expect(validator.breaches(pointer, example)).toEqual([]);
    const strangers = [null, 7, "", {}, [7]];
    expect(strangers.some((value) => !validator.accepts(pointer, value))).toBe(true);
  });

  it("validates deeply nested values", () => {
    let item: unknown = { key: "a", type: "string", value: 7 };
    for (let i = 0; i < 500; i++) item = { key: "a", type: "object", value: [item] };
    const breaches = validator.breaches("/components/schemas/MetadataInput", { uid: "a", items: [item] });
    expect(breaches.length).toBeGreaterThan(0);
  });
});

/** Adds a list endpoint to the document, copied from the one for reports. */
function withFactories(): Document {
  const changed = bundle();
  const copy = JSON.parse(JSON.stringify(changed.paths["/api/v1/reports"]).replaceAll("listReports", "listFactories"));
  changed.paths["/api/v1/factories"] = copy;
  return changed;
}

/** The reference server parses queries and paths in a simple way; the other cases run on the mock. */
const KNOWN_TO_REFERENCE =
  /^listFactories (?!answers 40[45]|query|paths|methods|other headers|media|API|rate|repetition)/;

it("a list endpoint that is added to the document alone is covered, laws included", async () => {
  const changed = withFactories();
  const report = await runContract({
    document: changed,
    target: reference(changed),
    only: KNOWN_TO_REFERENCE,
    effort: "quick",
    seed: 3,
  });
  expect(report.failed).toBe(0);
  const keywords = new Set(report.results.map(({ keyword }) => keyword));
  for (const keyword of ["maximum", "format", "links at every edge", "window", "page size", "property"])
    expect(keywords).toContain(keyword);
  const broken = reference(changed, { defaultLimit: 20 });
  expect((await runContract({ document: changed, target: broken, only: /^listFactories law defaults/ })).failed).toBe(
    1,
  );
});

it("a run fails if the target does not have an operation of the document", async () => {
  const report = await runContract({
    document: withFactories(),
    target: reference(document),
    only: KNOWN_TO_REFERENCE,
    effort: "quick",
    seed: 3,
  });
  expect(report.passed).toBe(0);
  expect(report.failed).toBeGreaterThan(50);
});

describe("generated values", () => {
  /** A server that rejects some valid strings, which no limit and no listed string detects. */
  const picky = () =>
    reference(document, {
      parse(body) {
        if (/[\u0400-\u04ff]|[\u3000-\u9fff]|#/.test(String(body))) throw new Error("unsupported characters");
        return JSON.parse(String(body));
      },
    });
  const only = /property any generated record/;

  it("find a fault that no listed value finds, shrink it, and report the seed", async () => {
    const { results } = await runContract({ document, target: picky(), only, seed: 11, runs: 200 });
    const [{ verdict, reason = "" } = { verdict: undefined }] = results;
    expect(verdict).toBe("failed");
    expect(reason).toMatch(/shrunk \d+ times to .*, seed 11$/);
    const [, counterexample = ""] = / to (\[.*\]), seed/.exec(reason) ?? [];
    // Shrunk to one item, and to the one character that triggers the fault.
    expect(counterexample.length).toBeLessThan(160);
  });

  it("are the same with the same seed", async () => {
    const [first, again, other] = await Promise.all(
      [11, 11, 12].map(
        async (seed) => (await runContract({ document, target: picky(), only, seed, runs: 200 })).results[0]?.reason,
      ),
    );
    expect(first).toBe(again);
    expect(first).not.toBe(other);
  });
});

it("a run reports a status that the target cannot provoke as skipped, with the reason, never as passed", async () => {
  const target = { ...reference(document), provoke: undefined };
  const { results } = await runContract({ document, target, only: /responds with (429|500)/ });
  expect(results).toHaveLength(8);
  for (const { verdict, reason, status } of results) {
    expect(verdict).toBe("skipped");
    expect(reason).toBe(`reference has no way to provoke a ${status}; for a server, use --provoke-header`);
  }
});

it("sends no identity of one of several schemas that may belong to no record", () => {
  const done = { 200: { description: "Done.", content: { "application/json": { schema: { type: "object" } } } } };
  const schema = { anyOf: [{ type: "string", format: "uuid" }, { type: "string" }] };
  const parameters = [{ name: "id", in: "path", required: true, schema }];
  const paths = { "/pets/{id}": { get: { operationId: "getPet", parameters, responses: done } } };
  const small = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths } as unknown as Document;
  const ids = cases(small).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => /accepts .*\bid\b/.test(id))).toEqual([]);
});
