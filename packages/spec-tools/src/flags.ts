import { parseArgs } from "node:util";

/** A flag of a command. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** What to show for the value in the help; a flag without it is on or off. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly multiple?: boolean;
  readonly help: string;
  /** What is taken where the flag is not given, as a person would write it. */
  readonly default?: string;
}

/** A command line, taken apart. */
export interface Flags {
  /** What is no flag. */
  readonly words: readonly string[];
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  isOn(name: string): boolean;
}

/**
 * Reads a command line by a table of flags.
 *
 * @param allowWords whether it may hold more than flags
 * @throws Error with one sentence, for a flag that is unknown or lacks its value
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

/** The flags as lines of a help text, with their defaults in parentheses. */
export function describeFlags(flags: readonly Flag[]): string {
  const rows = flags.map(({ name, value, help, default: otherwise }) => {
    const flag = value === undefined ? `--${name}` : `--${name} ${value}`;
    return [flag, otherwise === undefined ? help : `${help} (${otherwise})`] as const;
  });
  const width = Math.max(...rows.map(([flag]) => (flag.length > LONG_FLAG ? 0 : flag.length)));
  return rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}\n`).join("");
}

/** A longer flag sticks out, so it does not move all the others. */
const LONG_FLAG = 32;

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function parse(args: readonly string[], options: Options, allowPositionals: boolean) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    // What follows the first sentence is advice on `--`, which no command here has a use for.
    throw new Error((error as Error).message.split(". ")[0]);
  }
}
