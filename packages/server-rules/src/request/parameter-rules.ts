import type { ParameterModel, SchemaObject } from "@metadata-service/spec-tools";
import type { SchemaCheck, SchemaChecker } from "../schema/create-schema-checker.js";
import { Violation } from "../violation.js";
import type { TextReader } from "./styles/text-reader.js";

/** A parameter with its schema (references resolved) and the check of its value. */
export interface ParameterRules {
  readonly name: string;
  readonly in: ParameterModel["in"];
  readonly required: boolean;
  /** Undefined if the schema has none, or one that it does not allow itself. */
  readonly default: unknown;
  readonly schema: SchemaObject;
  readonly allowEmptyValue: boolean;
  /** Whether it is a list in which the name is repeated for each value. */
  readonly isList: boolean;
  /** Checks a value that was already converted to the type of the schema. */
  readonly check: SchemaCheck;
  /**
   * Reads the text as a type that the schema allows and validates it; throws a Violation. It ignores styles and `content`:
   * see `readStyledQuery` and `readStyledPath`.
   */
  read(texts: readonly string[]): unknown;
}

export function parameterRules(
  reader: TextReader,
  schemas: SchemaChecker,
  { name, in: place, required, allowEmptyValue, schema }: ParameterModel,
): ParameterRules {
  const { node, pointer } = schema;
  const check: SchemaCheck = schemas.at(pointer, name, name);
  let isUsual: boolean | undefined;
  return {
    name,
    in: place,
    required,
    get default() {
      // When it is needed, because a large document has thousands of schemas to compile.
      isUsual ??= node.default !== undefined && check(node.default) === undefined;
      return isUsual ? node.default : undefined;
    },
    schema: node,
    allowEmptyValue,
    isList: reader.isArray(schema),
    check,
    read(texts) {
      const value = reader.read(schema, texts);
      const wrong = check(value);
      if (wrong) throw new Violation(wrong + hint(texts));
      return value;
    },
  };
}

/** In a query, `+` means a space: the usual reason why a date-time with an offset is invalid. */
function hint(texts: readonly string[]): string {
  return texts.some((text) => /^\d{4}-\d{2}-\d{2}T\S+ \d{2}:\d{2}$/.test(text))
    ? "; in a URL, the + of an offset is written %2B"
    : "";
}
