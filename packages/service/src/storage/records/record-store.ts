import type { PageRequest } from "../lists/page-request.js";
import type { RunPart, StoredPage } from "../lists/stored-page.js";

/** When a record was created and last changed, as the API writes timestamps. */
export interface RecordTimes {
  readonly createdDate: string;
  readonly updatedDate: string;
}

export interface StoredRecord extends RecordTimes {
  /** What was stored of it, a JSON value. */
  readonly content: unknown;
}

/** The result of a create request (decision 0005). */
export interface CreateResult extends RecordTimes {
  /** Whether the stored content is that of the request; otherwise the identity already existed, and nothing was changed. */
  readonly isSame: boolean;
  /** Whether the record did not exist; undefined if the store cannot tell without a further statement. */
  readonly isNew?: boolean;
  /** What is stored, if that can be more than what was sent. */
  readonly content?: unknown;
}

/**
 * Stores records. Each has an identity, which is unique in its space: a namespace of metadata, or a collection. All
 * methods resolve after the commit.
 */
export interface RecordStore {
  /** Stores a record unless its identity exists. */
  create(space: string, identity: string, content: unknown): Promise<CreateResult>;
  get(space: string, identity: string): Promise<StoredRecord | undefined>;
  /**
   * Changes a record as a whole: no other change is lost.
   *
   * @param change returns the new content; it may be called several times, and what it throws is thrown
   * @returns undefined if there is no such record
   */
  change(space: string, identity: string, change: (record: StoredRecord) => unknown): Promise<StoredRecord | undefined>;
  /**
   * Removes a record, in the state that was checked.
   *
   * @param check may be called several times, and what it throws is thrown
   * @returns whether there was such a record
   */
  remove(space: string, identity: string, check?: (record: StoredRecord) => void): Promise<boolean>;
  /**
   * Reads a page.
   *
   * @param runPart runs each statement, so that requests of other callers can run in between
   * @param isLarge whether the records of the page may be read in parts, too
   */
  page(request: PageRequest, runPart?: RunPart, isLarge?: boolean): Promise<StoredPage>;
}
