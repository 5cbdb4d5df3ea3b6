import { fullFormats } from "ajv-formats/dist/formats.js";
import { describe, expect, it } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { operationShapes } from "../src/generate/client/operation-shape.js";
import { date, dateTime, length, uri, uuid } from "../src/generate/client/response-runtime.js";
import { responseValidators } from "../src/generate/client/response-validators.js";
import { readApi } from "../src/model/read-api.js";
import { readDocument } from "../src/read-document.js";

type Responses = Record<string, object>;
type Validators = Record<string, ((body: unknown) => boolean) & { errors?: { keyword: string }[] }>;

const validatorsFor = (document: OpenApiDocument) =>
  responseValidators(document, operationShapes(readApi(document)), "");

const json = (schema: object) => ({ content: { "application/json": { schema } } });

/** Returns the document with one more operation, as an edit of the spec would add it. */
async function documentWith(responses: Responses, schemas: object = {}): Promise<OpenApiDocument> {
  const document = await readDocument();
  Object.assign(document.components?.schemas ?? {}, schemas);
  Object.assign(document.paths, { "/api/v1/things": { get: { operationId: "getThing", responses } } });
  return document;
}

async function textOf(responses: Responses, schemas?: object): Promise<string> {
  return validatorsFor(await documentWith(responses, schemas));
}

/** Returns the code without the operations of the spec, which may already need the parts that a test looks for. */
async function textAlone(responses: Responses, schemas?: object): Promise<string> {
  const document = await documentWith(responses, schemas);
  const path = "/api/v1/things";
  return validatorsFor({ ...document, paths: { [path]: document.paths[path] ?? {} } });
}

/** Loads the validators as a user runs them. */
async function validatorsOf(text: string): Promise<Validators> {
  const { responseValidators } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  return responseValidators;
}

async function judge(schema: object, schemas?: object): Promise<(body: unknown) => boolean> {
  const { getThing } = await validatorsOf(await textOf({ 200: json(schema) }, schemas));
  return (body) => getThing?.(body) ?? expect.fail("there is no validator");
}

