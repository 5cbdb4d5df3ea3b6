import type { Change } from "./change.js";
import { groupChanges } from "./group-changes.js";

const TITLE = `# Changelog of the API

What changed between released versions of the spec. \`npm run spec:diff\` writes the first section;
\`npm run spec:release\` gives it its version and its date. Breaking: a working client may stop working. Not judged: the
tool does not know what the change means.
`;

export const UNRELEASED = "Unreleased";

/** The changes of one version as a section in Markdown. */
export function section(heading: string, changes: Change[], note = ""): string {
  const parts = groupChanges(changes).map(
    ([name, group]) => `### ${name}\n\n${group.map(({ text, at }) => `- ${capital(text)} (\`${at}\`).`).join("\n")}\n`,
  );
  return [`## ${heading}\n`, ...(note ? [`${note}\n`] : []), ...parts].join("\n");
}

/**
 * Puts a section into the changelog: it replaces the one with the same heading (up to the parenthesis), else it becomes
 * the first one. An empty section removes the one with that heading.
 */
export function withSection(changelog: string, heading: string, text: string): string {
  const [, ...sections] = `\n${changelog}`.split(/\n(?=## )/);
  const name = (section: string) =>
    section
      .split("\n")[0]
      ?.replace(/^## /, "")
      .replace(/ \(.*$/, "") ?? "";
  const others = sections.map((section) => section.trim()).filter((section) => name(section) !== heading);
  const wanted = text.trim() === "" ? others : [text.trim(), ...others];
  return [TITLE.trim(), ...wanted].join("\n\n").concat("\n");
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
