/** Formats a description of the spec for a terminal: removes Markdown and the notes that mark assumptions. */
export const plainText = (text = ""): string =>
  text
    .replace(/ \(\*assumed\*[^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*?([^*\n]+)\*\*?/g, "$1")
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .trim();
