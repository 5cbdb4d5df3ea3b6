import type { Edit } from "./edit.js";
import { documentEdits } from "./edits/document-edits.js";
import { nextEdits } from "./edits/next-edits.js";
import { operationEdits } from "./edits/operation-edits.js";
import { ownerEdits } from "./edits/owner-edits.js";
import { parameterEdits } from "./edits/parameter-edits.js";
import { schemaEdits } from "./edits/schema-edits.js";

/** The catalogue: what API owners add to a spec. */
export const edits: readonly Edit[] = [
  ...operationEdits,
  ...parameterEdits,
  ...documentEdits,
  ...schemaEdits,
  ...nextEdits,
  ...ownerEdits,
];
