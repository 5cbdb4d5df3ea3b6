import type { NewKey } from "../keys/api-key.js";
import type { KeyLimits, StoredKey } from "../keys/stored-key.js";
import type { ImportFormat } from "../lists/import-formats.js";
import type { ImportCounts, Reject } from "../lists/import-records.js";

/**
 * What operators do, apart from serving. The same whether this process has the database open or speaks to the one that
 * has.
 */
export interface Administration {
  /**
   * @param expiresDate RFC 3339; null for a key that never expires
   * @param limits what it opens; everything, without them
   */
  createKey(label: string, expiresDate: string | null, limits?: KeyLimits): Promise<NewKey>;
  /**
   * Makes a key with the label and the limits of another one, which goes on opening what it opens until it is revoked.
   * Returns undefined when there is no such key.
   *
   * @param expiresDate of the new key
   */
  rotateKey(id: string, expiresDate: string | null): Promise<NewKey | undefined>;
  listKeys(): Promise<StoredKey[]>;
  /** Returns whether there is such a key. */
  revokeKey(id: string): Promise<boolean>;
  /** The collections that can be imported. */
  collections(): Promise<string[]>;
  importRecords(collection: string, source: AsyncIterable<Uint8Array>, reports: ImportReports): Promise<ImportCounts>;
  /** Takes what {@link exportMetadata} gives. A record whose uid is taken by other items is rejected. */
  importMetadata(namespace: string, source: AsyncIterable<Uint8Array>, reports: ImportReports): Promise<ImportCounts>;
  /** The records of a namespace as they were sent, one JSON text each. */
  exportMetadata(namespace: string): AsyncIterable<string>;
  /** The records of a collection as they were imported, one JSON text each. */
  exportRecords(collection: string): AsyncIterable<string>;
  /** Everything that the database keeps at one moment, keys included, as lines; see `backupLines`. */
  backup(): AsyncIterable<string>;
}

/** How an import is read, and who hears how it goes. */
export interface ImportReports {
  /** @default "ndjson" */
  readonly format?: ImportFormat;
  onReject(reject: Reject): Promise<void> | void;
  onProgress?(counts: Readonly<ImportCounts>): void;
}

/** What an operator asked for cannot be done; the message says why and what to do. */
export class AdministrationError extends Error {
  override readonly name = "AdministrationError";
}
