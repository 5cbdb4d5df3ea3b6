import { readFile } from "node:fs/promises";
import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { type Edit, lintEdited } from "./lint-edited.js";

const schema = (name: string, from: string, to: string): Edit => [`components/schemas/${name}.yaml`, from, to];
const parameter = (name: string, from: string, to: string): Edit => [`components/parameters/${name}.yaml`, from, to];
const path = (name: string, from: string, to: string): Edit => [`paths/${name}.yaml`, from, to];
const root = (from: string, to: string): Edit => ["openapi.yaml", from, to];

const text = "type: string\ndescription: A text.\nexamples: [a]\n";
const inline = "components:\n  schemas:\n    Unused: { type: string, description: Unused., examples: [a] }\n";

/** For each rule, what its message must say, and the edits that break it. */
const breaks: [rule: string, says: string, ...edits: Edit[]][] = [
  ["no-unresolved-refs", "resolve", path("reports", "schemas/ReportsPage.yaml", "schemas/ReportPages.yaml")],
  ["no-invalid-schema-examples", "must be", schema("Uid", "[lot-2026-0042]", "[17]")],
  ["no-invalid-parameter-examples", "must be", parameter("Offset", "example: 0", "example: -1")],
  [
    "no-invalid-media-type-examples",
    "must",
    ["components/examples/CreateMetadataMinimal.yaml", "type: string", "type: strange"],
  ],
  ["no-schema-type-mismatch", "properties", schema("MetadataCreated", "type: object", "type: array")],
  ["conventions/required-properties", "colour", schema("Report", "[uid, ", "[uid, colour, ")],
  [
    "conventions/required-properties",
    "colour",
    schema("Report", "properties:\n", "not: { required: [uid, colour] }\nproperties:\n"),
  ],
  [
    "conventions/required-properties",
    "colour",
    schema("ReportsPage", "$ref: ./Report.yaml", "$ref: ./Report.yaml\n      required: [uid, colour]"),
  ],
  ["no-unused-components", "never used", root("components:\n", inline)],
  ["operation-tag-defined", "tags", path("reports", "tags: [Reports]", "tags: [Report]")],
  ["rule/operation-has-tag", "needs a tag", path("reports", "tags: [Reports]", "tags: []")],
  [
    "conventions/body-examples",
    "A body of application/json has no named example",
    ["components/responses/Unauthorized.yaml", "examples:", "x-examples:"],
    ["components/responses/Unauthorized.yaml", "$ref: ../schemas/ErrorBody.yaml", "type: object"],
  ],
  ["conventions/body-examples", "The schema Uid has no example", schema("Uid", "examples:", "x-examples:")],
  [
    "conventions/union-examples",
    'No example of the body shows the branch with "type" date;',
    ["components/examples/CreateMetadataAllKinds.yaml", "type: date\n", "type: string\n"],
  ],
  [
    "conventions/fitting-keywords",
    "maxLength does nothing for type integer",
    schema("Uid", "type: string", "type: integer"),
  ],
  [
    "conventions/fitting-keywords",
    "An array without items",
    schema("Report", "  country:\n", "  labels: { type: array, description: Labels., examples: [[]] }\n  country:\n"),
  ],
  ["conventions/valid-defaults", "default: 10 must be <= 5", parameter("ReportsLimit", "maximum: 50", "maximum: 5")],
  [
    "conventions/plain-references",
    "Only files are read",
    schema("Metadata", "$ref: ./Uid.yaml", "$ref: https://example.com/uid.yaml"),
  ],
  [
    "conventions/kebab-case-paths",
    "/api/v3/purchaseOrders is not in kebab-case",
    root("/api/v3/purchase-orders", "/api/v3/purchaseOrders"),
  ],
  ["operation-operationId-url-safe", "URL", path("reports", "operationId: listReports", 'operationId: "list reports"')],
  [
    "operation-operationId-unique",
    "unique",
    path("purchase-orders", "operationId: listPurchaseOrders", "operationId: listReports"),
  ],
  ["rule/operation-id-pattern", "verb", path("reports", "operationId: listReports", "operationId: reports")],
  [
    "rule/query-name-pattern",
    "snake_case",
    parameter("UpdatedTo", "name: updated_to", "name: updatedTo"),
    path("reports", "updatedTo: updated_to", "updatedTo: updatedTo"),
    path("purchase-orders-v3", "updatedTo: updated_to", "updatedTo: updatedTo"),
  ],
  ["info-contact", "contact", root("  contact:\n    name: The operator of your deployment\n", "")],
  [
    "rule/no-server-variable-description",
    "swagger-parser",
    root("default: http://localhost:4010", "default: http://localhost:4010\n        description: Where it is."),
  ],
  ["conventions/typed-constants", "add type: string", schema("DateItem", "    type: string\n    const", "    const")],
  ["conventions/typed-constants", "add type: string", parameter("Namespace", "  type: string\n", "")],
  [
    "conventions/typed-constants",
    '"date" is not of type integer or null',
    schema("DateItemInput", "    type: string\n    const", "    type: [integer, 'null']\n    const"),
  ],
  ["rule/json-schema-dialect", "draft-07", root("jsonSchemaDialect:", "x-dialect:")],
  ["conventions/documented-errors", "add 429 from", path("reports", '"429":', '"418":')],
  ["rule/no-read-only", "two schemas", schema("Uid", "minLength: 1", "readOnly: true")],
  [
    "conventions/error-bodies",
    "has the body ErrorBody",
    ["components/responses/BadRequest.yaml", "/ErrorBody", "/InternalErrorBody"],
  ],
  [
    "conventions/error-bodies",
    "has the body InternalErrorBody",
    ["components/responses/InternalServerError.yaml", "InternalErrorBody", "ErrorBody"],
  ],
  [
    "conventions/described-refusals",
    "unknown query parameters",
    ["components/responses/BadRequest.yaml", "an unknown query parameter", "a query parameter of no use"],
  ],
  [
    "conventions/described-refusals",
    "does not say that fields that occur twice",
    ["components/responses/BadRequest.yaml", "same field twice", "field"],
  ],
  [
    "conventions/described-members",
    '"caseNumber" has no description',
    schema("Report", "    description: The number of the case that the report belongs to.\n", ""),
  ],
  [
    "conventions/described-members",
    '"country" has no example',
    schema("Report", "    examples: [VN, BD, IN, TR, PT, CN]\n", ""),
  ],
  ["conventions/described-members", '"offset" has no example', parameter("Offset", "example: 0\n", "")],
  ["conventions/list-parameters", "add x-pagination", path("reports", "x-pagination:", "x-other:")],
  ["conventions/list-parameters", "default: 10", parameter("ReportsLimit", "default: 10", "default: 20")],
  ["conventions/list-parameters", "have a maximum", parameter("ReportsLimit", "  maximum: 50\n", "")],
  ["conventions/list-parameters", '"offset"', path("reports", "parameters/Offset.yaml", "parameters/Namespace.yaml")],
  ["conventions/list-parameters", "default: 0", parameter("Offset", "default: 0", "default: 1")],
  [
    "conventions/pagination",
    'Unknown page shape "cursor"; use standard, linked, array.',
    path("reports", "shape: linked", "shape: cursor"),
  ],
  ["conventions/pagination", "has no shape; set it to one of", path("reports", "    shape: linked\n", "")],
  ["conventions/pagination", "has no records; set it to", path("reports", "    records: data\n", "")],
  ["conventions/pagination", "has no total; set it to", path("reports", "    total: count\n", "")],
  ["conventions/pagination", "has no identity; set it to", path("reports", "    identity: uid\n", "")],
  ["conventions/pagination", "has no updatedAt; set it to", path("reports", "    updatedAt: updatedDate\n", "")],
  ["conventions/pagination", 'no property "rows"', path("reports", "records: data", "records: rows")],
  ["conventions/pagination", "must be required", schema("ReportsPage", "[count, next,", "[next,")],
  ["conventions/pagination", 'required property "id"', path("reports", "identity: uid", "identity: id")],
  [
    "conventions/pagination",
    'no parameter "since"',
    path("reports", "updatedFrom: updated_from", "updatedFrom: since"),
  ],
  ["conventions/pagination", "set both in x-pagination", path("reports", "    updatedTo: updated_to\n", "")],
  [
    "conventions/pagination",
    '"size" is not a property',
    path("reports", "shape: linked", "shape: linked\n    size: 10"),
  ],
  [
    "conventions/pagination",
    "must not set total; remove it",
    path("purchase-orders-v3", "shape: array", "shape: array\n    total: total"),
  ],
  [
    "conventions/pagination",
    'must have a property "next"',
    path("purchase-orders", "shape: standard", "shape: linked"),
  ],
  ["conventions/discriminated-unions", "fix it with const", schema("DateItem", "const: date", "type: string")],
  ["conventions/discriminated-unions", "Two branches", schema("DateItem", "const: date", "const: string")],
  [
    "conventions/discriminated-unions",
    "The mapping must map",
    schema("MetadataItem", "date: ./DateItem", "date: ./DatetimeItem"),
  ],
  ["conventions/discriminated-unions", "make them the same", schema("DateItem", "const: date", "const: dat")],
  [
    "conventions/discriminated-unions",
    "No branch has",
    schema("MetadataItem", "  mapping:\n", "  mapping:\n    money: ./NumberItem.yaml\n"),
  ],
  [
    "conventions/closed-requests",
    "add additionalProperties: false",
    schema("MetadataInput", "additionalProperties: false\n", ""),
  ],
  [
    "conventions/closed-requests",
    "must allow new fields",
    schema("DateItem", "properties:\n", "additionalProperties: false\nproperties:\n"),
  ],
  [
    "conventions/closed-requests",
    "used in the request of createMetadata, which must reject unknown fields, and in a response of createMetadata",
    schema("MetadataCreated", "./Metadata.yaml", "./MetadataInput.yaml"),
  ],
  [
    "conventions/closed-requests",
    "remove unevaluatedProperties: false",
    schema("DateItem", "properties:\n", "unevaluatedProperties: false\nproperties:\n"),
  ],
  ["conventions/assumptions-cite-decisions", "must cite its decision record", schema("ItemKey", ", decision 0003", "")],
  ["conventions/assumptions-cite-decisions", "no decision 9999", schema("ItemKey", "decision 0003", "decision 9999")],
  [
    "conventions/component-names",
    "PascalCase",
    schema("itemKey", "", text),
    schema("DateItem", "ItemKey.yaml", "itemKey.yaml"),
  ],
  [
    "conventions/component-names",
    "Two files are named ItemKey",
    schema("v2/ItemKey", "", text),
    schema("DateItem", "ItemKey.yaml", "v2/ItemKey.yaml"),
  ],
  [
    "conventions/component-names",
    "JavaScript global",
    schema("Date", "", text),
    schema("DateItem", "CalendarDate.yaml", "Date.yaml"),
  ],
  [
    "conventions/method-names",
    "is also used in openapi/paths/",
    path("purchase-orders", "operationId: listPurchaseOrders", "operationId: listReports"),
  ],
  ["conventions/method-names", "already", path("reports", "operationId: listReports", "operationId: raw")],
];

