import { describe, expect, test } from "vitest";
import { type Document, operationsOf } from "../src/document/document.js";
import { createValidator } from "../src/index.js";
import { judgesOf } from "../src/judging/judge-exchange.js";
import { decode, judgeResponse } from "../src/judging/judge-response.js";

test.each([
  ["7", 7],
  ["-1.50", -1.5],
  ["1e+21", 1e21],
  ["5E-324", 5e-324],
  ["01", "01"],
  [".5", ".5"],
  ["1e", "1e"],
  ["NaN", "NaN"],
])("decodes the text %s as %j if the schema is a number", (text, value) => {
  expect(decode(text, ["number"])).toBe(value);
});

test("text without a type is not converted", () => {
  expect(decode("7", [])).toBe("7");
  expect(decode("true", ["string"])).toBe("true");
});

test.each([
  [204, "passes"],
  [200, "fails"],
])("a response with the status %i and no body, although one is described, %s", (status, outcome) => {
  const described = { description: "Done.", content: { "application/json": { schema: { type: "object" } } } };
  const document = {
    openapi: "3.1.1",
    info: { title: "Trips", version: "1" },
    paths: { "/trips": { delete: { responses: { [status]: described } } } },
  };
  const [operation] = operationsOf(document);
  const response = { status, headers: { "content-type": "application/json" }, body: "" };
  const judge = () => operation && judgeResponse(createValidator(document), operation, response);
  if (outcome === "passes") expect(judge()).toBeUndefined();
  else expect(judge).toThrow("is not JSON");
});

describe("an error response with a status other than the expected one", () => {
  const schema = { type: "object", required: ["reason"], properties: { reason: { type: "string" } } };
  const document = {
    openapi: "3.1.1",
    info: { title: "Trips", version: "1" },
    paths: {
      "/trips": {
        get: {
          operationId: "getTrips",
          responses: {
            200: { description: "All of them." },
            422: { description: "Not understood.", content: { "application/json": { schema } } },
          },
        },
        delete: { responses: { 404: { description: "There is none." } } },
      },
    },
  };
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("no operation");
  const request = { method: "GET", path: "/trips", headers: {}, body: undefined };
  const judged = (expected: string, status: number, body = "") => {
    const response = { status, headers: { "content-type": "application/json" }, body };
    const { judge } = judgesOf({ document, validator: createValidator(document) }, async () => response);
    return judge(operation, request, expected).then(
      () => "passes",
      (error: Error) => error.message,
    );
  };

  test.each([
    ["400", 404, "passes"],
    ["400", 413, "passes"],
    ["401", 403, "passes"],
    ["400", 401, "status 401, expected 400"],
    ["404", 403, "status 403, expected 404"],
    // Only another operation describes it.
    ["404", 404, "passes"],
    ["400", 429, "status 429, expected 400"],
    ["401", 429, "status 429, expected 401"],
    ["400", 200, "status 200, expected 400"],
    ["400", 500, "status 500, expected 400"],
  ])("if %s is expected, %i: %s", async (expected, status, verdict) => {
    expect(await judged(expected, status)).toContain(verdict);
  });

  test.each([
    ["GET", "is not JSON"],
    ["HEAD", "passes"],
  ])("of a path that no operation has, without a body, to %s: %s", async (method, verdict) => {
    const response = { status: 404, headers: { "content-type": "application/json" }, body: "" };
    const { judgeError } = judgesOf({ document, validator: createValidator(document) }, async () => response);
    const place = "/paths/~1trips/get/responses/422/content/application~1json/schema";
    const judgement = judgeError({ ...request, method, path: "/elsewhere" }, 404, place);
    expect(
      await judgement.then(
        () => "passes",
        (error: Error) => error.message,
      ),
    ).toContain(verdict);
  });

  test("must have the body that is documented for its status", async () => {
    expect(await judged("400", 422, '{"reason":"no such station"}')).toBe("passes");
    expect(await judged("400", 422, "{}")).toContain("the body of status 422 violates its schema");
  });

  test("is a violation if the document specifies the expected status", async () => {
    expect(await judged("422", 400)).toContain("status 400, expected 422");
  });
});

