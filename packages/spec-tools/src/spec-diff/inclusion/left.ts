import type { Spec } from "../compare/node.js";
import type { Schema } from "./parts.js";

/** What is asked of the values on the left side of an inclusion. */
export interface Left {
  schemas: readonly Schema[];
  /** Unions of which one branch was chosen already. */
  chosen: ReadonlySet<string>;
}

/** The document of schemas that are made for a proof. */
export const MADE: Spec = {};
/** Allows nothing: what is within it is empty. */
export const FALSE: Schema = { spec: MADE, value: false, at: "" };

export const freshLeft = (schemas: readonly Schema[]): Left => ({ schemas, chosen: new Set() });
