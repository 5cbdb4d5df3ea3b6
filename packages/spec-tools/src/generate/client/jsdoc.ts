const WIDTH = 120;

/** A doc comment out of paragraphs, wrapped at 120 columns; an empty string where there is nothing to say. */
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

/** A line that is indented is code: it stays as it is. */
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
