/**
 * Returns how to fix a file that cannot be parsed.
 *
 * @param reason what the parser reports
 * @param line the line that it reports this for
 */
export function parseHint(reason: string, line = ""): string {
  const at = line.indexOf(":");
  const name = line.slice(0, Math.max(at, 0)).trim();
  const value = line.slice(at + 1).trim();
  if (reason.startsWith("duplicated mapping key"))
    return `Remove or rename one of the two${name === "" ? "" : ` ${name}`}, or correct the indentation.`;
  if (reason.startsWith("tab characters")) return "Indent with spaces.";
  // The parser takes the second colon for the start of a nested entry.
  if (reason.startsWith("bad indentation") && value.includes(": ") && !/^["'{[|>]/.test(value))
    return 'Write the text in quotes, because it contains ": ".';
  return "Correct the file here.";
}

/** Returns a line of a text; the first line has the number 1. */
export const lineOf = (text: string, number: number): string => text.split("\n")[number - 1] ?? "";
