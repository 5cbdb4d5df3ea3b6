import { escapeHidden } from "../../languages/escape-hidden.js";

/** Formats a description of the spec for a terminal: removes Markdown and the notes that mark assumptions. */
export const plainText = (text = ""): string =>
  text
    .replace(/ \(\*assumed\*[^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*?([^*\n]+)\*\*?/g, "$1")
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .trim();

/** The same for readers that pass it on, such as assistants: nothing in it is hidden or reorders the text around it. */
export const shownText = (text?: string): string => escapeHidden(plainText(text));

/** Says before a text that what it describes is deprecated, if it is. */
export const withDeprecation = (text: string, isDeprecated: boolean | undefined): string =>
  isDeprecated === true ? `Deprecated. ${text}`.trimEnd() : text;
