import type { Flag } from "@metadata-service/spec-tools/flags";
import type { Paint } from "@metadata-service/spec-tools/terminal";
import { COMMON_FLAGS, CONNECTION_FLAGS, type Command } from "./command.js";
import { EXIT_HELP } from "./exit-code.js";
import { pad, textWidth } from "./output/text-width.js";

/** The formatting of a help text: colors and width. */
export interface Page {
  readonly paint: Paint;
  readonly columns: number;
}

/** The maximum line length, even on wider terminals. */
const WIDEST = 110;
const LONG_NAME = 26;

type Row = readonly [name: string, help: string];

export function commandHelp(command: Command, page: Page): string {
  const { words, usage = "", description, examples } = command;
  const args = (command.arguments ?? []).map(({ name, help }): Row => [name, help]);
  return [
    `${wrap(description ?? `${command.summary}.`, 0, page)}\n`,
    section("Usage", `  metadata ${[...words, usage].filter(Boolean).join(" ")} [flags]\n`, page),
    section("Arguments", rows(args, page), page),
    section("Flags", rows(command.flags.map(flagRow), page), page),
    section("Connection", command.connects ? rows(CONNECTION_FLAGS.map(flagRow), page) : "", page),
    section("Other flags", rows(COMMON_FLAGS.map(flagRow), page), page),
    section("Examples", shellLines(examples), page),
  ]
    .filter(Boolean)
    .join("\n");
}

const ENVIRONMENT: readonly Row[] = [
  ["METADATA_BASE_URL", "URL of the service"],
  ["METADATA_API_KEY", "API key; there is no flag for it, because other users can read command lines"],
  ["METADATA_PROFILE", "profile to use"],
  ["HTTPS_PROXY", "proxy to use; also HTTP_PROXY, ALL_PROXY and NO_PROXY"],
  ["NO_COLOR", "turns colors off if it is set"],
];

/** Returns the help of the program or of a group of commands, with one line for each command. */
export function overview(title: string, commands: readonly Command[], words: readonly string[], page: Page): string {
  const isTop = words.length === 0;
  const name = ["metadata", ...words].join(" ");
  const list = commands.map((command): Row => [command.words.join(" "), command.summary]);
  const more = isTop
    ? [
        section("Environment", rows(ENVIRONMENT, page), page),
        section("Exit codes", rows(EXIT_HELP, page), page),
        section(
          "Examples",
          shellLines(["metadata login --base-url https://api.example.com", ...samplesOf(commands)]),
          page,
        ),
      ]
    : [];
  return [
    `${wrap(title, 0, page)}\n`,
    section("Usage", `  ${name} <command> [flags]\n`, page),
    section("Commands", rows(list, page), page),
    ...more,
    `Run ${name} <command> --help for the flags of a command.\n`,
  ].join("\n");
}

/** An example of the command of a list and of its `pull`, or of the first operation if there are no lists. */
function samplesOf(commands: readonly Command[]): string[] {
  const operations = commands.filter(({ connects }) => connects);
  const chosen = ["list", "pull"].map((verb) => operations.find(({ words }) => words.at(-1) === verb));
  const found = chosen.flatMap((command) => command?.examples[0] ?? []);
  return found.length > 0 ? found : operations.slice(0, 1).flatMap(({ examples }) => examples.slice(0, 1));
}

/** A part of a help text; empty if it has no lines. */
const section = (title: string, text: string, { paint }: Page) => (text ? `${paint("bold", title)}\n${text}` : "");

const shellLines = (commands: readonly string[]) => commands.map((line) => `  $ ${line}\n`).join("");

function flagRow({ name, short, value, help, default: otherwise, multiple }: Flag): Row {
  const flag = [short ? `-${short}, ` : "", `--${name}`, value ? ` ${value}` : ""].join("");
  const notes = [otherwise === undefined ? "" : `default: ${otherwise}`, multiple ? "may be repeated" : ""];
  const note = notes.filter(Boolean).join("; ");
  return [flag, note ? `${help} (${note})` : help];
}

function rows(list: readonly Row[], page: Page): string {
  const width = Math.max(0, ...list.map(([name]) => textWidth(name)).filter((each) => each <= LONG_NAME));
  return list
    .map(([name, help]) => {
      const head = `  ${pad(name, width)}  `;
      const text = wrap(help, width + 4, page);
      // A longer name gets a separate line.
      return textWidth(name) > width ? `  ${name}\n${" ".repeat(width + 4)}${text}\n` : `${head}${text}\n`;
    })
    .join("");
}

/** Breaks a text into lines; all but the first are indented. */
function wrap(text: string, indent: number, { columns }: Page): string {
  const room = Math.max(20, Math.min(columns, WIDEST) - indent);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && textWidth(line) + 1 + textWidth(word) > room) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
}
