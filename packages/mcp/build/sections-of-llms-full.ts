/** Writes the sections of the built docs to `dist/docs-index.json`, for the tool that searches them offline. */
import { readFile, writeFile } from "node:fs/promises";

const text = await readFile(new URL("../../docs/dist/site/llms-full.txt", import.meta.url), "utf8");
const sections: { title: string; page: string; text: string }[] = [];
let page = "";
let isCode = false;
for (const line of text.split("\n")) {
  if (line.startsWith("```")) isCode = !isCode;
  const [, level = "", title = ""] = (!isCode && /^(#{1,3}) (.*)$/.exec(line)) || [];
  if (level === "#") page = title;
  if (level) sections.push({ title, page, text: "" });
  const last = sections.at(-1);
  if (last && !level && line !== "---") last.text += `${line}\n`;
}
const found = sections.map((section) => ({ ...section, text: section.text.trim() })).filter((section) => section.text);
await writeFile(new URL("../dist/docs-index.json", import.meta.url), JSON.stringify(found));
