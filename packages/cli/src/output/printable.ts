/** Removes terminal control characters and bidirectional marks from untrusted text. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, (character) => NAMED[character] ?? "\ufffd");

const NAMED: Readonly<Record<string, string>> = { "\n": " ", "\r": " ", "\t": " " };
