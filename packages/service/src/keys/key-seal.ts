import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Creates keys, and recognizes keys of this database without querying it. */
export interface KeySeal {
  newKey(): string;
  /** Whether this text can be a key of this database. */
  isOurs(key: string): boolean;
}

/** 32 random bytes, then 8 bytes of the seal, as base64url. */
const SEALED_KEY = /^(ms_[\w-]{43})_([\w-]{11})$/;

/**
 * A key ends with a seal: 64 bits of an HMAC of the rest, with a secret of the database. A plain checksum would only
 * help against typing errors, because everybody can compute it. The secret gives no access: whoever knows it can only
 * make the service look up keys in the database.
 */
export function createKeySeal(secret: Uint8Array): KeySeal {
  const sealOf = (text: string) => createHmac("sha256", secret).update(text).digest().subarray(0, 8);
  return {
    newKey() {
      const text = `ms_${randomBytes(32).toString("base64url")}`;
      return `${text}_${sealOf(text).toString("base64url")}`;
    },
    isOurs(key) {
      const [, text, seal] = SEALED_KEY.exec(key) ?? [];
      return text !== undefined && seal !== undefined && timingSafeEqual(Buffer.from(seal, "base64url"), sealOf(text));
    },
  };
}
