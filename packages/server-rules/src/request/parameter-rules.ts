import {
  dereference,
  type Located,
  type OpenApiDocument,
  type ParameterObject,
  pointerTo,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import { quote } from "../format-path.js";
import type { SchemaCheck, SchemaChecker } from "../schema/create-schema-checker.js";
import { Violation } from "../violation.js";
import { coerce } from "./coerce.js";

/** A parameter with its schema, references followed, and the check of its value. */
export interface ParameterRules {
  readonly name: string;
  readonly in: ParameterObject["in"];
  readonly required: boolean;
  readonly default?: unknown;
  readonly schema: SchemaObject;
  readonly allowEmptyValue: boolean;
  /** How a list of values is written: `repeated`, `comma`; `no` where the schema is no array. */
  readonly list: "no" | "repeated" | "comma";
  /** Checks a value that was coerced already. */
  readonly check: SchemaCheck;
  /** Coerces the text and holds it to the schema; throws a Violation. */
  read(texts: readonly string[]): unknown;
}

/** The rules of a parameter. */
export function parameterRules(
  document: OpenApiDocument,
  schemas: SchemaChecker,
  { node, pointer }: Located<ParameterObject>,
): ParameterRules {
  const [mediaType = ""] = Object.keys(node.content ?? {});
  const content = node.content?.[mediaType];
  const schema = content
    ? dereference<SchemaObject>(document, content.schema ?? {}, pointerTo(pointer, "content", mediaType, "schema"))
    : dereference<SchemaObject>(document, node.schema ?? {}, pointerTo(pointer, "schema"));
  const element = schema.node.items && dereference<SchemaObject>(document, schema.node.items, schema.pointer).node;
  const check: SchemaCheck = schemas.at(schema.pointer, node.name, node.name);
  const list = schema.node.type !== "array" ? "no" : node.explode === false ? "comma" : "repeated";
  return {
    name: node.name,
    in: node.in,
    required: node.required === true,
    default: schema.node.default,
    schema: schema.node,
    allowEmptyValue: node.allowEmptyValue === true,
    list,
    check,
    read(texts) {
      if (content) return readContent(node.name, texts[0] ?? "", check);
      const values = list === "comma" ? texts.flatMap((text) => text.split(",")) : texts;
      const value =
        list === "no" ? coerce(values[0] ?? "", schema.node) : values.map((text) => coerce(text, element ?? {}));
      const wrong = check(value);
      if (wrong) throw new Violation(wrong + hint(texts));
      return value;
    },
  };
}

/** Reads a parameter that is described by `content`. */
function readContent(name: string, text: string, check: SchemaCheck): unknown {
  const value = parseParameterJson(name, text);
  const wrong = check(value);
  if (wrong) throw new Violation(wrong);
  return value;
}

/**
 * Parses a parameter whose text is JSON.
 *
 * @throws Violation where it is not
 */
export function parseParameterJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Violation(`${name} must be JSON, not ${quote(text)}`);
  }
}

/** A `+` in a query is a space: the usual reason why a date-time with an offset does not arrive. */
function hint(texts: readonly string[]): string {
  return texts.some((text) => /^\d{4}-\d{2}-\d{2}T\S+ \d{2}:\d{2}$/.test(text))
    ? "; in a URL, the + of an offset is written %2B"
    : "";
}
