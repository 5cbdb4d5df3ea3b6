import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadDocument } from "@metadata-service/spec-tools/load-document";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SpecReload, serveSpec } from "../src/spec/serve-spec.js";
import { type RunningMock, runMock } from "../src/start-mock.js";

let folder = "";
let mock: RunningMock;
let stopWatching = () => {};
const news: SpecReload[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "metadata-spec-"));
  await cp(fileURLToPath(new URL("../../../openapi", import.meta.url)), folder, {
    recursive: true,
    filter: (source) => !/node_modules|generated|test$|rules$/.test(source),
  });
  const path = join(folder, "openapi.yaml");
  const spec = await loadDocument(path);
  mock = await runMock({ document: spec.document, size: 3 });
  stopWatching = serveSpec(
    mock,
    () => loadDocument(path, { isTolerant: true }),
    spec,
    (entry) => news.push(entry),
  );
});
afterAll(async () => {
  stopWatching();
  await mock.stop();
  await rm(folder, { recursive: true });
});

/**
 * Edits a file of the spec, and waits until the mock reports the result for that file, with or without a problem.
 * Reports about earlier edits may still arrive first.
 */
async function edit(file: string, change: (text: string) => string, becomes: "right" | "wrong"): Promise<SpecReload> {
  const path = join(folder, file);
  const text = change(await readFile(path, "utf8"));
  news.splice(0);
  // Replaces the file with a new one, as editors do.
  await writeFile(`${path}~`, text);
  await rename(`${path}~`, path);
  const told = () =>
    news.map((one) =>
      one.files.some((name) => name.endsWith(file))
        ? one.problem === undefined
          ? "right"
          : "wrong"
        : "of another file",
    );
  await expect.poll(told).toContain(becomes);
  return news[told().lastIndexOf(becomes)] as SpecReload;
}

