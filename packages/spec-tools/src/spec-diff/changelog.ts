import type { Change } from "./change.js";

const TITLE = `# Changelog of the API

What changed between released versions of the spec, as \`npm run spec:diff\` sees it. The first section is written by it;
\`npm run spec:release\` gives it its version and its date. Breaking means: a client that was right may be wrong now.
`;

export const UNRELEASED = "Unreleased";

/** The changes of one version as a section in Markdown. */
export function section(heading: string, changes: Change[], note = ""): string {
  const groups: [string, Change[]][] = [
    ["Breaking", changes.filter(({ breaking }) => breaking)],
    ["Not breaking", changes.filter(({ breaking, side }) => !breaking && side !== "documentation")],
    ["Documentation", changes.filter(({ breaking, side }) => !breaking && side === "documentation")],
  ];
  const parts = groups
    .filter(([, group]) => group.length > 0)
    .map(
      ([name, group]) =>
        `### ${name}\n\n${group.map(({ text, at }) => `- ${capital(text)} (\`${at}\`).`).join("\n")}\n`,
    );
  return [`## ${heading}\n`, ...(note ? [`${note}\n`] : []), ...parts].join("\n");
}

/**
 * The changelog with a section in it: one with the same heading, up to what stands in parentheses, is replaced, else it
 * comes first. An empty section takes the one of that heading away.
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
