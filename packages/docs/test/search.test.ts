// About this API: what its guides say.
import { type OpenApiDocument, prepareDocument } from "@metadata-service/spec-tools";
import { describe, expect, test } from "vitest";
// This file is not published with the client.
import { document } from "../../client/test/operations/document.js";
import { findEntries } from "../src/browser/find-entries.js";
import type { SearchEntry } from "../src/browser/search-entry.js";
import { searchIndex } from "../src/site/pages/search-index.js";
import { readDocs } from "../src/site/reference/operations.js";
import { read } from "./site.js";

const entries: SearchEntry[] = JSON.parse(
  (await read("assets/search-index.js")).replace("window.docsSearchIndex=", "").replace(/;\s*$/, ""),
);
const findAll = findEntries(entries);
const find = (query: string) => findAll(query).results;

/** Queries that readers type, and the page that must be among the first three results. */
const QUERIES: [query: string, page: string][] = [
  ["pagination", "guides/paging.html"],
  ["max page size", "guides/paging.html"],
  ["next page", "guides/paging.html"],
  ["parallel", "guides/paging.html"],
  ["throttle", "guides/rate-limits.html"],
  ["rate limt", "guides/rate-limits.html"],
  ["429", "guides/errors.html"],
  ["retry after", "guides/rate-limits.html"],
  ["bulk", "guides/not-offered.html"],
  ["delete", "guides/not-offered.html"],
  ["webhooks", "guides/not-offered.html"],
  ["update a record", "guides/not-offered.html"],
  ["upload file", "guides/not-offered.html"],
  ["postman", "guides/other-languages.html"],
  ["python", "guides/other-languages.html"],
  ["java", "guides/other-languages.html"],
  ["openapi file", "guides/other-languages.html"],
  ["idempotent", "guides/not-offered.html"],
  ["cursor", "guides/incremental-sync.html"],
  ["token", "guides/authentication.html"],
  ["api key", "guides/authentication.html"],
  ["rotate key", "guides/authentication.html"],
  ["401", "guides/errors.html"],
  ["error classes", "guides/errors.html"],
  ["RateLimitError", "guides/client.html"],
  ["postgres", "guides/operate.html"],
  ["metrics", "guides/watch.html"],
  ["cors error", "guides/security.html"],
  ["download all orders csv", "guides/warehouse.html"],
  ["timeout", "guides/client.html"],
  ["nightly sync", "guides/incremental-sync.html"],
  ["updated_from", "guides/incremental-sync.html"],
  ["object-array", "guides/item-kinds.html"],
  ["snake case", "guides/versions.html"],
  ["mock scenario", "guides/mock.html"],
  ["getting started", "guides/first-request.html"],
  ["quickstart", "guides/first-request.html"],
  ["list reports", "reference.html"],
  ["docker", "guides/watch.html"],
  ["deployment", "guides/security.html"],
  ["bigquery", "guides/warehouse.html"],
  ["graphql", "guides/not-offered.html"],
  ["filter by date", "guides/incremental-sync.html"],
  ["upgrade", "guides/operate.html"],
  ["logging", "guides/watch.html"],
  ["new endpoint", "guides/change.html"],
  ["breaking change", "guides/change.html"],
  ["add a field", "guides/change.html"],
  ["versioning", "guides/versions.html"],
  ["attach file", "guides/item-kinds.html"],
  ["attachment", "guides/item-kinds.html"],
  ["request id", "guides/errors.html"],
  ["correlation id", "guides/errors.html"],
  ["chatgpt", "guides/assistant.html"],
  ["mcp server", "guides/assistant.html"],
  ["agent", "guides/assistant.html"],
  ["credentials", "guides/authentication.html"],
  ["bearer", "guides/authentication.html"],
  ["backoff", "guides/rate-limits.html"],
  ["quota", "guides/rate-limits.html"],
  ["duplicates", "guides/paging.html"],
  ["resume", "guides/incremental-sync.html"],
  ["export to excel", "guides/warehouse.html"],
  ["snowflake", "guides/warehouse.html"],
  ["stub server", "guides/mock.html"],
  ["typescript sdk", "guides/client.html"],
  ["backup", "guides/operate.html"],
  ["kubernetes", "guides/watch.html"],
  ["encryption", "guides/security.html"],
  ["definitions of terms", "guides/glossary.html"],
  ["monitoring", "guides/watch.html"],
  ["health check", "guides/watch.html"],
  ["environment variables", "guides/settings.html"],
  ["which port", "guides/settings.html"],
  ["install", "guides/operate.html"],
  ["how do I rotate my api key", "guides/authentication.html"],
  ["permissions", "guides/authentication.html"],
  ["restore a backup", "guides/operate.html"],
  ["too many requests", "guides/rate-limits.html"],
  ["exceptions", "guides/errors.html"],
  ["error codes", "guides/errors.html"],
  ["insert a record", "reference.html"],
  ["get all purchase orders", "reference.html"],
  ["fake server", "guides/mock.html"],
  ["simulate failures", "guides/mock.html"],
  ["cancel a request", "guides/client.html"],
  ["npm package", "guides/client.html"],
  ["data types", "guides/item-kinds.html"],
  ["picture", "guides/item-kinds.html"],
  ["timezone", "guides/item-kinds.html"],
  ["semver", "guides/change.html"],
  ["webhook", "guides/not-offered.html"],
  ["cron job", "guides/incremental-sync.html"],
  ["only new records", "guides/incremental-sync.html"],
  ["https", "guides/security.html"],
  ["parquet", "guides/warehouse.html"],
  ["golang", "guides/other-languages.html"],
  ["camelcase", "guides/versions.html"],
  ["max body size", "guides/item-kinds.html"],
  ["maximum body size", "guides/item-kinds.html"],
  ["body size", "guides/item-kinds.html"],
  ["nesting", "guides/item-kinds.html"],
  ["list of booleans", "guides/item-kinds.html"],
  ["boolean list", "guides/item-kinds.html"],
  ["yes/no values", "guides/item-kinds.html"],
  ["null value", "guides/item-kinds.html"],
  ["same uid", "guides/first-request.html"],
  ["duplicate uid", "guides/first-request.html"],
  ["end of list", "guides/paging.html"],
  ["complete list", "guides/paging.html"],
  ["yesterday", "guides/incremental-sync.html"],
  ["last 24 hours", "guides/incremental-sync.html"],
  ["python example", "guides/other-languages.html"],
  ["node version", "guides/first-request.html"],
  ["license", "guides/first-request.html"],
  ["api key header", "guides/authentication.html"],
  ["changelog", "changelog.html"],
  ["release notes", "changelog.html"],
  ["try it", "try.html"],
  ["playground", "try.html"],
  ["api explorer", "try.html"],
  ["base url", "reference.html"],
  ["big numbers", "guides/item-kinds.html"],
  ["date format", "guides/item-kinds.html"],
  ["time zone", "guides/item-kinds.html"],
  ["uuid", "guides/item-kinds.html"],
  ["offline", "guides/mock.html"],
  ["curl", "guides/paging.html"],
  ["offset beyond the end", "guides/paging.html"],
  ["415", "guides/errors.html"],
  ["reqeust id", "guides/errors.html"],
  ["pagniation", "guides/paging.html"],
  ["same request twice", "guides/first-request.html"],
  ["update a field", "guides/not-offered.html"],
  ["lost response", "guides/errors.html"],
];

