/** One thing that an API owner adds to the spec, and the expected result. */
export interface Edit {
  /** In words, as the tables of results show it; its PascalCase form names operations and schemas. */
  readonly name: string;
  /** Path items by path. */
  readonly paths?: Readonly<Record<string, object>>;
  /** Components, by kind and name. */
  readonly components?: Readonly<Record<string, Readonly<Record<string, object>>>>;
  /** Changes of files of `openapi/`; the whole file where `from` is empty. An edit with these runs alone. */
  readonly files?: readonly (readonly [file: string, from: string, to: string])[];
  /** Files or folders of `openapi/` that are removed before. */
  readonly removes?: readonly string[];
  /** The operations that it is about, where it has no paths. */
  readonly operations?: readonly string[];
  /** Which cases of the contract matter, by their ids, where the edit changes little of what these are about. */
  readonly cases?: string;
  /** Expressions with `client`, one for each call whose type and result matter. */
  readonly calls?: readonly string[];
  /** Why the copy's own tests cannot hold after it, where it changes what they state. */
  readonly untested?: string;
  /** Part of the message by which `generate` refuses it; without one it must work. */
  readonly refused?: string;
}

/** `minLength in items` -> `MinLengthInItems`. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** `MinLength` -> `min-length`. */
export const kebab = (name: string): string =>
  pascal(name)
    .replace(/(?<!^)(?=[A-Z])/g, "-")
    .toLowerCase();

const errors = Object.fromEntries(
  Object.entries({ 400: "BadRequest", 401: "Unauthorized", 429: "TooManyRequests", 500: "InternalServerError" }).map(
    ([status, name]) => [status, { $ref: `../components/responses/${name}.yaml` }],
  ),
);

/** A response body of JSON with an example. */
export const json = (schema: object, value: unknown) => ({
  "application/json": { schema, examples: { One: { value } } },
});

/** A response with a body, or without one. */
export const answer = (content?: object, headers?: object) => ({
  description: "Done.",
  ...(headers && { headers }),
  ...(content && { content }),
});

export interface OperationParts {
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly status?: string;
  readonly response?: object;
  readonly others?: Readonly<Record<string, object>>;
  readonly [extension: string]: unknown;
}

/** An operation as the rules of this repository want it. */
export function operation(
  operationId: string,
  { parameters, requestBody, status = "200", response = answer(), others = {}, ...rest }: OperationParts,
) {
  return {
    operationId,
    summary: "Does something",
    description: "An operation of the catalogue of edits.",
    tags: ["Reports"],
    ...rest,
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { [status]: response, ...others, ...errors },
  };
}

export const parameter = (where: string, name: string, schema: object, example: unknown, rest: object = {}) => ({
  name,
  in: where,
  description: "A parameter.",
  ...(where === "path" && { required: true }),
  schema,
  example,
  ...rest,
});

const timestamp = { $ref: "./Timestamp.yaml" };
export const NOW = "2026-11-21T06:15:00.123456+00:00";

/** The properties that every record of the catalogue has. */
const recordProperties = {
  uid: { type: "string", description: "Identifies it.", minLength: 1, maxLength: 40, examples: ["thing-0001"] },
  createdDate: { ...timestamp, description: "When it was created." },
  updatedDate: { ...timestamp, description: "When it was changed." },
};

/** The schema of a record with additional properties. */
export const record = (properties: Readonly<Record<string, object>>, example: object) => ({
  type: "object",
  description: "A record.",
  required: ["uid", "createdDate", "updatedDate", ...Object.keys(properties)],
  properties: { ...recordProperties, ...properties },
  examples: [{ uid: "thing-0001", createdDate: NOW, updatedDate: NOW, ...example }],
});

/** What a client sends of it. */
export const recordInput = (properties: Readonly<Record<string, object>>, example: object) => ({
  type: "object",
  description: "A record to create.",
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
  examples: [example],
});

export const schemaRef = (name: string) => ({ $ref: `../components/schemas/${name}.yaml` });

/** A list of records, as a plain array, paged by limit and offset. */
export function list(operationId: string, page: string, example: object, rest: OperationParts = {}) {
  const { parameters = [], ...others } = rest;
  return operation(operationId, {
    "x-pagination": { shape: "array", identity: "uid", createdAt: "createdDate", updatedAt: "updatedDate" },
    parameters: [
      { $ref: "../components/parameters/ReportsLimit.yaml" },
      { $ref: "../components/parameters/Offset.yaml" },
      ...parameters,
    ],
    response: answer(json(schemaRef(page), [example])),
    ...others,
  });
}

export const pageOf = (name: string, example: object) => ({
  type: "array",
  description: "A page.",
  items: { $ref: `./${name}.yaml` },
  examples: [[example]],
});

/** A body of JSON. */
export const body = (schema: object, value: unknown) => ({
  description: "What is sent.",
  required: true,
  content: json(schema, value),
});
