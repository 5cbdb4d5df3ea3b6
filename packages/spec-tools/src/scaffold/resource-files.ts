import { kebab, phrase, type ResourceOperation, type ResourcePlan } from "./resource-plan.js";

/** The existing components that a new resource refers to. */
export interface ExistingFiles {
  /** Whether a file of `openapi/` exists. */
  has(file: string): boolean;
}

const CREATED = ["2026-11-18T07:05:00.250000+00:00", "2026-11-20T08:30:00.000000+00:00"];
const UPDATED = ["2026-11-19T10:00:00.500000+00:00", "2026-11-21T06:15:00.123456+00:00"];

/** The responses that every operation has, if the API describes them. */
const ERRORS = { "400": "BadRequest", "401": "Unauthorized", "429": "TooManyRequests", "500": "InternalServerError" };

/**
 * Returns the files of a resource, as documents by path in `openapi/`. Shared files are included only if
 * they are missing.
 */
export function resourceFiles(plan: ResourcePlan, present: ExistingFiles): Record<string, object> {
  const { noun, plural, operations } = plan;
  const has = (...wanted: ResourceOperation[]) => wanted.some((one) => operations.includes(one));
  const parts = { ...collectionParts(plan, present), ...recordParts(plan, present) };
  const collection = { ...(has("list") && { get: parts.list }), ...(has("create") && { post: parts.create }) };
  const one = Object.fromEntries(
    (
      [
        ["get", "get"],
        ["put", "replace"],
        ["patch", "update"],
        ["delete", "delete"],
      ] as const
    ).flatMap(([method, name]) => (has(name) ? [[method, parts[name]]] : [])),
  );
  const isOne = Object.keys(one).length > 0;
  return {
    ...(Object.keys(collection).length > 0 && { [`paths/${kebab(plural)}.yaml`]: collection }),
    ...(isOne && { [`paths/${kebab(noun)}.yaml`]: one }),
    ...(isOne && notFound(present)),
    ...(has("list", "create", "get", "replace", "update") && {
      [`components/schemas/${noun}.yaml`]: recordSchema(plan, present),
    }),
    ...(has("create", "replace") && { [`components/schemas/${noun}Input.yaml`]: inputSchema(plan) }),
    ...(has("update") && { [`components/schemas/${noun}Patch.yaml`]: patchSchema(plan) }),
    ...(has("list") && { [`components/schemas/${plural}Page.yaml`]: pageSchema(plan) }),
    ...exampleFiles(plan),
  };
}

/** The entries of the root document: path and file. */
export function pathEntries({ noun, plural, path, operations }: ResourcePlan): [path: string, file: string][] {
  const has = (...wanted: ResourceOperation[]) => wanted.some((one) => operations.includes(one));
  const entries: [string, string][] = [];
  if (has("list", "create")) entries.push([path, `paths/${kebab(plural)}.yaml`]);
  if (has("get", "replace", "update", "delete")) entries.push([`${path}/{uid}`, `paths/${kebab(noun)}.yaml`]);
  return entries;
}

/** The tag of the operations. */
export const tagOf = ({ plural }: ResourcePlan): { name: string; description: string } => {
  const words = phrase(plural);
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return { name, description: `Everything about ${words}.` };
};

/** The fields of the nth example record. */
const valuesOf = ({ fields }: ResourcePlan, n = 0) =>
  Object.fromEntries(fields.map(({ name, examples }) => [name, examples[n % examples.length]]));
const uidOf = ({ noun }: ResourcePlan, n = 0) => `${kebab(noun)}-00000${n + 1}`;
const recordOf = (plan: ResourcePlan, n = 0) => ({
  uid: uidOf(plan, n),
  ...valuesOf(plan, n),
  createdDate: CREATED[n],
  updatedDate: UPDATED[n],
});

/** Each example once; operations refer to it. */
function exampleFiles(plan: ResourcePlan): Record<string, object> {
  const { noun, plural, operations } = plan;
  const has = (...wanted: ResourceOperation[]) => wanted.some((one) => operations.includes(one));
  const examples = {
    ...(has("create", "get", "replace", "update") && { [noun]: recordOf(plan) }),
    ...(has("create", "replace") && { [`${noun}Input`]: valuesOf(plan) }),
    ...(has("update") && { [`${noun}Patch`]: firstOf(plan) }),
    ...(has("list") && { [`${plural}Page`]: pageOf(plan) }),
  };
  return Object.fromEntries(
    Object.entries(examples).map(([name, value]) => [`components/examples/${name}.yaml`, { value }]),
  );
}

/** A body with the schema and the example of this name. */
const content = (name: string) => ({
  "application/json": {
    schema: { $ref: `../components/schemas/${name}.yaml` },
    examples: { [name]: { $ref: `../components/examples/${name}.yaml` } },
  },
});

