/** A description of the spec as a terminal shows it: no Markdown, and no note on who decided what it says. */
export const plainText = (text = ""): string =>
  text
    .replace(/ \(\*assumed\*[^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*?([^*\n]+)\*\*?/g, "$1")
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .trim();
