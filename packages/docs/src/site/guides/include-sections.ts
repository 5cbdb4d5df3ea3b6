import { posix } from "node:path";
import { readTextFile } from "@metadata-service/spec-tools/input";
import { inRepository } from "../paths.js";
import { slug } from "./markdown.js";

/** The folder of the site with the files of the repository that guides link to. */
const FILES = "files/";

/** Reads the files of the repository that guides link to; returns their texts by path in the site. */
export async function linkedFiles(guides: readonly string[]): Promise<Record<string, string>> {
  const paths = guides.flatMap((guide) =>
    [...guide.matchAll(/\]\(\.\.\/files\/([^)]+)\)/g)].map(([, path = ""]) => path),
  );
  const texts = paths.map(async (path) => [FILES + path, await readTextFile(inRepository(path))] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * Replaces each line `[[include FILE.md Heading]]` of a guide with that section of a file in the repository, so that a
 * README and a guide share one text. Removes numbers before headings, and links to Markdown files that have no page. If
 * the guide is nothing but one section, its title stands for the heading of the section.
 *
 * @param pages the pages that show headings of files, from `pagesOfHeadings`
 * @throws Error if the section does not exist
 */
export async function includeSections(guide: string, pages: ReadonlyMap<string, string>): Promise<string> {
  const lines = includesOf(guide);
  const isWhole = isOneSection(guide);
  const sections = await Promise.all(
    lines.map(async ({ file, heading }) => {
      const section = withLinks(await readSection(file, heading), file, pages);
      return isWhole ? raised(section) : section;
    }),
  );
  return lines.reduce((text, { line }, i) => text.replace(line, () => sections[i] ?? ""), guide);
}

/**
 * Returns the page with its anchor (`security.html#encrypt-connections`) of each heading that a guide includes, by file
 * and anchor (`packages/service/README.md#encrypt-connections`).
 */
export async function pagesOfHeadings(
  guides: readonly { readonly name: string; readonly source: string }[],
): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const { name, source } of guides)
    for (const { file, heading } of includesOf(source))
      for (const [, level, title = ""] of (await readSection(file, heading)).matchAll(/^(##+) (.+)$/gm)) {
        const isTitle = level === "##" && isOneSection(source);
        pages.set(`${file}#${slug(title)}`, `${name}.html${isTitle ? "" : `#${slug(withoutNumber(title))}`}`);
      }
  return pages;
}

/** Whether a guide has a title, and no section but one that it includes at its end. */
function isOneSection(guide: string): boolean {
  const [only, ...others] = includesOf(guide);
  if (only === undefined || others.length > 0 || /^## /m.test(guide)) return false;
  return guide.startsWith("# ") && guide.trimEnd().endsWith(only.line.trimEnd());
}

/** Returns the parts of a section as sections. */
const raised = (section: string): string => section.replace(/^## .*\n+/, "").replaceAll(/^##(#+ )/gm, "#$1");

const includesOf = (guide: string) =>
  [...guide.matchAll(/^\[\[include (\S+) ([^\]\n]+)\]\][ \t]*$/gm)].map(([line, file = "", heading = ""]) => ({
    line,
    file,
    heading,
  }));

async function readSection(file: string, heading: string): Promise<string> {
  const markdown = await readTextFile(inRepository(file));
  const section = markdown.split(/\n(?=## )/).find((text) => titleOf(text) === heading);
  if (!section) throw new Error(`A guide includes the section "${heading}" of ${file}, which does not exist.`);
  return section;
}

function withLinks(section: string, file: string, pages: ReadonlyMap<string, string>): string {
  const shown = section.replace(/^## .*/, (line) => `## ${titleOf(line)}`);
  return shown.replaceAll(/\[([^\]]+)\]\(([.#][^)]+)\)/g, (_, text, target) => {
    const path = target.startsWith("#") ? file + target : posix.join(posix.dirname(file), target);
    const page = pages.get(path);
    if (page) return `[${text}](${page})`;
    if (target.startsWith("#")) return text;
    const decision = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1];
    if (decision) return `decision ${decision}`;
    return path.endsWith(".md") ? `${text} (\`${path}\` in the repository)` : `[${text}](../${FILES}${path})`;
  });
}

const titleOf = (section: string) => withoutNumber(/^## (.*)/.exec(section)?.[1] ?? "").trim();

const withoutNumber = (title: string) => title.replace(/^\d+\. /, "");
