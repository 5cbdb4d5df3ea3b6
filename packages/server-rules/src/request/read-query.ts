import { quote } from "../format-path.js";
import { Violation } from "../violation.js";
import { decodeComponent } from "./decode-component.js";
import type { ParameterRules } from "./parameter-rules.js";

/** The query parameters by name, converted, validated and with defaults filled in. */
export type Query = Readonly<Record<string, unknown>>;

/**
 * Parses a query strictly: each parameter must be known, given once, not empty (`allowEmptyValue` is false by default
 * in OpenAPI) and valid (decision 0008).
 *
 * @param search what follows the `?`
 * @throws Violation at the first parameter that breaks a rule
 */
export function readQuery(parameters: readonly ParameterRules[], search: string): Query {
  const given = decodeQuery(search);
  for (const name of given.keys())
    if (!parameters.some((parameter) => parameter.name === name)) throw unknown(name, parameters);

  const query: Record<string, unknown> = Object.create(null);
  for (const parameter of parameters) {
    const value = readParameter(parameter, given.get(parameter.name));
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
function readParameter(parameter: ParameterRules, texts: string[] | undefined): unknown {
  const { name, required, allowEmptyValue, isList } = parameter;
  if (!texts) {
    if (required) throw new Violation(`${name} is required`);
    return parameter.default;
  }
  if (texts.length > 1 && !isList) throw new Violation(`${name} must be given once, not ${texts.length} times`);
  if (texts.includes("") && !allowEmptyValue) throw new Violation(`${name} must not be empty`);
  return parameter.read(texts);
}

function unknown(name: string, parameters: readonly ParameterRules[]): Violation {
  const names = parameters.map((parameter) => parameter.name).join(", ");
  return new Violation(
    `${quote(name)} is not a known query parameter; ${names ? `the known ones are ${names}` : "this operation has none"}`,
  );
}
