import {
  answer,
  body,
  type Edit,
  json,
  list,
  NOW,
  type OperationParts,
  operation,
  pageOf,
  parameter,
  record,
  recordInput,
  schemaRef,
} from "../edit.js";

const text = { type: "string", description: "A text.", minLength: 1, maxLength: 40, examples: ["a"] };
const amount = { type: "integer", description: "How much.", minimum: 1, maximum: 99_999, examples: [120] };
const fields = { name: text, amount };
const sent = { name: "a", amount: 120 };
const stored = { uid: "thing-0001", createdDate: NOW, updatedDate: NOW, ...sent };
const failure = { $ref: "../components/responses/BadRequest.yaml" };
const missing = { "404": failure };
const idOf = (name: string) => parameter("path", name, { type: "string", minLength: 1, maxLength: 40 }, "thing-0001");

const described = (properties: object, required: string[], example: object) => ({
  type: "object",
  description: "A thing.",
  required,
  properties,
  examples: [example],
});

/** An edit of one path with the schemas that it needs. */
const edit = (
  name: string,
  paths: Record<string, object>,
  schemas: Record<string, object>,
  calls: string[],
  rest: Partial<Edit> = {},
): Edit => ({
  name: `next: ${name}`,
  paths,
  ...(Object.keys(schemas).length > 0 && { components: { schemas } }),
  calls,
  ...rest,
});

const recordsOf = (noun: string) => ({
  [noun]: record(fields, sent),
  [`${noun}Input`]: recordInput(fields, sent),
  [`${noun}sPage`]: pageOf(noun, stored),
});
const shown = (noun: string) => answer(json(schemaRef(noun), stored));
const create = (noun: string, parts: OperationParts = {}) =>
  operation(`create${noun}`, {
    requestBody: body(schemaRef(`${noun}Input`), sent),
    status: "201",
    response: shown(noun),
    ...parts,
  });

const colours = { type: "string", description: "The colour.", enum: ["red", "green"], examples: ["red"] };
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