test("the spec as it is has no problem", async () => {
  expect(await lintEdited([])).toEqual([]);
});

/** Reports of several types, all with the fields that paging needs. */
const union: Edit[] = [
  schema(
    "ReportsPage",
    "$ref: ./Report.yaml",
    "oneOf: [{ $ref: ./Report.yaml }, { allOf: [{ $ref: ./Report.yaml }] }]",
  ),
];
test.each([
  ["a list of several types of records", union],
  ["a list in another media type of JSON", [path("reports", "application/json:", "application/vnd.report.v2+json:")]],
])("%s can be paged", async (_, edits) => {
  const problems = await lintEdited(edits as Edit[]);
  expect(problems.filter(({ ruleId }) => ruleId === "conventions/pagination")).toEqual([]);
});

test("a default may be a multiple of a fraction that no float holds", async () => {
  const problemsWith = async (value: number) => {
    const edits = [
      parameter("ReportsLimit", "type: integer", "type: number\n  multipleOf: 0.01"),
      parameter("ReportsLimit", "default: 10", `default: ${value}`),
    ];
    return (await lintEdited(edits)).filter(({ ruleId }) => ruleId === "conventions/valid-defaults");
  };
  expect(await problemsWith(1.13)).toEqual([]);
  expect(await problemsWith(1.135)).toHaveLength(1);
});

