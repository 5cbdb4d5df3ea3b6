import { Violation } from "@metadata-service/server-rules";
import { itemsOf, type OpenApiDocument, type OperationModel, type ParameterModel } from "@metadata-service/spec-tools";
import type { ValueMaker } from "../values/value.js";
import { inPairs, isArraySchema, isObjectSchema } from "./delimited.js";
import { parseJson, readMembers, readValue } from "./read-value.js";

/** Whether every path parameter is one text, as the rules of the servers read it. */
export function isPlainPath({ parameters }: OperationModel): boolean {
  return parameters
    .filter((parameter) => parameter.in === "path")
    .every(
      ({ style, mediaType, schema }) =>
        style === "simple" && mediaType === undefined && !isArraySchema(schema.node) && !isObjectSchema(schema.node),
    );
}

/**
 * Reads a path by the style of each parameter: `simple`, `label` and `matrix`, exploded or not, and JSON.
 *
 * @param path as it was sent, percent-encoded: a delimiter separates only where it is not encoded
 * @throws Violation at the first parameter that breaks a rule
 */
export function readStyledPath(
  document: OpenApiDocument,
  maker: ValueMaker,
  model: OperationModel,
  path: string,
): Record<string, unknown> {
  const parts = path.split("/");
  const places = model.path.split("/");
  const values: Record<string, unknown> = Object.create(null);
  for (const parameter of model.parameters) {
    if (parameter.in !== "path") continue;
    const value = readParameter(document, parameter, parts[places.indexOf(`{${parameter.name}}`)] ?? "");
    const wrong = maker.explain(parameter.schema.pointer, value, parameter.name);
    if (wrong) throw new Violation(wrong);
    values[parameter.name] = value;
  }
  return values;
}

function readParameter(document: OpenApiDocument, parameter: ParameterModel, raw: string): unknown {
  const { name, style, explode, mediaType, schema } = parameter;
  // The route was found, so the path is percent-encoded UTF-8.
  const decode = decodeURIComponent;
  if (mediaType !== undefined) return parseJson(name, decode(raw));
  const prefix = { label: ".", matrix: ";" }[style as string] ?? "";
  if (!raw.startsWith(prefix)) throw new Violation(`${name} must begin with "${prefix}" (style: ${style})`);
  const separator = explode && prefix ? prefix : ",";
  const isObject = isObjectSchema(schema.node);
  // `;color=blue` names the parameter; an exploded object names its members instead.
  const named = style === "matrix" && !(isObject && explode);
  const text = raw.slice(prefix.length);
  const texts = (named && !explode ? withoutName(name, text) : text).split(separator);
  if (isObject) {
    const pairs = explode ? texts.map((pair) => pair.split("=", 2)) : inPairs(texts);
    return readMembers(
      document,
      schema,
      pairs.map(([member = "", value = ""]) => [decode(member), decode(value)] as const),
    );
  }
  const items = named && explode ? texts.map((item) => withoutName(name, item)) : texts;
  if (!isArraySchema(schema.node)) return readValue(decode(items.join(separator)), schema.node);
  const { node } = itemsOf(document, schema);
  return items.map((item) => readValue(decode(item), node));
}

function withoutName(name: string, text: string): string {
  const prefix = `${encodeURIComponent(name)}=`;
  if (!text.startsWith(prefix)) throw new Violation(`${name} must be written as ;${prefix}… (style: matrix)`);
  return text.slice(prefix.length);
}
