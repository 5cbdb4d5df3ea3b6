import { pointerTo } from "../../document/pointer.js";
import type { Changes } from "../change.js";
import type { Flat, Place } from "./flatten-schema.js";
import type { Judgement } from "./judgement.js";
import { equal, type Spec } from "./node.js";

/** What stays the same all the way down from an operation to the leaves of its schemas. */
export interface Comparison {
  changes: Changes;
  before: Spec;
  after: Spec;
  /**
   * `request` for what clients write, `response` for what they read: the same change can break one and not the other.
   * In a callback or a webhook the server sends the request, so clients read it.
   */
  direction: Direction;
  /** The HTTP message that the value is in: readOnly takes a property out of requests, writeOnly out of responses. */
  message: Direction;
  /**
   * Pairs of schemas that were compared already, each with whether it was found to break clients, or may: a schema may
   * contain itself.
   */
  compared: Map<string, boolean>;
  /** What is proved of the schemas that are compared. */
  judgement: Judgement;
  /** How many schemas deep the comparison is. */
  depth: number;
  /** Whether the value is written as XML, where `xml` decides on names. */
  isXml?: boolean;
  /** Compares two schemas: the way down for every keyword that has schemas in it. */
  diffSchemas(comparison: Comparison, was: Place, is: Place, what: string): void;
}

export type Direction = "request" | "response";

export const opposite = (direction: Direction): Direction => (direction === "request" ? "response" : "request");

/** How the set of valid values changed: fewer, more, or neither is certain. */
export type Move = "narrowed" | "widened" | "changed";

/**
 * Reports a change of what is valid. Clients that write break where fewer values are accepted than before; clients that
 * read break where more can come than before. What cannot be compared counts as breaking, unless all that changed is
 * proved to be harmless together.
 */
export function report(comparison: Comparison, move: Move, rule: string, at: string, text: string): void {
  const { changes, direction, judgement } = comparison;
  const harmless = direction === "request" ? "widened" : "narrowed";
  const name = `${direction}-${rule}`;
  if (judgement.answer.isProved && judgement.isSame())
    changes.documentation("same-meaning", at, "this is written differently, and the same values are valid");
  else if (move === harmless) changes.compatible(direction, name, at, text);
  else if (judgement.answer.isProved)
    changes.compatible(direction, name, at, `${text}; with what else changed, no client is affected`);
  else changes.breaking(direction, name, at, text);
}

/** Reports keywords that are written differently on both sides although they mean the same. */
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
