/** A text of somebody else without what would control the terminal: escape sequences, and marks that turn lines round. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, (character) => NAMED[character] ?? "\ufffd");

const NAMED: Readonly<Record<string, string>> = { "\n": " ", "\r": " ", "\t": " " };
