import { describe, expect, it } from "vitest";
import { createRules, Violation } from "../src/index.js";

const query = (name: string, schema: object, more: object = {}) => ({ name, in: "query", schema, ...more });

/** A document with types of parameters that the spec does not use today, but a new endpoint may. */
const rules = createRules({
  "x-promises": { unknownQueryParameter: 400, repeatedQueryParameter: 400 },
  paths: {
    "/things/{id}": {
      parameters: [
        { name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/Id" } },
        query("lang", { type: "string", default: "en" }),
      ],
      get: {
        operationId: "listThings",
        parameters: [
          query("lang", { type: "string", enum: ["en", "vi"] }),
          query("open", { type: "boolean" }),
          query("ratio", { type: "number", maximum: 1 }),
          query("tag", { type: "array", items: { type: "string" }, maxItems: 2 }),
          query("ids", { type: "array", items: { type: "integer" } }, { explode: false }),
          query("q", { type: "string" }, { allowEmptyValue: true }),
          query("most", { type: ["integer", "null"] }),
          query("marks", { type: ["array", "null"], items: { type: "integer" } }),
          query("since", { type: "string", format: "date" }, { required: true }),
        ],
        responses: { 200: { description: "Things." } },
        security: [],
      },
    },
    "/things/new": { get: { operationId: "newThing", responses: { 200: { description: "New." } } } },
  },
  components: { schemas: { Id: { type: "integer", minimum: 1 } } },
  security: [{ key: [] }],
});
const list = rules.operations[0];
const read = (search: string) => ({ ...list?.readQuery(`since=2026-01-01&${search}`) });

describe("parameters", () => {
  it.each<[string, object]>([
    ["open=true", { open: true }],
    ["open=false", { open: false }],
    ["ratio=0.5", { ratio: 0.5 }],
    ["ratio=-1e-3", { ratio: -0.001 }],
    ["tag=a&tag=b%20c", { tag: ["a", "b c"] }],
    ["ids=1,2,3", { ids: [1, 2, 3] }],
    ["q=", { q: "" }],
    ["q=a%3Db=c", { q: "a=b=c" }],
    ["lang=vi", { lang: "vi" }],
    ["most=3&marks=1&marks=2", { most: 3, marks: [1, 2] }],
    ["most=null", { most: null }],
  ])("are read by their type: %s", (search, expected) => {
    expect(read(search)).toEqual({ since: "2026-01-01", ...expected });
  });

  it.each([
    ["open=1", "open must be a boolean"],
    ["open=TRUE", "open must be a boolean"],
    ["ratio=.5", "ratio must be a number"],
    ["ratio=1.5", "ratio must be at most 1"],
    ["ratio=NaN", "ratio must be a number"],
    ["tag=a&tag=b&tag=c", "tag must have at most 2 elements, not 3"],
    ["ids=1,x", "ids[1] must be an integer"],
    ["ids=1&ids=2", "ids must be given once, not 2 times"],
    ["lang=fr", "lang must be en or vi"],
    ["lang=", "lang must not be empty"],
  ])("are rejected with a message: %s: %s", (search, message) =>
    expect(() => read(search)).toThrow(new Violation(message)),
  );

  it("are rejected if a required one is missing", () => {
    expect(() => list?.readQuery("")).toThrow("since is required");
  });

  it("include those of the path item, unless the operation has the same one", () => {
    expect(list?.parameters.map(({ name }) => name)).toEqual([
      "id",
      "lang",
      "open",
      "ratio",
      "tag",
      "ids",
      "q",
      "most",
      "marks",
      "since",
    ]);
    expect(read("")).not.toHaveProperty("lang");
    expect(list?.readPath({ id: "7" }, "/things/7")).toEqual({ id: 7 });
    expect(() => list?.readPath({ id: "0" }, "/things/0")).toThrow("id must be at least 1");
  });

  it("the rules know which operations need credentials, and prefer a fixed path to a variable one", () => {
    expect(rules.operations.map(({ security }) => security.length > 0)).toEqual([false, true]);
    const match = rules.match("GET", "/things/new");
    expect(match.found === "operation" && match.target.id).toBe("newThing");
  });
});

it("a reference that leads nowhere is reported with its location", () => {
  const broken = { paths: { "/x": { get: { operationId: "x", parameters: [{ $ref: "#/nowhere" }], responses: {} } } } };
  expect(() => createRules(broken)).toThrow("The reference #/nowhere at #/paths/~1x/get/parameters/0 leads nowhere");
});
