import { describe, expect, it } from "vitest";
import { matchRoute } from "../src/match-route.js";
import { pathTemplate } from "../src/path-template.js";

describe("a path template", () => {
  it.each<[string, string, Record<string, string> | undefined]>([
    ["/v{version}/urls", "/v3/urls", { version: "3" }],
    ["/v{version}/urls", "/v/urls", undefined],
    ["/{id}:cancel", "/7:cancel", { id: "7" }],
    ["/{id}:cancel", "/7:cancel:cancel", { id: "7:cancel" }],
    ["/{id}:cancel", "/:cancel", undefined],
    ["/{id}:cancel", "/7%3Acancel", undefined],
    ["/{id}.pdf", "/a.b.pdf", { id: "a.b" }],
    ["/{name}.{format}", "/a.b.pdf", { name: "a.b", format: "pdf" }],
    ["/{name}.{format}", "/a.", undefined],
    ["/{name}.{format}", "/.pdf", undefined],
    ["/{base}...{head}", "/main...topic", { base: "main", head: "topic" }],
    ["/{base}...{head}", "/main..topic", undefined],
    ["/{base}...{head}", "/....", undefined],
    ["/{base}...{head}", "/.....", { base: ".", head: "." }],
    ["/x{a}-{b}-{c}y", "/x1-2-3-4y", { a: "1-2", b: "3", c: "4" }],
    ["/x{a}-{b}-{c}y", "/x1--4y", undefined],
    ["/xx{a}xx", "/xxx", undefined],
    ["/users/{user.id}/posts/{post-id}", "/users/a/posts/b", { "user.id": "a", "post-id": "b" }],
    ["/{größe}", "/a%2Fb", { größe: "a%2Fb" }],
    ["/{__proto__}x", "/1x", JSON.parse('{"__proto__":"1"}')],
    ["/a.b", "/axb", undefined],
    ["/", "/", {}],
  ])("%s of %s", (template, path, texts) => {
    const found = pathTemplate(template).match(path);
    expect(found && Object.entries(found).sort()).toEqual(texts && Object.entries(texts).sort());
  });

  it("takes linear time", () => {
    const { match } = pathTemplate(`/${"{a}.".repeat(20).replace(/a/g, () => "p")}end`);
    expect(match(`/${".".repeat(200_000)}`)).toBeUndefined();
  });
});

describe("paths that match more than one template", () => {
  const paths = ["/{a}/{b}", "/{id}", "/{base}...{head}", "/{id}:cancel", "/{id}:force-cancel", "/me", "/v{n}"];
  const match = matchRoute(paths.map((path) => ({ path, methods: new Map([["GET", path]]) })));
  it.each([
    ["/me", "/me"],
    ["/7", "/{id}"],
    ["/7:cancel", "/{id}:cancel"],
    ["/7:force-cancel", "/{id}:force-cancel"],
    ["/a...b", "/{base}...{head}"],
    ["/v1", "/v{n}"],
  ])("%s is %s", (path, template) => {
    expect(match("GET", path)).toMatchObject({ found: "operation", target: template });
  });
});

describe("paths that differ only in the names of their parameters", () => {
  const routes = [
    { path: "/pets/{id}", methods: new Map([["GET", "get"]]) },
    { path: "/pets/{pet_id}", methods: new Map([["POST", "update"]]) },
  ];
  const match = matchRoute(routes);
  it.each([
    ["GET", { found: "operation", target: "get", pathTexts: { id: "7" } }],
    ["HEAD", { found: "operation", target: "get", pathTexts: { id: "7" } }],
    ["POST", { found: "operation", target: "update", pathTexts: { pet_id: "7" } }],
    ["PUT", { found: "path", path: "/pets/{id}", allow: "GET, HEAD, POST" }],
  ])("are one path for %s", (method, found) => {
    expect(match(method, "/pets/7")).toEqual(found);
  });
});
