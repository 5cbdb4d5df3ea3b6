/** Formats a description of the spec for a terminal: without Markdown, and without notes on what is an assumption. */
export const plainText = (text = ""): string =>
  text
    .replace(/ \(\*assumed\*[^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*?([^*\n]+)\*\*?/g, "$1")
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .trim();
