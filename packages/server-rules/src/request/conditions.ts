import type { OperationRules } from "../create-rules.js";
import { Refusal } from "../response/refusal.js";
import type { HeaderReader } from "./body-rules.js";

/**
 * Rejects a change whose `If-Match` does not name the state of the record (RFC 9110, section 13.1.1), if the document describes
 * that it is a 412.
 *
 * @param tag the entity tag of the record; undefined if there is none
 * @throws Refusal 412
 */
export function checkIfMatch({ model }: OperationRules, header: HeaderReader, tag: () => string | undefined): void {
  const wanted = header("if-match");
  if (typeof wanted !== "string" || !model.responses.some(({ status }) => status === "412")) return;
  const known = tag();
  // A weak tag matches nothing here.
  if (known === undefined || !(wanted.trim() === "*" || tagsIn(wanted).includes(known))) throw new Refusal(412);
}

/**
 * Whether a client has the state of the record already, as its `If-None-Match` says (RFC 9110, section 13.1.2), and the document
 * describes the 304 that it gets.
 */
export function isKnownState({ model }: OperationRules, header: HeaderReader, tag: () => string): boolean {
  const known = header("if-none-match");
  if (typeof known !== "string" || !model.responses.some(({ status }) => status === "304")) return false;
  return known.trim() === "*" || tagsIn(known.replaceAll("W/", "")).includes(tag());
}

/** Reads a list of entity tags (RFC 9110, section 8.8.3). */
const tagsIn = (text: string): readonly string[] => text.match(/(?:W\/)?"[^"]*"/g) ?? [];