/** What API owners add next, as nobody listed it. */
export const nextEdits: readonly Edit[] = [
  edit(
    "a nested resource",
    {
      "/api/v1/carts/{cartId}/lines": {
        get: list("listLines", "LinesPage", stored, {
          parameters: [idOf("cartId")],
          others: missing,
        }),
        post: create("Line", { parameters: [idOf("cartId")], others: missing }),
      },
      "/api/v1/carts/{cartId}/lines/{uid}": {
        get: operation("getLine", {
          parameters: [idOf("cartId"), idOf("uid")],
          response: shown("Line"),
          others: missing,
        }),
        delete: operation("deleteLine", {
          parameters: [idOf("cartId"), idOf("uid")],
          status: "204",
          others: missing,
        }),
      },
    },
    recordsOf("Line"),
    [
      'client.createLine("c-1", { name: "a", amount: 7 }).then(async ({ uid }) => { if ((await client.getLine("c-1", uid)).amount !== 7) throw new Error("another line"); await client.deleteLine("c-1", uid); })',
    ],
  ),
  edit(
    "an action with 202",
    {
      "/api/v1/voyages/{uid}/cancellation": {
        post: operation("createVoyageCancellation", {
          parameters: [idOf("uid")],
          requestBody: body(schemaRef("CancellationInput"), { reason: "a" }),
          status: "202",
          response: answer(json(schemaRef("Cancellation"), { state: "red" })),
          others: missing,
        }),
      },
    },
    {
      CancellationInput: recordInput({ reason: text }, { reason: "a" }),
      Cancellation: described({ state: colours }, ["state"], { state: "red" }),
    },
    ['client.createVoyageCancellation("v-1", { reason: "late" })'],
  ),
  edit(
    "a filter of several values",
    {
      "/api/v1/paints": {
        get: list(
          "listPaints",
          "PaintsPage",
          { ...stored, colour: "red" },
          {
            parameters: [
              parameter("query", "colour", { type: "array", items: { type: "string", enum: colours.enum } }, ["red"]),
            ],
          },
        ),
      },
    },
    {
      Paint: record({ ...fields, colour: colours }, { ...sent, colour: "red" }),
      PaintsPage: pageOf("Paint", { ...stored, colour: "red" }),
    },
    [
      'client.listPaints({ colour: ["red"], limit: 50 }).page().then((page) => { if (page.length === 0 || page.some(({ colour }) => colour !== "red")) throw new Error("wrong rows"); })',
    ],
  ),
  edit(
    "a list with a required query parameter",
    {
      "/api/v1/stops": {
        get: list("listStops", "StopsPage", stored, {
          parameters: [
            parameter("query", "region", { type: "string", enum: ["north", "south"] }, "north", { required: true }),
          ],
        }),
      },
    },
    { Stop: record(fields, sent), StopsPage: pageOf("Stop", stored) },
    ['client.listStops({ region: "north" }).page()'],
  ),
  edit(
    "a default response",
    {
      "/api/v1/weathers": {
        get: operation("getWeather", {
          response: answer(json(schemaRef("Weather"), { colour: "red" })),
          others: { default: failure },
        }),
      },
    },
    { Weather: described({ colour: colours }, ["colour"], { colour: "red" }) },
    ["client.getWeather()"],
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
  edit(
    "inheritance by allOf",
    {
      "/api/v1/animals": {
        get: list("listAnimals", "AnimalsPage", { ...stored, lives: 9 }),
      },
    },
    {
      Animal: record(fields, sent),
      Cat: {
        description: "A cat.",
        allOf: [
          { $ref: "./Animal.yaml" },
          { type: "object", required: ["lives"], properties: { lives: { ...amount, examples: [9] } } },
        ],
        examples: [{ ...stored, lives: 9 }],
      },
      AnimalsPage: pageOf("Cat", { ...stored, lives: 9 }),
    },
    ["client.listAnimals().page().then((page) => page.map(({ lives, name }) => [lives.toFixed(), name.trim()]))"],
  ),
  edit(
    "a list by page number",
    {
      "/api/v1/posts": {
        get: operation("getPosts", {
          parameters: [
            parameter("query", "page", { type: "integer", minimum: 1, maximum: 1000, default: 1 }, 1),
            parameter("query", "per_page", { type: "integer", minimum: 1, maximum: 50, default: 20 }, 20),
          ],
          response: answer(json(schemaRef("PostsPage"), [stored])),
        }),
      },
    },
    { Post: record(fields, sent), PostsPage: pageOf("Post", stored) },
    ["client.getPosts({ page: 2, per_page: 5 })"],
  ),
  edit(
    "settings without an id",
    {
      "/api/v1/settings": {
        get: operation("getSettings", { response: answer(json(schemaRef("Settings"), sent)) }),
        put: operation("replaceSettings", {
          requestBody: body(schemaRef("SettingsInput"), sent),
          response: answer(json(schemaRef("Settings"), sent)),
        }),
      },
    },
    { Settings: described(fields, Object.keys(fields), sent), SettingsInput: recordInput(fields, sent) },
    [
      'client.replaceSettings({ name: "b", amount: 8 }).then(async () => { if ((await client.getSettings()).amount !== 8) throw new Error("not kept"); })',
    ],
  ),
  edit(
    "a conflict and a location",
    {
      "/api/v1/badges": {
        post: create("Badge", {
          parameters: [parameter("header", "Idempotency-Key", { type: "string", minLength: 1, maxLength: 40 }, "k-1")],
          response: answer(json(schemaRef("Badge"), stored), {
            Location: {
              description: "Where it is.",
              required: true,
              schema: { type: "string" },
              example: "/api/v1/badges/thing-0001",
            },
          }),
          others: { "409": failure },
        }),
      },
      "/api/v1/badges/{uid}": {
        get: operation("getBadge", { parameters: [idOf("uid")], response: shown("Badge"), others: missing }),
      },
    },
    { Badge: record(fields, sent), BadgeInput: recordInput(fields, sent) },
    ['client.createBadge({ name: "a", amount: 7 }, { "Idempotency-Key": "k" })'],
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
  edit(
    "a PUT that creates",
    {
      "/api/v1/labels/{uid}": {
        put: operation("replaceLabel", {
          parameters: [idOf("uid")],
          requestBody: body(schemaRef("LabelInput"), sent),
          response: shown("Label"),
          others: { "201": shown("Label") },
        }),
        get: operation("getLabel", { parameters: [idOf("uid")], response: shown("Label"), others: missing }),
      },
    },
    { Label: record(fields, sent), LabelInput: recordInput(fields, sent) },
    ['client.replaceLabel("l-1", { name: "a", amount: 7 })'],
  ),
  edit(
    "a deprecated operation",
    { "/api/v1/relics": { get: operation("getRelic", { deprecated: true, status: "204" }) } },
    {},
    ["client.getRelic()"],
  ),
  edit("HEAD", { "/api/v1/doors": { head: operation("getDoor", {}) } }, {}, ["client.getDoor()"]),
  {
    name: "next: a second tag",
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
    name: "next: a base path",
    files: [["openapi.yaml", "  /api/v1/reports:\n", "  /api/v9/archive/reports:\n"]],
    calls: ["client.listReports().page()"],
  },
  {
    name: "refused: no operationId",
    files: [["paths/reports.yaml", "  operationId: listReports\n", ""]],
    refused: "operationId",
  },
];
