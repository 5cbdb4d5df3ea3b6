import type { Document, Operation } from "../document/document.js";
import type { Validator } from "../document/validator.js";
import type { Case } from "./case.js";

/** What the cases of a document are made from. */
export interface Suite {
  readonly document: Document;
  readonly validator: Validator;
  readonly operations: readonly Operation[];
  /** Adds a sentence about something that the suite cannot try, for the report; the same one appears once. */
  note(text: string): void;
}

type OfEach = (suite: Suite, operation: Operation) => Case[];
type OfAll = (suite: Suite) => Case[];

/** Makes the cases of one subject: of an operation, or of the document as a whole. */
export type Family = { of: "operation"; make: OfEach } | { of: "document"; make: OfAll };

export const ofEach = (make: OfEach): Family => ({ of: "operation", make });
export const ofAll = (make: OfAll): Family => ({ of: "document", make });
