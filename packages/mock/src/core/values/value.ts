import type { TextReader } from "@metadata-service/server-rules";
import type { OpenApiDocument, SchemaObject } from "@metadata-service/spec-tools";
import type { Variation } from "../data/vary-digits.js";

/**
 * The context in which a value is generated: the row, the depth of the value within its record, and the creation time
 * of the row in microseconds since 1970.
 */
export interface Row extends Variation {
  readonly createdAt: number;
  readonly depth: number;
  /** How many more optional parts the value may get; shared by all of its parts. */
  readonly room?: { left: number };
}

/** Generates a value for a row; returns undefined if none could be generated. */
export type Generate = (row: Row) => unknown;

/** A schema from which values are generated; some of its parts may be `true` or `false`. */
export interface FullSchema extends Omit<SchemaObject, "items" | "contains" | "prefixItems" | "propertyNames"> {
  readonly items?: unknown;
  readonly prefixItems?: readonly unknown[];
  readonly contains?: unknown;
  readonly propertyNames?: unknown;
}

/** Generates a value that should satisfy a schema; the caller validates it. */
export type Propose = (row: Row, trusted: readonly unknown[]) => unknown;

/** Generates values for the schemas of a document. */
export interface ValueMaker {
  /**
   * Returns the generator for the schema at a pointer. Its values satisfy the schema; it returns undefined if no valid
   * value could be generated.
   *
   * @param pointer where the schema is written, for example `#/components/schemas/Report`
   */
  at(pointer: string, schema: unknown): Generate;
  readonly document: OpenApiDocument;
  /** Returns a lower bound of how many characters and parts every value of the schema at a pointer has. */
  sizeOf(schema: unknown, pointer: string): number;
  /** Reads texts, such as those in a path, by schemas of the document. */
  readonly texts: TextReader;
  /** Returns a generator of strings that match a pattern. */
  forPattern(pattern: string): Generate;
  /** Returns whether a value satisfies the schema at a pointer. */
  fits(pointer: string, value: unknown): boolean;
  /**
   * Returns a sentence that explains why a value violates the schema at a pointer, or undefined if it is valid.
   *
   * @param name what to call the value
   */
  explain(pointer: string, value: unknown, name?: string): string | undefined;
  /**
   * Returns a sentence that explains for which schema no value could be generated: that of the first required property
   * without a value, or the given one.
   *
   * @param within the schemas around it that were looked at already
   */
  whyNot(pointer: string, schema: unknown, within?: readonly string[]): string;
}

/** The depth from which optional properties and elements are omitted, because a schema may refer to itself. */
export const DEEPEST = 4;

/** The most optional parts of one value: properties of objects and elements of arrays, at all depths. */
export const MOST_PARTS = 200;

/** Returns whether optional properties and elements are omitted here. */
export function isDeep({ depth, room }: Row): boolean {
  return depth >= DEEPEST || (room !== undefined && room.left <= 0);
}

/** Returns the context of a part of a value. */
export function partOf(row: Row, stream: number): Row {
  if (row.room) row.room.left--;
  return { ...row, stream, depth: row.depth + 1 };
}
