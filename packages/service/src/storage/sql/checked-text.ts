import { type RawBuilder, sql } from "kysely";

/**
 * The value of `checked` for a record whose `document` was validated against some rules: a hash of both. It does not
 * match any more if either changes, even if a process of an earlier version without this column writes the document.
 */
export function checkedText(rules: string): RawBuilder<string> {
  return sql<string>`hashtextextended(document, ${rules}::bigint)`;
}