/** The parts that operations of a resource share. */
function shared(plan: ResourcePlan, present: ExistingFiles) {
  const { noun } = plan;
  const one = phrase(noun);
  return {
    record: { description: `The ${one}.`, content: content(noun) },
    body: (name: string) => ({
      requestBody: { description: `The fields of the ${one}.`, required: true, content: content(name) },
    }),
    operation: (
      operationId: string,
      [summary, description]: readonly [string, string],
      rest: object,
      success: object,
    ) => ({
      operationId,
      summary,
      description,
      tags: [tagOf(plan).name],
      ...rest,
      responses: { ...success, ...errorsOf(present) },
    }),
  };
}

function collectionParts(plan: ResourcePlan, present: ExistingFiles) {
  const { noun, plural } = plan;
  const [one, many] = [phrase(noun), phrase(plural)];
  const { record, body, operation } = shared(plan, present);
  return {
    list: operation(
      `list${plural}`,
      [`List ${many}`, `Lists ${many} page by page, oldest first.`],
      {
        "x-pagination": paginationOf(plan),
        parameters: [...pagingParameters(plan), ...windowParameters(present), ...filterParameters(plan)],
      },
      { "200": { description: `One page of ${many}.`, content: content(`${plural}Page`) } },
    ),
    create: operation(
      `create${noun}`,
      [`Create a ${one}`, `Creates a ${one}. The service chooses its ID.`],
      body(`${noun}Input`),
      { "201": record },
    ),
  };
}

function recordParts(plan: ResourcePlan, present: ExistingFiles) {
  const { noun } = plan;
  const one = phrase(noun);
  const { record, body, operation } = shared(plan, present);
  const uid = {
    name: "uid",
    in: "path",
    required: true,
    description: `The ID of the ${one}.`,
    schema: { type: "string", minLength: 1, maxLength: 100 },
    example: uidOf(plan),
  };
  const missing = { "404": { $ref: "../components/responses/NotFound.yaml" } };
  const single = (verb: string, texts: readonly [string, string], rest: object, success: object) =>
    operation(`${verb}${noun}`, texts, { parameters: [uid], ...rest }, { ...success, ...missing });
  return {
    get: single("get", [`Get a ${one}`, `Returns one ${one}.`], {}, { "200": record }),
    replace: single("replace", [`Replace a ${one}`, `Replaces all fields of a ${one}.`], body(`${noun}Input`), {
      "200": record,
    }),
    update: single(
      "update",
      [`Update a ${one}`, `Changes the fields of a ${one} that are sent, and keeps the others.`],
      body(`${noun}Patch`),
      { "200": record },
    ),
    delete: single(
      "delete",
      [`Delete a ${one}`, `Deletes a ${one}.`],
      {},
      { "204": { description: `The ${one} is deleted.` } },
    ),
  };
}

const errorsOf = (present: ExistingFiles) =>
  Object.fromEntries(
    Object.entries(ERRORS).flatMap(([status, name]) =>
      present.has(`components/responses/${name}.yaml`)
        ? [[status, { $ref: `../components/responses/${name}.yaml` }]]
        : [],
    ),
  );

function notFound(present: ExistingFiles): Record<string, object> {
  const file = "components/responses/NotFound.yaml";
  if (present.has(file)) return {};
  const description = "There is no record with this ID.";
  if (!present.has("components/schemas/ErrorBody.yaml")) return { [file]: { description } };
  const example = { summary: "An unknown ID", value: { errorCode: "Generic", message: "There is no such record" } };
  return {
    [file]: {
      description,
      content: {
        "application/json": { schema: { $ref: "../schemas/ErrorBody.yaml" }, examples: { NotFound: example } },
      },
    },
  };
}

/** The first field with another value than in the example of the record, where it can have one. */
const firstOf = ({ fields }: ResourcePlan) =>
  Object.fromEntries(fields.slice(0, 1).map(({ name, examples }) => [name, examples[1] ?? examples[0]]));

const describe = (name: string, schema: object, one: string) =>
  "type" in schema && schema.type === "boolean"
    ? `Whether the ${one} is ${phrase(name)}.`
    : `The ${phrase(name)} of the ${one}.`;

/** The properties of a record, each with a description and an example. */
const properties = ({ noun, fields }: ResourcePlan) =>
  Object.fromEntries(
    fields.map(({ name, schema, examples }) => [
      name,
      { ...schema, description: describe(name, schema, phrase(noun)), examples },
    ]),
  );
const requiredOf = ({ fields }: ResourcePlan) => fields.filter(({ required }) => required).map(({ name }) => name);

