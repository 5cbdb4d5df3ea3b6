/** A run changes and deletes only records that it created, for any operations in the document. */
import { expect, it } from "vitest";
import {
  type Document,
  operationsOf,
  runContract,
  type Target,
  type WireRequest,
  type WireResponse,
} from "../src/index.js";
import { ownership } from "../src/resources/ownership.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";

const PATH = "/api/v2/metadata/{namespace}/{uid}";
const METHODS = ["put", "patch", "delete"] as const;

/** Adds operations to the document that replace, change and delete a record, and one that acts on it. */
function withChanges(): Document {
  const document = bundle();
  const create = document.paths["/api/v2/metadata/{namespace}"]?.["post"] as Record<string, unknown>;
  const uid = {
    name: "uid",
    in: "path",
    required: true,
    schema: { type: "string", minLength: 1, maxLength: 100 },
    example: "lot-2026-0042",
  };
  const operation = (method: string) => ({
    ...create,
    operationId: `${method}Metadata`,
    parameters: [...(create["parameters"] as unknown[]), uid],
    ...(method === "delete" ? { requestBody: undefined } : {}),
  });
  document.paths[PATH] = JSON.parse(
    JSON.stringify(Object.fromEntries(METHODS.map((method) => [method, operation(method)]))),
  );
  document.paths[`${PATH}/archive`] = JSON.parse(JSON.stringify({ post: operation("archive") }));
  document.paths["/api/v2/settings"] = JSON.parse(
    JSON.stringify({ put: { ...create, operationId: "putSettings", parameters: [] } }),
  );
  return document;
}

/** A server that performs every request, and remembers the namespaces and the records that it changed. */
function canary(document: Document) {
  const inner = reference(document);
  const created = new Set<string>();
  const touched: { method: string; record: string }[] = [];
  const send = async (request: WireRequest): Promise<WireResponse> => {
    const [path = ""] = request.path.split("?");
    const [, record] = /^\/api\/v2\/metadata\/([^/]+\/[^/]+)/.exec(path) ?? [];
    const change = !["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "SEARCH", "REPORT"].includes(request.method);
    if (change && (record !== undefined || path === "/api/v2/settings")) {
      touched.push({ method: request.method, record: decodeURIComponent(record ?? path) });
      return { status: 200, headers: { "content-type": "application/json" }, body: "{}" };
    }
    const response = await inner.send(request);
    const namespace = path.split("/").at(-1);
    if (request.method === "POST" && response.status === 201)
      created.add(`${namespace}/${JSON.parse(String(request.body)).uid}`);
    return response;
  };
  return { target: { ...inner, send } satisfies Target, created, touched };
}

it("a run changes and deletes only records that it created", async () => {
  const document = withChanges();
  expect(operationsOf(document).map(({ id }) => id)).toContain("deleteMetadata");
  const { target, created, touched } = canary(document);
  const report = await runContract({
    document,
    target,
    effort: "quick",
    seed: 3,
    runs: 3,
    only: /^(put|patch|delete)\w+ |^archive\w+ (responds with|accepts|fields|methods|paths|API key|races)/,
  });
  expect(touched.filter(({ record }) => !created.has(record))).toEqual([]);
  expect(new Set(touched.map(({ method }) => method))).toEqual(new Set(["PUT", "PATCH", "DELETE", "POST"]));
  const reasons = new Set(report.results.filter(({ verdict }) => verdict === "skipped").map(({ reason }) => reason));
  expect(reasons).toContain("it could change something that this run did not create");
  expect(reasons).toContain("the document has no operation that creates the record to change");
});

it("a run with cleanup deletes what it created, and reports what remains", async () => {
  const document = withChanges();
  const record = document.paths[PATH] as Record<string, object>;
  record["get"] = { ...record["delete"], operationId: "getMetadata" };
  const { target, created, touched } = canary(document);
  const options = { target, cleanup: true, effort: "quick", uidPrefix: "own-", anyUid: true } as const;
  const report = await runContract({ ...options, document, only: /^createMetadata accepts uid/ });
  const own = [...created].filter((record) => record.split("/")[1]?.startsWith("own-"));
  expect(own.length).toBeGreaterThan(3);
  expect(created.size).toBeGreaterThan(own.length);
  expect(report.cleanup).toEqual({ deleted: own.length, left: created.size - own.length });
  expect(new Set(touched.map(({ record }) => record))).toEqual(new Set(own));
  const without = await runContract({ ...options, document: bundle(), only: /^createMetadata responds with 201/ });
  expect(without.cleanup).toMatchObject({ deleted: 0 });
});

it("a run does not change records with its uid in another collection, or records that may have existed before", async () => {
  const { target, touched } = canary(withChanges());
  const { send, created } = ownership(withChanges(), "own-", target.send);
  const headers = { apiKey: target.apiKey, "Content-Type": "application/json" };
  const create = (uid: string) => {
    const body = JSON.stringify({ uid, items: [{ key: "k", type: "string", value: "v" }] });
    return send({ method: "POST", path: "/api/v2/metadata/inspection", headers, body });
  };
  const remove = (record: string) => send({ method: "DELETE", path: `/api/v2/metadata/${record}`, headers });
  await create("own-1");
  await create("a");
  await remove("inspection/own-1");
  for (const other of ["analytics/own-1", "inspection/a", "inspection/own-2", "inspection/%6fwn-3", "inspection/%zz"])
    await expect(remove(other), other).rejects.toThrow("it could change something that this run did not create");
  expect(touched).toEqual([{ method: "DELETE", record: "inspection/own-1" }]);
  expect(created().map(({ uid, own }) => [uid, own])).toEqual([
    ["own-1", true],
    ["a", false],
  ]);
});
