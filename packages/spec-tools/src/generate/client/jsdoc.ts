const WIDTH = 120;

/** Formats paragraphs as a doc comment, wrapped at 120 columns. Returns an empty string if there is no text. */
export function jsdoc(paragraphs: (string | undefined)[], indent = ""): string {
  const lines: string[] = [];
  for (const text of paragraphs) {
    if (!text) continue;
    if (lines.length > 0) lines.push("");
    for (const line of text.replaceAll("*/", "*\\/").split("\n")) lines.push(...wrap(line, WIDTH - indent.length - 3));
  }
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line ? ` ${line}` : ""}\n`).join("")}${indent} */\n`;
}

/** An indented line is code, so it is not wrapped. */
function wrap(line: string, width: number): string[] {
  if (/^\s/.test(line)) return [line];
  const lines = [""];
  for (const word of line.trim().split(/\s+/)) {
    const last = lines.length - 1;
    if (lines[last] && lines[last].length + 1 + word.length > width) lines.push(word);
    else lines[last] += (lines[last] ? " " : "") + word;
  }
  return lines;
}
