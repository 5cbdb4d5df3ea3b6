import type { OperationModel, ParameterModel } from "@metadata-service/spec-tools";
import type { SchemaChecker } from "../../schema/create-schema-checker.js";
import { Violation } from "../../violation.js";
import type { HeaderReader } from "../body-rules.js";
import { cookieOf } from "../credentials.js";
import { parseParameterJson } from "../parameter-rules.js";
import { hasParts, readTexts } from "./read-styled.js";
import type { TextReader } from "./text-reader.js";

/** Headers that OpenAPI does not describe as parameters (section 4.8.12.1). */
const OTHERS = new Set(["accept", "content-type", "authorization"]);

/**
 * Validates the header and cookie parameters: comma-separated lists and objects, JSON, and single values.
 *
 * @throws Violation at the first parameter that breaks a rule
 */
export function checkStyledHeaders(
  reader: TextReader,
  schemas: SchemaChecker,
  { parameters }: OperationModel,
  header: HeaderReader,
): void {
  for (const parameter of parameters) {
    const { name, in: place, required, schema } = parameter;
    if ((place !== "header" && place !== "cookie") || OTHERS.has(name.toLowerCase())) continue;
    const text = place === "header" ? header(name.toLowerCase()) : cookieOf({ header }, name);
    if (text === undefined || text === null) {
      if (required) throw new Violation(`the ${place} ${name} is required`);
      continue;
    }
    const wrong = schemas.at(schema.pointer, name, name)(valueIn(reader, parameter, text));
    if (wrong) throw new Violation(wrong);
  }
}

function valueIn(reader: TextReader, parameter: ParameterModel, text: string): unknown {
  const { name, mediaType, schema } = parameter;
  if (mediaType !== undefined) return parseParameterJson(name, text);
  const texts = hasParts(reader, schema) ? text.split(",").map((each) => each.trim()) : [text];
  return readTexts(reader, parameter, texts);
}
