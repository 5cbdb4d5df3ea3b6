import type { Flag, Flags } from "@metadata-service/spec-tools/flags";
import { type Argument, COMMON_FLAGS, CONNECTION_FLAGS } from "../command.js";
import { UsageError } from "../command-error.js";
import type { OperationCommand, Parameter } from "../command-table.js";
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

/** The flags of a command: those of its parameters, then its own. */
export function withParameters(parameters: readonly Parameter[], own: readonly Flag[]): Flag[] {
  const names = flagNames(parameters, own);
  return [...parameters.map((parameter, i) => parameterFlag(parameter, names[i] ?? parameter.flag)), ...own];
}

/** The flags of the parameters, with dashes, by the name of the parameter. */
export const sentAs = (parameters: readonly Parameter[], own: readonly Flag[]): ReadonlyMap<string, string> => {
  const names = flagNames(parameters, own);
  return new Map(parameters.map(({ key, flag }, i) => [key, `--${names[i] ?? flag}`]));
};

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

/** The values of the parameters that were given as flags, by their names in the client's method. */
export function readParameters(flags: Flags, parameters: readonly Parameter[], own: readonly Flag[]): object {
  const names = flagNames(parameters, own);
  const values = parameters.map((parameter, i) => {
    const name = names[i] ?? parameter.flag;
    return [parameter.key, parseParameter(parameter, flags.texts(name), `--${name}`)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Splits the arguments into path parameters, which come first, and the remaining words. */
export function readArguments(operation: OperationCommand, { words }: Flags): { path: unknown[]; rest: string[] } {
  const { arguments: parameters } = operation;
  const path = parameters.map((parameter, i) => {
    const name = parameter.flag.toUpperCase();
    if (words[i] === "") throw new UsageError(`${name} is empty`);
    return parseParameter(parameter, words.slice(i, i + 1), name);
  });
  return { path, rest: words.slice(parameters.length) };
}

/** Rejects unexpected arguments. */
export function refuseWords(words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`Unexpected argument: ${words[0]}`);
}

/** Formats the path parameters for the usage line. */
export const usageOf = ({ arguments: parameters }: OperationCommand): string =>
  parameters.map(({ flag, values }) => (values ? `<${values.join("|")}>` : `<${flag}>`)).join(" ");

/** The path parameters in a help text. */
export const argumentsOf = ({ arguments: parameters }: OperationCommand): Argument[] =>
  parameters.map(({ flag, description, values }) => ({
    name: flag,
    help: description ?? "",
    ...(values && { choices: values.map(String) }),
  }));

/** An argument for each path parameter, for examples. */
export const sampleArguments = ({ arguments: parameters }: OperationCommand): string[] =>
  parameters.map(({ flag, values }) => String(values?.at(-1) ?? flag.toUpperCase()));

/**
 * Builds the arguments of the client's method: path parameters, body, parameters and options, without those that the
 * method does not have.
 */
export function methodArguments(
  { parameters, body }: OperationCommand,
  given: { path: readonly unknown[]; body?: unknown; query: object; options: object },
): unknown[] {
  return [...given.path, ...(body ? [given.body] : []), ...(parameters.length > 0 ? [given.query] : []), given.options];
}
