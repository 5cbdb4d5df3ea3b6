import type { Node, Spec } from "../compare/node.js";
import type { Facts } from "./facts.js";
import type { Left } from "./left.js";
import type { Part, Schema } from "./parts.js";
import type { ProofResult } from "./proof-result.js";

/** Assumptions about values that JSON Schema does not express. */
export interface View {
  /** Properties with this keyword are never present. */
  hiddenBy: "readOnly" | "writeOnly";
  /** Whether the values on the left only have properties that their schema mentions. */
  ignoresUndeclared: boolean;
}

/** The part of a proof that its rules may call. */
export interface Prover {
  readonly view: View;
  /** Makes a schema for a proof. The same key returns the same schema, so that answers about it are remembered. */
  make(key: string, value: () => Node, spec?: Spec, at?: string): Schema;
  /** Whether all values that satisfy the left schemas satisfy the right ones. */
  includes(left: Left, right: readonly Schema[], depth: number): ProofResult;
}

/** What is known about the values that have to satisfy a keyword. */
export interface Question {
  inclusion: Prover;
  left: Left;
  facts: Facts;
  /** Properties that the schemas on the right mark as hidden, so they are never present. */
  hidden: ReadonlySet<string>;
  depth: number;
}

/** Proves that all values on the left satisfy a keyword of a part on the right. */
export type Rule = (question: Question, part: Part, keyword: string) => ProofResult;
