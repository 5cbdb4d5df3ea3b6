import { readFileSync } from "node:fs";
import type { Edit } from "../edit.js";

const scheme = (text: string): readonly [string, string, string] => [
  "openapi.yaml",
  "      type: apiKey\n      in: header\n      name: apiKey\n",
  text,
];
const security = (text: string): readonly [string, string, string] => [
  "openapi.yaml",
  "security:\n  - apiKey: []\n",
  text,
];
const second = (text: string): readonly [string, string, string] => [
  "openapi.yaml",
  "  securitySchemes:\n",
  `  securitySchemes:\n${text}`,
];
const page = ["client.listReports().page()"];
const bearer = "    token:\n      type: http\n      scheme: bearer\n      description: A token.\n";

/** Replaces our spec with another team's, in a single file, and disables our lint rules. */
export const foreignSpec = (name: string, file: string, operations: readonly string[], rest: Partial<Edit> = {}) =>
  wholeSpec(name, file, readFileSync(new URL(`../specs/${file}`, import.meta.url), "utf8"), operations, rest);

/** Replaces our spec with the text of another one, in JSON or YAML according to the name of its file. */
export function wholeSpec(
  name: string,
  file: string,
  text: string,
  operations: readonly string[],
  rest: Partial<Edit> = {},
): Edit {
  return {
    name: `spec: ${name}`,
    removes: ["openapi.yaml", "paths", "components"],
    files: [
      [file.endsWith(".json") ? "openapi.json" : "openapi.yaml", "", text],
      ["redocly.yaml", "", "extends: [minimal]\nplugins: [./lint/plugin.js]\n"],
    ],
    operations,
    untested: "the tests are about the spec that it replaces",
    ...rest,
  };
}

const reports = (from: string, to: string) => ["paths/reports.yaml", from, to] as const;
const offset = (from: string, to: string) => ["components/parameters/Offset.yaml", from, to] as const;
const uid = (from: string, to: string) => ["components/schemas/Uid.yaml", from, to] as const;

/**
 * Edits that cannot be represented in generated code, or that contradict themselves, and the error message of
 * `generate`.
 */
const refusals: readonly Edit[] = [
  {
    name: "refused: OpenAPI 3.0",
    files: [["openapi.yaml", "openapi: 3.1.1", "openapi: 3.0.3"]],
    refused: "npm run spec -- convert FILE",
  },
  { name: "refused: TRACE", files: [reports("get:\n", "trace:\n")], refused: "remove this operation" },
  {
    name: "refused: an optional path parameter",
    files: [["components/parameters/Namespace.yaml", "required: true\n", ""]],
    refused: "add required: true",
  },
  {
    name: "refused: a style of another place",
    files: [offset("in: query\n", "in: query\nstyle: matrix\n")],
    refused: "cannot have style: matrix",
  },
  {
    name: "refused: an invalid pattern",
    files: [uid("minLength: 1\n", "minLength: 1\npattern: '('\n")],
    refused: "Unterminated group. Correct it.",
  },
  {
    name: "refused: $dynamicAnchor",
    files: [uid("minLength: 1\n", "minLength: 1\n$dynamicAnchor: uid\n")],
    refused: "refer to the schema by its path",
  },
  {
    name: "refused: $dynamicRef",
    files: [uid("minLength: 1\n", "minLength: 1\n$dynamicRef: '#uid'\n")],
    refused: "$dynamicRef is supported by hardly any tool; write $ref instead.",
  },
  ...["$anchor: uid", "$id: https://example.com/uid"].map((line) => ({
    name: `refused: ${line.split(":")[0]}`,
    files: [uid("minLength: 1\n", `minLength: 1\n${line}\n`)],
    refused: "refer to the schema by its path",
  })),
  { name: "refused: an undeclared tag", files: [reports("[Reports]", "[Report]")], refused: "tag" },
  {
    name: "refused: pages that name a field that is gone",
    files: [reports("records: data", "records: rows")],
    refused: 'no property "rows"',
  },
  {
    name: "refused: a $ref with a typing error",
    files: [reports("ReportsPage.yaml", "ReportPages.yaml")],
    refused: "Did you mean ReportsPage.yaml?",
  },
  {
    name: "refused: an enum that its example contradicts",
    files: [
      [
        "components/schemas/Report.yaml",
        "    examples: [final-inspection,",
        "    enum: [final, inline]\n    examples: [final-inspection,",
      ],
    ],
    refused: 'must be equal to one of the allowed values "final", "inline"',
  },
  {
    name: "refused: a path file with another name",
    files: [["openapi.yaml", "paths/reports.yaml", "paths/report.yaml"]],
    refused: "there is no file openapi/paths/report.yaml. Did you mean reports.yaml?",
  },
  {
    name: "refused: a keyword of another tool",
    files: [offset("minimum: 0", "gte: 0")],
    refused: "Property `gte` is not expected here. JSON Schema has minimum instead.",
  },
  {
    name: "refused: an array without items",
    files: [
      [
        "components/schemas/Report.yaml",
        "  country:\n",
        "  labels: { type: array, description: Labels., examples: [[a]] }\n  country:\n",
      ],
    ],
    refused: "An array without items may contain anything",
  },
  {
    name: "refused: a security scheme with a typing error",
    files: [security("security:\n  - apiKye: []\n")],
    refused: "There is no `apiKye` security scheme defined. Did you mean apiKey?",
  },
  {
    name: "refused: a $ref to a part that is not there",
    files: [["components/schemas/Report.yaml", "$ref: ./Timestamp.yaml", "$ref: ./Timestamp.yaml#/patern"]],
    refused: 'there is no "patern" in openapi/components/schemas/Timestamp.yaml. Did you mean pattern?',
  },
  {
    name: "refused: a status of two digits",
    files: [reports('"200":', '"20":')],
    refused: '"20" is not a status.',
  },
  {
    name: "refused: a required property that does not exist",
    files: [["components/schemas/Report.yaml", "required: [uid,", "required: [uuid,"]],
    refused: "Required property 'uuid' is not defined. Did you mean uid?",
  },
  { name: "refused: a keyword with a typing error", files: [uid("minLength", "minLenght")], refused: "minLenght" },
  {
    name: "refused: no operationId",
    files: [["paths/reports.yaml", "  operationId: listReports\n", ""]],
    refused: "operationId",
  },
];

