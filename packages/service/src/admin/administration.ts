import type { NewKey } from "../keys/api-key.js";
import type { KeyLimits, StoredKey } from "../keys/stored-key.js";
import type { ImportFormat } from "../lists/import-formats.js";
import type { ImportCounts, Reject } from "../lists/import-records.js";

/**
 * The tasks of operators. The interface is the same whether this process has the database open or connects to the
 * process that does.
 */
export interface Administration {
  /**
   * @param expiresDate RFC 3339; null for a key that never expires
   * @param limits what the key gives access to; everything by default
   */
  createKey(label: string, expiresDate: string | null, limits?: KeyLimits): Promise<NewKey>;
  /**
   * Creates a key with the label and the limits of another one, which stays valid until it is revoked.
   * Returns undefined if the key does not exist.
   *
   * @param expiresDate the expiry of the new key; null for that of the old one
   * @throws AdministrationError if the old one is revoked, or has expired and the new one gets no other expiry
   */
  rotateKey(id: string, expiresDate: string | null): Promise<NewKey | undefined>;
  listKeys(): Promise<StoredKey[]>;
  /** Revokes a key. Returns whether it exists. */
  revokeKey(id: string): Promise<boolean>;
  /** The collections that can be imported. */
  collections(): Promise<string[]>;
  importRecords(collection: string, source: AsyncIterable<Uint8Array>, reports: ImportReports): Promise<ImportCounts>;
  /** Imports what {@link exportMetadata} returns. A record whose uid exists with other items is rejected. */
  importMetadata(namespace: string, source: AsyncIterable<Uint8Array>, reports: ImportReports): Promise<ImportCounts>;
  /** Returns the records of a namespace as they were sent, each as a line of JSON. */
  exportMetadata(namespace: string): AsyncIterable<string>;
  /** Returns the records of a collection as they were imported, each as a line of JSON. */
  exportRecords(collection: string): AsyncIterable<string>;
  /** Returns a consistent snapshot of the database, including keys, as lines; see `backupLines`. */
  backup(): AsyncIterable<string>;
}

/** The format of an import, and callbacks for its progress. */
export interface ImportReports {
  /** @default "ndjson" */
  readonly format?: ImportFormat;
  /**
   * What separates the columns of a CSV file: `,`, `;`, `|` or a tab.
   *
   * @default a comma; the file is rejected if its header shows that it is another one
   */
  readonly separator?: string | undefined;
  onReject(reject: Reject): Promise<void> | void;
  onProgress?(counts: Readonly<ImportCounts>): void;
}

/** Thrown if a task of an operator cannot be done; the message explains why and what to do. */
export class AdministrationError extends Error {
  override readonly name = "AdministrationError";
}
