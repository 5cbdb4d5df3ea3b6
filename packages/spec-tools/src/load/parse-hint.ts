/** How many lines before the reported one may have the mistake: the parser reads on until nothing fits. */
const LINES_BEFORE = 8;

/**
 * Returns how to fix a file that cannot be parsed.
 *
 * @param reason what the parser reports
 * @param text the file
 * @param number the line that it reports this for; the first one is 1
 */
export function parseHint(reason: string, text = "", number = 0): string {
  const lines = text.split("\n");
  const line = lines[number - 1] ?? "";
  const at = line.indexOf(":");
  const name = line.slice(0, Math.max(at, 0)).trim();
  const value = line.slice(at + 1).trim();
  if (reason.startsWith("duplicated mapping key"))
    return `Remove or rename one of the two${name === "" ? "" : ` ${name}`}, or correct the indentation.`;
  if (reason.startsWith("deficient indentation") && /^[\]}]/.test(line.trim()))
    return "Indent the closing bracket more than the name before the opening one.";
  if (reason.startsWith("tab characters")) return "Indent with spaces.";
  // The parser takes the second colon for the start of a nested entry.
  if (reason.startsWith("bad indentation") && value.includes(": ") && !/^["'{[|>]/.test(value))
    return 'Write the text in quotes, because it contains ": ".';
  for (let i = number; i >= 1 && i > number - LINES_BEFORE; i--) {
    const slip = slipIn(lines[i - 1] ?? "");
    if (slip !== undefined) return `Perhaps ${slip} in line ${i}.`;
  }
  return "Correct the file here.";
}

/** What is probably wrong in a line, so that what follows it cannot be read. */
function slipIn(line: string): string | undefined {
  const [content = ""] = line.split(" #");
  // A quote within a plain text, such as an apostrophe, begins nothing.
  const rest = content.replaceAll(/(?<=^|[\s:[{,])(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*')/g, "");
  if (/(?:^|[\s:[{,])["'](?=\S)/.test(rest)) return "a quote is not closed";
  // What ends with a bracket goes on in the next lines.
  if (/:\s+[[{]\s*\S/.test(rest) && count(rest, /[[{]/g) > count(rest, /[\]}]/g)) return "a bracket is not closed";
  if (/^\s*(?:- )?[A-Za-z$][\w$-]*:[^\s:/]/.test(rest)) return "a space is missing after the colon";
  return undefined;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
