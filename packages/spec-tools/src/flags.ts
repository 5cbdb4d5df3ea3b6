import { parseArgs } from "node:util";
import { closest } from "./closest.js";
import { UsageError } from "./usage-error.js";

// For commands that suggest other words than flags.
export { closest, distance } from "./closest.js";
export { UsageError } from "./usage-error.js";

/** A flag of a command. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The placeholder for the value in the help text; a flag without one is a switch. */
  readonly value?: string;
  /** The only values that it can have, for completion. */
  readonly choices?: readonly string[];
  /** Whether several values may be given. Otherwise the last one counts. */
  readonly multiple?: boolean;
  /** Whether its value may be the empty string; only some commands check this. */
  readonly mayBeEmpty?: boolean;
  readonly help: string;
  /** The value if the flag is missing, as the help text shows it. */
  readonly default?: string;
}

/** A parsed command line. */
export interface Flags {
  /** The arguments that are not flags. */
  readonly words: readonly string[];
  /** The last value. */
  text(name: string): string | undefined;
  /** Every value that was given, in order. */
  texts(name: string): readonly string[];
  isOn(name: string): boolean;
}

/**
 * Parses a command line with a table of flags. A negative number is a value or an argument, never a flag.
 *
 * @param allowWords whether arguments other than flags are allowed
 * @throws UsageError with one sentence, if a flag is unknown or has no value
 */
export function parseFlags(args: readonly string[], flags: readonly Flag[], allowWords: boolean): Flags {
  const words: string[] = [];
  const values = new Map<string, (string | true)[]>();
  for (const token of tokensOf(args, flags)) {
    if (token.kind === "option") {
      const { name, value } = checked(token, flags);
      values.set(name, [...(values.get(name) ?? []), value]);
    } else if (token.kind === "positional") {
      if (!allowWords) throw new UsageError(`Unexpected argument '${token.value}'`);
      words.push(token.value);
    }
  }
  const texts = (name: string) => (values.get(name) ?? []).filter((value) => value !== true);
  return { words, texts, text: (name) => texts(name).at(-1), isOn: (name) => values.get(name)?.at(-1) === true };
}

/** An argument that is a flag, with its value; or another argument, with its place on the command line. */
export type Token =
  | {
      readonly kind: "option";
      readonly name: string;
      readonly rawName: string;
      readonly value?: string;
      readonly inlineValue?: boolean;
    }
  | { readonly kind: "positional"; readonly value: string; readonly index: number };

/** Splits a command line into flags and other arguments, without any checks. */
export function tokensOf(args: readonly string[], flags: readonly Flag[]): Token[] {
  const options = flags.map(({ name, short, value }) => {
    const type = value === undefined ? ("boolean" as const) : ("string" as const);
    return [name, { type, ...(short !== undefined && { short }) }] as const;
  });
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const found: Token[] = [];
  const negative = new Set<number>();
  for (const token of tokens) {
    const arg = args[token.index] ?? "";
    if (token.kind === "positional") found.push(token);
    else if (token.kind === "option" && !(NEGATIVE.test(arg) && !token.rawName.startsWith("--")))
      found.push(token as Token);
    // `-12` is read as the short flags 1 and 2.
    else if (token.kind === "option" && !negative.has(token.index)) {
      negative.add(token.index);
      found.push({ kind: "positional", value: arg, index: token.index });
    }
  }
  return found;
}

const NEGATIVE = /^-\.?\d/;

/** Checks that a flag exists, and that it has a value if and only if it needs one. */
function checked({ name, rawName, value, inlineValue }: Extract<Token, { kind: "option" }>, flags: readonly Flag[]) {
  const flag = flags.find((one) => one.name === name);
  if (!flag) {
    const near = closest(
      name,
      flags.map((one) => one.name),
    );
    throw new UsageError(`Unknown option '${rawName}'${near === undefined ? "" : `. Did you mean --${near}?`}`);
  }
  if (flag.value === undefined) {
    if (value !== undefined) throw new UsageError(`Option '${rawName}' does not take a value, but got '${value}'`);
    return { name, value: true as const };
  }
  if (value === undefined) throw new UsageError(`Option '${rawName} ${flag.value}' needs a value`);
  const isFlag = !inlineValue && value.startsWith("-") && value !== "-" && !NEGATIVE.test(value);
  if (isFlag)
    throw new UsageError(
      `Option '${rawName} ${flag.value}' needs a value; if '${value}' is the value, write '${rawName}=${value}'`,
    );
  return { name, value };
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