describe("the search", () => {
  test.each(QUERIES)("finds the page for: %s", (query, page) => {
    const pages = find(query).map(({ id }) => String(id).split("#")[0]);
    expect(pages.slice(0, 3)).toContain(page);
  });

  test("finds the operations of any document by what they do, in the words of a reader", () => {
    const findOther = findEntries(searchIndex(readDocs(document), [], [], ""));
    const first = (query: string) =>
      findOther(query)
        .results.slice(0, 3)
        .map((found) => found["names"] ?? found["title"]);
    expect(first("upload image")).toContain("addPhoto");
    expect(first("remove pet")).toContain("deletePet");
    expect(first("edit a pet")).toContain("updatePet");
  });

  test("finds schemas by fields that they have from others, and operations by the headers of their responses", () => {
    const field = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });
    const headers = { "X-Remaining": { description: "How many are left.", schema: { type: "integer" } } };
    const { document: things } = prepareDocument({
      openapi: "3.1.0",
      info: { title: "Things", version: "1.0.0" },
      paths: {
        "/things": { get: { operationId: "listThings", responses: { 204: { description: "None.", headers } } } },
      },
      components: {
        schemas: {
          Base: field("inherited"),
          Derived: { allOf: [{ $ref: "#/components/schemas/Base" }, field("additional")] },
        },
      },
    }) as { document: OpenApiDocument };
    const findThing = findEntries(searchIndex(readDocs(things), [], [], ""));
    expect(findThing("inherited").results.map(({ id }) => id)).toContain("reference.html#/schemas/derived");
    expect(findThing("x-remaining").results[0]?.id).toBe("reference.html#/other/listthings");
  });

  test.each(["xylophone", "team"])("finds nothing for a word that is on no page: %s", (word) => {
    expect(find(word)).toEqual([]);
  });

  test.each(["header", "hours", "nesting", "node", "null", "same"])(
    "takes no other word for one on a page: %s",
    (word) => {
      const matched = find(word).flatMap(({ terms }) => terms);
      const beginning = word.replace(/(er|s|ing)$/, "");
      expect(matched.filter((term) => !term.startsWith(beginning))).toEqual([]);
    },
  );

  test("corrects a typo of a word of five letters, and keeps the other words as they are", () => {
    expect(find("expird key")[0]?.terms).toEqual(expect.arrayContaining(["expired", "key"]));
    expect(find("expird")).not.toEqual([]);
    expect(
      find("expird")
        .flatMap(({ terms }) => terms)
        .filter((term) => !term.startsWith("expir")),
    ).toEqual([]);
  });

  test.each(["explorer", "light", "commonjs"])("takes no other word for a typo of one on no page: %s", (word) => {
    const others = [{ id: "a", kind: "Guide", title: "Explode night commands", place: "", text: "" }] as const;
    expect(findEntries(others)(word).results).toEqual([]);
  });

  test("after the entries that have all words, if they are few, come those that have some, and it says so", () => {
    const named = (id: string, title: string): SearchEntry => ({ id, kind: "Guide", title, place: "", text: "" });
    const findNamed = findEntries([named("a", "blue"), named("b", "blue whale"), named("c", "nothing")]);
    const ids = (query: string) => findNamed(query).results.map(({ id }) => id);
    expect(ids("blue whale")).toEqual(["b", "a"]);
    expect(findNamed("blue whale").complete).toBe(true);
    expect(ids("blue submarine").sort()).toEqual(["a", "b"]);
    expect(findNamed("blue submarine").complete).toBe(false);
  });

  test("ranks what a section says above what its code mentions", () => {
    const section = (id: string, text: string, code: string): SearchEntry => ({
      id,
      kind: "Guide",
      title: id,
      place: "",
      text,
      code,
    });
    const both = [
      section("a", "What every program needs first.", "uuid uuid"),
      section("b", `A uuid. ${"x ".repeat(80)}`, ""),
    ];
    expect(findEntries(both)("uuid").results.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  test("shows sections as they read: no character references, and no names of tabs", () => {
    const shown = entries.flatMap(({ title, text, code = "" }) => [title, text, code]).join("\n");
    expect(shown).not.toMatch(/&[#a-z\d]+;/i);
    expect(shown).not.toMatch(/curl curl|Client import/);
    expect(shown).toContain("-H 'apiKey: demo-key'");
    expect(shown).toContain("`http://localhost:4010/api/v1/purchase-orders?limit=100&offset=");
  });

  test("decodes the character references of any description", () => {
    const { document: one } = prepareDocument({
      openapi: "3.1.0",
      info: { title: "Things", version: "1.0.0" },
      paths: {},
      components: { schemas: { Thing: { description: "Bob&#39;s &amp;lt; &#x1F600; &hellip; &#9999999;" } } },
    }) as { document: OpenApiDocument };
    expect(searchIndex(readDocs(one), [], [], "").find(({ kind }) => kind === "Schema")?.text).toBe(
      "Bob's &lt; 😀 &hellip; &#9999999;",
    );
  });
});
