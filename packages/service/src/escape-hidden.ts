/**
 * Control characters apart from line feed and tab, and what turns the direction of text around: with them, data could hide
 * or reorder what is shown around it, and speak to the terminal.
 */
const HIDDEN = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** Writes hidden characters as `\u` escapes. In JSON, where they occur in strings only, the result means the same. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