const call = async (path: string) => {
  const response = await fetch(mock.url + path, { headers: { apiKey: mock.apiKey } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

it("a spec that is not UTF-8 is rejected with the file and the line", async () => {
  const other = await mkdtemp(join(tmpdir(), "metadata-spec-"));
  try {
    const root = "openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths: {}\n";
    const yaml = join(other, "openapi.yaml");
    await writeFile(yaml, `${root}components: { schemas: { A: { $ref: ./a.yaml } } }\n`);
    await writeFile(join(other, "a.yaml"), "type: string\ndescription: Gr\xf6\xdfe\n", "latin1");
    await expect(loadDocument(yaml)).rejects.toThrow(
      `${join(other, "a.yaml")}, line 2 is not UTF-8; save the file as UTF-8`,
    );
    const json = join(other, "openapi.json");
    await writeFile(json, '{\n\n"x":"\xe9"}', "latin1");
    await expect(loadDocument(json)).rejects.toThrow(`${json}, line 3 is not UTF-8; save the file as UTF-8`);
  } finally {
    await rm(other, { recursive: true });
  }
});

describe("a spec that changes", () => {
  it("is reloaded when its folder is replaced, and when that folder changes again", async () => {
    const path = "components/parameters/ReportsLimit.yaml";
    const limit = async () => (await call("/api/v1/reports?limit=600")).body["message"];
    await rename(folder, `${folder}~`);
    await cp(`${folder}~`, folder, { recursive: true });
    await rm(`${folder}~`, { recursive: true });
    await edit(path, (text) => text.replace("maximum: 50", "maximum: 51"), "right");
    expect(await limit()).toBe("limit must be at most 51");
    // A folder below it, as `git checkout` does.
    await rename(join(folder, "components"), join(folder, "old"));
    await expect.poll(() => news.at(-1)?.problem).toMatch(/ReportsLimit\.yaml/);
    await rename(join(folder, "old"), join(folder, "components"));
    await edit(path, (text) => text.replace("maximum: 51", "maximum: 50"), "right");
    expect(await limit()).toBe("limit must be at most 50");
  });

  it("is not reloaded, which would discard its records, when another file of its folder changes", async () => {
    await writeFile(join(folder, "package.json"), "{}");
    // Both changes may be found at once.
    await edit("openapi.yaml", (text) => `${text}# edited\n`, "right");
    expect(news.flatMap(({ files }) => files).filter((file) => file.endsWith("package.json"))).toEqual([]);
  });

  it("is reloaded when a file that it refers to changes", async () => {
    expect((await call("/api/v1/reports?limit=60")).body["message"]).toBe("limit must be at most 50");
    await edit(
      "components/parameters/ReportsLimit.yaml",
      (text) => text.replace("maximum: 50", "maximum: 75"),
      "right",
    );
    expect((await call("/api/v1/reports?limit=60")).status).toBe(200);
    expect((await call("/api/v1/reports?limit=76")).body["message"]).toBe("limit must be at most 75");
  });

  it("is served with a new endpoint and its data", async () => {
    await writeFile(
      join(folder, "components/schemas/Shipment.yaml"),
      `type: object
description: A shipment.
required: [id, createdAt, updatedAt]
properties:
  id: { type: string, format: uuid, description: Its identifier., examples: [0b9a7c51-2f6d-4c1e-9b38-5a4d3c2b1a09] }
  vessel: { type: string, description: The ship., enum: [Ever Given, Emma Maersk] }
  weight: { type: number, description: In tonnes., minimum: 0, examples: [12.5, 80.25] }
  sealed: { type: boolean, description: Whether it is sealed., examples: [true] }
  tags: { type: array, description: Tags., items: { type: string, description: A tag., examples: [urgent] } }
  port: { type: object, description: Where to., properties: { code: { type: string, description: Code., examples: [VNHPH] } } }
  createdAt: { $ref: ./Timestamp.yaml }
  updatedAt: { $ref: ./Timestamp.yaml }
`,
    );
    await writeFile(
      join(folder, "paths/shipments.yaml"),
      `get:
  operationId: listShipments
  summary: List shipments
  x-pagination: { shape: array, identity: id, createdAt: createdAt, updatedAt: updatedAt }
  parameters:
    - $ref: ../components/parameters/PurchaseOrdersV3Limit.yaml
    - $ref: ../components/parameters/Offset.yaml
    - { name: vessel, in: query, description: By ship., schema: { type: string }, example: Emma Maersk }
  responses:
    "200":
      description: One page.
      content:
        application/json:
          schema: { type: array, description: A page., items: { $ref: ../components/schemas/Shipment.yaml } }
    "400": { $ref: ../components/responses/BadRequest.yaml }
    "401": { $ref: ../components/responses/Unauthorized.yaml }
    "429": { $ref: ../components/responses/TooManyRequests.yaml }
    "500": { $ref: ../components/responses/InternalServerError.yaml }
`,
    );
    await edit(
      "openapi.yaml",
      (text) => text.replace("paths:\n", "paths:\n  /api/v1/shipments: { $ref: ./paths/shipments.yaml }\n"),
      "right",
    );
    const all = (await call("/api/v1/shipments")).body as unknown as Record<string, unknown>[];
    expect(all).toHaveLength(3);
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    for (const shipment of all)
      expect(shipment).toMatchObject({
        vessel: expect.stringMatching(/^E/),
        weight: expect.any(Number),
        sealed: expect.any(Boolean),
        tags: expect.arrayContaining(["urgent"]),
        port: { code: "VNHPH" },
      });
    // A query parameter with the name of a field filters the list.
    const wanted = all.filter(({ vessel }) => vessel === "Ever Given");
    expect((await call("/api/v1/shipments?vessel=Ever%20Given")).body).toEqual(wanted);
  });

  it.each([
    [
      "YAML that does not parse",
      "paths/reports.yaml",
      (text: string) => `${text}\n  : [`,
      /paths\/reports\.yaml:\d+:\d+: /,
    ],
    [
      "a reference that leads nowhere",
      "paths/reports.yaml",
      (text: string) => text.replace("ReportsLimit.yaml", "ReportLimits.yaml"),
      /paths\/reports\.yaml:\d+:\d+: .*ReportLimits/,
    ],
    [
      "a schema that cannot be compiled",
      "components/schemas/ItemKey.yaml",
      (text: string) => text.replace("minLength: 1", 'pattern: "["'),
      /schemas\/ItemKey\.yaml:\d+:\d+: The pattern "\[" is not a valid JavaScript regular expression/,
    ],
  ])("%s: the previous version stays, and the message names the location", async (_name, file, change, message) => {
    const before = await readFile(join(folder, file), "utf8");
    expect((await edit(file, change, "wrong")).problem).toMatch(message);
    expect((await call("/api/v1/reports?limit=60")).status).toBe(200);
    // Once it is fixed, it is served again.
    await edit(file, () => before, "right");
  });
});
