import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "@metadata-service/spec-tools/run";
import { readHelp } from "./help.cjs";

/** What a command takes. */
export interface Accepted<T extends NonNullable<ParseArgsConfig["options"]>> {
  /** Its name in `scripts/help/`, where its help is. */
  readonly command: string;
  readonly options?: T;
  /** The words that may follow; without this, none. */
  readonly words?: readonly string[] | "any";
}

/** Reads arguments; throws a UsageError with the help if one is not known. */
export function readArguments<T extends NonNullable<ParseArgsConfig["options"]> = Record<never, never>>({
  command,
  options,
  words = [],
}: Accepted<T>) {
  const refuse = (problem: string) => new UsageError(`${problem}\n\n${readHelp(command).trimEnd()}`);
  const parse = () => {
    try {
      return parseArgs({ options: (options ?? {}) as T, strict: true, allowPositionals: true });
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
