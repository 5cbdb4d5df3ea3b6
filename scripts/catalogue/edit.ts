/** A change that an API owner makes to the spec, and the expected result. */
export interface Edit {
  /** The name shown in the table of results; operations and schemas are named after its PascalCase form. */
  readonly name: string;
  /** Path items by path. */
  readonly paths?: Readonly<Record<string, object>>;
  /** Components, by type and name. */
  readonly components?: Readonly<Record<string, Readonly<Record<string, object>>>>;
  /**
   * Replacements in files of `openapi/`; an empty `from` replaces the whole file. An edit with replacements runs alone.
   */
  readonly files?: readonly (readonly [file: string, from: string, to: string])[];
  /** Files or folders of `openapi/` to remove first. */
  readonly removes?: readonly string[];
  /** The operations to test, for an edit without paths. */
  readonly operations?: readonly string[];
  /** A pattern for the IDs of the contract cases to run, for an edit that does not affect the others. */
  readonly cases?: string;
  /** Expressions that use `client`, one for each call whose types and result are checked. */
  readonly calls?: readonly string[];
  /** The reason why the copy's own tests cannot pass with this edit, if it changes what they check. */
  readonly untested?: string;
  /** Part of the error message with which `generate` must reject the edit; if missing, the edit must work. */
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

/** The content of a JSON body, with an example. */
export const json = (schema: object, value: unknown) => ({
  "application/json": { schema, examples: { One: { value } } },
});

/** A response, with or without a body. */
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

/** Creates an operation that follows the lint rules of this repository. */
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

/** The schema of the request body that creates such a record. */
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

/** A JSON request body. */
export const body = (schema: object, value: unknown) => ({
  description: "What is sent.",
  required: true,
  content: json(schema, value),
});
