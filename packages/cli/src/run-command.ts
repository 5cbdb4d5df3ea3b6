import type { Flags } from "@metadata-service/spec-tools/flags";
import { parseFlags } from "@metadata-service/spec-tools/flags";
import { COMMON_FLAGS, CONNECTION_FLAGS, type Command } from "./command.js";
import { COMPLETE, candidates, completion } from "./commands/completion.js";
import { login, logout } from "./commands/login.js";
import { operationCommands } from "./commands/operation-commands.js";
import { EXIT } from "./exit-code.js";
import { exitCodeOf, Interrupted, messageOf, ReaderGone, UsageError } from "./failures.js";
import { commandHelp, overview, type Page } from "./help.js";
import { createPaint } from "./output/paint.js";
import { readVersion } from "./read-version.js";
import type { World } from "./world.js";

/** All commands, those from the spec first. */
const commandsOf = ({ table }: World): Command[] => [...operationCommands(table), login, logout, completion];

/**
 * Runs the program.
 *
 * @param args the command-line arguments after the name of the program
 * @returns the exit code
 */
export async function runCommand(args: readonly string[], world: World): Promise<number> {
  let command: Command | undefined;
  try {
    const commands = commandsOf(world);
    if (args[0] === COMPLETE)
      return await print(
        world,
        candidates(commands, args.slice(1))
          .map((word) => `${word}\n`)
          .join(""),
      );
    command = findCommand(commands, args);
    if (!command) return await withoutCommand(args, commands, world);
    const flags = readFlags(command, args.slice(command.words.length));
    if (flags.isOn("help")) return await print(world, commandHelp(command, pageOf(world)));
    return (await command.run(flags, world)) ?? EXIT.ok;
  } catch (error) {
    if (error instanceof ReaderGone) return EXIT.ok;
    return await tellFailure(error, command, args, world);
  }
}

/** Finds the command whose name the arguments begin with; if several match, the one with the longest name. */
function findCommand(commands: readonly Command[], args: readonly string[]): Command | undefined {
  const fits = ({ words }: Command) => words.every((word, i) => args[i] === word);
  return commands.filter(fits).sort((one, other) => other.words.length - one.words.length)[0];
}

function readFlags(command: Command, args: readonly string[]): Flags {
  const flags = [...command.flags, ...(command.connects ? CONNECTION_FLAGS : []), ...COMMON_FLAGS];
  try {
    return parseFlags(args, flags, true);
  } catch (error) {
    const { message } = error as Error;
    const [, unknown] = /^Unknown option '(--[^']+)'/.exec(message) ?? [];
    const near = flags.map(({ name }) => `--${name}`).filter((name) => unknown && distance(name, unknown) <= 2);
    throw new UsageError(near.length > 0 ? `${message}. Did you mean: ${near.join(", ")}?` : message);
  }
}

/** Handles command lines without a command: --help, --version, a group of commands, or a mistake. */
async function withoutCommand(args: readonly string[], commands: readonly Command[], world: World): Promise<number> {
  const page = pageOf(world);
  if (args.includes("--version")) return print(world, `${await readVersion()}\n`);
  const asked = args[0] === "help" ? args.slice(1) : args;
  const words = asked.filter((word) => !word.startsWith("-"));
  const [group] = words;
  const single = words.length > 0 ? findCommand(commands, words) : undefined;
  if (single) return print(world, commandHelp(single, page));
  const inGroup = commands.filter((command) => command.words.length > 1 && command.words[0] === group);
  const { title } = world.table;
  if (group === undefined) return print(world, overview(`The ${title} on the command line.`, commands, [], page));
  if (inGroup.length > 0 && words.length === 1)
    return print(world, overview(`Commands for ${group}.`, inGroup, [group], page));
  throw new UsageError(`There is no command ${words.slice(0, 2).join(" ")}.${suggest(words, commands)}`);
}

/** Suggests commands with a similar name. */
function suggest(words: readonly string[], commands: readonly Command[]): string {
  const typed = words.slice(0, 2).join(" ");
  const names = commands.map((command) => command.words.join(" "));
  const near = names.filter((name) => distance(name, typed) <= 3 || (words[0] && name.startsWith(`${words[0]} `)));
  return near.length > 0 ? ` Did you mean: ${near.slice(0, 4).join(", ")}?` : " metadata --help lists the commands.";
}

/** Returns the edit distance between two words. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, otherLetter] of [...other].entries())
      next.push(Math.min((row[j] ?? 0) + Number(letter !== otherLetter), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row[other.length] ?? 0;
}

const pageOf = ({ stdout, env }: World): Page => ({
  paint: createPaint(stdout.isTerminal, env),
  columns: stdout.columns,
});

async function print({ stdout }: World, text: string): Promise<number> {
  await stdout.write(text);
  return EXIT.ok;
}

async function tellFailure(error: unknown, command: Command | undefined, args: readonly string[], world: World) {
  // An aborted command may fail with any error, so report the reason of the signal instead.
  const reason = world.signal.aborted && !(error instanceof UsageError) ? world.signal.reason : error;
  const code = exitCodeOf(reason);
  const advice = reason instanceof Interrupted && command?.afterInterrupt ? ` ${command.afterInterrupt}` : "";
  const message = messageOf(reason) + advice;
  if (args.includes("--json")) {
    await world.stderr.write(`${JSON.stringify({ error: { message, exitCode: code } })}\n`);
    return code;
  }
  const paint = createPaint(world.stderr.isTerminal, world.env);
  const hint = code === EXIT.usage ? `\nRun metadata ${[...(command?.words ?? []), "--help"].join(" ")} for help.` : "";
  await world.stderr.write(`${paint.red("metadata:")} ${message}${hint}\n`);
  if (world.env["DEBUG"] && reason instanceof Error && reason.stack) await world.stderr.write(`${reason.stack}\n`);
  return code;
}
