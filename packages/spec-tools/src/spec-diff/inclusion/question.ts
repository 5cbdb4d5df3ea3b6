import type { Node, Spec } from "../compare/node.js";
import type { Answer } from "./answer.js";
import type { Facts } from "./facts.js";
import type { Left } from "./left.js";
import type { Part, Schema } from "./parts.js";

/** How values are understood, beside what JSON Schema says. */
export interface View {
  /** Properties with this keyword are not there. */
  hiddenBy: "readOnly" | "writeOnly";
  /** Whether the values on the left have no properties but those that their schema mentions. */
  ignoresUndeclared: boolean;
}

/** What the rules ask of the proof that they are a part of. */
export interface Prover {
  readonly view: View;
  /** A schema that is made for a proof; the same one for the same key, so that answers about it are remembered. */
  make(key: string, value: () => Node, spec?: Spec, at?: string): Schema;
  /** Whether all values that satisfy the left schemas satisfy the right ones. */
  includes(left: Left, right: readonly Schema[], depth: number): Answer;
}

/** What is known of the values that have to satisfy a keyword. */
export interface Question {
  inclusion: Prover;
  left: Left;
  facts: Facts;
  /** Properties that the right side does not expect to be there. */
  hidden: ReadonlySet<string>;
  depth: number;
}

/** Proves that all values on the left satisfy a keyword of a part on the right. */
export type Rule = (question: Question, part: Part, keyword: string) => Answer;
