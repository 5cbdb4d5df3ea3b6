import { ApiError, ClientError } from "@metadata-service/client";
import { distance, type Flag, type Flags, parseFlags, tokensOf } from "@metadata-service/spec-tools/flags";
import { asSentence, createPaint } from "@metadata-service/spec-tools/terminal";
import { COMMON_FLAGS, CONNECTION_FLAGS, type Command, findCommand, flagsOf } from "./command.js";
import { Interrupted, ReaderGone, UsageError } from "./command-error.js";
import { COMPLETE, candidates, completion } from "./commands/completion.js";
import { login, logout } from "./commands/login.js";
import { mcp } from "./commands/mcp.js";
import { operationCommands } from "./commands/operation-commands.js";
import type { Environment } from "./environment.js";
import { EXIT } from "./exit-code.js";
import { exitCodeOf, messageOf } from "./failures.js";
import { commandHelp, overview, type Page } from "./help.js";
import { readVersion } from "./read-version.js";
import { proxyFetch } from "./settings/proxy.js";
import { type Service, serviceAt } from "./settings/service.js";

/** The commands that do not come from the spec. */
export const BUILT_IN = [login, logout, mcp, completion];

/** All commands, those from the spec first. */
const commandsOf = ({ table }: Environment): Command[] => [...operationCommands(table), ...BUILT_IN];

/**
 * Runs the program.
 *
 * @param args the command-line arguments after the name of the program
 * @param commands instead of all commands of the program
 * @returns the exit code
 */
export async function runCommand(
  args: readonly string[],
  given: Environment,
  commands: readonly Command[] = commandsOf(given),
): Promise<number> {
  let command: Command | undefined;
  let service: Service | undefined;
  const environment: Environment = {
    ...given,
    connect(options) {
      service = serviceAt(options.baseUrl, given.env);
      return given.connect({ ...options, ...(service?.proxy && { fetch: proxyFetch(service.proxy) }) });
    },
  };
  try {
    if (args[0] === COMPLETE)
      return await print(
        environment,
        candidates(commands, args.slice(1))
          .map((word) => `${word}\n`)
          .join(""),
      );
    const { words, places } = wordsOf(commands, args);
    const found = findCommand(commands, words);
    if (!found) return await withoutCommand(args, words, commands, environment);
    command = found.command;
    // Flags may stand before the command and between its words.
    const name = places.slice(0, found.length);
    const others = args.filter((_, index) => !name.includes(index));
    const flags = readFlags(flagsOf(command), others, command);
    if (flags.isOn("help")) return await print(environment, commandHelp(command, pageOf(environment)));
    return (await command.run(flags, environment)) ?? EXIT.ok;
  } catch (error) {
    if (error instanceof ReaderGone) return EXIT.ok;
    return await tellFailure(error, { command, service, args }, environment);
  }
}

/** The arguments that are not flags, with their places. */
function wordsOf(commands: readonly Command[], args: readonly string[]) {
  const flags = new Map([...commands.flatMap(flagsOf), VERSION].map((flag) => [flag.name, flag] as const));
  const found = tokensOf(args, [...flags.values()]).flatMap((token) => (token.kind === "positional" ? token : []));
  return { words: found.map(({ value }) => value), places: found.map(({ index }) => index) };
}

const VERSION: Flag = { name: "version", help: "print the version" };

/** Parses the flags of a command, and refuses those that say nothing or two things. */
function readFlags(flags: readonly Flag[], args: readonly string[], command?: Command): Flags {
  const parsed = parseKnown(flags, args, command);
  for (const { name, value = "", multiple, mayBeEmpty } of flags) {
    const [first, ...more] = parsed.texts(name);
    const other = more.find((text) => text !== first);
    if (other !== undefined && !multiple)
      throw new UsageError(
        `--${name} is given twice, as ${JSON.stringify(first)} and ${JSON.stringify(other)}: remove one`,
      );
    if (first === "" && !mayBeEmpty)
      throw new UsageError(`--${name} ${value} is empty: add a value, or remove the flag`);
  }
  return parsed;
}

const KEY =
  "Other users of the machine can read command lines: set METADATA_API_KEY, use --api-key-file FILE, or run metadata login.";

function parseKnown(flags: readonly Flag[], args: readonly string[], command: Command | undefined): Flags {
  try {
    return parseFlags(args, flags, true);
  } catch (error) {
    const { message } = error as Error;
    const [isKey] = /^Unknown option '--(?:api-?)?(?:key|token)'/i.exec(message) ?? [];
    throw new UsageError(isKey === undefined ? `${message}${argumentHint(message, command)}` : `${isKey}. ${KEY}`);
  }
}

