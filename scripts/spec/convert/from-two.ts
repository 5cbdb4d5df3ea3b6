import { isSchema, mapValues, type Schema } from "@metadata-service/spec-tools/load-document";

type Fields = Record<string, unknown>;

/** Fields of a parameter of 2.0 that are no keyword of its schema. */
const OF_PARAMETER = ["name", "in", "required", "allowEmptyValue", "collectionFormat"];
const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * Writes a document of OpenAPI 2.0 in those of its forms that the converter carries over whole: each operation has its own
 * media types and its own body, and a form is a body with a schema. Otherwise the converter drops constraints of form fields,
 * and prefers the media types of the document to those of an operation.
 */
export function simplified(document: Schema): Schema {
  const { produces, consumes, schemes, ...rest } = document;
  const shared = Object(document["parameters"]) as Record<string, Schema>;
  return {
    ...rest,
    // Without a host, they say nothing, and the converter leaves them.
    ...(schemes === undefined || document["host"] === undefined ? {} : { schemes }),
    ...fieldOf(document, "paths", (item) => withOperations(Object(item), { produces, consumes }, shared)),
    // Bodies are in the operations now.
    ...(document["parameters"] === undefined
      ? {}
      : { parameters: Object.fromEntries(Object.entries(shared).filter(([, one]) => !isBody(one))) }),
    ...fieldOf(document, "responses", (response) => withContent(Object(response), listOf(produces))),
    ...fieldOf(document, "securityDefinitions", (scheme) => ({
      ...Object(scheme),
      ...(Object(scheme).type === "oauth2" ? { scopes: Object(scheme).scopes ?? {} } : {}),
    })),
  };
}

const fieldOf = (document: Schema, name: string, change: (value: unknown) => unknown): Fields =>
  isSchema(document[name]) ? { [name]: mapValues(document[name], change) } : {};

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : ["application/json"]);

const isBody = (parameter: Schema): boolean => parameter["in"] === "body" || parameter["in"] === "formData";

function withOperations(item: Schema, media: Fields, shared: Record<string, Schema>): Schema {
  const own = parametersOf(item, shared);
  return {
    ...mapValues(item, (value, name) => {
      if (!METHODS.includes(name) || !isSchema(value)) return value;
      const parameters = parametersOf(value, shared);
      const has = parameters.some(isBody);
      return operation({ ...media, ...value }, [...parameters, ...own.filter((one) => isBody(one) && !has)]);
    }),
    ...(item["parameters"] === undefined ? {} : { parameters: own.filter((one) => !isBody(one)) }),
  };
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

/** The parameters of a path item or operation, with those bodies themselves to which it refers. */
function parametersOf({ parameters }: Schema, shared: Record<string, Schema>): Schema[] {
  return (Array.isArray(parameters) ? parameters : []).map((one: Schema) => {
    const name = /^#\/parameters\/([^/]*)$/.exec(String(one["$ref"]))?.[1];
    const target = name === undefined ? undefined : shared[name.replaceAll("~1", "/").replaceAll("~0", "~")];
    return target && isBody(target) ? target : one;
  });
}

function operation(fields: Fields, parameters: readonly Schema[]): Schema {
  const form = parameters.filter((one) => one["in"] === "formData");
  const others = parameters.filter((one) => one["in"] !== "formData");
  const { schemes: _, produces, consumes, ...rest } = fields;
  return {
    ...rest,
    ...(produces === undefined ? {} : { produces }),
    consumes: form.length > 0 ? formTypes(consumes, form) : listOf(consumes),
    parameters: form.length > 0 ? [...others, formBody(form)] : others,
  };
}

function formTypes(consumes: unknown, form: readonly Schema[]): string[] {
  const types = listOf(consumes).filter((type) => FORMS.includes(type));
  return types.length > 0 ? types : [FORMS[form.some((field) => field["type"] === "file") ? 1 : 0] ?? ""];
}

function formBody(form: readonly Schema[]): Schema {
  const required = form.filter((field) => field["required"] === true).map((field) => field["name"]);
  const properties = form.map((field) => {
    const schema = Object.fromEntries(Object.entries(field).filter(([name]) => !OF_PARAMETER.includes(name)));
    // Without it, an array is written with commas.
    const isList = field["type"] === "array" && field["collectionFormat"] !== "multi";
    return [field["name"], { ...schema, ...(isList ? { collectionFormat: field["collectionFormat"] ?? "csv" } : {}) }];
  });
  return {
    ...{ name: "body", in: "body" },
    ...(required.length > 0 ? { required: true } : {}),
    schema: {
      type: "object",
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(properties),
    },
  };
}

function withContent(response: Schema, types: readonly string[]): Schema {
  const { schema, ...rest } = response;
  return schema === undefined
    ? response
    : { ...rest, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}
