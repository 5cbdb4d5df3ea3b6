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
  /** Whether it is a list, of which each value repeats the name. */
  readonly isList: boolean;
  /** Checks a value that was coerced already. */
  readonly check: SchemaCheck;
  /**
   * Coerces the text and holds it to the schema; throws a Violation. It knows no styles: see `readStyledQuery` and
   * `readStyledPath`.
   */
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
  const isList = schema.node.type === "array";
  return {
    name: node.name,
    in: node.in,
    required: node.required === true,
    default: schema.node.default,
    schema: schema.node,
    allowEmptyValue: node.allowEmptyValue === true,
    isList,
    check,
    read(texts) {
      const value = isList ? texts.map((text) => coerce(text, element ?? {})) : coerce(texts[0] ?? "", schema.node);
      const wrong = check(value);
      if (wrong) throw new Violation(wrong + hint(texts));
      return value;
    },
  };
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
