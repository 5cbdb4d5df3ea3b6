import type { Edit } from "./edit.js";

/** A part of an edit as it is written in `edits/`. */
type Short = Readonly<Record<string, unknown>>;

/** An edit as it is written in `edits/`: what our lint rules demand of every operation and schema is left out. */
export interface ShortEdit extends Omit<Edit, "paths" | "components"> {
  /** Operations by method and path, such as `get /api/v1/parts`; a path alone stands for a whole path item. */
  readonly paths?: Readonly<Record<string, Short>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, Short>>>>;
}

const NOW = "2026-11-21T06:15:00.123456+00:00";
const STORED = { uid: "thing-0001", createdDate: NOW, updatedDate: NOW };
const timestamp = { $ref: "./Timestamp.yaml" };
const RECORD = {
  uid: { type: "string", description: "Identifies it.", minLength: 1, maxLength: 40, examples: ["thing-0001"] },
  createdDate: { ...timestamp, description: "When it was created." },
  updatedDate: { ...timestamp, description: "When it was changed." },
};
const FAILURE = { $ref: "../components/responses/BadRequest.yaml" };
const ERRORS = { 400: "BadRequest", 401: "Unauthorized", 429: "TooManyRequests", 500: "InternalServerError" };
const errors = Object.fromEntries(
  Object.entries(ERRORS).map(([status, name]) => [status, { $ref: `../components/responses/${name}.yaml` }]),
);
const paging = ["ReportsLimit", "Offset"].map((name) => ({ $ref: `../components/parameters/${name}.yaml` }));
const PAGES = { shape: "array", identity: "uid", createdAt: "createdDate", updatedAt: "updatedDate" };

/** Properties that many edits use, by the name that an edit gives in place of a schema. */
const FIELDS: Readonly<Record<string, object>> = {
  text: { type: "string", description: "A text.", minLength: 1, maxLength: 40, examples: ["a"] },
  amount: { type: "integer", description: "How much.", minimum: 1, maximum: 99_999, examples: [120] },
  colour: { type: "string", description: "The colour.", enum: ["red", "green"], examples: ["red"] },
  carrier: { type: "string", description: "Who carries it.", enum: ["dhl", "ups"], examples: ["dhl"] },
  weight: { type: "integer", description: "In grams.", minimum: 1, maximum: 99_999, examples: [120] },
};

const mapped = <T>(values: Readonly<Record<string, T>>, change: (value: T, name: string) => unknown): Short =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));

/** Adds what our lint rules demand, and replaces the short forms that `edits/README.md` lists. */
export function completeEdit({ paths = {}, components = {}, ...edit }: ShortEdit): Edit {
  const schemas = mapped(components["schemas"] ?? {}, (schema) => completeSchema(schema, components["schemas"] ?? {}));
  const exampleOf = (name: string): unknown => (schemas[name] as { examples?: unknown[] } | undefined)?.examples?.[0];
  const items: Record<string, object> = {};
  for (const [key, value] of Object.entries(paths)) {
    const [method = "", path] = key.split(" ");
    if (path === undefined) items[method] = value;
    else items[path] = { ...items[path], [method]: completeOperation(value, exampleOf) };
  }
  const pathItems = mapped(components["pathItems"] ?? {}, (item) =>
    fromComponents(
      mapped(item as Record<string, Short>, (one) => (Array.isArray(one) ? one : completeOperation(one, exampleOf))),
    ),
  );
  const all = {
    ...components,
    ...(components["schemas"] && { schemas }),
    ...(components["pathItems"] && { pathItems }),
  } as Edit["components"];
  return {
    ...edit,
    ...(Object.keys(items).length > 0 && { paths: items }),
    ...(all && Object.keys(all).length > 0 && { components: all }),
  };
}

/** The same references, from a file below `components/`. */
const fromComponents = (item: Short): Short =>
  JSON.parse(JSON.stringify(item).replaceAll('"../components/', '"../')) as Short;

/** `Part` -> a reference to the schema of that name, from a file in `paths/`. */
const reference = (schema: unknown): unknown =>
  typeof schema === "string" ? { $ref: `../components/schemas/${schema}.yaml` } : schema;

type ExampleOf = (schema: string) => unknown;

