import type { Document } from "../src/document.js";
import type { Target } from "../src/index.js";

/** One break of one rule. The suite has to notice it: some case has to turn red. */
export interface Mutant {
  id: string;
  group:
    | "the target lost or moved a rule"
    | "the answer breaks a rule"
    | "the document asks for another rule"
    | "the behaviour differs";
  /** Cases of this operation are tried first; it is an order, not a choice. */
  operation?: string;
  /** And among them those about this keyword. */
  keyword?: string;
  /** And those about this branch of a union. */
  branch?: string;
  make(): Sides;
}

/** The two sides that do not agree. */
export interface Sides {
  /** The document that the suite is made from. */
  document: Document;
  target: Target;
}
