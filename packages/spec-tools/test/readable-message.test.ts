import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Source } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readableMessage } from "../src/generate/spec/readable-message.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "readable-message-"));
  await writeFile(join(folder, "Empty.yaml"), "# nothing yet\n");
  await writeFile(join(folder, "Time.yaml"), "properties:\n  zone: {type: string}\n");
});
afterAll(() => rm(folder, { recursive: true }));

/** A file of the spec with one mistake of each type. */
const text = `
security: [{ apiKye: [] }]
tags: [Report]
enum: VN
required: [uuid, colour]
properties:
  uid: {type: string}
  time: {$ref: ./Time.yaml#/properties/zoen}
  other: {$ref: '#/propertis/uid'}
  empty: {$ref: ./Empty.yaml}
  kind: { discriminator: { mapping: { part: '#/components/schemas/Prat' } } }
components:
  securitySchemes:
    apiKey: {type: apiKey}
    token: {type: Bearer}
  parameters: { page: { in: params } }
  schemas: { Part: { type: float, required: true, properties: { size: { type: null, required: true } } } }
`;
const said = (message: string, pointer: string, suggest: string[] = []) =>
  readableMessage(
    { message, suggest, location: [{ source: new Source(join(folder, "spec.yaml"), text), pointer }] },
    folder,
  );

const CHOICE =
  '`type` can be one of the following only: "object", "array", "string", "number", "integer", "boolean", "null".';

test.each([
  [
    '`type` can be one of the following only: "apiKey", "http".',
    "#/components/securitySchemes/token/type",
    '`type` can be one of the following only: "apiKey", "http". Write type: http and scheme: bearer.',
  ],
  [
    "Required property 'uuid' is not defined.",
    "#/required/0",
    "Required property 'uuid' is not defined. Did you mean uid? Describe it in properties, or remove it.",
  ],
  [
    "Required property 'colour' is not defined.",
    "#/required/1",
    "Required property 'colour' is not defined. Describe it in properties, or remove it.",
  ],
  [
    "There is no `apiKye` security scheme defined.",
    "#/security/0/apiKye",
    "There is no `apiKye` security scheme defined. Did you mean apiKey? Correct the name, or describe the scheme in components/securitySchemes.",
  ],
  [
    "Property `20` is not expected here.",
    "#/get/responses/20",
    '"20" is not a status. Write three digits, such as "200", a range, such as "4XX", or default.',
  ],
  ["Property `pets` is not expected here.", "#/paths/pets", '"pets" is not a path. Start it with a slash: "/pets".'],
  [
    "Operation tags should be defined in global tags.",
    "#/tags/0",
    'The tag "Report" is not declared. Correct it, or add it to tags in openapi.yaml.',
  ],
  [CHOICE, "#/components/schemas/Part/type", '"float" is not a value of type. Write type: number and format: float.'],
  [
    CHOICE,
    "#/components/schemas/Part/properties/size/type",
    'Write type: "null", in quotes: without them, the value of type is no text in YAML.',
  ],
  [
    '`in` can be one of the following only: "query", "header", "path", "cookie".',
    "#/components/parameters/page/in",
    '"params" is not a value of in. Write in: query, or in: path for a part of the path.',
  ],
  [
    "Expected type `array` but got `boolean`.",
    "#/components/schemas/Part/properties/size/required",
    "A schema lists the properties that must be present: write required: [size] beside the properties, and remove this.",
  ],
  [
    "Expected type `array` but got `boolean`.",
    "#/components/schemas/Part/required",
    "A schema lists the properties that must be present: write required: [name] beside the properties, and remove this.",
  ],
  ["Expected type `array` but got `string`.", "#/enum", "Expected type `array` but got `string`. Write a list: [VN]."],
  [
    "Expected type `number` but got `boolean`.",
    "#/properties/uid/exclusiveMinimum",
    "Expected type `number` but got `boolean`. In OpenAPI 3.1, this is the bound itself: write exclusiveMinimum: 0 instead of minimum: 0.",
  ],
  [
    "Property `gte` is not expected here.",
    "#/schema/gte",
    "Property `gte` is not expected here. JSON Schema has minimum instead.",
  ],
  [
    "Can't resolve $ref",
    "#/properties/time",
    'Can\'t resolve $ref: there is no "zoen" in Time.yaml under properties. Did you mean zone? Write it, or correct the $ref.',
  ],
  [
    "Can't resolve $ref",
    "#/properties/other",
    'Can\'t resolve $ref: there is no "propertis" in spec.yaml. Did you mean properties? Write it, or correct the $ref.',
  ],
  [
    "Can't resolve $ref",
    "#/properties/kind/discriminator/mapping/part",
    'Can\'t resolve $ref: there is no "Prat" in spec.yaml under components/schemas. Did you mean Part? Write it, or correct the $ref.',
  ],
  [
    "Can't resolve $ref",
    "#/properties/empty",
    "Can't resolve $ref: the file Empty.yaml is empty. Write what it describes, or correct the $ref.",
  ],
  [
    "The operation does not define the path parameter `{id}` expected by path `/pets/{id}`.",
    "#/get",
    "The path /pets/{id} has {id}, but no parameter describes it; add one with name: id and in: path, or correct the path.",
  ],
  [
    "Path parameter `uid` is not used in the path `/pets/{id}`.",
    "#/get",
    "The parameter uid is in the path, but /pets/{id} has no {uid}; correct the name or the path.",
  ],
  ["Duplicated enum value found: 'VN'.", "#/enum/2", "The enum has the value 'VN' more than once; remove all but one."],
  [
    "The path already exists which differs only by path parameter name(s): `/a/{b}` and `/a/{c}`.",
    "#/paths/~1a~1{c}",
    "The paths /a/{b} and /a/{c} differ only in the names of their parameters; move the operations to one of them, and remove the other.",
  ],
])("the message “%s” at %s is rewritten", (message, pointer, expected) => {
  expect(said(message, pointer, ["id"])).toEqual({ message: expected, suggest: [] });
});

