import type { Changes } from "../change.js";
import type { Place } from "./flatten-schema.js";
import type { Judgement } from "./judgement.js";
import type { Spec } from "./node.js";
import type { Subject } from "./subject.js";

/** What stays the same on the way from an operation down to the innermost schemas. */
export interface Comparison {
  changes: Changes;
  before: Spec;
  after: Spec;
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
