import type { Generated, Kysely } from "kysely";

/** The tables that the query builder is used for. Timestamps are text, because a `Date` would lose digits. */
export interface Tables {
  metadata: MetadataTable;
  list_records: ListRecordsTable;
  list_zones: ListZonesTable;
  api_keys: ApiKeysTable;
  key_seal: KeySealTable;
}

/** The database of the stores, embedded or not: both use the same SQL. */
export type Database = Kysely<Tables>;

interface MetadataTable {
  namespace: string;
  /** See `bytesOfString`. */
  uid: Uint8Array;
  /** The items as sent, as canonical JSON; NUL and lone surrogates are escaped, because `text` cannot contain them. */
  items: string;
  /** SHA-256 of `items`, to detect whether a repeated create request is the same. */
  digest: Uint8Array;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

interface ListRecordsTable {
  /** The name in the path of its list operations, for example `purchase-orders`. */
  collection: string;
  uid: Uint8Array;
  created_at: string;
  updated_at: string;
  /** The record as imported, as JSON. */
  document: string;
  /**
   * Identifies the rules against which `document` was validated at its import; null for records of earlier versions.
   * See `checkedText`.
   */
  checked: string | null;
  /** The record with the field names of the other operations that return it, as JSON, in their order. */
  renamed: string[] | null;
}

interface ListZonesTable {
  collection: string;
  lowest_at: string;
  lowest_uid: Uint8Array;
  row_count: number;
  updated_min: string | null;
  updated_max: string | null;
}

interface ApiKeysTable {
  id: string;
  label: string;
  /** SHA-256 of the key, which itself is not stored. */
  hash: Uint8Array;
  created_at: Generated<string>;
  expires_at: string | null;
  revoked_at: string | null;
  /** The only namespace that the key gives access to; null if it is not limited to one. */
  namespace: string | null;
  may_read: Generated<boolean>;
  may_write: Generated<boolean>;
  /** Whether the key ends with the seal of this database; keys of earlier versions do not. */
  sealed: Generated<boolean>;
  last_used_at: string | null;
}

/** One row with the secret that distinguishes our keys from made-up ones. */
interface KeySealTable {
  id: number;
  secret: Uint8Array;
}