/** Explains how to write an argument that was written as a flag. */
function argumentHint(message: string, command: Command | undefined): string {
  const [, name] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
  const { words = [], usage = "", arguments: known = [] } = command ?? {};
  if (name === undefined) return "";
  const written = ["metadata", ...words, usage].join(" ");
  if (known.some((argument) => argument.name === name)) return `. Write ${name} without dashes: ${written}`;
  const values = known.find((argument) => argument.name.includes("="))?.name;
  return values === undefined || message.includes("Did you mean")
    ? ""
    : `. Write values without dashes, as ${values}: ${written}`;
}

/** Handles command lines without a command: --help, --version, a group of commands, or a mistake. */
async function withoutCommand(
  args: readonly string[],
  given: readonly string[],
  commands: readonly Command[],
  environment: Environment,
): Promise<number> {
  const page = pageOf(environment);
  const words = given[0] === "help" ? given.slice(1) : given;
  const [group] = words;
  const single = findCommand(commands, words)?.command;
  const inGroup = commands.filter((command) => command.words.length > 1 && command.words[0] === group);
  const isKnown = group === undefined || single || (inGroup.length > 0 && words.length === 1);
  if (!isKnown) throw new UsageError(`There is no command ${words.slice(0, 2).join(" ")}.${suggest(words, commands)}`);
  const isAsked = given[0] === "help" || args.some((arg) => ["--help", "-h", "--version"].includes(arg));
  // A script with half a command must not take the help for its result.
  if (!isAsked && group !== undefined && args.length > 1)
    throw new UsageError(`The command after ${group} is missing.${suggest(words, commands)}`);
  const flags = readFlags([...CONNECTION_FLAGS, ...COMMON_FLAGS, VERSION], args);
  if (!isAsked && group === undefined && args.length > 0)
    throw new UsageError("The command is missing. metadata --help lists the commands.");
  if (flags.isOn("version")) return print(environment, `${await readVersion()}\n`);
  if (single) return print(environment, commandHelp(single, page));
  const { title } = environment.table;
  if (group === undefined) return print(environment, overview(`The ${title} on the command line.`, commands, [], page));
  return print(environment, overview(`Commands for ${group}.`, inGroup, [group], page));
}

/** Suggests commands with a similar name, those of the same group, and those with the words in the other order. */
function suggest(words: readonly string[], commands: readonly Command[]): string {
  const near = commands.flatMap(({ words: name }) => {
    const typed = words.slice(0, name.length);
    const text = name.join(" ");
    const away = Math.min(distance(text, typed.join(" ")), distance(text, [...typed].reverse().join(" ")));
    const isNear =
      away <= Math.min(3, text.length / 2) ||
      (words[0] !== undefined && name.length > 1 && distance(name[0] ?? "", words[0]) <= (words.length === 1 ? 2 : 0));
    return isNear ? [{ text, away }] : [];
  });
  const names = near.sort((one, other) => one.away - other.away).map(({ text }) => text);
  return names.length > 0 ? ` Did you mean: ${names.slice(0, 4).join(", ")}?` : " metadata --help lists the commands.";
}

const pageOf = ({ stdout, env }: Environment): Page => ({
  paint: createPaint(stdout.isTerminal, env),
  columns: stdout.columns,
});

async function print({ stdout }: Environment, text: string): Promise<number> {
  await stdout.write(text);
  return EXIT.ok;
}

/** What was run when a command failed. */
interface Run {
  command: Command | undefined;
  service: Service | undefined;
  args: readonly string[];
}

/** Names the flag instead of the parameter, at the start of the message of a service that rejected it. */
function withFlags(message: string, error: unknown, command: Command | undefined): string {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) return message;
  const [name = ""] = /^[\w.-]+/.exec(message) ?? [];
  const flag = command?.sent?.get(name);
  return flag === undefined ? message : flag + message.slice(name.length);
}

async function tellFailure(error: unknown, { command, service, args }: Run, environment: Environment) {
  // An aborted command may fail with any error, so report the reason of the signal instead.
  const reason = environment.signal.aborted && !(error instanceof UsageError) ? environment.signal.reason : error;
  const code = exitCodeOf(reason);
  const isLost = reason instanceof ClientError;
  const advice = reason instanceof Interrupted ? command?.afterInterrupt : isLost ? command?.afterFailure : undefined;
  const message = [withFlags(messageOf(reason, service), reason, command), advice].filter(Boolean).join(" ");
  if (args.includes("--json")) {
    await environment.stderr.write(`${JSON.stringify({ error: { message, exitCode: code } })}\n`);
    return code;
  }
  const paint = createPaint(environment.stderr.isTerminal, environment.env);
  const hint = code === EXIT.usage ? `\nRun metadata ${[...(command?.words ?? []), "--help"].join(" ")} for help.` : "";
  await environment.stderr.write(`${paint("red", "metadata:")} ${asSentence(message)}${hint}\n`);
  if (environment.env["DEBUG"] && reason instanceof Error && reason.stack)
    await environment.stderr.write(`${reason.stack}\n`);
  return code;
}
