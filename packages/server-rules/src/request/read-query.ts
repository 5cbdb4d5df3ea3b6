import type { Promises } from "@metadata-service/spec-tools";
import { quote } from "../format-path.js";
import { Violation } from "../violation.js";
import { decodeComponent } from "./decode-component.js";
import type { ParameterRules } from "./parameter-rules.js";

/** The query parameters by name, converted, validated and with defaults filled in. */
export type Query = Readonly<Record<string, unknown>>;

/**
 * Parses a query strictly: each parameter must be valid and not empty (`allowEmptyValue` is false by default in OpenAPI),
 * and, if the document promises this, known and given once (decision 0008). Otherwise unknown ones are ignored, and the
 * first value counts.
 *
 * @param search what follows the `?`
 * @throws Violation at the first parameter that breaks a rule
 */
export function readQuery(parameters: readonly ParameterRules[], search: string, promises: Promises): Query {
  const given = decodeQuery(search);
  const unknown = [...given.keys()].find((name) => !parameters.some((parameter) => parameter.name === name));
  if (unknown !== undefined && promises.unknownQueryParameter) throw unknownParameter(unknown, parameters);

  const query: Record<string, unknown> = Object.create(null);
  for (const parameter of parameters) {
    const value = readParameter(parameter, given.get(parameter.name), promises);
    if (value !== undefined) query[parameter.name] = value;
  }
  return query;
}

/** The decoded texts of each name, in the order of the query. */
function decodeQuery(search: string): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(pair.replaceAll("+", " ")) ?? [];
    const key = decodeComponent(name, "the query");
    const known = given.get(key);
    const text = decodeComponent(value, `the query parameter ${quote(key)}`);
    if (known) known.push(text);
    else given.set(key, [text]);
  }
  return given;
}

/** Returns the value of a parameter; undefined if it is missing and has no default. */
function readParameter(parameter: ParameterRules, texts: string[] | undefined, promises: Promises): unknown {
  const { name, required, allowEmptyValue, isList } = parameter;
  if (!texts) {
    if (required) throw new Violation(`${name} is required`);
    return parameter.default;
  }
  if (!isList) checkRepetition(name, texts.length, promises);
  if (texts.includes("") && !allowEmptyValue) throw new Violation(`${name} must not be empty`);
  return parameter.read(isList ? texts : texts.slice(0, 1));
}

/** Rejects a repeated parameter if the document promises this. */
export function checkRepetition(name: string, times: number, { repeatedQueryParameter }: Promises): void {
  if (times > 1 && repeatedQueryParameter) throw new Violation(`${name} must be given once, not ${times} times`);
}

/** The violation for a parameter that an operation does not have. */
export function unknownParameter(name: string, parameters: readonly Pick<ParameterRules, "name">[]): Violation {
  const names = parameters.map((parameter) => parameter.name).join(", ");
  return new Violation(
    `${quote(name)} is not a known query parameter; ${names ? `the known ones are ${names}` : "this operation has none"}`,
  );
}
