import type { OpenApiDocument, SchemaObject } from "@metadata-service/spec-tools";
import type { Variation } from "../data/vary-digits.js";

/** What a value is made for: the row, how deep the value is in it, and when it was created, in microseconds since 1970. */
export interface Row extends Variation {
  readonly createdAt: number;
  readonly depth: number;
}

/** Makes the value for a row; undefined where there is none. */
export type Generate = (row: Row) => unknown;

/** The keywords of JSON Schema 2020-12 that values are made by, beside those of the document's reader. */
export interface FullSchema extends Omit<SchemaObject, "items"> {
  readonly default?: unknown;
  readonly items?: unknown;
  readonly prefixItems?: readonly unknown[];
  readonly contains?: unknown;
  readonly minContains?: number;
  readonly patternProperties?: Readonly<Record<string, unknown>>;
  readonly propertyNames?: unknown;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly uniqueItems?: boolean;
}

/** Makes a value that should satisfy a schema; whether it does is judged afterwards. */
export type Propose = (row: Row, trusted: readonly unknown[]) => unknown;

/** Makes values for the schemas of a document. */
export interface ValueMaker {
  /**
   * The generator of values for the schema at a place. What it returns satisfies the schema; it returns undefined where no
   * value could be made.
   *
   * @param pointer where the schema is written, for example `#/components/schemas/Report`
   */
  at(pointer: string, schema: unknown): Generate;
  readonly document: OpenApiDocument;
  /** A generator of texts that match a pattern. */
  forPattern(pattern: string): Generate;
  /** Whether a value satisfies the schema at a place. */
  fits(pointer: string, value: unknown): boolean;
  /**
   * A sentence that says where a value breaks the schema at a place, or undefined.
   *
   * @param name what to call the value
   */
  explain(pointer: string, value: unknown, name?: string): string | undefined;
  /** Where no value can be made for an object: the place of the first required property that has none, or its own. */
  whyNot(pointer: string, schema: unknown): string;
}

/** How deep objects and arrays that may be left out are made: a schema may refer to itself. */
const DEEPEST = 4;

/** Whether what may be left out is left out: values nest no deeper. */
export function isDeep({ depth }: Row): boolean {
  return depth >= DEEPEST;
}