describe("the validators of a new operation", () => {
  it("validate its response against an inline schema and against references", async () => {
    const accepts = await judge({
      type: "object",
      required: ["at"],
      properties: { at: { $ref: "#/components/schemas/Timestamp" } },
    });
    expect(accepts({ at: "2026-11-21T06:15:00.123456+00:00", more: 1 })).toBe(true);
    expect([accepts({}), accepts({ at: 5 }), accepts({ at: "2026-02-30T06:15:00.1+00:00" })]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("follow a reference to a whole response", async () => {
    const document = await documentWith({ 200: { $ref: "#/components/responses/Thing" } });
    Object.assign(document.components?.responses ?? {}, { Thing: json({ type: "integer" }) });
    const { getThing } = await validatorsOf(await validatorsFor(document));
    expect([getThing?.(1), getThing?.(1.5)]).toEqual([true, false]);
  });

  it("accept the body of any success response, and no error bodies", async () => {
    const text = await textOf({
      200: json({ type: "string" }),
      202: json({ type: "null" }),
      204: {},
      400: json({ type: "boolean" }),
    });
    const { getThing } = await validatorsOf(text);
    expect(["text", null, true].map((body) => getThing?.(body))).toEqual([true, true, false]);
  });

  it("do not exist if no success response has a body", async () => {
    const validators = await validatorsOf(await textOf({ 204: {} }));
    expect(Object.keys(validators)).not.toContain("getThing");
    expect(Object.keys(validators)).toContain("listReports");
  });

  it("accept fields with the names of unused variables in Ajv's code", async () => {
    const names = ["schemaPath", "parentData", "parentDataProperty", "rootData", "a-b", 'quo"te'];
    const properties = Object.fromEntries(names.map((name) => [name, { type: ["string", "null"] }]));
    const accepts = await judge({ type: "object", required: names, properties });
    const right = Object.fromEntries(names.map((name) => [name, null]));
    expect(accepts(right)).toBe(true);
    for (const name of names) {
      expect(accepts({ ...right, [name]: 1 })).toBe(false);
      expect(accepts({ ...right, [name]: undefined })).toBe(false);
    }
  });

  it("check a format of ajv-formats, which is bundled only if it is used", async () => {
    const schema = { type: "string", format: "time" };
    const text = await textAlone({ 200: json(schema) });
    const { getThing } = await validatorsOf(text);
    expect([getThing?.("06:15:00Z"), getThing?.("25:15:00Z")]).toEqual([true, false]);
    const elsewhere = await textAlone({ 200: json({ type: "string" }), 400: json(schema) }, { Unused: schema });
    expect(elsewhere.length).toBeLessThan(text.length - 5_000);
  });

  it("accept an unknown format", async () => {
    expect((await judge({ type: "string", format: "sku" }))("anything")).toBe(true);
  });

  /** A union of items of two types. */
  const unionOf = (...types: string[]) => ({
    oneOf: types.map((type) => ({
      type: "object",
      required: ["type", "value"],
      properties: { type: { const: type }, value: { type: "string" } },
    })),
    discriminator: { propertyName: "type" },
  });

  it("reject a value that is not an object in a union with a discriminator, and report one branch", async () => {
    const { getThing } = await validatorsOf(await textOf({ 200: json(unionOf("string", "text")) }));
    expect(getThing?.({ type: "string", value: "v" })).toBe(true);
    for (const [item, keyword] of [
      ["text", "type"],
      [[], "type"],
      [{ type: "none", value: "v" }, "discriminator"],
      [{ type: "string", value: 1 }, "type"],
    ]) {
      expect(getThing?.(item)).toBe(false);
      expect(getThing?.errors?.map((error) => error.keyword)).toEqual([keyword]);
    }
  });

  it("read a type of a union that is named like what every object has", async () => {
    const accepts = await judge(unionOf("string", "constructor"));
    expect(["constructor", "string"].map((type) => accepts({ type, value: "v" }))).toEqual([true, true]);
    expect([{ type: "constructor", value: 1 }, { type: "toString", value: "v" }, "text"].map(accepts)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("support every keyword, with everything that it needs at run time in the same file", async () => {
    const schema = {
      type: "object",
      properties: {
        tags: { type: "array", uniqueItems: true, prefixItems: [{ type: "string" }] },
        size: { enum: [{ width: 1, description: "wide" }] },
        description: { type: "string" },
        tree: { $ref: "#/components/schemas/Tree" },
      },
      if: { required: ["size"] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { required: ["tags"] },
      unevaluatedProperties: { type: "number" },
    };
    const Tree = { $dynamicAnchor: "node", type: "object", properties: { child: { $dynamicRef: "#node" } } };
    const text = await textOf({ 200: json(schema) }, { Tree });
    expect(text).not.toMatch(/^import /m);
    const { getThing } = await validatorsOf(text);
    const right = {
      tags: ["a", { b: 1 }],
      size: { width: 1, description: "wide" },
      tree: { child: { child: {} } },
      more: 1,
    };
    expect(getThing?.(right)).toBe(true);
    for (const wrong of [
      { ...right, tags: [1] },
      { ...right, tags: ["a", "a"] },
      { ...right, tags: ["a", { b: 1 }, { b: 1 }] },
      { ...right, size: { width: 1, description: "narrow" } },
      { ...right, tree: { child: { child: 5 } } },
      { ...right, more: "text" },
      { ...right, description: 5 },
      { size: right.size },
    ])
      expect([wrong, getThing?.(wrong)]).toEqual([wrong, false]);
  });

  it("are the same code each time", async () => {
    const document = await readDocument();
    expect(await validatorsFor(document)).toBe(await validatorsFor(document));
  });
});

describe("the formats that are bundled with validators", () => {
  const test = (format: unknown, text: string): boolean => {
    if (typeof format === "function") return format(text);
    return format instanceof RegExp ? format.test(text) : test(Object(format).validate, text);
  };

  it.each([
    ["date", date, ["2026-11-21", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"]],
    ["date", date, ["2026-02-29", "1900-02-29", "2026-02-30", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31"]],
    [
      "date",
      date,
      ["", "2026-1-1", "26-01-01", "+002026-01-01", "2026-01-01T00:00:00Z", " 2026-01-01", "2026-01-01\n"],
    ],
    ["date-time", dateTime, ["2026-11-21T06:15:00Z", "2026-11-21T06:15:00.123456+00:00", "2026-11-21t06:15:00.5z"]],
    ["date-time", dateTime, ["2026-11-21T23:59:60Z", "2026-11-21T06:15:00-23:59", "2026-11-21T00:00:00+07:00"]],
    [
      "date-time",
      dateTime,
      ["2026-02-30T06:15:00Z", "2026-11-21T24:00:00Z", "2026-11-21T06:60:00Z", "2026-11-21T06:15:61Z"],
    ],
    [
      "date-time",
      dateTime,
      ["2026-11-21T06:15:00", "2026-11-21", "2026-11-21T06:15Z", "2026-11-21T06:15:00.Z", "yesterday"],
    ],
    ["date-time", dateTime, ["2026-11-21T06:15:00+24:00", "2026-11-21T06:15:00+7:00", "x2026-11-21T06:15:00Z", ""]],
    [
      "uri",
      uri,
      ["http://localhost:4010/files/6f1b", "https://a.example/?limit=10&offset=20#x", "urn:isbn:0451450523"],
    ],
    ["uri", uri, ["http://[::1]:8080/%C3%BC", "mailto:a@b.example", "file:///tmp/x"]],
    [
      "uri",
      uri,
      ["/api/v1/reports", "reports", "", "http://a b", "http://a/ü", "http://a/%zz", "1http://a", "http://a\n"],
    ],
    ["uuid", uuid, ["6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"]],
    ["uuid", uuid, ["6f1b2c3d4e5f4a6b8c7d9e0f1a2b3c4d", "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4", "g".repeat(36), ""]],
  ] as const)("judge a %s as ajv-formats does, %#", (name, own, texts) => {
    for (const text of texts) expect([text, test(own, text)]).toEqual([text, test(fullFormats[name], text)]);
  });

  it("agree with ajv-formats on valid and invalid days, even in the first century", () => {
    const two = (number: number) => String(number).padStart(2, "0");
    const wrong: string[] = [];
    for (const year of ["0000", "0004", "0100", "1900", "2000", "2023", "2024", "9999"])
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${two(month)}-${two(day)}`;
          if (date(text) !== test(fullFormats.date, text)) wrong.push(text);
        }
    expect(wrong).toEqual([]);
  });

  it("reject a UUID as a URN, and a UTC offset without minutes", () => {
    expect([uuid.test("urn:uuid:6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"), dateTime("2026-11-21T06:15:00+07")]).toEqual([
      false,
      false,
    ]);
  });

  it("include a length function that counts characters, not UTF-16 code units", () => {
    expect(["", "abc", "đơn", "😀😀"].map(length)).toEqual([0, 3, 3, 2]);
  });
});
