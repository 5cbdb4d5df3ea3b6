import type { RecordView, ResponseFacts } from "@metadata-service/server-rules";
import type { ApiModel } from "@metadata-service/spec-tools";
import type { Collection } from "../data/create-collection.js";
import type { Present } from "../data/read-record.js";
import type { RowContent } from "../memory/stored-rows.js";
import type { ValueMaker } from "../values/value.js";

/** A record that a response is about. */
export interface About {
  readonly record: unknown;
  /** Every field that such a record may have; it does not have those that are optional and were not sent. */
  readonly fields: readonly string[];
}

/** The result of an operation on stored records. */
export interface OperationResult {
  /** The status; by default, the operation's success status. */
  readonly status?: number;
  /** The body; absent if the response has no content. */
  readonly body?: unknown;
  readonly detail?: string;
  /** Determines headers of the response. */
  readonly facts?: ResponseFacts;
  /** A record that the response is about, although the operation returns something else. */
  readonly about?: About;
}

/** The context in which an operation on a resource is carried out. */
export interface ResourceContext {
  readonly api: ApiModel;
  readonly maker: ValueMaker;
  readonly collection: Collection;
  /** The format of a record, for operations that do not return one. */
  readonly mainView: RecordView;
  /** The field values set by the path, by field key. */
  readonly scope: RowContent;
  readonly clampLimit: number;
  /** Whether clients cannot know which records exist, so that every requested one is treated as existing. */
  readonly anyIdentityExists: boolean;
  /** If records have typed items: the format in which they are stored, and how they are returned. */
  readonly typed: { readonly view: RecordView; readonly present: Present } | undefined;
  /** Explains why no record can be generated; undefined if one can. */
  problem(): string | undefined;
  now(): number;
}
