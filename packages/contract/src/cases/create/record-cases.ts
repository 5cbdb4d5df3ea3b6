import type { Case } from "../../case.js";
import type { Document, Operation } from "../../document.js";
import type { Validator } from "../../validator.js";
import { arrayCases, boundCases } from "./bounds.js";
import { creatorOf } from "./creator.js";
import { everyValueCases } from "./every-value.js";
import { fieldCases } from "./fields.js";
import { fileCases } from "./files.js";
import { formatCases } from "./formats.js";
import { identityCases } from "./identity.js";
import { itemRuleCases } from "./item-rules.js";
import { jsonEditCases } from "./json-edits.js";
import { jsonGrammarCases } from "./json-grammar.js";
import { jsonCases } from "./json-texts.js";
import { neighborCases } from "./neighbors.js";
import { raceCases } from "./races.js";
import { refusalCases } from "./refusals.js";
import { sameRecordCases } from "./same-record.js";
import { createSequences } from "./sequences.js";
import { stampCases } from "./stamps.js";
import { textCases } from "./texts.js";
import { valueCases } from "./values.js";

/** All cases about creating a record of typed items under a uid; none if the operation does not do that. */
export function recordCases(document: Document, validator: Validator, operation: Operation): Case[] {
  const creator = creatorOf(document, validator, operation);
  if (!creator) return [];
  return [
    sameRecordCases,
    identityCases,
    textCases,
    arrayCases,
    neighborCases,
    everyValueCases,
    formatCases,
    valueCases,
    fieldCases,
    itemRuleCases,
    boundCases,
    jsonCases,
    jsonEditCases,
    jsonGrammarCases,
    fileCases,
    stampCases,
    refusalCases,
    raceCases,
    createSequences,
  ].flatMap((make) => make(creator));
}
