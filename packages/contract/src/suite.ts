import type { Document, Operation } from "./document.js";
import type { Validator } from "./validator.js";

/** What the cases of a document are made from. */
export interface Suite {
  readonly document: Document;
  readonly validator: Validator;
  readonly operations: readonly Operation[];
  /** Adds a sentence about something that the suite cannot try, for the report; the same one appears once. */
  note(text: string): void;
}
