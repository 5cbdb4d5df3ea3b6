/** The groups of the reference: every operation and every webhook is in one, in the order of the document. */
import { type OpenApiDocument, prepareDocument } from "@metadata-service/spec-tools";
import { expect, test } from "vitest";
import { describe } from "../src/site/reference/description.js";
import { readDocs } from "../src/site/reference/operations.js";

const responses = { 204: { description: "Done." } };

function groupsOf(tags: string[] | undefined, ofWebhook?: string[]) {
  const { document } = prepareDocument({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { get: { tags, responses }, post: { responses } } },
    webhooks: { lost: { post: { tags: ofWebhook, responses } } },
  }) as { document: OpenApiDocument };
  const copy = describe(readDocs(document), new Map(), []);
  const titles = new Map((copy.tags ?? []).map((tag) => [tag.name, Reflect.get(tag, "x-displayName") ?? tag.name]));
  const item = copy.paths["/things"];
  return [item?.get, item?.post, copy.webhooks?.["lost"]?.post].map((one) => one?.tags?.map((tag) => titles.get(tag)));
}

test("operations and webhooks without a tag have groups of their own", () => {
  expect(groupsOf(undefined)).toEqual([["Operations"], ["Operations"], ["Webhooks"]]);
  expect(groupsOf(["a"])).toEqual([["a"], ["Other operations"], ["Webhooks"]]);
});

test("a tag with signs is the same group for operations and webhooks", () => {
  expect(groupsOf(["Events & more!"], ["Events & more!"])).toEqual([
    ["Events & more!"],
    ["Other operations"],
    ["Events & more!"],
  ]);
});