test.each([
  [["201", "204"], "passes", "passes"],
  [["200", "201"], "passes", "status 204, expected 200"],
  [["200", "204"], "status 201, expected 200", "passes"],
])("a PUT with %j may create its record, or replace it", async (statuses, created, replaced) => {
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: "Done." }]));
  const parameters = [{ name: "key", in: "path", required: true, schema: { type: "string" } }];
  const put = { operationId: "putSetting", parameters, responses };
  const info = { title: "Settings", version: "1" };
  const document = { openapi: "3.1.1", info, paths: { "/settings/{key}": { put } } };
  const [operation] = operationsOf(document);
  const request = { method: "PUT", path: "/settings/a", headers: {}, body: undefined };
  const verdict = (status: number) => {
    const { judge } = judgesOf({ document, validator: createValidator(document) }, async () => ({
      status,
      headers: {},
      body: "",
    }));
    return (
      operation &&
      judge(operation, request, statuses[0] ?? "").then(
        () => "passes",
        (error: Error) => error.message,
      )
    );
  };
  expect(await verdict(201)).toContain(created);
  expect(await verdict(204)).toContain(replaced);
});

describe("a header of a response", () => {
  const integers = { type: "array", items: { type: "integer" } };
  const pair = { type: "object", required: ["a"], properties: { a: { type: "integer" } } };
  const headerDocument = (name: string, header: object): Document => ({
    openapi: "3.1.1",
    info: { title: "Headers", version: "1" },
    paths: {
      "/x": { get: { operationId: "getX", responses: { 204: { description: "x", headers: { [name]: header } } } } },
    },
  });
  const judged = (header: object, value: string, name = "X-H") => {
    const document = headerDocument(name, header);
    const [operation] = operationsOf(document);
    if (!operation) throw new Error("The document has no operation.");
    return () =>
      judgeResponse(createValidator(document), operation, { status: 204, headers: { "x-h": value }, body: "" });
  };

  test("that is called Content-Type is described by the media types alone, as OpenAPI says", () => {
    const required = { required: true, schema: { type: "string", const: "text/x" } };
    expect(judged(required, "1", "content-type")).not.toThrow();
    expect(judged(required, "1")).toThrow("the header X-H");
  });

  test.each([
    [{ schema: integers }, "1, 2,3", "1,b"],
    [{ schema: pair }, "a,1", "b,1"],
    [{ schema: pair, explode: true }, "a=1", "a,1"],
    [{ content: { "application/json": { schema: pair } } }, '{"a":1}', "{a:1}"],
  ])("%j is parsed by its schema: %s is valid, %s is not", (header, right, wrong) => {
    expect(judged(header, right)).not.toThrow();
    expect(judged(header, wrong)).toThrow("the header X-H");
  });
});

describe("a problem whose type and instance are described as URIs", () => {
  const uri = { type: "string", format: "uri" };
  const schema = { type: "object", properties: { type: uri, instance: uri, help: uri }, required: ["instance"] };
  const problem = { description: "None.", content: { "application/problem+json": { schema } } };
  const document = {
    openapi: "3.1.1",
    info: { title: "Trips", version: "1" },
    paths: { "/trips": { get: { operationId: "getTrips", responses: { 404: problem } } } },
  };
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("no operation");
  const judged = (body: object) =>
    judgeResponse(createValidator(document), operation, {
      status: 404,
      headers: { "content-type": "application/problem+json" },
      body: JSON.stringify(body),
    });

  test.each([
    { instance: "/trips" },
    { type: "about:blank", instance: "../trips?x=1" },
    { type: "", instance: "https://problems.example/1" },
  ])("may have references: %j", (body) => expect(judged(body)).toEqual(body));

  test.each([{ instance: 7 }, { type: "/t" }, { instance: "/trips", help: "/help" }, { instance: "http://[" }])(
    "must be right otherwise: %j",
    (body) => expect(() => judged(body)).toThrow("violates its schema"),
  );
});
