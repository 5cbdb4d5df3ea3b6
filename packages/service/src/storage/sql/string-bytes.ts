const LONE_SURROGATE = /\p{Cs}/u;

/** Returns whether a string can be encoded as UTF-8; if so, `bytesOfString` does just that. */
export function isUtf8(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/**
 * Encodes a string as UTF-8, and lone surrogates as the three bytes that UTF-8 would use for their number (WTF-8). Thus
 * any string in JSON, including NUL and lone surrogates, has unique bytes and can be decoded again, and bytes sort like
 * code points. PostgreSQL's `text` supports neither; its `bytea` supports both.
 *
 * @example bytesOfString("lot-1") // the bytes of ASCII
 */
export function bytesOfString(text: string): Buffer {
  if (isUtf8(text)) return Buffer.from(text, "utf8");
  const parts: Buffer[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    const lone = character.length === 1 && code >= 0xd800 && code <= 0xdfff;
    parts.push(
      lone
        ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
        : Buffer.from(character),
    );
  }
  return Buffer.concat(parts);
}

/** Decodes bytes: the inverse of `bytesOfString`. */
export function stringOfBytes(bytes: Uint8Array): string {
  let text = "";
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    // Only surrogates are encoded as 0xED followed by 0xA0 or more.
    if (bytes[at] !== 0xed || (bytes[at + 1] ?? 0) < 0xa0) continue;
    text += utf8(bytes.subarray(start, at));
    text += String.fromCharCode(0xd000 | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f));
    at += 2;
    start = at + 1;
  }
  return text + utf8(bytes.subarray(start));
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
