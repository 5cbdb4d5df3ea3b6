import { kebab, pascal, phrase, type ResourceOperation, type ResourcePlan } from "./resource-plan.js";
import { resourceSchemas, UPDATED, uidOf } from "./resource-schemas.js";

/** The existing components that a new resource refers to. */
export interface ExistingFiles {
  /** Whether a file of `openapi/` exists. */
  has(file: string): boolean;
}

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
  const timestamp = present.has("components/schemas/Timestamp.yaml")
    ? { $ref: "./Timestamp.yaml" }
    : { type: "string", format: "date-time" };
  const hasRecord = has("list", "create", "get", "replace", "update") || plan.actions.length > 0;
  const schemas = hasRecord ? resourceSchemas(plan, timestamp) : {};
  const more = { ...actionParts(plan, present), ...uploadParts(plan, present) };
  const isOne = Object.keys({ ...one, ...more }).length > 0;
  return {
    ...(Object.keys(collection).length > 0 && { [`paths/${kebab(plural)}.yaml`]: collection }),
    ...(Object.keys(one).length > 0 && { [`paths/${kebab(noun)}.yaml`]: one }),
    ...renamed(more, (name) => `paths/${kebab(noun)}-${name}.yaml`),
    ...(isOne && notFound(present)),
    ...renamed(schemas, (name) => `components/schemas/${name}.yaml`),
  };
}

const renamed = (all: Record<string, object>, nameOf: (name: string) => string): Record<string, object> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [nameOf(name), value]));

/** The entries of the root document: path and file. */
export function pathEntries({
  noun,
  plural,
  path,
  operations,
  actions,
  uploads,
}: ResourcePlan): [path: string, file: string][] {
  const has = (...wanted: ResourceOperation[]) => wanted.some((one) => operations.includes(one));
  const entries: [string, string][] = [];
  if (has("list", "create")) entries.push([path, `paths/${kebab(plural)}.yaml`]);
  if (has("get", "replace", "update", "delete")) entries.push([`${path}/{uid}`, `paths/${kebab(noun)}.yaml`]);
  for (const name of [...actions, ...uploads].map(kebab))
    entries.push([`${path}/{uid}/${name}`, `paths/${kebab(noun)}-${name}.yaml`]);
  return entries;
}

/** The tag of the operations. */
export const tagOf = ({ plural }: ResourcePlan): { name: string; description: string } => {
  const words = phrase(plural);
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return { name, description: `Everything about ${words}.` };
};

/** A body with the schema of this name, whose properties have examples. */
const content = (name: string) => ({ "application/json": { schema: { $ref: `../components/schemas/${name}.yaml` } } });

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
  const { record, body } = shared(plan, present);
  const single = (verb: string, texts: readonly [string, string], rest: object, success: object) =>
    ofOneRecord(plan, present, `${verb}${noun}`, texts, rest, success);
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

/** An operation on one record. */
function ofOneRecord(
  plan: ResourcePlan,
  present: ExistingFiles,
  operationId: string,
  texts: readonly [string, string],
  rest: object,
  success: object,
) {
  const uid = {
    name: "uid",
    in: "path",
    required: true,
    description: `The ID of the ${phrase(plan.noun)}.`,
    schema: { type: "string", minLength: 1, maxLength: 100 },
    example: uidOf(plan),
  };
  const missing = { "404": { $ref: "../components/responses/NotFound.yaml" } };
  return shared(plan, present).operation(
    operationId,
    texts,
    { parameters: [uid], ...rest },
    { ...success, ...missing },
  );
}

/** The path items of actions, by the name of their last part. */
function actionParts(plan: ResourcePlan, present: ExistingFiles): Record<string, object> {
  const success = { "200": shared(plan, present).record };
  const postOf = (action: string) => {
    // `markPaid` is what marks an order paid.
    const [verb, ...rest] = phrase(action).split(" ");
    const ending = rest.map(pascal).join("");
    const summary = [pascal(verb ?? ""), "a", phrase(plan.noun), ...rest].join(" ");
    const texts = [summary, `${summary}, and return the updated record.`] as const;
    return ofOneRecord(plan, present, `${verb}${plan.noun}${ending}`, texts, {}, success);
  };
  return Object.fromEntries(plan.actions.map((action) => [kebab(action), { post: postOf(action) }]));
}

/** The path items of files, by the name of their last part. */
function uploadParts(plan: ResourcePlan, present: ExistingFiles): Record<string, object> {
  const one = phrase(plan.noun);
  const putOf = (upload: string) => {
    const name = phrase(upload);
    const bytes = { type: "string", contentMediaType: "application/octet-stream" };
    const schema = {
      type: "object",
      required: ["file"],
      additionalProperties: false,
      properties: {
        file: { ...bytes, description: `The ${name}.`, examples: ["The bytes of the file"] },
        note: { type: "string", maxLength: 200, description: "What it shows.", examples: ["Taken on arrival"] },
      },
    };
    const body = { description: `The ${name}.`, required: true, content: { "multipart/form-data": { schema } } };
    const texts = [
      `Upload the ${name} of a ${one}`,
      `Stores the ${name} of a ${one}, in place of an earlier one.`,
    ] as const;
    const success = { "204": { description: `The ${name} is stored.` } };
    return ofOneRecord(plan, present, `replace${plan.noun}${pascal(upload)}`, texts, { requestBody: body }, success);
  };
  return Object.fromEntries(plan.uploads.map((upload) => [kebab(upload), { put: putOf(upload) }]));
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
  fields.flatMap(({ name, value }) => {
    if (!("schema" in value)) return [];
    const { schema, examples } = value;
    if (!("enum" in schema || ("type" in schema && schema.type === "boolean"))) return [];
    const description = `Returns only ${phrase(plural)} with this value of \`${name}\`.`;
    return [{ name: kebab(name).replaceAll("-", "_"), in: "query", description, schema, example: examples[0] }];
  });

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