test.each(
  "int long date datetime date-time str bool any file double uuid float decimal Timestamp map list json".split(" "),
)("a type %s is explained", (type) => {
  const source = new Source("spec.yaml", `type: ${type}`);
  const { message } = readableMessage({ message: CHOICE, suggest: [], location: [{ source, pointer: "#/type" }] }, "");
  expect(message).toMatch(
    /^"\S+" is not a value of type. (Write type: (string|integer|number|boolean|array|object)\b|Remove)/,
  );
});

test("the linter's own suggestions are kept", () => {
  const message = "Property `paramters` is not expected here.";
  expect(said(message, "#/get/paramters", ["parameters", "parameter"])).toEqual({
    message: `${message} Did you mean parameters or parameter?`,
    suggest: [],
  });
});

test.each([
  [
    "description: Note: the ID",
    "bad indentation of a mapping entry",
    'Write the text in quotes, because it contains ": ".',
  ],
  ["    summary: List", "bad indentation of a mapping entry", "Correct the file here."],
  ["      $ref: a.yaml", "duplicated mapping key", "Remove or rename one of the two $ref, or correct the indentation."],
  ["\tsummary: List", "tab characters must not be used in indentation", "Indent with spaces."],
])("how to fix the line “%s” is said", (line, reason, fix) => {
  const source = new Source("spec.yaml", `openapi: 3.1.1\n${line}\n`);
  const message = `Failed to parse: ${reason} in "/spec.yaml" (2:1)`;
  expect(
    readableMessage(
      { message, suggest: [], location: [{ source, pointer: undefined, start: { line: 2, col: 1 } }] },
      "",
    ),
  ).toEqual({
    message: `Failed to parse: ${reason}. ${fix}`,
    suggest: [],
  });
});
