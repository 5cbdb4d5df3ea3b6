/**
 * The characters that can mean something to CommonMark and its extension GFM inside a line: emphasis, code, links, HTML,
 * entities, tables, strikethrough and addresses of mail; and to Markdoc: tags.
 */
const INLINE = /[\\`*_[\]<>&|~@{]/g;

/** Begins a heading, list, quote or rule, if a line starts with it. */
const AT_START = /^(\s*)([#+\-=>]|\d+(?=[.)]))/;

/**
 * A plain text as Markdown that renders as this text: on one line, without markup, HTML or automatic links.
 *
 * @example
 * text("*a* <b>"); // "\\*a\\* \\<b\\>"
 */
export const text = (value: string): string =>
  oneLine(value)
    .replace(INLINE, "\\$&")
    .replace(AT_START, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    )
    // GFM makes a link of an address in a text.
    .replace(/\b(https?|ftp):\/\/|\bwww\./gi, (address) => address.replace(/[:.]/, "\\$&"));

/** A code span with this text, on one line. */
export function code(value: string): string {
  const content = oneLine(value);
  const fence = "`".repeat(longestRun(content) + 1);
  const space = /^`|`$|^ .* $/.test(content) ? " " : "";
  return content === "" ? "" : `${fence}${space}${content}${space}${fence}`;
}

/** A code span for a cell of a table, where a bar must be escaped even in code. */
export const codeInCell = (value: string): string => code(value).replaceAll("|", "\\|");

export function codeBlock(value: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, longestRun(value) + 1));
  return `${fence}${language}\n${value.replace(/\n$/, "")}\n${fence}`;
}

/** A description, which is Markdown, on lines of its own. What it leaves open does not reach the text after it. */
export function block(value: string): string {
  let open = "";
  for (const line of value.split("\n")) {
    const [, fence = "", rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open === "") open = fence;
    else if (fence.startsWith(open) && rest.trim() === "") open = "";
  }
  return open === "" ? value : `${value}\n${open}`;
}

/** A description, which is Markdown, on one line: in a list or a cell. */
export const inline = (value: string): string => oneLine(value).replaceAll("|", "\\|");

const oneLine = (value: string) => value.replace(/\s+/g, " ").trim();

const longestRun = (value: string) => Math.max(0, ...[...value.matchAll(/`+/g)].map(([run]) => run.length));
