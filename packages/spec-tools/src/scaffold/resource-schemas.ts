import { type Field, kebab, type Nested, type Plain, phrase, type ResourcePlan } from "./resource-plan.js";

const CREATED = ["2026-11-18T07:05:00.250000+00:00", "2026-11-20T08:30:00.000000+00:00"];
/** When the records of the examples were changed. */
export const UPDATED = ["2026-11-19T10:00:00.500000+00:00", "2026-11-21T06:15:00.123456+00:00"];

/** The ID of the record in the examples. */
export const uidOf = ({ noun }: ResourcePlan) => `${kebab(noun)}-000001`;

/**
 * Returns the schemas of a resource by name. A field that clients send and receive is in one of them, with its examples: the
 * schemas of requests and responses include it, so that a field more is one edit.
 *
 * @param timestamp the schema of points in time
 */
export function resourceSchemas(plan: ResourcePlan, timestamp: object): Record<string, object> {
  const { noun, plural, operations } = plan;
  const isSent = operations.includes("create") || operations.includes("replace");
  const isPatched = operations.includes("update");
  const one = phrase(noun);
  const fields = plan.fields.filter(isPlain);
  const objects = plan.fields.filter(isNested);
  const shared = isSent && fields.length > 0 ? `${noun}Fields` : undefined;
  return {
    ...(shared && { [shared]: objectOf(`The fields of a ${one} that clients send.`, fields, one) }),
    [noun]: recordSchema(plan, shared, timestamp),
    ...(isSent && { [`${noun}Input`]: closed(noun, `A ${one}, as it is sent.`, shared, objects) }),
    ...(isPatched && { [`${noun}Patch`]: patchSchema(plan) }),
    ...(operations.includes("list") && { [`${plural}Page`]: pageSchema(plan) }),
    ...Object.assign({}, ...objects.map((field) => nestedSchemas(noun, field, isSent || isPatched))),
  };
}

type Of<V> = Field & { readonly value: V };
const isNested = (field: Field): field is Of<Nested> => "fields" in field.value;
const isPlain = (field: Field): field is Of<Plain> => !isNested(field);

/** An object, or each element of a list of them: as it is returned, and closed, as it is sent. */
function nestedSchemas(noun: string, { value }: Of<Nested>, isSent: boolean): Record<string, object> {
  const name = noun + value.noun;
  const one = phrase(value.noun);
  return {
    [name]: objectOf(`A ${one} of a ${phrase(noun)}.`, value.fields, one),
    ...(isSent && { [`${name}Input`]: closed(name, `A ${one}, as it is sent.`, name, []) }),
  };
}

const objectOf = (description: string, fields: readonly Field[], one: string) => ({
  type: "object",
  description,
  ...required(fields),
  properties: propertiesOf(fields, one, ""),
});

/** A schema for requests: the fields of another one, and no others. */
const closed = (noun: string, description: string, shared: string | undefined, objects: readonly Field[]) => ({
  type: "object",
  description,
  ...including(shared),
  ...(objects.length > 0 && { ...required(objects), properties: propertiesOf(objects, noun, "Input") }),
  unevaluatedProperties: false,
});

const including = (shared: string | undefined) => shared !== undefined && { allOf: [{ $ref: `./${shared}.yaml` }] };

const required = (fields: readonly Field[], own: readonly string[] = [], more: readonly string[] = []) => {
  const names = [...own, ...fields.filter((field) => field.required).map(({ name }) => name), ...more];
  return names.length > 0 && { required: names };
};

/** @param ending of the names of the schemas of objects: that of requests, or none */
const propertiesOf = (fields: readonly Field[], noun: string, ending: "" | "Input") =>
  Object.fromEntries(fields.map((field) => [field.name, propertyOf(field, noun, ending)]));

function propertyOf(field: Field, noun: string, ending: "" | "Input"): object {
  const description = describe(field, phrase(noun));
  if (isPlain(field)) return { ...field.value.schema, description, examples: field.value.examples };
  const { value } = field as Of<Nested>;
  const reference = { $ref: `./${noun}${value.noun}${ending}.yaml` };
  return value.isList ? { type: "array", maxItems: 100, description, items: reference } : { ...reference, description };
}

function describe({ name, value }: Field, one: string): string {
  const { type, format } = ("schema" in value ? value.schema : {}) as {
    readonly type?: string;
    readonly format?: string;
  };
  const [, done] = (format?.startsWith("date") && /^(.+)(?:At|On)$/.exec(name)) || [];
  if (done !== undefined) return `When the ${one} was ${phrase(done)}.`;
  if (type !== "boolean") return `The ${phrase(name)} of the ${one}.`;
  const [, verb = "is", state = name] = /^(is|has)([A-Z].*)$/.exec(name) ?? [];
  return `Whether the ${one} ${verb} ${phrase(state)}.`;
}

function recordSchema({ noun, fields }: ResourcePlan, shared: string | undefined, timestamp: object): object {
  const one = phrase(noun);
  const own = shared === undefined ? fields : fields.filter(isNested);
  return {
    type: "object",
    description: `A ${one}.`,
    ...including(shared),
    ...required(own, ["uid"], ["createdDate", "updatedDate"]),
    properties: {
      uid: {
        type: "string",
        minLength: 1,
        maxLength: 100,
        description: `The ID of the ${one}.`,
        examples: [`${kebab(noun)}-000001`],
      },
      ...propertiesOf(own, noun, ""),
      createdDate: { ...timestamp, description: `When the ${one} was created.`, examples: CREATED },
      updatedDate: { ...timestamp, description: `When the ${one} was last changed.`, examples: UPDATED },
    },
  };
}

/** None of the fields is required, so this schema cannot include that of the others. */
const patchSchema = ({ noun, fields }: ResourcePlan): object => ({
  type: "object",
  description: `The fields of a ${phrase(noun)} that change.`,
  additionalProperties: false,
  properties: propertiesOf(fields, noun, "Input"),
});

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
