import { expect, test } from "vitest";
import { pathPattern } from "../src/document/path-pattern.js";
import { cases } from "../src/index.js";

test("a parameter matches one segment of a path, and everything else matches literally", () => {
  expect(pathPattern("/a.b/{id}").test("/a.b/1")).toBe(true);
  expect(pathPattern("/a.b/{id}").test("/a.b/1/2")).toBe(false);
  expect(pathPattern("/a.b/{id}").test("/axb/1")).toBe(false);
});

test("a path may contain special characters of regular expressions", () => {
  const responses = { 200: { description: "One.", content: { "application/json": { schema: { type: "object" } } } } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" }, example: "a" }];
  const document = {
    openapi: "3.1.1",
    info: { title: "Languages", version: "1" },
    paths: { "/c++(old)/{id}": { get: { operationId: "getOne", parameters, responses } } },
  };
  expect(cases(document).length).toBeGreaterThan(0);
});
