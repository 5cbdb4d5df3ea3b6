import { createHash } from "node:crypto";
import { isPlainText } from "../output/json-text.js";

/** Which column names a target accepts. Without limits, all that are well-formed, not empty, and contain no NUL. */
export interface NameRules {
  /** The maximum length, in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** The names of columns that every table has. */
  readonly reserved?: readonly string[];
}

/** The column for fields that the schema does not describe, and values that their column cannot hold. */
export const OTHERS = "other_fields";

/** The column of each field, and the column for everything else. */
export interface ColumnNames {
  readonly others: string;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Names the column of each field after the field. If a database would not accept the name, or not distinguish it from
 * another one, a hash of the field is added. The hash depends on the field alone, and a column that exists keeps its
 * field, so no column changes its name when the spec changes.
 *
 * @param fields the fields of the schema; the first one that needs a name gets it
 * @param existing the columns of the table, if it exists
 */
export function nameColumns(fields: readonly string[], existing: readonly string[], rules: NameRules): ColumnNames {
  const others = othersName(fields, existing);
  const names = new Map<string, string>();
  const mine = new Set([others]);
  const assign = (field: string, name: string | undefined) => {
    if (name === undefined || mine.has(name)) return;
    names.set(field, name);
    mine.add(name);
  };
  for (const field of fields)
    assign(
      field,
      derivedNames(field, rules)
        .reverse()
        .find((name) => existing.includes(name)),
    );
  for (const field of fields) if (!names.has(field) && existing.includes(field)) assign(field, field);
  const taken = new Set([...existing, ...mine].map(fold));
  for (const field of fields) {
    if (names.has(field)) continue;
    const candidates = [...(isAccepted(field, rules) ? [field] : []), ...derivedNames(field, rules)];
    const name = candidates.find((candidate) => !taken.has(fold(candidate))) ?? field;
    assign(field, name);
    taken.add(fold(name));
  }
  return { others, names };
}

/** Earlier versions gave the name to a field of the schema, and the other fields one with more underscores. */
function othersName(fields: readonly string[], existing: readonly string[]): string {
  let earlier = OTHERS;
  while (fields.includes(earlier)) earlier += "_";
  return existing.includes(earlier) ? earlier : OTHERS;
}

/** What a database, a file system or a reader may take for the same name. */
export const fold = (name: string): string => name.normalize("NFC").toUpperCase().toLowerCase();

const isAccepted = (name: string, { maxBytes = Number.POSITIVE_INFINITY, reserved = [] }: NameRules): boolean =>
  name !== "" && isPlainText(name) && Buffer.byteLength(name) <= maxBytes && !reserved.includes(name);

/** The number of characters of the hash; more only if another field has the same name. */
const HASH_LENGTHS = [8, 16, 32];

function derivedNames(field: string, { maxBytes }: NameRules): string[] {
  // JSON distinguishes halves of surrogate pairs, which are the same in UTF-8.
  const hash = createHash("sha256").update(JSON.stringify(field)).digest("hex");
  const readable = field.replace(/[\0\p{Cs}]/gu, "");
  return HASH_LENGTHS.map((length) => `${cut(readable, (maxBytes ?? 256) - length - 1)}_${hash.slice(0, length)}`);
}

/** Cuts a text to a number of bytes of UTF-8, between two characters. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let kept = "";
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept;
}
