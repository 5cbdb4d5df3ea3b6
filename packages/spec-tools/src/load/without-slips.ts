import { isData, mapNodes } from "../document/anchored-references.js";
import type { Schema } from "../document/schemas.js";
import { isNumeric } from "../json/exact-number.js";

/** Texts for people. An empty one in YAML is null, and is missed by nobody. */
const TEXTS = ["description", "summary", "title", "termsOfService"];

/** Lists in which a value that is repeated says nothing, and is not allowed. */
const SETS = ["required", "type"];

/**
 * Writes in the standard way what a file can mean only in one way, although the standards do not allow it: null for a
 * field that is not there, as programs write it; a name that is twice in a list of names; and the examples of a schema by
 * name, as other objects of OpenAPI have them; a field of a security scheme that only other types have, and its type in
 * capitals; a pattern with what only other languages have.
 *
 * @param isJson whether a program has probably written the file; in YAML, null is mostly a value that its author forgot
 */
export function withoutSlips(file: unknown, isJson: boolean): unknown {
  return mapNodes(file, undefined, (node) => standardNode(node, isJson));
}

function standardNode(node: Schema, isJson: boolean): Schema {
  let copy = node;
  const set = (name: string, value: unknown) => {
    copy = { ...copy, [name]: value };
  };
  for (const [name, value] of Object.entries(node)) {
    if (value === null && (TEXTS.includes(name) || (isJson && !isData(name, false)))) {
      const { [name]: _, ...rest } = copy;
      copy = rest;
    }
    if (SETS.includes(name) && Array.isArray(value) && new Set(value).size < value.length)
      set(name, [...new Set(value)]);
    if (name === "pattern" && typeof value === "string" && !isRegex(value)) set(name, standardPattern(value));
    if (name === "examples" && isNamed(value) && isOnlySchema(node)) set(name, Object.values(value).map(exampleValue));
  }
  return withoutOtherSchemes(copy);
}

/** The start and the end of a text in other languages; to JavaScript, they are wrong, or letters. */
const ANCHORS: Readonly<Record<string, string>> = { A: "^", Z: "$", z: "$" };

/**
 * Writes a pattern that JavaScript does not compile in its way, if that helps: `\Z` of Python, `\A` and `\z` of Ruby, the
 * name of a group after `?P`, `(?i)` at the start, and a backslash before a character that means only itself, such as `\@`.
 */
function standardPattern(pattern: string): string {
  const written = pattern
    .replaceAll(/\[(?:\\.|[^\]\\])*\]|\\./gsu, (part) =>
      part.startsWith("[")
        ? part.replaceAll(/\\([^\w\s^$\\.*+?()[\]{}|/-]|_)/gu, "$1")
        : (ANCHORS[part.charAt(1)] ?? part.replace(/\\([^\w\s^$\\.*+?()[\]{}|/]|_)/u, "$1")),
    )
    .replaceAll("(?P<", "(?<");
  const inAnyCase = written.startsWith("(?i)") ? withBothCases(written.slice("(?i)".length)) : written;
  return inAnyCase !== undefined && isRegex(inAnyCase) ? inAnyCase : pattern;
}

/** What of a pattern matches more without case than letters show: codes, references, other alphabets and odd ranges. */
const HIDDEN_LETTERS = /\\[xucpPk\d]|[^\0-\x7f]|\[[^\]]*(?:[a-z]-[^a-z\]]|[^a-z[]-[a-z])/i;

/** The name of a group, a class, an escape or a letter. */
const WITH_LETTERS = /\(\?<\w+>|\[(?:\\.|[^\]\\])*\]|\\.|[a-z]/giu;

/** Writes each letter of a pattern as a class of both cases; a class gets the other case of its letters and ranges. */
function withBothCases(pattern: string): string | undefined {
  if (HIDDEN_LETTERS.test(pattern)) return undefined;
  return pattern.replaceAll(WITH_LETTERS, (part) => {
    if (/^[a-z]$/i.test(part)) return `[${part.toLowerCase()}${part.toUpperCase()}]`;
    const [, start, members = ""] = /^(\[\^?)(.*)\]$/su.exec(part) ?? [];
    if (start === undefined) return part;
    const letters = members.replaceAll(/\\./gsu, " ").match(/[a-z](?:-[a-z])?/gi) ?? [];
    const others = letters.map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase()));
    return `${start}${others.join("")}${members}]`;
  });
}

function isRegex(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, "u"));
  } catch {
    return false;
  }
}

/** The fields of a security scheme by its type. */
const OF_SCHEMES: Readonly<Record<string, readonly string[]>> = {
  apiKey: ["name", "in"],
  http: ["scheme", "bearerFormat"],
  oauth2: ["flows"],
  openIdConnect: ["openIdConnectUrl"],
};
const ALL_OF_SCHEMES = Object.values(OF_SCHEMES).flat();

/**
 * Leaves out fields of a security scheme that its type does not have, such as the `in: header` of a bearer token, and writes
 * `type: HTTP` as the standard does.
 */
function withoutOtherSchemes(node: Schema): Schema {
  const { type: given } = node;
  if (typeof given !== "string") return node;
  const [type, own = []] =
    Object.entries(OF_SCHEMES).find(([name]) => [name, name.toUpperCase()].includes(given)) ?? [];
  if (!own.some((name) => typeof node[name] === "string" || isNamed(node[name]))) return node;
  const others = ALL_OF_SCHEMES.filter((name) => !own.includes(name) && Object.hasOwn(node, name));
  if (type === given && others.length === 0) return node;
  return { ...Object.fromEntries(Object.entries(node).filter(([name]) => !others.includes(name))), type };
}

const isNamed = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isNumeric(value);

/** Whether an object with examples is a schema: parameters, headers and media types have a schema instead of a type. */
const isOnlySchema = (node: Schema): boolean =>
  Object.hasOwn(node, "type") && !["in", "schema", "content"].some((name) => Object.hasOwn(node, name));

/** The value of an example, which may be an object of OpenAPI that contains it. */
const exampleValue = (example: unknown): unknown =>
  isNamed(example) && Object.hasOwn(example, "value") ? Reflect.get(example, "value") : example;
