/** The permissions of a key. */
export interface KeyLimits {
  /** The only namespace that the key gives access to; null if it is not limited to one. */
  readonly namespace: string | null;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

/** A key as stored, without the key itself. */
export interface StoredKey extends KeyLimits {
  /** Identifies the key in lists, logs and commands; not secret. */
  readonly id: string;
  readonly label: string;
  readonly createdDate: string;
  /** When the key expires; null for never. */
  readonly expiresDate: string | null;
  readonly revokedDate: string | null;
  /** When the key was last used, to within a minute, because it is not stored for each request; null for never. */
  readonly lastUsedDate: string | null;
  /** Whether the key is published in documentation. */
  readonly wellKnown: boolean;
}

/** A key to store. */
export interface NewStoredKey extends KeyLimits {
  readonly id: string;
  readonly label: string;
  readonly hash: Uint8Array;
  readonly expiresDate: string | null;
}

/** Stores keys. */
export interface KeyStore {
  /** Stores a new key with the seal of this database. */
  add(key: NewStoredKey): Promise<void>;
  findByHash(hash: Uint8Array): Promise<StoredKey | undefined>;
  /**
   * Returns the keys without a seal, which earlier versions created and which are not revoked, by the names (`nameOf`)
   * of their hashes.
   */
  unsealed(): Promise<ReadonlyMap<string, StoredKey>>;
  /** Returns the secret of the seal. */
  sealSecret(): Promise<Uint8Array>;
  list(): Promise<StoredKey[]>;
  /** Revokes a key. Returns whether it exists; revoking it again changes nothing. */
  revoke(id: string): Promise<boolean>;
  /** Stores when keys were last used, in ms since 1970, by ID. */
  recordUses(uses: ReadonlyMap<string, number>): Promise<void>;
  /** Runs `make` if there was never a key, in only one process if several start at once. */
  whenEmpty(make: (store: Pick<KeyStore, "add">) => Promise<void>): Promise<void>;
}
