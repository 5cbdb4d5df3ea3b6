import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { type NormalizedProblem, parseYaml } from "@redocly/openapi-core";
import { closest } from "../../closest.js";
import { nameOf, nodeAt } from "../../document/pointer.js";
import { FOREIGN, PLACES, TYPES } from "../../limits/keywords.js";
import { foreignReference } from "../../limits/reference-limits.js";
import { parseHint } from "../../load/parse-hint.js";
import { shown } from "../../load/shown.js";
import { own } from "../../own.js";

type Problem = Pick<NormalizedProblem, "message" | "location" | "suggest">;

/** Adds to a lint message what its author probably meant, so that every message says what to do. */
export function readableMessage(problem: Problem, root: string): Pick<NormalizedProblem, "message" | "suggest"> {
  const { message, suggest } = problem;
  const hint = hintOf(problem, root);
  if (hint !== undefined) return { message: hint, suggest: [] };
  // The linter would print them with spaces before the question mark.
  const meant = suggest.length > 0 ? ` Did you mean ${suggest.join(" or ")}?` : "";
  return { message: readable(message, root) + meant, suggest: [] };
}

/** A better message for mistakes of one word; undefined for all others. */
function hintOf({ message, location: [at] }: Problem, root: string): string | undefined {
  if (!at) return undefined;
  const source = () => parsed(at.source.body);
  const pointer = at.pointer ?? "#/";
  if (message === "Operation tags should be defined in global tags.")
    return `The tag "${nodeAt(source(), pointer)}" is not declared. Correct it, or add it to tags in openapi.yaml.`;
  const [, wanted, given] = /^Expected type `(\w+)` but got `(\w+)`\.$/.exec(message) ?? [];
  if (wanted !== undefined) return typeHint(message, { wanted, given, pointer, value: nodeAt(source(), pointer) });
  const [, field] = /^`(\w+)` can be one of the following only: /.exec(message) ?? [];
  if (field !== undefined) return choiceHint(message, field, nodeAt(source(), pointer));
  const [, property] = /^Property `(.*)` is not expected here\.$/.exec(message) ?? [];
  if (property !== undefined) return propertyHint(message, property, pointer);
  const [, required] = /^Required property '(.*)' is not defined\.$/.exec(message) ?? [];
  if (required !== undefined) {
    const schema = nodeAt(source(), pointer.replace(/\/required\/\d+$/, ""));
    return `${message} ${meant(required, namesAt(schema, "#/properties"))}Describe it in properties, or remove it.`;
  }
  const [, scheme] = /^There is no `(.*)` security scheme defined\.$/.exec(message) ?? [];
  if (scheme !== undefined) {
    const names = namesAt(source(), "#/components/securitySchemes");
    return `${message} ${meant(scheme, names)}Correct the name, or describe the scheme in components/securitySchemes.`;
  }
  return message === "Can't resolve $ref"
    ? referenceHint(source(), { pointer, file: at.source.absoluteRef, root })
    : sentenceHint(message, at.source.body);
}

/** A better message for mistakes that the message alone describes. */
const sentenceHint = (message: string, body: string) => unreadHint(message, body) ?? rulesHint(message);

/** Explains why a file cannot be parsed. The place is printed above, and the absolute path of the file adds nothing. */
function unreadHint(message: string, body: string): string | undefined {
  const [, reason, line] = /^Failed to parse: (.*?) in "[^"]*" \((\d+):\d+\)$/s.exec(message) ?? [];
  if (reason === undefined) return undefined;
  return `Failed to parse: ${reason}. ${parseHint(reason, body, Number(line))}`;
}

