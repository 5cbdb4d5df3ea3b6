import type { Flag, Flags } from "@metadata-service/spec-tools/flags";
import type { Environment } from "./environment.js";

/** A command of the program. */
export interface Command {
  /** What users type after the name of the program. */
  readonly words: readonly string[];
  /** A second name, which is accepted but not listed. */
  readonly alias?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** The arguments in the usage line, after the name of the command. */
  readonly usage?: string;
  readonly arguments?: readonly Argument[];
  /** The flags of this command, without those of all commands. */
  readonly flags: readonly Flag[];
  /** The flags that are sent as parameters, by the name of the parameter, which responses of the service use. */
  readonly sent?: ReadonlyMap<string, string>;
  readonly examples: readonly string[];
  /** Whether it calls the service and accepts the connection flags. */
  readonly connects: boolean;
  /** Explains what a failed request left behind. */
  readonly afterFailure?: string;
  /** Explains what to do after Ctrl-C. */
  readonly afterInterrupt?: string;
  /** @returns the exit code; 0 if nothing is returned */
  run(flags: Flags, environment: Environment): Promise<number | undefined>;
}

/** An argument, for the help. */
export interface Argument {
  readonly name: string;
  readonly help: string;
  /** The only values that it can have, for completion. */
  readonly choices?: readonly string[];
}

export const CONNECTION_FLAGS: readonly Flag[] = [
  {
    name: "base-url",
    value: "URL",
    help: "URL of the service (default: METADATA_BASE_URL, or the URL in the profile)",
  },
  {
    name: "api-key-file",
    value: "FILE",
    help: "file with the API key; - reads standard input (default: METADATA_API_KEY, or the key in the profile)",
  },
  {
    name: "profile",
    value: "NAME",
    help: "profile stored by metadata login; METADATA_PROFILE sets the default",
    default: "default",
  },
  { name: "concurrency", value: "N", help: "requests in flight at once", default: "20" },
  { name: "timeout", value: "SECONDS", help: "how long one attempt may take", default: "30" },
  { name: "verbose", help: "print each request to standard error" },
];

/** The flags of every command. */
export const COMMON_FLAGS: readonly Flag[] = [
  { name: "json", help: "print results and errors as JSON" },
  { name: "quiet", short: "q", help: "print no progress and no summary" },
  { name: "help", short: "h", help: "print this help" },
];

export const flagsOf = ({ flags, connects }: Command): Flag[] => [
  ...flags,
  ...(connects ? CONNECTION_FLAGS : []),
  ...COMMON_FLAGS,
];

/** Finds the command whose name the words begin with; if several match, the one with the longest name. */
export function findCommand(commands: readonly Command[], words: readonly string[]) {
  const names = commands.flatMap((command) =>
    [command.words, command.alias ?? command.words].map((name) => ({ command, length: name.length, name })),
  );
  const fits = names.filter(({ name }) => name.every((word, i) => words[i] === word));
  return fits.sort((one, other) => other.length - one.length)[0];
}
