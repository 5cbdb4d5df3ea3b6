import { readdirSync } from "node:fs";
import { relative } from "node:path";
import { BaseResolver, type Document } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { prepareDocument } from "../src/document/prepare-document.js";
import { inRepo } from "../src/in-repo.js";
import { SourcePlaces } from "../src/load/source-places.js";

/** Pointers into the bundle, the hand-written file of each, and the pointer in that file. */
test.each([
  ["#/info/title", "openapi.yaml", "#/info/title"],
  ["#/paths/~1api~1v1~1reports/get/operationId", "paths/reports.yaml", "#/get/operationId"],
  ["#/components/parameters/Offset/schema/minimum", "components/parameters/Offset.yaml", "#/schema/minimum"],
  ["#/components/schemas/Metadata/properties/uid/maxLength", "components/schemas/Uid.yaml", "#/maxLength"],
  ["#/components/securitySchemes/apiKey/type", "openapi.yaml", "#/components/securitySchemes/apiKey/type"],
  ["#/components/schemas/Uid/no/such/keyword", "components/schemas/Uid.yaml", "#"],
])("%s is written in %s", async (pointer, file, at) => {
  const folder = inRepo("openapi/");
  const files = readdirSync(folder, { recursive: true }).map((name) => folder + name);
  const resolver = new BaseResolver();
  const root = (await resolver.resolveDocument(null, `${folder}openapi.yaml`, true)) as Document;
  const found = await new SourcePlaces(root, resolver, new Set(files)).locate(pointer);
  expect([relative(folder, found.source.absoluteRef), found.pointer]).toEqual([file, at]);
});

test("every operation of the bundle has an operationId, and every path item is inline", () => {
  const things = { get: { responses: {} }, post: { operationId: "add", responses: {} } };
  const document = {
    paths: { "/things": { $ref: "#/components/pathItems/Things" } },
    components: { pathItems: { Things: things } },
  };
  expect(prepareDocument(document).document).toMatchObject({
    paths: { "/things": { get: { operationId: "getThings" }, post: { operationId: "add" } } },
  });
  expect(things.get).toEqual({ responses: {} });
});
