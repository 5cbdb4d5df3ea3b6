/** The meaning of a change depends on its place: under a range of media types, in a path, in a webhook message. */
import { describe, expect, it } from "vitest";
import { diffSpecs } from "../src/compare/diff-specs.js";

type Json = Record<string, unknown>;

const document = (paths: Json, more: Json = {}): Json => ({
  openapi: "3.1.1",
  info: { title: "t", version: "1.0.0" },
  paths,
  ...more,
});
const verdicts = (was: Json, is: Json) => new Set(diffSpecs(was, is).map(({ verdict }) => verdict));
const ok = { 200: { description: "ok" } };

describe("a media type that a range described before", () => {
  const LONG = { schema: { type: "string" } };
  const SHORT = { schema: { type: "string", maxLength: 3 } };
  const request = (content: Json) => document({ "/a": { post: { requestBody: { content }, responses: ok } } });
  const response = (content: Json) =>
    document({ "/a": { get: { responses: { 200: { description: "ok", content } } } } });

  it.each(["application/*", "*/*"])("is compared with %s", (range) => {
    const [one, both] = [{ [range]: LONG }, { [range]: LONG, "application/json": SHORT }];
    expect(verdicts(request(one), request(both))).toContain("breaking");
    expect(verdicts(response(one), response(both))).not.toContain("breaking");
    const [narrow, wide] = [{ [range]: SHORT }, { [range]: SHORT, "application/json": LONG }];
    expect(verdicts(request(narrow), request(wide))).not.toContain("breaking");
    expect(verdicts(response(narrow), response(wide))).toContain("breaking");
  });
});

describe("a path parameter", () => {
  const path = (...names: string[]) =>
    document({
      [`/move/${names.map((name) => `{${name}}`).join("/")}`]: {
        get: {
          parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
          responses: ok,
        },
      },
    });

  it("may be renamed", () => {
    expect(verdicts(path("from", "to"), path("source", "to"))).not.toContain("breaking");
  });

  it.each([
    [
      ["from", "to"],
      ["to", "from"],
    ],
    [
      ["from", "to"],
      ["to", "target"],
    ],
  ])("may not move: %s to %s", (was, is) => {
    expect(verdicts(path(...was), path(...is))).toContain("breaking");
  });
});

describe("readOnly and writeOnly in a webhook", () => {
  const webhook = (id: Json) =>
    document(
      {},
      {
        webhooks: {
          changed: {
            post: {
              requestBody: {
                content: { "application/json": { schema: { type: "object", required: ["id"], properties: { id } } } },
              },
              responses: ok,
            },
          },
        },
      },
    );

  it("are judged as in a request, because the body of a webhook is one", () => {
    const plain = webhook({ type: "string" });
    expect(verdicts(plain, webhook({ type: "string", readOnly: true }))).toContain("breaking");
    expect(verdicts(plain, webhook({ type: "string", writeOnly: true }))).not.toContain("breaking");
  });
});

it("a new path whose requests another path already matched is not called harmless", () => {
  const paths = (...names: string[]) =>
    document(Object.fromEntries(names.map((name) => [name, { get: { responses: ok } }])));
  expect(verdicts(paths("/a/{id}"), paths("/a/{id}", "/a/me"))).toContain("not judged");
  expect(verdicts(paths("/a/{id}.json"), paths("/a/{id}.json", "/a/index.json"))).toContain("not judged");
  expect(verdicts(paths("/a/{id}"), paths("/a/{id}", "/a/{id}/b"))).not.toContain("not judged");
  expect(verdicts(paths("/a/{id}.json"), paths("/a/{id}.json", "/a/indexXjson"))).not.toContain("not judged");
});

it("a new media type of a webhook is breaking, since its receiver cannot choose", () => {
  const webhook = (...types: string[]) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema: { type: "string" } }]));
    return document({}, { webhooks: { changed: { post: { requestBody: { content }, responses: ok } } } });
  };
  expect(verdicts(webhook("application/json"), webhook("application/json", "text/csv"))).toContain("breaking");
});

it("a new discriminator in a request is not called harmless", () => {
  const schema = (more: Json) => ({ type: "object", properties: { kind: { type: "string" } }, ...more });
  const body = (more: Json) =>
    document({
      "/a": { post: { requestBody: { content: { "application/json": { schema: schema(more) } } }, responses: ok } },
    });
  expect(verdicts(body({}), body({ discriminator: { propertyName: "kind" } }))).toContain("not judged");
});

it("an XML element is named after its component", () => {
  const xml = (name: string, more: Json = {}) =>
    document(
      {
        "/a": {
          get: {
            responses: {
              200: {
                description: "ok",
                content: { "application/xml": { schema: { $ref: `#/components/schemas/${name}` } } },
              },
            },
          },
        },
      },
      { components: { schemas: { [name]: { type: "object", ...more } } } },
    );
  expect(verdicts(xml("Box"), xml("Crate"))).toContain("breaking");
  const named = { xml: { name: "box" } };
  expect(verdicts(xml("Box", named), xml("Crate", named))).not.toContain("breaking");
});

describe("removing readOnly from a property that is required elsewhere", () => {
  const body = (schema: Json) =>
    document({ "/a": { post: { requestBody: { content: { "application/json": { schema } } }, responses: ok } } });

  it.each([
    ["in a branch", (id: Json) => ({ type: "object", properties: { id }, oneOf: [{ required: ["id"] }] })],
    ["for any name", (id: Json) => ({ type: "object", required: ["id"], additionalProperties: id })],
    ["by a pattern", (id: Json) => ({ type: "object", required: ["id"], patternProperties: { "^i": id } })],
  ])("is not called harmless: %s", (_, schema) => {
    const found = verdicts(body(schema({ type: "string", readOnly: true })), body(schema({ type: "string" })));
    expect([...found].some((verdict) => verdict === "breaking" || verdict === "not judged")).toBe(true);
  });
});

it("comparing a union with many branches that refer to it terminates, and finds nothing breaking", () => {
  const names = Array.from({ length: 40 }, (_, i) => `E${i}`);
  const expression = { $ref: "#/components/schemas/Expr" };
  const spec = (order: string[]) =>
    document(
      {
        "/a": {
          post: { requestBody: { content: { "application/json": { schema: expression } } }, responses: ok },
        },
      },
      {
        components: {
          schemas: {
            Expr: { oneOf: order.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
            ...Object.fromEntries(
              names.map((name) => [
                name,
                {
                  type: "object",
                  required: ["kind"],
                  properties: { kind: { const: name }, left: expression, right: expression },
                },
              ]),
            ),
          },
        },
      },
    );
  expect(verdicts(spec(names), spec([...names].reverse()))).not.toContain("breaking");
});

describe("a description next to a reference", () => {
  const spec = (target: string, ...descriptions: string[]) => {
    const properties = Object.fromEntries(
      descriptions.map((description, i) => [`p${i}`, { $ref: "#/components/schemas/Time", description }]),
    );
    const content = { "application/json": { schema: { type: "object", properties } } };
    return document(
      { "/a": { get: { responses: { 200: { description: "ok", content } } } } },
      { components: { schemas: { Time: { type: "string", description: target } } } },
    );
  };

  it("counts as documentation when it changes, even if the target was already compared", () => {
    const changes = diffSpecs(spec("old", "first", "second"), spec("new", "first", "another"));
    expect(changes.map(({ verdict, side }) => `${verdict} ${side}`)).toEqual(
      changes.map(() => "compatible documentation"),
    );
    expect(changes.map(({ at }) => at)).toContain("#/components/schemas/Time/description");
  });
});
