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

const carrier = { type: "string", description: "Who carries it.", enum: ["dhl", "ups"], examples: ["dhl"] };
const weight = { type: "integer", description: "In grams.", minimum: 1, maximum: 99_999, examples: [120] };
const fields = { carrier, weight };
const sent = { carrier: "dhl", weight: 120 };
const stored = { uid: "thing-0001", createdDate: NOW, updatedDate: NOW, ...sent };
const notFound = { $ref: "../components/responses/BadRequest.yaml" };

/** The parts of a resource, named after it: `Parcel`. */
function resource(noun: string) {
  const path = `/api/v1/${noun.toLowerCase()}s`;
  const id = parameter("path", "uid", { type: "string", minLength: 1, maxLength: 40 }, "thing-0001");
  const response = answer(json(schemaRef(noun), stored));
  const requestBody = body(schemaRef(`${noun}Input`), sent);
  return {
    path,
    one: `${path}/{uid}`,
    schemas: {
      [noun]: record(fields, sent),
      [`${noun}Input`]: recordInput(fields, sent),
      [`${noun}sPage`]: pageOf(noun, stored),
    },
    list: (rest: OperationParts = {}) => list(`list${noun}s`, `${noun}sPage`, stored, rest),
    create: () => operation(`create${noun}`, { requestBody, status: "201", response }),
    get: () => operation(`get${noun}`, { parameters: [id], response, others: { "404": notFound } }),
    replace: () =>
      operation(`replace${noun}`, { parameters: [id], requestBody, response, others: { "404": notFound } }),
    remove: () => operation(`delete${noun}`, { parameters: [id], status: "204", others: { "404": notFound } }),
    id,
    response,
  };
}

const parcel = resource("Parcel");
const crate = resource("Crate");
const box = resource("Box");
const sack = resource("Sack");
const { CrateInput: _, ...crateSchemas } = crate.schemas;
const { BoxInput: _box, ...boxSchemas } = box.schemas;
const { SackInput: _sack, ...sackSchemas } = sack.schemas;

const patchSchema = {
  type: "object",
  description: "What changes.",
  additionalProperties: false,
  properties: fields,
  examples: [{ weight: 9 }],
};
const binary = { type: "string", contentMediaType: "application/octet-stream", description: "Bytes.", examples: [""] };

/** An operation on its own. */
const single = (
  name: string,
  path: string,
  method: string,
  id: string,
  parts: OperationParts,
  calls: string[],
  schemas: Record<string, object> = {},
): Edit => ({
  name,
  paths: { [path]: { [method]: operation(id, parts) } },
  ...(Object.keys(schemas).length > 0 && { components: { schemas } }),
  calls,
});

export const operationEdits: readonly Edit[] = [
  {
    name: "an added list",
    paths: { [crate.path]: { get: crate.list() } },
    components: { schemas: crateSchemas },
    calls: ["client.listCrates().page()"],
  },
  {
    name: "a whole resource",
    paths: {
      [parcel.path]: { get: parcel.list(), post: parcel.create() },
      [parcel.one]: {
        get: parcel.get(),
        put: parcel.replace(),
        patch: operation("updateParcel", {
          parameters: [parcel.id],
          requestBody: body(schemaRef("ParcelPatch"), { weight: 9 }),
          response: parcel.response,
          others: { "404": notFound },
        }),
        delete: parcel.remove(),
      },
    },
    components: { schemas: { ...parcel.schemas, ParcelPatch: patchSchema } },
    calls: [
      'client.createParcel({ carrier: "dhl", weight: 7 }).then(async ({ uid }) => { const { weight } = await client.getParcel(uid); if (weight !== 7) throw new Error("weight is " + weight); await client.deleteParcel(uid); return client.getParcel(uid).then(() => { throw new Error("deleted, but still there"); }, (error: { status?: number }) => { if (error.status !== 404) throw error; }); })',
    ],
  },
  {
    name: "a filter",
    paths: { [box.path]: { get: box.list({ parameters: [parameter("query", "carrier", carrier, "dhl")] }) } },
    components: { schemas: boxSchemas },
    calls: [
      'client.listBoxs({ carrier: "dhl", limit: 50 }).page().then((page) => { if (page.length === 0 || page.some(({ carrier }) => carrier !== "dhl")) throw new Error("wrong rows"); })',
    ],
  },
  {
    name: "a sort parameter",
    paths: {
      [sack.path]: {
        get: sack.list({
          parameters: [
            parameter("query", "sort", { type: "string", enum: ["weight", "-weight"], default: "weight" }, "weight"),
          ],
        }),
      },
    },
    components: { schemas: sackSchemas },
    calls: [
      'client.listSacks({ sort: "-weight", limit: 50 }).page().then((page) => { const all = page.map(({ weight }) => weight); if (all.length === 0 || all.some((each, i) => i > 0 && each > Number(all[i - 1]))) throw new Error("not sorted: " + all.slice(0, 9)); })',
    ],
  },
  single("DELETE with 204 alone", "/api/v1/caches", "delete", "deleteCaches", { status: "204" }, [
    "client.deleteCaches()",
  ]),
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
        properties: { size: weight },
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
        properties: { count: weight },
        examples: [{ count: 3 }],
      },
      FormInput: {
        type: "object",
        description: "A form.",
        additionalProperties: false,
        required: ["count"],
        properties: { count: weight },
        examples: [{ count: 3 }],
      },
    },
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
  single(
    "response header",
    "/api/v1/quotas",
    "get",
    "getQuota",
    {
      response: answer(json(schemaRef("Quota"), { left: 3 }), {
        "X-Quota": { description: "The quota.", required: true, schema: { type: "integer" }, example: 10 },
      }),
    },
    ["client.getQuota()"],
    {
      Quota: {
        type: "object",
        description: "What is left.",
        required: ["left"],
        properties: { left: weight },
        examples: [{ left: 3 }],
      },
    },
  ),
  single("202 without a body", "/api/v1/jobs", "post", "createJob", { status: "202" }, ["client.createJob()"]),
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
        properties: { left: weight },
        examples: [{ left: 3 }],
      },
    },
  ),
];
