import type { SchemaObject } from "@metadata-service/spec-tools";
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