/** Other authentication schemes for the whole API; each edit runs alone. */
const credentials: readonly Edit[] = [
  {
    name: "security: key in the query",
    files: [scheme("      type: apiKey\n      in: query\n      name: api_key\n")],
    calls: page,
  },
  {
    name: "security: key in a cookie",
    files: [scheme("      type: apiKey\n      in: cookie\n      name: session\n")],
    calls: page,
  },
  { name: "security: bearer", files: [scheme("      type: http\n      scheme: bearer\n")], calls: page },
  { name: "security: basic", files: [scheme("      type: http\n      scheme: basic\n")], calls: page },
  {
    name: "security: OAuth2",
    files: [
      scheme(
        "      type: oauth2\n      flows:\n        clientCredentials:\n          tokenUrl: https://example.com/token\n          scopes: {}\n",
      ),
    ],
    calls: page,
  },
  {
    name: "security: OpenID Connect",
    files: [
      scheme(
        "      type: openIdConnect\n      openIdConnectUrl: https://example.com/.well-known/openid-configuration\n",
      ),
    ],
    calls: page,
  },
  {
    name: "security: alternatives",
    files: [second(bearer), security("security:\n  - apiKey: []\n  - token: []\n")],
    calls: page,
  },
  {
    name: "security: combination",
    files: [second(bearer), security("security:\n  - apiKey: []\n    token: []\n")],
    calls: page,
  },
  {
    name: "security: none for one operation",
    files: [["paths/reports.yaml", "  tags: [Reports]\n", "  tags: [Reports]\n  security: []\n"]],
    calls: page,
  },
];

/** Edits of the document as a whole; each runs alone. */
export const documentEdits: readonly Edit[] = [
  ...credentials.map((edit) => ({ ...edit, untested: "the tests send the key as the spec has it today" })),
  { name: "security: mutual TLS", files: [scheme("      type: mutualTLS\n")], refused: "is not supported" },
  {
    name: "a second tag",
    files: [
      [
        "openapi.yaml",
        "  - name: Reports\n",
        "  - name: Lists\n    description: Everything in pages.\n  - name: Reports\n",
      ],
      ["paths/reports.yaml", "tags: [Reports]", "tags: [Reports, Lists]"],
    ],
    calls: ["client.listReports().page()"],
  },
  {
    name: "another path of an operation",
    files: [["openapi.yaml", "  /api/v1/reports:\n", "  /api/v9/archive/reports:\n"]],
    untested: "the tests name the path",
    calls: ["client.listReports().page()"],
  },
  foreignSpec("a to-do list in one file of JSON", "todo-list.json", [
    "getTodos",
    "postTodos",
    "getTodosById",
    "deleteTodosById",
  ]),
  foreignSpec("a pet store with forms and uploads", "pet-store.yaml", [
    "addPet",
    "findPetsByStatus",
    "getPetById",
    "uploadPhoto",
  ]),
  foreignSpec("a train booking with payments", "train-booking.yaml", [
    "getTrips",
    "deleteBooking",
    "createBookingPayment",
  ]),
  ...refusals,
];
