import { answer, body, type Edit, json, operation, recordInput, schemaRef } from "../edit.js";
import { amount, described, edit, fields, sent, single } from "./thing-parts.js";

const binary = { type: "string", contentMediaType: "application/octet-stream", description: "Bytes.", examples: [""] };
const circle = described(
  { shape: { type: "string", description: "Always circle.", const: "circle" }, radius: amount },
  ["shape", "radius"],
  { shape: "circle", radius: 2 },
);
const square = described(
  { shape: { type: "string", description: "Always square.", const: "square" }, side: amount },
  ["shape", "side"],
  { shape: "square", side: 3 },
);

/** A schema that extends another by `allOf`. */
const extended = (base: string, properties: object, example: object) => ({
  description: "A vehicle of a kind.",
  allOf: [{ $ref: `./${base}.yaml` }, { type: "object", required: Object.keys(properties), properties }],
  examples: [example],
});

const inheritance = edit(
  "inheritance by a discriminator",
  {
    "/api/v1/vehicles": {
      post: operation("createVehicle", {
        requestBody: body(schemaRef("Vehicle"), { kind: "car", doors: 4 }),
        status: "201",
        response: answer(json(schemaRef("Vehicle"), { kind: "car", doors: 4 })),
      }),
    },
  },
  {
    Vehicle: {
      type: "object",
      description: "A vehicle.",
      required: ["kind"],
      properties: { kind: { type: "string", description: "What it is.", examples: ["car"] } },
      discriminator: { propertyName: "kind", mapping: { car: "./Car.yaml", Bike: "./Bike.yaml" } },
      examples: [{ kind: "car", doors: 4 }],
    },
    Car: extended("Vehicle", { doors: amount }, { kind: "car", doors: 4 }),
    Bike: extended("Vehicle", { gears: amount }, { kind: "Bike", gears: 3 }),
  },
  [
    'client.createVehicle({ kind: "Bike", gears: 7 }).then((made) => { if (made.kind !== "Bike" || made.gears.toFixed() !== "7") throw new Error(JSON.stringify(made)); })',
    'client.createVehicle({ kind: "car" } as never).then(() => { throw new Error("a car without doors"); }, (error: { status?: number }) => { if (error.status !== 400) throw error; })',
  ],
);

/** Our lint rules require closed requests and discriminated unions; other teams can disable these rules. */
const WITHOUT_RULES = ["closed-requests", "discriminated-unions"].map(
  (rule) => ["redocly.yaml", `conventions/${rule}: error`, `conventions/${rule}: off`] as const,
);

