/** A run changes and deletes nothing but what it created itself, whatever operations the document comes to have. */
import { expect, it } from "vitest";
import {
  type Document,
  operationsOf,
  runContract,
  type Target,
  type WireRequest,
  type WireResponse,
} from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";

const PATH = "/api/v2/metadata/{namespace}/{uid}";
const METHODS = ["put", "patch", "delete"] as const;

/** The document with operations that replace, change and delete a record, and one that acts on it. */
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

/** A server that does what it is asked to, and remembers to whose records it did it. */
function canary(document: Document) {
  const inner = reference(document);
  const created = new Set<string>();
  const touched: { method: string; uid: string }[] = [];
  const send = async (request: WireRequest): Promise<WireResponse> => {
    const [path = ""] = request.path.split("?");
    const [, uid] = /^\/api\/v2\/metadata\/[^/]+\/([^/]+)/.exec(path) ?? [];
    const change = !["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "SEARCH", "REPORT"].includes(request.method);
    if (change && (uid !== undefined || path === "/api/v2/settings")) {
      touched.push({ method: request.method, uid: decodeURIComponent(uid ?? path) });
      return { status: 200, headers: { "content-type": "application/json" }, body: "{}" };
    }
    const response = await inner.send(request);
    if (request.method === "POST" && response.status === 201) created.add(JSON.parse(String(request.body)).uid);
    return response;
  };
  return { target: { ...inner, send } satisfies Target, created, touched };
}

it("changes and deletes its own records alone", async () => {
  const document = withChanges();
  expect(operationsOf(document).map(({ id }) => id)).toContain("deleteMetadata");
  const { target, created, touched } = canary(document);
  const report = await runContract({
    document,
    target,
    effort: "quick",
    seed: 3,
    runs: 3,
    only: /^(put|patch|delete|archive)\w+ /,
  });
  expect(touched.filter(({ uid }) => !created.has(uid))).toEqual([]);
  expect(new Set(touched.map(({ method }) => method))).toEqual(new Set(["PUT", "PATCH", "DELETE", "POST"]));
  const reasons = new Set(report.results.filter(({ verdict }) => verdict === "skipped").map(({ reason }) => reason));
  expect(reasons).toContain("it could change what this run did not create");
  expect(reasons).toContain("the document has no way to create what it would change");
});

it("deletes what it created when it is asked to, and says what is left", async () => {
  const document = withChanges();
  const { target, created, touched } = canary(document);
  const report = await runContract({ document, target, cleanup: true, only: /^createMetadata accepts uid/ });
  expect(report.cleanup).toEqual({ deleted: created.size, left: 0 });
  expect(created.size).toBeGreaterThan(5);
  expect(new Set(touched.map(({ uid }) => uid))).toEqual(created);
  const without = await runContract({ document: bundle(), target, cleanup: true, only: /^createMetadata answers 201/ });
  expect(without.cleanup).toEqual({ deleted: 0, left: 1 });
});
