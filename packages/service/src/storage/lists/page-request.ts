import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database.js";

/** The collection, window and position of a page. */
export interface PageRequest {
  readonly collection: string;
  readonly limit: number;
  readonly offset: number;
  /** Literals of `sqlMoment`: from is inclusive, to is exclusive. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
  /** All filters must match. */
  readonly filters: readonly FieldFilter[];
  readonly text: ShownText;
}

/** The stored text of a record that an operation returns. */
export interface ShownText {
  /**
   * The current rules. The texts of a record that was validated against other rules at its import cannot be used
   * unchanged.
   */
  readonly rules: string;
  /** The index among the texts with other field names; undefined for the imported text. */
  readonly renamed: number | undefined;
}

/** Selects the records in which a field has a value: a string, a number or a boolean. */
export interface FieldFilter {
  /** The name of the field in stored records. */
  readonly member: string;
  readonly value: unknown;
}

/** Runs a statement on a connection when it is its turn. */
export type RunStatement = <T>(statement: (connection: Database) => Promise<T>) => Promise<T>;

/** Selects the records in a window of update times. */
export function inWindow({ updatedFrom = "-infinity", updatedTo = "infinity" }: PageRequest): RawBuilder<boolean> {
  return sql`updated_at >= ${updatedFrom}::timestamptz and updated_at < ${updatedTo}::timestamptz`;
}