/** A schema that responses show, in a webhook and in a callback, whose receivers document what they like. */
const body = (file: string) =>
  `{ description: A report., required: true, content: { application/json: { schema: { $ref: ${file} }, examples: { Report: { value: { uid: a, createdDate: "2026-11-21T06:15:00.000000+00:00", updatedDate: "2026-11-21T06:15:00.000000+00:00" } } } } } }`;
const sent = (id: string, file: string) =>
  `{ operationId: ${id}, summary: A report, description: A report was made., tags: [Reports], requestBody: ${body(file)}, responses: { "204": { description: Read. }, "410": { description: Not any more. } } }`;
const calls: Edit[] = [
  root("paths:\n", `webhooks:\n  made:\n    post: ${sent("createHook", "components/schemas/Report.yaml")}\npaths:\n`),
  path(
    "metadata",
    "  responses:\n",
    `  callbacks:\n    done:\n      "{$request.query#/url}":\n        post: ${sent("createCallback", "../components/schemas/Report.yaml")}\n  responses:\n`,
  ),
];
const closed = schema("Report", "type: object\n", "type: object\nadditionalProperties: false\n");

test("what the server sends is like a response, and the conventions of this API's responses are not those of its receivers", async () => {
  expect((await lintEdited(calls)).map(({ message }) => message)).toEqual([]);
  for (const [i, name] of ["createHook", "createCallback"].entries()) {
    const problems = await lintEdited([
      ...calls.slice(i, i + 1),
      closed,
      path("reports", "ReportsPage.yaml", "Uid.yaml"),
    ]);
    expect(problems.map(({ message }) => message).join("\n")).toContain(
      `This schema is used in the request of ${name}, which the server sends and must allow new fields; remove`,
    );
  }
});

