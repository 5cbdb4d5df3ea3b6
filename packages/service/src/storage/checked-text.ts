import { type RawBuilder, sql } from "kysely";

/**
 * What `checked` holds of a record whose `document` was checked against some rules: a hash of both. So it does not hold any more
 * if either changes, also if a process of an earlier version, which knows nothing of it, writes the document.
 */
export function checkedText(rules: string): RawBuilder<string> {
  return sql<string>`hashtextextended(document, ${rules}::bigint)`;
}
