import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { inRepository } from "../paths.js";
import type { Block } from "./block.js";
import { codeBlock } from "./markdown.js";

const SAMPLES = "scripts/languages/samples";
const HIGHLIGHT: Record<string, string> = {
  ".go": "go",
  ".java": "java",
  ".kt": "kotlin",
  ".py": "python",
  ".sh": "bash",
  ".ts": "typescript",
};

/**
 * Shows a file of a sample in another language, or the part of it between `#region NAME` and `#endregion`. `npm run
 * extra -- languages` runs the same files.
 */
export function languageBlock(language = "", file = "", region?: string): Block {
  const path = `${SAMPLES}/${language}/${file}`;
  const text = readFileSync(inRepository(path), "utf8");
  const code = region === undefined ? text : regionOf(text, region);
  if (code === undefined) throw new Error(`A guide shows the region ${region} of ${path}, which does not exist.`);
  const highlight = HIGHLIGHT[extname(file)];
  return { html: codeBlock(code, highlight), markdown: `\`\`\`${highlight ?? ""}\n${code.trimEnd()}\n\`\`\`` };
}

function regionOf(text: string, name: string): string | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trimEnd().endsWith(`#region ${name}`));
  const length = lines.slice(start + 1).findIndex((line) => line.includes("#endregion"));
  if (start < 0 || length < 0) return undefined;
  const inside = lines.slice(start + 1, start + 1 + length);
  const indent = Math.min(...inside.filter((line) => line !== "").map((line) => line.search(/\S/)));
  return inside
    .map((line) => line.slice(indent))
    .join("\n")
    .trim();
}
