import type { Database } from "../database.js";
import type { RunStatement } from "./page-request.js";

/** One page, and the total number of matching records, from the same snapshot. */
export interface StoredPage {
  /** The records in order, in several parts for a large page; empty if there are none. */
  readonly parts: readonly PagePart[];
  readonly total: number;
}

/** One or more records that were read together. */
export interface PagePart {
  /** JSON texts, separated by commas. */
  readonly records: string;
  /** A letter for each record: {@link AS_SHOWN} or {@link AS_IMPORTED}. */
  readonly marks: string;
}

/** Marks a record whose stored text can be returned unchanged. */
export const AS_SHOWN = "s";
/** The mark of a record with its imported text, which must be converted. */
export const AS_IMPORTED = "i";

/**
 * Runs one of the statements of a page when it is its turn. The statement reports the time for which it used the database,
 * in ms.
 */
export type RunPart = <T>(statement: (took: (ms: number) => void) => Promise<T>) => Promise<T>;

export const atOnce: RunPart = (statement) => statement(() => {});

/**
 * Runs statements on a connection, and measures how long they use it: with an embedded database, waiting for the
 * connection takes as long as the statements of other callers.
 */
export function statementRunner(db: Database, runPart: RunPart): RunStatement {
  return (statement) =>
    runPart((took) =>
      db.connection().execute(async (connection) => {
        const began = performance.now();
        try {
          return await statement(connection);
        } finally {
          took(performance.now() - began);
        }
      }),
    );
}
