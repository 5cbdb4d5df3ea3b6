import { itemsOf, type OpenApiDocument, type ParameterModel, type SchemaObject } from "@metadata-service/spec-tools";
import { quote } from "../format-path.js";
import type { SchemaCheck, SchemaChecker } from "../schema/create-schema-checker.js";
import { Violation } from "../violation.js";
import { isArraySchema } from "./styles/delimited.js";
import { readValue } from "./styles/read-value.js";

/** A parameter with its schema (references resolved) and the check of its value. */
export interface ParameterRules {
  readonly name: string;
  readonly in: ParameterModel["in"];
  readonly required: boolean;
  readonly default?: unknown;
  readonly schema: SchemaObject;
  readonly allowEmptyValue: boolean;
  /** Whether it is a list in which the name is repeated for each value. */
  readonly isList: boolean;
  /** Checks a value that was already converted to the type of the schema. */
  readonly check: SchemaCheck;
  /**
   * Reads the text as the type of the schema and validates it; throws a Violation. It ignores styles and `content`: see
   * `readStyledQuery` and `readStyledPath`.
   */
  read(texts: readonly string[]): unknown;
}

/** Derives the rules of a parameter. */
export function parameterRules(
  document: OpenApiDocument,
  schemas: SchemaChecker,
  { name, in: place, required, allowEmptyValue, schema }: ParameterModel,
): ParameterRules {
  const { node, pointer } = schema;
  const check: SchemaCheck = schemas.at(pointer, name, name);
  const isList = isArraySchema(node);
  const element = isList ? itemsOf(document, schema).node : node;
  return {
    name,
    in: place,
    required,
    default: node.default,
    schema: node,
    allowEmptyValue,
    isList,
    check,
    read(texts) {
      const value = isList ? texts.map((text) => readValue(text, element)) : readValue(texts[0] ?? "", node);
      const wrong = check(value);
      if (wrong) throw new Violation(wrong + hint(texts));
      return value;
    },
  };
}

/**
 * Parses a parameter whose text is JSON.
 *
 * @throws Violation if it is not JSON
 */
export function parseParameterJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Violation(`${name} must be JSON, not ${quote(text)}`);
  }
}

/** In a query, `+` means a space: the usual reason why a date-time with an offset is invalid. */
function hint(texts: readonly string[]): string {
  return texts.some((text) => /^\d{4}-\d{2}-\d{2}T\S+ \d{2}:\d{2}$/.test(text))
    ? "; in a URL, the + of an offset is written %2B"
    : "";
}