/** Two types that share what an `allOf` holds, the discriminator included. */
const branch = (name: string) =>
  `description: An item.\nallOf: [{ $ref: ./${name}Fields.yaml }, { type: object, required: [value] }]\nexamples: [{ key: a, type: date, value: "2026-11-21" }]\n`;

test("a branch of a union may fix its discriminator in an allOf", async () => {
  const fields = await readFile(new URL("../components/schemas/DateItem.yaml", import.meta.url), "utf8");
  const edits = [schema("DateItem", fields, branch("Date")), schema("DateFields", "", fields)];
  const rules = (await lintEdited(edits)).map(({ message }) => message);
  expect(rules).toEqual([]);
  const open = await lintEdited([...edits, schema("DateFields", "const: date", "type: string")]);
  expect(open.map(({ ruleId }) => ruleId)).toContain("conventions/discriminated-unions");
});

/** A request whose fields depend on each other. */
const conditions = (more: string) =>
  schema(
    "MetadataInput",
    "properties:\n",
    `if: { required: [uid], properties: { uid: { const: a } } }
then: { required: [items], properties: { uid: { minLength: 1 } } }
else: { properties: { never: false } }
not: { properties: { uid: { enum: [b] } }, anyOf: [{ required: [uid] }, { required: [items] }] }
dependentSchemas: { uid: { required: [items], properties: { items: { maxItems: 9 } } } }
${more}properties:\n`,
  );
const MINE = /^conventions\/(closed-requests|described-members|required-properties|typed-constants)$/;

test("conditions in a schema are no bodies of their own", async () => {
  const problemsOf = async (...edits: Edit[]) =>
    (await lintEdited(edits)).filter(({ ruleId }) => MINE.test(ruleId)).map(({ message }) => message);
  expect(await problemsOf(conditions(""))).toEqual([]);
  const open = schema("MetadataInput", "additionalProperties: false\n", "");
  expect(await problemsOf(conditions(""), open)).toContain(
    "A request schema must reject unknown fields; add additionalProperties: false.",
  );
  const added = conditions(
    "allOf: [{ if: { required: [uid] }, then: { properties: { colour: { type: string } } } }]\n",
  );
  expect((await problemsOf(added)).join()).toContain('The property "colour" has no description');
});

test.each(breaks)("%s reports: %s", async (rule, says, ...edits) => {
  const problems = (await lintEdited(edits)).filter((problem) => problem.ruleId === rule);
  expect(problems.map((problem) => problem.message).join("\n")).toContain(says);
  // A message must name a file and a place in it.
  expect(problems[0]?.location[0]?.source.absoluteRef).toMatch(/\.yaml$/);
});

test("every rule that redocly.yaml enables has an example that violates it", async () => {
  const config = parseYaml(await readFile(new URL("../redocly.yaml", import.meta.url), "utf8"));
  const { rules } = config as { rules: Record<string, unknown> };
  const shown = new Set(breaks.map(([rule]) => rule));
  expect(Object.keys(rules).filter((rule) => rules[rule] !== "off" && !shown.has(rule))).toEqual([]);
});
