import { parseArgs } from "node:util";

/** A flag of a command. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The placeholder for the value in the help text; a flag without one is a switch. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly multiple?: boolean;
  readonly help: string;
  /** The value if the flag is missing, as the help text shows it. */
  readonly default?: string;
}

/** A parsed command line. */
export interface Flags {
  /** The arguments that are not flags. */
  readonly words: readonly string[];
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  isOn(name: string): boolean;
}

/**
 * Parses a command line with a table of flags.
 *
 * @param allowWords whether arguments other than flags are allowed
 * @throws Error with one sentence, if a flag is unknown or has no value
 */
export function parseFlags(args: readonly string[], flags: readonly Flag[], allowWords: boolean): Flags {
  const options = flags.map(({ name, short, value, multiple = false }) => {
    const type = value === undefined ? ("boolean" as const) : ("string" as const);
    return [name, { type, multiple, ...(short !== undefined && { short }) }] as const;
  });
  const { values, positionals } = parse(args, Object.fromEntries(options), allowWords);
  const texts = (name: string) => [values[name] ?? []].flat().filter((value) => typeof value === "string");
  return { words: positionals, texts, text: (name) => texts(name).at(-1), isOn: (name) => values[name] === true };
}

/** Formats the flags as lines of a help text, with their defaults in parentheses. */
export function describeFlags(flags: readonly Flag[]): string {
  const rows = flags.map(({ name, value, help, default: otherwise }) => {
    const flag = value === undefined ? `--${name}` : `--${name} ${value}`;
    return [flag, otherwise === undefined ? help : `${help} (${otherwise})`] as const;
  });
  const width = Math.max(...rows.map(([flag]) => (flag.length > LONG_FLAG ? 0 : flag.length)));
  return rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}\n`).join("");
}

/** The maximum width of the flag column. A longer flag runs into the description column instead of widening it. */
const LONG_FLAG = 32;

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function parse(args: readonly string[], options: Options, allowPositionals: boolean) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    // The rest of the message is advice about `--`, which no command here uses.
    throw new Error((error as Error).message.split(". ")[0]);
  }
}
