/**
 * Control characters except line feed and tab, separators of lines, and characters that change the text direction.
 */
const HIDDEN = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const shown = (text: string) => text.replace(HIDDEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns a text as it is written: on a terminal, what a document or a server sent must only be shown, not act. */
export const forStream = (text: string, { isTTY }: { isTTY?: boolean }): string => (isTTY ? shown(text) : text);

/** The same for every text in a value, before the program adds its colors. */
export const valueForStream = <T>(value: T, { isTTY }: { isTTY?: boolean }): T =>
  isTTY ? JSON.parse(JSON.stringify(value), (_, one) => (typeof one === "string" ? shown(one) : one)) : value;
