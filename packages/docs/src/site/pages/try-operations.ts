import {
  type EncodingModel,
  type Located,
  type MediaTypeModel,
  type OpenApiDocument,
  own,
  type ParameterModel,
  propertiesOf,
  requiredNames,
  type SchemaObject,
  type SecuritySchemeModel,
  sampleValue,
  typesOf,
} from "@metadata-service/spec-tools";
import { exactJson, withNumbers } from "@metadata-service/spec-tools/json";
import type { ErrorExample, TryBody, TryField, TryOperation, TryScheme } from "../../browser/try/operation.js";
import type { ApiOperation, DocsApi } from "../reference/operations.js";
import { isFile } from "../samples/sample-call.js";

/** Returns what the console needs to know of the operations. */
export function tryOperations({ document, operations }: DocsApi): TryOperation[] {
  return operations.map((operation) => {
    const { id, summary, shape, descriptor, schemes, list } = operation;
    const parameters = [
      ...shape.path.map((parameter) => ({ key: parameter.name, parameter })),
      ...shape.parameters,
    ].map(({ key, parameter }) => ({ in: parameter.in, ...parameterField(document, key, parameter) }));
    return {
      id,
      summary,
      descriptor,
      parameters,
      ...(shape.body && { body: tryBody(document, shape.body.media, shape.body.isRequired) }),
      schemes: schemes.flatMap(tryScheme),
      ...(list && {
        paging: {
          ...(list.records && { records: list.records }),
          ...(list.total && { total: list.total }),
        },
      }),
      errorExamples: errorExamplesOf(operation),
    };
  });
}

function tryScheme({ name: scheme, kind, credential }: SecuritySchemeModel): TryScheme[] {
  return credential ? [{ ...credential, scheme, isBasic: kind === "basic" }] : [];
}

function parameterField(document: OpenApiDocument, key: string, parameter: ParameterModel): TryField {
  const { name, required, description = "", schema, examples, mediaType } = parameter;
  const { node } = schema;
  const value = required ? sampleValue(document, schema, examples) : node.default;
  return {
    ...field(key, name, schema, value),
    ...(mediaType !== undefined && { kind: "json", isList: false, hint: "JSON" }),
    required,
    description,
  };
}

/** Makes the form field of a parameter or of a property, required or not. */
function field(key: string, label: string, { node }: Located<SchemaObject>, value: unknown): TryField {
  const [type] = typesOf(node);
  const isList = type === "array";
  const { minimum, maximum } = node;
  const bounds = [
    minimum !== undefined && maximum !== undefined && maximum < 1e6 ? `${textOf(minimum)} to ${textOf(maximum)}` : "",
    node.format ?? "",
    isList ? "separated by commas" : kindOf(type) === "json" ? "JSON" : "",
    node.default === undefined ? "" : `default ${textOf(node.default)}`,
  ];
  return {
    key,
    label,
    required: false,
    description: node.description ?? "",
    kind: isList ? kindOf(typesOf((node.items ?? {}) as SchemaObject)[0]) : kindOf(type),
    isList,
    ...(node.enum && { values: node.enum.map(textOf) }),
    initial: value === undefined ? "" : textOf(value),
    hint: bounds.filter(Boolean).join(", "),
  };
}

function kindOf(type: string | undefined): TryField["kind"] {
  return type === "object" || type === "array" ? "json" : "text";
}

const textOf = (value: unknown): string =>
  Array.isArray(value) && value.every((one) => typeof one !== "object")
    ? withNumbers(value.join(","))
    : typeof value === "object"
      ? exactJson(value)
      : withNumbers(String(value));

function tryBody(document: OpenApiDocument, media: MediaTypeModel, required: boolean): TryBody {
  const { mediaType, concrete, kind, schema } = media;
  const isForm = kind === "form" || kind === "multipart";
  const texts = media.examples.map(({ name, summary, value }) => ({ name: summary ?? name, text: bodyText(value) }));
  const made = schema && (kind === "json" || kind === "text") ? [sampleValue(document, schema)] : [];
  const examples = texts.length > 0 ? texts : made.map((value) => ({ name: "Example", text: bodyText(value) }));
  return {
    mediaType: kind === "binary" ? mediaType : concrete,
    kind,
    required,
    examples: isForm ? [] : examples.sort((a, b) => a.text.length - b.text.length),
    fields: isForm && schema ? formFields(document, schema, media) : [],
  };
}

const bodyText = (value: unknown) => (typeof value === "string" ? withNumbers(value) : exactJson(value, 2));

function formFields(document: OpenApiDocument, schema: Located<SchemaObject>, media: MediaTypeModel): TryField[] {
  const given = (media.examples[0]?.value ?? {}) as Record<string, unknown>;
  const names = requiredNames(document, schema);
  return [...propertiesOf(document, schema)].map(([name, property]) => {
    const required = names.has(name);
    const value = own(given, name) ?? (required ? sampleValue(document, property) : undefined);
    const { contentTypes: [type = ""] = [] }: Partial<EncodingModel> = media.encoding[name] ?? {};
    const one = field(name, name, property, value);
    return { ...one, required, ...(isFile(type) && { kind: "file", initial: "", hint: type }) };
  });
}

/**
 * Returns one example of each error: a real one if an invalid request causes it, otherwise one that the mock is
 * asked to simulate.
 */
function errorExamplesOf({ responses, shape, schemes }: ApiOperation): ErrorExample[] {
  const statuses = responses.map(({ status }) => status).filter((status) => /^[45]\d\d$/.test(status));
  return statuses.map((status): ErrorExample => {
    const limit = shape.parameters.find(({ parameter }) => parameter.name === "limit")?.parameter.schema.node.maximum;
    const asked = { status, label: "simulated by the mock", headers: { Prefer: `code=${status}` } };
    switch (status) {
      case "400":
        if (limit !== undefined)
          return { status, label: "a limit that is too high", parameters: { limit: String(limit + 1) } };
        return shape.body?.media.kind === "json" ? { status, label: "an empty object", body: "{}" } : asked;
      case "401":
        return schemes.length > 0 ? { status, label: "an unknown key", credential: "not-a-key" } : asked;
      case "429":
        return { ...asked, label: "too many requests" };
      default:
        return asked;
    }
  });
}
