import type { Spec } from "../compare/node.js";
import type { Schema } from "./parts.js";

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
