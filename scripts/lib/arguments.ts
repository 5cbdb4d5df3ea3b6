import { type ParseArgsConfig, parseArgs } from "node:util";

/** What a command takes. */
export interface Accepted<T extends NonNullable<ParseArgsConfig["options"]>> {
  /** Its help: how it is called, and what each option does. */
  readonly usage: string;
  readonly options?: T;
  /** The words that may follow; without this, none. */
  readonly words?: readonly string[] | "any";
}

/** Reads arguments; throws with the usage if one is not known. */
export function readArguments<T extends NonNullable<ParseArgsConfig["options"]> = Record<never, never>>(
  { usage, options, words = [] }: Accepted<T>,
  args: readonly string[] = process.argv.slice(2),
) {
  const refuse = (problem: string) => new Error(`${problem}\n\n${usage.trimEnd()}`);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage.trimEnd());
    process.exit(0);
  }
  const parse = () => {
    try {
      return parseArgs({ args: [...args], options: (options ?? {}) as T, strict: true, allowPositionals: true });
    } catch (error) {
      throw refuse((error as Error).message.replace(/\. To specify a positional.*$/s, "."));
    }
  };
  const parsed = parse();
  for (const word of parsed.positionals)
    if (words !== "any" && !words.includes(word))
      throw refuse(`Unknown word "${word}".${words.length > 0 ? ` Known: ${words.join(", ")}.` : ""}`);
  return { values: parsed.values, words: parsed.positionals };
}
