import { type OperationModel, own, type ParameterModel } from "@metadata-service/spec-tools";
import { pathTemplate } from "../../path-template.js";
import type { SchemaChecker } from "../../schema/create-schema-checker.js";
import { Violation } from "../../violation.js";
import { hasParts, readTexts } from "./read-styled.js";
import type { TextReader } from "./text-reader.js";

/** Whether every path parameter is a single value. */
export function isPlainPath(reader: TextReader, { parameters }: OperationModel): boolean {
  return parameters
    .filter((parameter) => parameter.in === "path")
    .every(
      ({ style, mediaType, schema }) => style === "simple" && mediaType === undefined && !hasParts(reader, schema),
    );
}

/**
 * Creates a function that reads a path by the style of each parameter: `simple`, `label` and `matrix`, exploded or not,
 * and JSON. The path is given as it was sent, percent-encoded: an encoded delimiter is data, not a separator. The
 * function throws a Violation at the first parameter that breaks a rule.
 */
export function styledPathReader(
  reader: TextReader,
  schemas: SchemaChecker,
  model: OperationModel,
): (path: string) => Record<string, unknown> {
  const template = pathTemplate(model.path);
  return (path) => {
    const texts = template.match(path) ?? {};
    const values: Record<string, unknown> = Object.create(null);
    for (const parameter of model.parameters) {
      if (parameter.in !== "path") continue;
      const value = readParameter(reader, parameter, own(texts, parameter.name) ?? "");
      const wrong = schemas.at(parameter.schema.pointer, parameter.name, parameter.name)(value);
      if (wrong) throw new Violation(wrong);
      values[parameter.name] = value;
    }
    return values;
  };
}

function readParameter(reader: TextReader, parameter: ParameterModel, raw: string): unknown {
  const { name, style, explode, mediaType, schema } = parameter;
  // The route was found, so the path is percent-encoded UTF-8.
  const decode = decodeURIComponent;
  if (mediaType !== undefined) return reader.parseJson(name, decode(raw));
  const prefix = { label: ".", matrix: ";" }[style as string] ?? "";
  if (!raw.startsWith(prefix)) throw new Violation(`${name} must begin with "${prefix}" (style: ${style})`);
  const separator = explode && prefix ? prefix : ",";
  // `;color=blue` names the parameter; an exploded object names its fields instead.
  const named = style === "matrix" && !(reader.isObject(schema) && explode);
  const text = raw.slice(prefix.length);
  const whole = named && !explode ? withoutName(name, text) : text;
  const texts = hasParts(reader, schema) ? whole.split(separator) : [whole];
  const items = named && explode ? texts.map((item) => withoutName(name, item)) : texts;
  return readTexts(reader, parameter, items, decode);
}

function withoutName(name: string, text: string): string {
  const prefix = `${encodeURIComponent(name)}=`;
  if (!text.startsWith(prefix)) throw new Violation(`${name} must be written as ;${prefix}… (style: matrix)`);
  return text.slice(prefix.length);
}