function completeOperation(
  { list, parameters = [], requestBody, responses = {}, ...operation }: Short,
  exampleOf: ExampleOf,
): Short {
  const all = [...(list ? paging : []), ...(parameters as unknown[]).map((one) => completeParameter(one, exampleOf))];
  return {
    summary: "Does something",
    description: "An operation of the catalogue of edits.",
    tags: ["Reports"],
    ...(list !== undefined && { "x-pagination": PAGES }),
    ...operation,
    ...(all.length > 0 && { parameters: all }),
    ...(requestBody !== undefined && {
      requestBody: {
        description: "What is sent.",
        required: true,
        ...(withContent(requestBody, exampleOf) as Short),
      },
    }),
    responses: {
      ...(list ? { 200: completeResponse(list, exampleOf) } : {}),
      ...mapped(responses as Short, (response) => completeResponse(response, exampleOf)),
      ...errors,
    },
  };
}

function completeResponse(response: unknown, exampleOf: ExampleOf): unknown {
  if (response === "failure") return FAILURE;
  return { description: "Done.", ...(withContent(response ?? {}, exampleOf) as Short) };
}

/** `uid` -> a parameter of the path with a text. */
function completeParameter(parameter: unknown, exampleOf: ExampleOf): unknown {
  if (typeof parameter === "string")
    return {
      name: parameter,
      in: "path",
      description: "A parameter.",
      required: true,
      schema: { type: "string", minLength: 1, maxLength: 40 },
      example: "thing-0001",
    };
  const one = parameter as Short;
  if ("$ref" in one) return one;
  const known = { description: "A parameter.", ...(one["in"] === "path" && { required: true }) };
  return { ...known, ...("content" in one ? (withContent(one, exampleOf) as Short) : one) };
}

/** A body: the name of a schema, a schema with an example, or bodies by media type. Without a media type, it is JSON. */
function withContent(body: unknown, exampleOf: ExampleOf): unknown {
  if (typeof body === "string") return { content: { "application/json": mediaType({ schema: body }, exampleOf) } };
  const { schema, example, content, ...rest } = body as Short;
  if (schema !== undefined)
    return { ...rest, content: { "application/json": mediaType({ schema, example }, exampleOf) } };
  if (content === undefined) return rest;
  return { ...rest, content: mapped(content as Short, (value) => mediaType(value as Short, exampleOf)) };
}

function mediaType({ schema, example, ...rest }: Short, exampleOf: ExampleOf): Short {
  const value = example ?? (typeof schema === "string" ? exampleOf(schema) : undefined);
  return { schema: reference(schema), ...(value !== undefined && { examples: { One: { value } } }), ...rest };
}

/** A schema of `components`: a record, what creates one, an object, a page of records, or what is written. */
function completeSchema(schema: Short, others: Readonly<Record<string, Short>>): Short {
  const { record, input, object, page, example, ...rest } = schema;
  if (typeof page === "string") return completePage(page, example, rest, others);
  const properties = fieldsOf((record ?? input ?? object ?? {}) as Short);
  const examples = example === undefined ? {} : { examples: [example] };
  if (record)
    return {
      type: "object",
      description: "A record.",
      required: [...Object.keys(RECORD), ...Object.keys(properties)],
      properties: { ...RECORD, ...properties },
      ...examples,
      ...(example !== undefined && { examples: [{ ...STORED, ...(example as Short) }] }),
      ...rest,
    };
  const closed = { description: "A record to create.", additionalProperties: false };
  if (input ?? object)
    return {
      ...{ type: "object", description: "A thing.", required: Object.keys(properties) },
      ...(input !== undefined && closed),
      properties,
      ...examples,
      ...rest,
    };
  return { ...rest, ...(rest["properties"] ? { properties: fieldsOf(rest["properties"] as Short) } : {}), ...examples };
}

const fieldsOf = (properties: Short): Short =>
  mapped(properties, (field) => (typeof field === "string" ? FIELDS[field] : field));

function completePage(page: string, example: unknown, rest: Short, others: Readonly<Record<string, Short>>): Short {
  const shown =
    example ?? (completeSchema(others[page] ?? {}, others)["examples"] as readonly unknown[] | undefined)?.[0];
  const items = { $ref: `./${page}.yaml` };
  return { type: "array", description: "A page.", items, examples: [[shown]], ...rest };
}