/** Bodies in every media type, and schemas that only occur in bodies. */
export const bodyEdits: readonly Edit[] = [
  single(
    "multipart body",
    "/api/v1/uploads",
    "post",
    "createUpload",
    {
      status: "201",
      response: answer(json(schemaRef("Upload"), { size: 3 })),
      requestBody: {
        description: "The file.",
        required: true,
        content: {
          "multipart/form-data": {
            schema: schemaRef("UploadInput"),
            examples: { One: { value: { note: "a", file: "abc" } } },
          },
        },
      },
    },
    ['client.createUpload({ note: "a", file: new Blob(["abc"]) })'],
    {
      Upload: {
        type: "object",
        description: "A file.",
        required: ["size"],
        properties: { size: amount },
        examples: [{ size: 3 }],
      },
      UploadInput: {
        type: "object",
        description: "A file to store.",
        additionalProperties: false,
        required: ["file"],
        properties: { note: { type: "string", description: "A note.", examples: ["a"] }, file: binary },
        examples: [{ note: "a", file: "abc" }],
      },
    },
  ),
  single(
    "form body",
    "/api/v1/forms",
    "post",
    "createForm",
    {
      status: "201",
      response: answer(json(schemaRef("Form"), { count: 3 })),
      requestBody: {
        description: "The form.",
        required: true,
        content: {
          "application/x-www-form-urlencoded": {
            schema: schemaRef("FormInput"),
            examples: { One: { value: { count: 3 } } },
          },
        },
      },
    },
    ["client.createForm({ count: 3 })"],
    {
      Form: {
        type: "object",
        description: "A form.",
        required: ["count"],
        properties: { count: amount },
        examples: [{ count: 3 }],
      },
      FormInput: {
        type: "object",
        description: "A form.",
        additionalProperties: false,
        required: ["count"],
        properties: { count: amount },
        examples: [{ count: 3 }],
      },
    },
  ),
  edit(
    "two media types of one body",
    {
      "/api/v1/votes": {
        post: operation("createVote", {
          requestBody: {
            ...body(schemaRef("VoteInput"), sent),
            content: {
              ...json(schemaRef("VoteInput"), sent),
              "application/x-www-form-urlencoded": {
                schema: schemaRef("VoteInput"),
                examples: { One: { value: sent } },
              },
            },
          },
          status: "204",
        }),
      },
    },
    { VoteInput: recordInput(fields, sent) },
    ['client.createVote({ name: "a", amount: 7 })'],
  ),
  edit(
    "an array as a body",
    {
      "/api/v1/batches": {
        post: operation("createBatch", {
          requestBody: body(
            { type: "array", description: "Things.", minItems: 1, maxItems: 5, items: schemaRef("BatchInput") },
            [sent],
          ),
          status: "202",
        }),
      },
    },
    { BatchInput: recordInput(fields, sent) },
    ['client.createBatch([{ name: "a", amount: 7 }])'],
  ),
  single(
    "plain oneOf body",
    "/api/v1/payments",
    "post",
    "createPayment",
    { status: "204", requestBody: body(schemaRef("PaymentInput"), { card: "4242" }) },
    ['client.createPayment({ iban: "DE1" })'],
    {
      PaymentInput: {
        description: "A payment.",
        oneOf: ["card", "iban"].map((name) => ({
          type: "object",
          additionalProperties: false,
          required: [name],
          properties: { [name]: { type: "string", description: "The number.", maxLength: 30, examples: ["4242"] } },
        })),
        examples: [{ card: "4242" }],
      },
    },
  ),
  edit(
    "a discriminator",
    {
      "/api/v1/shapes": {
        post: operation("createShape", {
          requestBody: {
            description: "A shape.",
            required: true,
            content: {
              "application/json": {
                schema: schemaRef("ShapeInput"),
                examples: {
                  Circle: { value: { shape: "circle", radius: 2 } },
                  Square: { value: { shape: "square", side: 3 } },
                },
              },
            },
          },
          status: "201",
          response: answer({
            "application/json": {
              schema: schemaRef("Shape"),
              examples: {
                Circle: { value: { shape: "circle", radius: 2 } },
                Square: { value: { shape: "square", side: 3 } },
              },
            },
          }),
        }),
      },
    },
    {
      Circle: circle,
      Square: square,
      CircleInput: { ...circle, additionalProperties: false },
      SquareInput: { ...square, additionalProperties: false },
      ...Object.fromEntries(
        ["", "Input"].map((suffix) => [
          `Shape${suffix}`,
          {
            description: "A shape.",
            oneOf: [{ $ref: `./Circle${suffix}.yaml` }, { $ref: `./Square${suffix}.yaml` }],
            discriminator: {
              propertyName: "shape",
              mapping: { circle: `./Circle${suffix}.yaml`, square: `./Square${suffix}.yaml` },
            },
            examples: [
              { shape: "circle", radius: 2 },
              { shape: "square", side: 3 },
            ],
          },
        ]),
      ),
    },
    ['client.createShape({ shape: "square", side: 3 })'],
  ),
  single(
    "binary body",
    "/api/v1/imports",
    "post",
    "createImport",
    {
      status: "204",
      requestBody: {
        description: "Bytes.",
        required: true,
        content: { "application/octet-stream": { schema: binary, examples: { One: { value: "abc" } } } },
      },
    },
    ['client.createImport(new Blob(["abc"]))'],
  ),
  single(
    "binary response",
    "/api/v1/exports",
    "get",
    "getExport",
    { response: answer({ "application/octet-stream": { schema: binary, examples: { One: { value: "abc" } } } }) },
    ["client.getExport()"],
  ),
  single(
    "text response",
    "/api/v1/notes",
    "get",
    "getNotes",
    {
      response: answer({
        "text/plain": {
          schema: { type: "string", description: "Notes.", examples: ["a note"] },
          examples: { One: { value: "a note" } },
        },
      }),
    },
    ["client.getNotes()"],
  ),
  edit(
    "a table of text",
    {
      "/api/v1/tables": {
        get: operation("getTable", {
          response: answer({
            "text/csv": {
              schema: { type: "string", description: "Rows.", examples: ["a,b"] },
              examples: { One: { value: "a,b" } },
            },
          }),
        }),
      },
    },
    {},
    ["client.getTable()"],
  ),
  single(
    "another media type of JSON",
    "/api/v1/hals",
    "get",
    "getHal",
    {
      response: answer({
        "application/hal+json": { schema: schemaRef("Hal"), examples: { One: { value: { left: 3 } } } },
      }),
    },
    ["client.getHal()"],
    {
      Hal: {
        type: "object",
        description: "What is left.",
        required: ["left"],
        properties: { left: amount },
        examples: [{ left: 3 }],
      },
    },
  ),
  { ...inheritance, files: WITHOUT_RULES },
];
