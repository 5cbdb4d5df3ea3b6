/** Operations that are at another server than the document's: the base URL is what all servers are below. */
import { expect, it } from "vitest";
import { operationsOf } from "../src/document/document.js";
import type { Document } from "../src/index.js";

const done = { responses: { 200: { description: "Done." } } };
const at = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
const pathsOf = (servers: object, item: object, operation: object) =>
  operationsOf({
    openapi: "3.1.1",
    info: { title: "Servers", version: "1" },
    paths: {
      "/usual": { get: { operationId: "usual", ...done } },
      "/other": { ...item, get: { operationId: "other", ...done, ...operation } },
    },
    ...servers,
  } as unknown as Document).map(({ path }) => path);

it.each([
  ["one server for all", at("https://a.example/v1"), {}, {}, ["/usual", "/other"]],
  [
    "the server that the document has",
    at("https://a.example/v1"),
    {},
    at("https://a.example/v1/"),
    ["/usual", "/other"],
  ],
  ["an operation above", at("https://a.example/v1"), {}, at("https://a.example"), ["/v1/usual", "/other"]],
  ["a path beside", at("https://a.example/api/v1"), at("https://a.example/api/v2"), {}, ["/v1/usual", "/v2/other"]],
  ["an operation below", at("/v1"), {}, at("/v1/beta"), ["/usual", "/beta/other"]],
  ["an operation and its path", at("/v1"), at("/v2"), at("/v3"), ["/v1/usual", "/v3/other"]],
  [
    "a server of another stage",
    at("https://a.example/v1", "https://test.example/v1"),
    {},
    at("https://test.example"),
    ["/v1/usual", "/other"],
  ],
  ["another origin", at("https://a.example/v1"), {}, at("https://b.example/v2"), ["/usual", "/other"]],
  ["no server of the document", {}, at("/v1"), at("/v2"), ["/v1/usual", "/v2/other"]],
  ["a server without an origin", at("unix:/run/a.sock"), {}, {}, ["/usual", "/other"]],
  ["two servers without an origin", at("file:///a"), {}, at("file:///b"), ["/usual", "/other"]],
  ["what is no server", at("/v1"), {}, { servers: [null, { url: 7 }] }, ["/usual", "/other"]],
])("paths begin with what tells servers apart: %s", (_, servers, item, operation, paths) => {
  expect(pathsOf(servers, item, operation)).toEqual(paths);
});
