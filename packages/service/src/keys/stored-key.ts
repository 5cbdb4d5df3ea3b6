/** What a key opens. */
export interface KeyLimits {
  /** The one namespace whose operations it opens; null for all operations. */
  readonly namespace: string | null;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

/** A key as it is stored: never the key itself. */
export interface StoredKey extends KeyLimits {
  /** Names the key in lists, logs and commands; no secret. */
  readonly id: string;
  readonly label: string;
  readonly createdDate: string;
  /** From then on it is refused; null for never. */
  readonly expiresDate: string | null;
  readonly revokedDate: string | null;
  /** To within a minute, for it is not written at each request; null for never. */
  readonly lastUsedDate: string | null;
  /** Whether it is published in documentation. */
  readonly wellKnown: boolean;
}

/** A key to keep. */
export interface KeyToKeep extends KeyLimits {
  readonly id: string;
  readonly label: string;
  readonly hash: Uint8Array;
  readonly expiresDate: string | null;
}

/** What is kept of the keys. */
export interface KeyStore {
  /** Keeps a new key, one that carries the seal of this database. */
  add(key: KeyToKeep): Promise<void>;
  findByHash(hash: Uint8Array): Promise<StoredKey | undefined>;
  /** The keys without a seal, by the names (`nameOf`) of their hashes: those that earlier versions made, as far as they are not revoked. */
  unsealed(): Promise<ReadonlyMap<string, StoredKey>>;
  /** The secret of the seal. */
  sealSecret(): Promise<Uint8Array>;
  list(): Promise<StoredKey[]>;
  /** Refuses the key from now on. Returns whether there is such a key; revoking twice changes nothing. */
  revoke(id: string): Promise<boolean>;
  /** Writes down when keys were last used, in ms since 1970, by id. */
  recordUses(uses: ReadonlyMap<string, number>): Promise<void>;
  /** Runs `make` if no key was ever made, in one process only however many start at once. */
  whenEmpty(make: (store: Pick<KeyStore, "add">) => Promise<void>): Promise<void>;
}
