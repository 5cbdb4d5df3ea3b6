import type { Edit } from "./edit.js";
import { bodyEdits } from "./edits/body-edits.js";
import { documentEdits } from "./edits/document-edits.js";
import { factEdits } from "./edits/fact-edits.js";
import { itemEdits } from "./edits/item-edits.js";
import { listEdits } from "./edits/list-edits.js";
import { nextEdits } from "./edits/next-edits.js";
import { operationEdits } from "./edits/operation-edits.js";
import { outsideEdits } from "./edits/outside-edits.js";
import { ownerEdits } from "./edits/owner-edits.js";
import { parameterEdits } from "./edits/parameter-edits.js";
import { resourceEdits } from "./edits/resource-edits.js";
import { schemaEdits } from "./edits/schema-edits.js";
import { secondOutsideEdits } from "./edits/second-outside-edits.js";
import { zooEdits } from "./edits/zoo-edits.js";

/** The catalogue of changes that API owners make to a spec. */
export const edits: readonly Edit[] = [
  ...listEdits,
  ...itemEdits,
  ...factEdits,
  ...resourceEdits,
  ...operationEdits,
  ...bodyEdits,
  ...parameterEdits,
  ...documentEdits,
  ...schemaEdits,
  ...ownerEdits,
  ...nextEdits,
  ...outsideEdits,
  ...secondOutsideEdits,
  ...zooEdits,
];