/** How to fix what rules of the linter report without saying so. */
function rulesHint(message: string): string | undefined {
  const [, value] = /^Duplicated enum value found: '(.*)'\.$/s.exec(message) ?? [];
  if (value !== undefined) return `The enum has the value '${value}' more than once; remove all but one.`;
  const [, first, second] =
    /^The path already exists which differs only by path parameter name\(s\): `([^`]*)` and `([^`]*)`\.$/.exec(
      message,
    ) ?? [];
  const [, missing, path] =
    /^The operation does not define the path parameter `\{(.*)\}` expected by path `(.*)`\.$/.exec(message) ?? [];
  if (missing !== undefined)
    return `The path ${path} has {${missing}}, but no parameter describes it; add one with name: ${missing} and in: path, or correct the path.`;
  const [, unused, without] = /^Path parameter `(.*)` is not used in the path `(.*)`\.$/.exec(message) ?? [];
  if (unused !== undefined)
    return `The parameter ${unused} is in the path, but ${without} has no {${unused}}; correct the name or the path.`;
  if (first !== undefined)
    return `The paths ${first} and ${second} differ only in the names of their parameters; move the operations to one of them, and remove the other.`;
  return undefined;
}

/** Explains that `basic` and `bearer` are HTTP schemes, not types of security schemes. */
const schemeHint = (message: string, type: string): string | undefined =>
  type === "basic" || type === "bearer" ? `${message} Write type: http and scheme: ${type}.` : undefined;

/** What the author meant by a word that is not among those of a field. */
function choiceHint(message: string, field: string, value: unknown): string | undefined {
  const word = String(value).toLowerCase().replaceAll(/[-_ ]/g, "");
  if (message.includes('"apiKey"')) return schemeHint(message, word);
  if (field === "type" && value === null)
    return 'Write type: "null", in quotes: without them, the value of type is no text in YAML.';
  const known = field === "in" ? own(PLACES, word) : field === "type" ? own(TYPES, word) : undefined;
  return known === undefined ? undefined : `"${value}" is not a value of ${field}. ${known}`;
}

interface Mistyped {
  readonly wanted: string;
  readonly given: string | undefined;
  readonly pointer: string;
  readonly value: unknown;
}

/** What the author meant by a value of the wrong type. */
function typeHint(message: string, { wanted, given, pointer, value }: Mistyped): string | undefined {
  if (/\/required$/.test(pointer) && given === "boolean") return requiredHint(pointer, value === true);
  const [, bound] = /\/exclusive(Minimum|Maximum)$/.exec(pointer) ?? [];
  if (bound !== undefined && given === "boolean")
    return `${message} In OpenAPI 3.1, this is the bound itself: write exclusive${bound}: 0 instead of ${bound.toLowerCase()}: 0.`;
  if (wanted === "Schema" && given === "boolean")
    return `${message} ${value === true ? "Write {} for a schema that allows anything." : "Write { not: {} } for a schema that allows nothing."}`;
  return wanted === "array" && typeof value !== "object" ? `${message} Write a list: [${value}].` : undefined;
}

/** Explains that a schema lists what must be present, and that its properties do not say so themselves. */
function requiredHint(pointer: string, isRequired: boolean): string {
  const [, property] = /(.*\/properties\/[^/]+)\/required$/.exec(pointer) ?? [];
  if (!isRequired)
    return "A property is optional unless the required list of the schema around it names it. Remove this.";
  const list = `required: [${property === undefined ? "name" : nameOf(property)}]`;
  return `A schema lists the properties that must be present: write ${list} beside the properties, and remove this.`;
}

function propertyHint(message: string, name: string, pointer: string): string | undefined {
  if (/^#\/paths\/[^/]+$/.test(pointer)) return `"${name}" is not a path. Start it with a slash: "/${name}".`;
  if (/\/responses\/[^/]+$/.test(pointer))
    return `"${name}" is not a status. Write three digits, such as "200", a range, such as "4XX", or default.`;
  const known = Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined;
  return known === undefined ? undefined : `${message} JSON Schema has ${known} instead.`;
}

interface Place {
  readonly pointer: string;
  readonly file: string;
  readonly root: string;
}

/** Explains a reference to a file that is empty, or to something that is missing in an existing file. */
function referenceHint(source: object, { pointer, file, root }: Place): string | undefined {
  const found = nodeAt(source, pointer);
  // The mapping of a discriminator has references as texts.
  const reference = typeof found === "string" ? found : Reflect.get(Object(found), "$ref");
  if (typeof reference !== "string") return undefined;
  if (/^https?:/i.test(reference)) return foreignReference(reference);
  const [path = "", fragment = ""] = reference.split("#");
  const target = path === "" ? file : resolve(dirname(file), path);
  const document = path === "" ? source : parsed(readText(target));
  if (!reference.includes("#"))
    return isEmpty(target)
      ? `Can't resolve $ref: the file ${shown(root, target)} is empty. Write what it describes, or correct the $ref.`
      : undefined;
  const names = fragment.split("/").slice(1);
  const known = names.findIndex((_, i) => nodeAt(document, `#/${names.slice(0, i + 1).join("/")}`) === undefined);
  const missing = names[known];
  if (missing === undefined) return undefined;
  const parent = names.slice(0, known).join("/");
  const inside = namesAt(document, parent === "" ? "#" : `#/${parent}`);
  const where = `${shown(root, target)}${parent === "" ? "" : ` under ${parent}`}`;
  return `Can't resolve $ref: there is no "${missing}" in ${where}. ${meant(missing, inside)}Write it, or correct the $ref.`;
}

const meant = (name: string, names: readonly string[]): string => {
  const found = closest(name, names);
  return found === undefined ? "" : `Did you mean ${found}? `;
};

const namesAt = (node: unknown, pointer: string): string[] =>
  Object.keys(Object(pointer === "#" ? node : nodeAt(Object(node), pointer)));

function parsed(text: string): object {
  try {
    return Object(parseYaml(text));
  } catch {
    return {};
  }
}

/** Whether a file exists and has no content, apart from comments. */
function isEmpty(path: string): boolean {
  try {
    return (parseYaml(readFileSync(path, "utf8")) ?? undefined) === undefined;
  } catch {
    return false;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * Adds how to fix the problem to a message. Names a missing file by its path in the repository, and suggests the name
 * that was probably meant.
 */
function readable(message: string, root: string): string {
  const [, path] = /ENOENT: no such file or directory(?:, \w+)? '([^']+)'/.exec(message) ?? [];
  if (message.startsWith("Example value must conform")) return `${message} Correct the example, or the schema.`;
  const [, reason] = /^Example validation errored: (.*?)\.?$/s.exec(message) ?? [];
  if (reason !== undefined) return `The schema cannot be compiled: ${reason}. Correct it.`;
  if (path === undefined) return message;
  const found = closest(basename(path), filesIn(dirname(path)));
  return `Can't resolve $ref: there is no file ${shown(root, path)}. ${found ? `Did you mean ${found}?` : "Write it, or correct the $ref."}`;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
