import type { Flag, Flags } from "@metadata-service/spec-tools/flags";
import { type Argument, COMMON_FLAGS, CONNECTION_FLAGS, type Command } from "../command.js";
import { UsageError } from "../command-error.js";
import type { OperationCommand, Parameter } from "../command-table.js";
import type { Environment, Methods } from "../environment.js";
import { PLACEHOLDER, parseParameter } from "../parse-value.js";

/**
 * The flags of parameters, in the same order: each with the prefix `param-` if the command itself has a flag of that
 * name, and with a number if another parameter has it, since the flags of `a.b` and `a_b` would be the same.
 */
function flagNames(parameters: readonly Parameter[], own: readonly Flag[]): string[] {
  const ofCommand = new Set([...own, ...CONNECTION_FLAGS, ...COMMON_FLAGS].map(({ name }) => name));
  const taken = new Set(ofCommand);
  return parameters.map(({ flag }) => {
    const wanted = ofCommand.has(flag) ? `param-${flag}` : flag;
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
    taken.add(name);
    return name;
  });
}

function parameterFlag(parameter: Parameter, name: string): Flag {
  const { type, values, repeated, required, description = "", default: otherwise } = parameter;
  const text = description.replace(/\.$/, "") || `the parameter ${parameter.key}`;
  return {
    name,
    value: values ? values.join("|") : PLACEHOLDER[type],
    ...(values && { choices: values.map(String) }),
    help: required ? `${text} (required)` : text,
    ...(repeated && { multiple: true }),
    ...(type === "text" && { mayBeEmpty: true }),
    ...(otherwise !== undefined && { default: typeof otherwise === "string" ? otherwise : JSON.stringify(otherwise) }),
  };
}

/** Splits the arguments into path parameters, which come first, and the remaining words. */
function readArguments({ arguments: parameters }: OperationCommand, { words }: Flags) {
  const path = parameters.map((parameter, i) => {
    const name = parameter.flag.toUpperCase();
    if (words[i] === "") throw new UsageError(`${name} is empty`);
    return parseParameter(parameter, words.slice(i, i + 1), name);
  });
  return { path, words: words.slice(parameters.length) };
}

/** The parameters that a command line gives. */
export interface Given {
  readonly path: readonly unknown[];
  /** Those in query, headers and cookies, by their names in the client's method. */
  readonly query: object;
  /** The arguments after those of the path. */
  readonly words: readonly string[];
}

/** What a command has besides what follows from its operation. */
interface OwnParts extends Partial<Pick<Command, "words" | "summary" | "afterInterrupt">> {
  readonly description?: string | undefined;
  /** @default all of the operation */
  readonly parameters?: readonly Parameter[];
  readonly flags: readonly Flag[];
  /** The arguments after those of the path; without these, no others are accepted. */
  readonly arguments?: readonly Argument[];
  /** The same in the usage line. */
  readonly usage?: string;
  /** @param name the command line without flags, with an argument for each path parameter */
  examples(name: string): string[];
  run(given: Given, flags: Flags, environment: Environment): Promise<number | undefined>;
}

/** Creates a command for an operation: parameters in the path are arguments, others are flags. */
export function operationCommand(operation: OperationCommand, own: OwnParts): Command {
  const { words = operation.words, parameters = operation.parameters, arguments: more = [], usage = "" } = own;
  const { summary = operation.summary, description = operation.description, afterInterrupt } = own;
  const names = flagNames(parameters, own.flags);
  const flagged = parameters.map((parameter, i) => ({ parameter, name: names[i] ?? parameter.flag }));
  return {
    words,
    summary,
    ...(description && { description }),
    usage: [...operation.arguments.map(usageOf), usage].filter(Boolean).join(" "),
    arguments: [...operation.arguments.map(argumentOf), ...more],
    flags: [...flagged.map(({ parameter, name }) => parameterFlag(parameter, name)), ...own.flags],
    sent: new Map(flagged.map(({ parameter, name }) => [parameter.key, `--${name}`])),
    examples: own.examples(sampleOf({ ...operation, words })),
    connects: true,
    ...(afterInterrupt && { afterInterrupt }),
    run(flags, environment) {
      const { path, words } = readArguments(operation, flags);
      if (more.length === 0 && words.length > 0) throw new UsageError(`Unexpected argument: ${words[0]}`);
      const values = flagged.map(
        ({ parameter, name }) => [parameter.key, parseParameter(parameter, flags.texts(name), `--${name}`)] as const,
      );
      const query = Object.fromEntries(values.filter(([, value]) => value !== undefined));
      return own.run({ path, query, words }, flags, environment);
    },
  };
}

/** A path parameter in the usage line. */
const usageOf = ({ flag, values }: Parameter): string => (values ? `<${values.join("|")}>` : `<${flag}>`);

/** A path parameter in a help text. */
const argumentOf = ({ flag, description = "", values }: Parameter): Argument => ({
  name: flag,
  help: description,
  ...(values && { choices: values.map(String) }),
});

/** A command line with an argument for each path parameter. */
export const sampleOf = ({ words, arguments: parameters }: Pick<OperationCommand, "words" | "arguments">): string =>
  ["metadata", ...words, ...parameters.map(({ flag, values }) => String(values?.at(-1) ?? flag.toUpperCase()))].join(
    " ",
  );

/**
 * Calls the method of the client: with path parameters, body, parameters and options, without those that it does not have.
 */
export function callMethod(
  client: Methods,
  { operation, parameters, body }: OperationCommand,
  given: { path: readonly unknown[]; body?: unknown; query: object; options: object },
): unknown {
  const [sent, query] = [body ? [given.body] : [], parameters.length > 0 ? [given.query] : []];
  return client[operation]?.(...given.path, ...sent, ...query, given.options);
}
