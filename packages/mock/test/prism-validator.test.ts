import { execFile } from "node:child_process";
import { promisify } from "node:util";
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { createRules } from "@metadata-service/server-rules";
import { type OpenApiDocument, readApi } from "@metadata-service/spec-tools";
import { describe, expect, it } from "vitest";
import type { CheckedRequest, MockRequest, MockResponse } from "../src/core/exchange.js";
import { createPrismValidator } from "../src/prism/create-prism-validator.js";
import { loadPrism } from "../src/prism/load-prism.js";
import { prepareDocument } from "../src/prism/prepare-document.js";

const {
  CreateMetadataAllKinds: sent,
  CreatedMetadataAllKinds: returned,
  PurchaseOrdersPage: page,
} = document.components.examples;

/** Creates a Prism validator for a document, and collects the violations that it reports. */
async function validatorFor(spec: object) {
  const rules = createRules(spec);
  const { operations: models } = readApi(spec);
  const defects: string[] = [];
  const validator = await createPrismValidator(rules, (operation, violation) =>
    defects.push(`${operation}: ${violation}`),
  );
  const ask = (
    id: string,
    request: Partial<MockRequest> & { path: string },
    body: unknown,
    answer?: Partial<MockResponse>,
  ) => {
    const operation = rules.operations.find((one) => one.id === id);
    if (!operation) throw new Error(id);
    const checked: CheckedRequest = {
      request: { method: operation.method, search: "", origin: "http://h", header: () => "key", ...request },
      operation,
      path: {},
      query: {},
      search: "",
      body,
    };
    const model = models.find((one) => one.id === id);
    if (!model) throw new Error(id);
    const produce = () =>
      answer && ({ status: 200, headers: {}, body: undefined, why: { source: "memory" }, ...answer } as MockResponse);
    return validator(checked, model, produce as () => MockResponse);
  };
  return { ask, defects };
}

const create = { path: "/api/v2/metadata/inspection" };
const orders = { path: "/api/v1/purchase-orders" };
const good = { status: 201, body: returned.value };
const { ask, defects } = await validatorFor(document);

it.each([undefined, "https://spec.openapis.org/oas/3.1/dialect/base"])(
  "the Prism validator reads the schemas of a document with the dialect %s as 2020-12",
  async (jsonSchemaDialect) => {
    const number = { type: "number" };
    const position = { type: "array", prefixItems: [number, number], items: false, minItems: 2 };
    const content = { "application/json": { schema: { type: "object", properties: { position } } } };
    const places = await validatorFor({
      openapi: "3.1.0",
      ...(jsonSchemaDialect && { jsonSchemaDialect }),
      info: { title: "Places", version: "1.0.0" },
      paths: {
        "/places": {
          post: {
            operationId: "createPlace",
            requestBody: { required: true, content },
            responses: { "201": { description: "A place.", content } },
          },
        },
      },
    });
    const body = { position: [52.5, 13.4] };
    const header = (name: string) => (name === "content-type" ? "application/json" : undefined);
    const request = { path: "/places", header };
    expect(await places.ask("createPlace", request, body, { status: 201, body })).toMatchObject({ status: 201, body });
    expect(
      await places.ask("createPlace", request, body, { status: 201, body: { position: [1, 2, 3] } }),
    ).toMatchObject({
      status: 500,
    });
    expect(places.defects).toHaveLength(1);
  },
);

