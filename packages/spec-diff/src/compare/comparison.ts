import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import type { Flat, Place } from "./flatten-schema.js";
import type { Judgement } from "./judgement.js";
import { equal, type Spec } from "./node.js";

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
  diffSchemas(comparison: Comparison, was: Place, is: Place, what: string): void;
}

export type Direction = "request" | "response";

export const opposite = (direction: Direction): Direction => (direction === "request" ? "response" : "request");

/** How the set of valid values changed: fewer values, more values, or neither for certain. */
export type Move = "narrowed" | "widened" | "changed";

/**
 * Reports a change in which values are valid. Clients that write break if fewer values are accepted; clients that read
 * break if more values are possible. A change that cannot be compared counts as breaking, unless all changes together
 * are proved to be harmless.
 */
export function report(comparison: Comparison, move: Move, rule: string, at: string, text: string): void {
  const { changes, direction, judgement } = comparison;
  const harmless = direction === "request" ? "widened" : "narrowed";
  const name = `${direction}-${rule}`;
  if (judgement.answer.isProved && judgement.isSame())
    changes.documentation("same-meaning", at, "this is written differently, and the same values are valid");
  else if (move === harmless) changes.compatible(direction, name, at, text);
  else if (judgement.answer.isProved)
    changes.compatible(direction, name, at, `${text}; together with the other changes, this affects no client`);
  else changes.breaking(direction, name, at, text);
}

/** Reports keywords that are written differently but mean the same. */
export function reportSameMeaning(
  { changes }: Comparison,
  old: Flat,
  now: Flat,
  keywords: readonly string[],
  what: string,
): void {
  for (const keyword of keywords)
    if (!equal(old.node[keyword], now.node[keyword])) {
      const text = `${keyword} of ${what} is written differently and means the same`;
      changes.documentation("same-meaning", pointerTo(now.at, keyword), text);
    }
}
