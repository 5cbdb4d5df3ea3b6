/**
 * Control characters except line feed and tab, and characters that change the text direction. With them, data could
 * hide or reorder the text around it, and send commands to the terminal.
 */
const HIDDEN = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** Writes hidden characters as `\u` escapes. In JSON, where they occur in strings only, the result means the same. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
