import { posix } from "node:path";
import { readTextFile } from "@metadata-service/spec-tools/input";
import { inRepository } from "../paths.js";

/** Files of the repository with a guide of the same content, to which links go instead. */
const GUIDES: Record<string, string> = {
  "SECURITY.md": "security.md",
  "packages/service/README.md#secure-a-deployment": "security.md#secure-a-deployment",
};

/**
 * Replaces each line `[[include FILE.md Heading]]` of a guide with that section of a file in the repository, so that a
 * README and a guide share one text. Removes numbers before headings, and links to files that have no page.
 *
 * @throws Error if the section does not exist
 */
export async function includeSections(guide: string): Promise<string> {
  const lines = [...guide.matchAll(/^\[\[include (\S+) ([^\]\n]+)\]\][ \t]*$/gm)];
  const sections = await Promise.all(lines.map(([, file = "", heading = ""]) => readSection(file, heading)));
  return lines.reduce((text, [line], i) => text.replace(line, () => sections[i] ?? ""), guide);
}

async function readSection(file: string, heading: string): Promise<string> {
  const markdown = await readTextFile(inRepository(file));
  const section = markdown.split(/\n(?=## )/).find((text) => titleOf(text) === heading);
  if (!section) throw new Error(`A guide includes the section "${heading}" of ${file}, which does not exist.`);
  return section.replace(/^## .*/, `## ${heading}`).replaceAll(/\[([^\]]+)\]\(([.#][^)]+)\)/g, (_, text, target) => {
    if (target.startsWith("#")) return text;
    const path = posix.join(posix.dirname(file), target);
    if (GUIDES[path]) return `[${text}](${GUIDES[path]})`;
    const decision = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1];
    return decision ? `decision ${decision}` : `${text} (\`${path}\` in the repository)`;
  });
}

const titleOf = (section: string) => /^## (?:\d+\. )?(.*)/.exec(section)?.[1]?.trim();
