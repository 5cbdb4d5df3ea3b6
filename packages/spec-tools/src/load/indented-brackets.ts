/** Starts a block of text: the indicator at the end of a line, which may have a comment. */
const BLOCK_START = /(?:^|[\s:-])[|>][+-]?\d?[+-]?(?:\s+#.*)?$/;

/**
 * Indents closing brackets that stand no deeper than the name before the opening one. YAML does not allow them there, but
 * most of its parsers do, so people write them. Nothing else changes: lines of blocks of text stay, and so do line numbers.
 */
export function indentedBrackets(text: string): string {
  let block = Number.POSITIVE_INFINITY;
  let before = 0;
  return text
    .split("\n")
    .map((line) => {
      if (line.trim() === "") return line;
      const indent = line.search(/\S/);
      if (indent > block) return line;
      const written = /^\s*[\]}]/.test(line) && indent <= before ? " ".repeat(before - indent + 1) + line : line;
      before = written.search(/\S/);
      // A name after the dash of a list item is as deep as the name itself.
      block = BLOCK_START.test(line) ? (/^\s*(?:- +)*/.exec(line)?.[0].length ?? 0) : Number.POSITIVE_INFINITY;
      return written;
    })
    .join("\n");
}
