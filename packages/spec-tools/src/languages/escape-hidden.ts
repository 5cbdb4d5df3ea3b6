/**
 * Control characters except line feed and tab, line and paragraph separators, and characters that change the text
 * direction. With them, data could hide or reorder the text around it, and send commands to a terminal.
 */
const HIDDEN = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Writes hidden characters as `\u` escapes. In JSON, and in strings of TypeScript and Python, the result means the same.
 *
 * @example
 * escapeHidden("\u202eevil"); // "\\u202eevil"
 */
export const escapeHidden = (text: string): string =>
  text.replace(HIDDEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
