import { describeFileError, describeListenError } from "@metadata-service/spec-tools";
import { closest, parseFlags } from "@metadata-service/spec-tools/flags";
import { asSentence } from "@metadata-service/spec-tools/terminal";
import { AdministrationError } from "../admin/administration.js";
import { readSettings, SETTINGS, SettingError } from "../config/settings.js";
import { SERVICE_VERSION } from "../service-version.js";
import { DatabaseError } from "../storage/database-error.js";
import { FolderInUseError } from "../storage/embedded/data-folder-lock.js";
import { FolderError } from "../storage/embedded/folder-error.js";
import { UnsafeFolderError } from "../storage/embedded/private-folder.js";
import { whyUnusable } from "../storage/server/why-unusable.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";

type Command = (line: CommandLine, io: CommandIo) => Promise<number>;

/** Loaded on demand: loading all commands would double the run time of a short one. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import("./start-command.js")).startCommand,
  keys: async () => (await import("./keys-command.js")).keysCommand,
  import: async () => (await import("./import-command.js")).importCommand,
  export: async () => (await import("./export-command.js")).exportCommand,
  backup: async () => (await import("./backup-command.js")).backupCommand,
  restore: async () => (await import("./restore-command.js")).restoreCommand,
  move: async () => (await import("./move-command.js")).moveCommand,
  distribute: async () => (await import("./distribute-command.js")).distributeCommand,
};

/** Flags of individual commands, in addition to the settings. */
const OWN_FLAGS: Readonly<Record<string, readonly string[]>> = {
  keys: ["label", "expires", "namespace", "scope"],
  import: ["rejects", "namespace", "format", "separator"],
  export: ["namespace"],
};

/**
 * Runs a command line.
 *
 * @returns the exit status: 0 for success, 1 for a failure, 2 for an invalid command line or setting
 */
export async function run(args: readonly string[], io: CommandIo): Promise<number> {
  const [name = "", ...rest] = args;
  if (name === "--version") {
    await io.out(`${SERVICE_VERSION}\n`);
    return 0;
  }
  if (name === "" || name === "help" || args.includes("--help")) {
    const { helpText } = await import("../config/help.js");
    await io.out(helpText());
    return name === "" ? 2 : 0;
  }
  try {
    const read = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!read) {
      const near = closest(name, Object.keys(COMMANDS));
      const meant = near === undefined ? "" : ` Did you mean ${near}?`;
      throw new UsageError(`There is no command ${name}.${meant} metadata-service --help lists the commands.`);
    }
    const line = readLine(name, rest, io.environment);
    const command = await read();
    return await command(line, io);
  } catch (error) {
    if (error instanceof UsageError || error instanceof SettingError) {
      io.err(`${asSentence(error.message)}\n`);
      return 2;
    }
    io.err(`${asSentence(failureText(error))}\n`);
    return 1;
  }
}

function readLine(name: string, args: readonly string[], environment: CommandIo["environment"]): CommandLine {
  const names = [...SETTINGS.map((setting) => setting.flag), ...(OWN_FLAGS[name] ?? [])];
  try {
    const several = new Set(SETTINGS.flatMap(({ flag, multiple }) => (multiple ? [flag] : [])));
    const table = names.map((flag) => ({ name: flag, value: "TEXT", help: "", multiple: several.has(flag) }));
    const { words, texts, text } = parseFlags(args, table, true);
    const textOf = (flag: string) => (several.has(flag) && texts(flag).length > 0 ? texts(flag).join() : text(flag));
    const flags = Object.fromEntries(names.map((flag) => [flag, textOf(flag)]));
    // Flags take precedence over the environment; only move takes both a folder and a server.
    const namesFolder = name !== "move" && flags["data"] !== undefined;
    const server = ["database-url", "database-url-file"].find((flag) => flags[flag] !== undefined);
    if (namesFolder && server !== undefined)
      throw new Error(`--data and --${server} name two databases; use one of them`);
    const settings = readSettings(
      flags,
      namesFolder
        ? { ...environment, DATABASE_URL: undefined, METADATA_SERVICE_DATABASE_URL_FILE: undefined }
        : environment,
    );
    return { words, flags, settings };
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new UsageError(`${asSentence((error as Error).message)} metadata-service --help lists the options.`);
  }
}

/** The error may concern the public or the private port. */
const LISTEN_FLAGS = { host: "--host or --ops-host", port: "--port or --ops-port" };

/** Formats an error: one sentence if an operator can fix it, otherwise the stack. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === "listen" || syscall === "getaddrinfo") {
    const { port, address, hostname } = error as { port?: number; address?: string; hostname?: string };
    return describeListenError(error, { host: address ?? hostname, port }, LISTEN_FLAGS).message;
  }
  const { path } = error as NodeJS.ErrnoException;
  if (path !== undefined) return describeFileError(error, path).message;
  const foreseen = [AdministrationError, DatabaseError, FolderError, FolderInUseError, UnsafeFolderError].some(
    (one) => error instanceof one,
  );
  if (foreseen) return error.message;
  return whyUnusable(error)?.message ?? (typeof code === "string" ? error.message : (error.stack ?? error.message));
}
