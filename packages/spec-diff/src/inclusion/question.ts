import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Node, Spec } from "../compare/node.js";
import type { Facts } from "./facts.js";
import type { Part, Schema } from "./parts.js";
import { PROVED, type ProofResult, undecided } from "./proof-result.js";
import type { Type } from "./values.js";

/** Assumptions about values that JSON Schema does not express. */
export interface View {
  /** Properties with this keyword are never present. */
  hiddenBy: "readOnly" | "writeOnly";
  /** Whether the values on the left only have properties that their schema mentions. */
  ignoresUndeclared: boolean;
}

/** The constraints on the values on the left side of an inclusion. */
export interface Left {
  schemas: readonly Schema[];
  /** Unions for which a branch was already chosen. */
  chosen: ReadonlySet<string>;
}

/** The document of schemas that are made for a proof. */
export const MADE: Spec = {};
/** Allows no value: a schema that is included in it is empty. */
export const FALSE: Schema = { spec: MADE, value: false, at: "" };

export const freshLeft = (schemas: readonly Schema[]): Left => ({ schemas, chosen: new Set() });

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

/** The answer of a rule that has no proof. */
export const notKnown = ({ at }: Part, keyword: string, why = `not every value is known to satisfy ${keyword}`) =>
  undecided(pointerTo(at, keyword), why);

/** Rules for values of a type; those of other types satisfy them. */
export const rulesFor = (type: Type, rules: Record<string, Rule>): Record<string, Rule> =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      (question, part, keyword) => (question.facts.types.has(type) ? rule(question, part, keyword) : PROVED),
    ]),
  );
