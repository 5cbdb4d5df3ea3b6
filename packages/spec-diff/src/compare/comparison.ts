import type { Changes, Side } from "../change.js";
import type { ProofResult } from "../inclusion/proof-result.js";
import type { Place } from "./flatten-schema.js";
import type { Spec } from "./node.js";
import type { Subject } from "./subject.js";

/** What is proved about two versions of a schema. */
export interface Judgement {
  /** Proved if none of its changes can break a client; otherwise the place where that is unknown. */
  answer: ProofResult;
  /** Whether both versions allow the same values. It is only proved on demand. */
  isSame: () => boolean;
}

/** What stays the same on the way from an operation down to the innermost schemas. */
export interface Comparison {
  changes: Changes;
  before: Spec;
  after: Spec;
  /** Whom the reported changes affect: around messages, clients that write and those that read. */
  side: Side;
  /**
   * `request` for what clients write, `response` for what they read: a change may break only one of the two. In a
   * callback or a webhook the server sends the request, so clients read it.
   */
  direction: Direction;
  /** The HTTP message that contains the value: readOnly hides a property in requests, writeOnly in responses. */
  message: Direction;
  /**
   * Pairs of schemas that were already compared, each with whether it breaks clients or may break them. A schema
   * may contain itself.
   */
  compared: Map<string, boolean>;
  /** What is proved about the schemas that are compared. */
  judgement: Judgement;
  /** How deeply the compared schemas are nested. */
  depth: number;
  /** Whether the value is written as XML, where `xml` determines the names. */
  isXml?: boolean;
  /** Compares two schemas. Keywords that contain schemas call it for each of them. */
  diffSchemas(comparison: Comparison, was: Place, is: Place, what: Subject): void;
}

export type Direction = "request" | "response";

export const opposite = (direction: Direction): Direction => (direction === "request" ? "response" : "request");
