import { escapeHidden, markdown } from "@metadata-service/spec-tools/languages";
import type { Change } from "./change.js";
import { DOCUMENTATION, groupChanges } from "./group-changes.js";

const TITLE = `# Changelog of the API

What changed for users of the API, version by version. *Breaking*: a working client may stop working. *Not judged*: look
at the change yourself, because the tool that compares two versions does not know what it means for clients.
`;

export const UNRELEASED = "Unreleased";

/** The changes of one version as a section in Markdown, each in one line. */
export function section(heading: string, changes: Change[], note = ""): string {
  const parts = groupChanges(changes).map(([name, group]) => listed(name, group));
  return [`## ${sentence(heading)}\n`, ...(note ? [`${sentence(note)}\n`] : []), ...parts].join("\n");
}

/** The same for the changelog: it counts changed texts, because a list of them would hide what a client notices. */
export function changelogSection(heading: string, changes: Change[], note = ""): string {
  const groups = groupChanges(changes);
  const isOnlyText = groups.length === 1 && groups[0]?.[0] === DOCUMENTATION;
  const notes = [note, isOnlyText ? NOTHING_FOR_CLIENTS : ""].filter(Boolean).map((text) => `${text}\n`);
  const parts = groups.map(([name, group]) => (name === DOCUMENTATION ? counted(name, group) : listed(name, group)));
  return [`## ${heading}\n`, ...notes, ...parts].join("\n");
}

const NOTHING_FOR_CLIENTS = "Nothing changes for clients: requests and responses are the same.";

const listed = (name: string, group: Change[]) =>
  `### ${name}\n\n${group.map(({ text, at }) => `- ${sentence(capital(text))} (${markdown.code(escapeHidden(at))}).`).join("\n")}\n`;

const counted = (name: string, { length }: Change[]) =>
  `### ${name}\n\nDescriptions, examples or the notation changed in ${length} ${length === 1 ? "place" : "places"}.\n`;

/**
 * Puts a section into the changelog. It replaces the section with the same heading (up to the parenthesis); if there is
 * none, it becomes the first one. An empty section removes the one with that heading.
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

/** A sentence of the report: names that it puts into backticks are code, all else of a spec stays text. */
function sentence(text: string): string {
  const parts = escapeHidden(text.replace(/\s+/g, " ").trim()).split(/`([^`]+)`/);
  const written = parts.map((part, index) =>
    index % 2 === 1 ? markdown.code(part) : part.replace(/\S(?:.*\S)?/, markdown.text),
  );
  return written.join("");
}
