const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Indents a JSON text, and changes nothing else: numbers stay as they are written, and so do names that an object has
 * twice.
 */
export function indentJson(text: string): string {
  const lines: string[] = [];
  let line = "";
  let depth = 0;
  const breakLine = () => {
    lines.push(line);
    line = "  ".repeat(depth);
  };
  for (const [token] of text.matchAll(TOKENS)) {
    const isEnd = token === "}" || token === "]";
    if (isEnd) {
      depth--;
      // Nothing is between the brackets of an empty object.
      if (/[{[]$/.test(lines.at(-1) ?? "") && line.trim() === "") line = lines.pop() ?? "";
      else breakLine();
    }
    line += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth++;
    if (/^[{[,]$/.test(token)) breakLine();
  }
  return [...lines, line].join("\n");
}