describe("Prism", () => {
  it("has the public interface that the validator uses", () => {
    const prism = loadPrism();
    expect(typeof prism.createInstance, "createInstance moved: see create-prism-validator.ts").toBe("function");
    expect(typeof prism.getHttpOperationsFromSpec, "getHttpOperationsFromSpec moved").toBe("function");
  });

  it("accepts a valid request and a valid response with all thirteen item types", async () => {
    expect(await ask("createMetadata", create, sent.value, good)).toMatchObject({ status: 201, body: returned.value });
    expect(await ask("listPurchaseOrders", orders, undefined, { body: page.value })).toMatchObject({ status: 200 });
    expect(defects).toEqual([]);
  });

  it.each<[string, string, object, unknown, string]>([
    [
      "the body",
      "createMetadata",
      create,
      { uid: "u", items: [{ key: "k", type: "string", value: 1 }] },
      "items.0.value must be string",
    ],
    [
      "the type",
      "createMetadata",
      create,
      { uid: "u", items: [{ key: "k", type: "strin", value: "v" }] },
      "items.0.type must be equal to one of",
    ],
    ["an unknown field", "createMetadata", create, { ...sent.value, extra: 1 }, "found 'extra'"],
    ["the path", "createMetadata", { path: "/api/v2/metadata/other" }, sent.value, "namespace must be equal to one of"],
    ["the query", "listPurchaseOrders", { ...orders, search: "limit=101" }, undefined, "limit must be <= 100"],
    ["the key", "listPurchaseOrders", { ...orders, header: () => undefined }, undefined, "Invalid security scheme"],
  ])("validates the request: %s", async (_name, id, request, body, message) => {
    const answer = await ask(id, request as { path: string }, body, good);
    expect(answer).toMatchObject({ status: 400, why: { source: "validation" } });
    expect((answer.body as { message: string }).message).toContain(message);
  });

  it.each<[string, string, object, Partial<MockResponse>, string]>([
    [
      "a wrong item",
      "createMetadata",
      create,
      { status: 201, body: { data: { ...returned.value.data, items: [{ key: "k", type: "file", value: 3 }] } } },
      "value must be string",
    ],
    [
      "a date in the wrong form",
      "createMetadata",
      create,
      { status: 201, body: { data: { ...returned.value.data, createdDate: "2026-11-21T06:15:00Z" } } },
      "must match pattern",
    ],
    [
      "a missing field",
      "listPurchaseOrders",
      orders,
      { body: { data: [], limit: 1, offset: 0 } },
      "must have required property 'total'",
    ],
    [
      "a status that is not in the spec",
      "listPurchaseOrders",
      orders,
      { status: 204 },
      "Unable to match the returned status code",
    ],
  ])(
    "validates the response of the mock: %s becomes a 500 that explains it",
    async (_name, id, request, answer, message) => {
      defects.length = 0;
      const body = id === "createMetadata" ? sent.value : undefined;
      const result = await ask(id, request as { path: string }, body, answer);
      expect(result).toMatchObject({ status: 500, why: { source: "defect" } });
      expect(JSON.stringify(result.body)).toContain(message.replaceAll("'", "'"));
      expect(defects).toEqual([expect.stringContaining(message)]);
    },
  );

  it("creates a response from the spec if the mock has none", async () => {
    const answer = await ask("listPurchaseOrders", orders, undefined);
    expect(answer).toMatchObject({ status: 200, why: { source: "example", operation: "listPurchaseOrders" } });
    expect(createRules(document).operations[1]?.responses.get(200)?.check(answer.body)).toBeUndefined();
  });

  it("reads schemas in the 2020-12 dialect", async () => {
    const spec = structuredClone(document) as unknown as OpenApiDocument & { jsonSchemaDialect?: string };
    const schemas = spec.components?.["schemas"] as Record<string, object>;
    Object.assign(schemas["PurchaseOrdersPage"] ?? {}, { dependentRequired: { limit: ["nothing"] } });
    const dialect = await validatorFor(spec);
    expect((await dialect.ask("listPurchaseOrders", orders, undefined, { body: page.value })).status).toBe(500);
  });
});

describe("loadPrism", () => {
  it("leaves out Faker and Postman, which make up most of Prism", async () => {
    const script = `
      import { createRequire } from "node:module";
      const { loadPrism } = await import(${JSON.stringify(new URL("../dist/prism/load-prism.js", import.meta.url).href)});
      const prism = loadPrism();
      const { cache } = createRequire(import.meta.url);
      const loaded = Object.keys(cache).filter((path) => /faker-js|postman-collection/.test(path));
      console.log(typeof prism.createInstance, loaded.length);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    expect(stdout).toBe("function 0\n");
  });
});

describe("prepareDocument", () => {
  it("replaces unions with a discriminator, and changes nothing else", () => {
    const prepared = prepareDocument(document, document) as typeof document;
    expect(JSON.stringify(document)).toContain('"oneOf"');
    expect(JSON.stringify(prepared)).not.toContain('"oneOf"');
    expect(prepared.paths).toEqual(document.paths);
    expect(prepared.components.schemas.PurchaseOrder).toEqual(document.components.schemas.PurchaseOrder);
  });

  it("keeps a union whose discriminator does not determine the branch", () => {
    const kind = { type: "string", enum: ["cat", "dog"] };
    const union = {
      oneOf: [{ properties: { kind }, required: ["kind"] }, { properties: { kind: { const: "cow" } } }],
      discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
    };
    expect(prepareDocument({}, union)).toEqual(union);
  });
});