function recordSchema(plan: ResourcePlan, present: ExistingFiles): object {
  const timestamp = present.has("components/schemas/Timestamp.yaml")
    ? { $ref: "./Timestamp.yaml" }
    : { type: "string", format: "date-time" };
  const one = phrase(plan.noun);
  return {
    type: "object",
    description: `A ${one}.`,
    required: ["uid", ...requiredOf(plan), "createdDate", "updatedDate"],
    properties: {
      uid: {
        type: "string",
        minLength: 1,
        maxLength: 100,
        description: `The ID of the ${one}.`,
        examples: [uidOf(plan)],
      },
      ...properties(plan),
      createdDate: { ...timestamp, description: `When the ${one} was created.`, examples: CREATED },
      updatedDate: { ...timestamp, description: `When the ${one} was last changed.`, examples: UPDATED },
    },
  };
}

const inputSchema = (plan: ResourcePlan): object => ({
  type: "object",
  description: `The fields of a ${phrase(plan.noun)}, as they are sent.`,
  ...(requiredOf(plan).length > 0 && { required: requiredOf(plan) }),
  additionalProperties: false,
  properties: properties(plan),
});

const patchSchema = (plan: ResourcePlan): object => ({
  type: "object",
  description: `The fields of a ${phrase(plan.noun)} that change.`,
  additionalProperties: false,
  properties: properties(plan),
});

/** Where the parts of a page are, by its shape. */
const ENVELOPES = {
  array: {},
  standard: { records: "data", total: "total" },
  linked: { records: "data", total: "count" },
} as const;

const paginationOf = ({ shape }: ResourcePlan) => ({
  shape,
  ...ENVELOPES[shape],
  identity: "uid",
  createdAt: "createdDate",
  updatedAt: "updatedDate",
  updatedFrom: "updated_from",
  updatedTo: "updated_to",
});

/** The window of update times, with which the client gets a `sync…` method. */
function windowParameters(present: ExistingFiles): object[] {
  const parameter = (file: string, name: string, description: string) =>
    present.has(`components/parameters/${file}.yaml`)
      ? { $ref: `../components/parameters/${file}.yaml` }
      : { name, in: "query", description, schema: { type: "string", format: "date-time" }, example: UPDATED[0] };
  return [
    parameter("UpdatedFrom", "updated_from", "Returns only records that were updated at this time or later."),
    parameter("UpdatedTo", "updated_to", "Returns only records that were updated before this time."),
  ];
}

/** A filter for each field with few values. */
const filterParameters = ({ fields, plural }: ResourcePlan): object[] =>
  fields
    .filter(({ schema }) => "enum" in schema || ("type" in schema && schema.type === "boolean"))
    .map(({ name, schema, examples }) => ({
      name: kebab(name).replaceAll("-", "_"),
      in: "query",
      description: `Returns only ${phrase(plural)} whose ${phrase(name)} has this value.`,
      schema,
      example: examples[0],
    }));

const pagingParameters = ({ maxLimit }: ResourcePlan) => [
  {
    name: "limit",
    in: "query",
    description: `The maximum number of records in the response. A value above ${maxLimit} is rejected with 400.`,
    schema: { type: "integer", minimum: 1, maximum: maxLimit, default: 10 },
    example: 10,
  },
  {
    name: "offset",
    in: "query",
    description: "The number of records to skip. A page past the last record is empty.",
    schema: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
    example: 0,
  },
];

function pageOf(plan: ResourcePlan): unknown {
  const data = [recordOf(plan, 0), recordOf(plan, 1)];
  if (plan.shape === "array") return data;
  if (plan.shape === "standard") return { data, limit: 10, offset: 0, total: 2 };
  return { count: 2, next: null, previous: null, data };
}

function pageSchema(plan: ResourcePlan): object {
  const { noun, plural, shape, maxLimit } = plan;
  const many = phrase(plural);
  const records = {
    type: "array",
    description: `The ${many} of the page, oldest first.`,
    items: { $ref: `./${noun}.yaml` },
  };
  if (shape === "array") return records;
  const integer = (description: string, example: number, bounds: object = { minimum: 0 }) => ({
    type: "integer",
    description,
    ...bounds,
    examples: [example],
  });
  const link = (which: string) => ({
    type: ["string", "null"],
    format: "uri",
    description: `The absolute URL of the ${which} page, or null if there is none.`,
    examples: [null],
  });
  const members =
    shape === "standard"
      ? {
          data: records,
          limit: integer("The `limit` that was applied.", 10, { minimum: 1, maximum: maxLimit }),
          offset: integer("The `offset` that was applied.", 0),
          total: integer("The number of records on all pages.", 2),
        }
      : {
          count: integer("The number of records on all pages.", 2),
          next: link("next"),
          previous: link("previous"),
          data: records,
        };
  return {
    type: "object",
    description: `One page of ${many}.`,
    required: Object.keys(members),
    properties: members,
  };
}
