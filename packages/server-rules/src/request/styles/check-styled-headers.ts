import type { OperationModel, ParameterModel } from "@metadata-service/spec-tools";
import type { SchemaChecker } from "../../schema/create-schema-checker.js";
import { Violation } from "../../violation.js";
import type { HeaderReader } from "../body-rules.js";
import { hasParts, readTexts } from "./read-styled.js";
import { styledCookieReader } from "./read-styled-query.js";
import type { TextReader } from "./text-reader.js";

/** Headers that OpenAPI does not describe as parameters (section 4.8.12.1). */
const OTHERS = new Set(["accept", "content-type", "authorization"]);

/**
 * Validates the header and cookie parameters: lists and objects by their style, JSON, and single values.
 *
 * @throws Violation at the first parameter that breaks a rule
 */
export function checkStyledHeaders(
  reader: TextReader,
  schemas: SchemaChecker,
  { parameters }: OperationModel,
  header: HeaderReader,
): void {
  let cookies: ReturnType<typeof styledCookieReader> | undefined;
  const cookie = (parameter: ParameterModel) => {
    cookies ??= styledCookieReader(reader, header("cookie") ?? "");
    return cookies(parameter);
  };
  for (const parameter of parameters) {
    const { name, in: place, required, schema } = parameter;
    if ((place !== "header" && place !== "cookie") || OTHERS.has(name.toLowerCase())) continue;
    const value = place === "header" ? headerValue(reader, parameter, header(name.toLowerCase())) : cookie(parameter);
    if (value === undefined && required) throw new Violation(`the ${place} ${name} is required`);
    const wrong = value === undefined ? undefined : schemas.at(schema.pointer, name, name)(value);
    if (wrong) throw new Violation(wrong);
  }
}

function headerValue(reader: TextReader, parameter: ParameterModel, text: string | null | undefined): unknown {
  if (text === undefined || text === null) return undefined;
  const { name, mediaType, schema } = parameter;
  if (mediaType !== undefined) return reader.parseJson(name, text);
  const texts = hasParts(reader, schema) ? text.split(",").map((each) => each.trim()) : [text];
  return readTexts(reader, parameter, texts);
}
