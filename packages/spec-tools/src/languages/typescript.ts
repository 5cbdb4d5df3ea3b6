import { nameOf } from "../document/pointer.js";
import { escapeHidden } from "./escape-hidden.js";

/** Turns a name of the spec into a TypeScript identifier: `report-id` -> `reportId`. */
export const identifier = (name: string): string =>
  name
    .replace(/[^\p{ID_Continue}$]+(.?)/gu, (_, next: string) => next.toUpperCase())
    .replace(/^(?![\p{ID_Start}_$])/u, "_");

/** Words that cannot name an argument (ECMAScript 2025, section 12.7.2, strict mode). */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/** Types that TypeScript has itself, and those of its libraries that generated code uses. */
const BUILT_IN =
  `any bigint boolean never number object string symbol undefined unknown ArrayBuffer AsyncIterable Blob FormData
  Omit ReadableStream Record Uint8Array`.split(/\s+/);

/** What the client exports or declares beside the types of schemas. */
export const OF_CLIENT: readonly string[] =
  `ApiError ApiErrorInit BadRequestError CallOptions Client ClientError ClientEvent
  ClientOptions ConflictError Credentials ErrorContext EventContext ForbiddenError InvalidResponseError
  InvalidResponseReason ListOptions Methods NetworkError NotFoundError Page PageDriftError PagedList PlainValue
  PreconditionFailedError RateLimitError RawClient ResponsePromise RetryOptions Secret ServerError SyncBatch SyncOptions
  TimeoutError UnauthorizedError UnprocessableContentError WithResponse createClient item toObject`.split(/\s+/);

const NO_TYPES = new Set([...RESERVED, ...BUILT_IN, ...OF_CLIENT]);

/** The name of the type of a schema; one that TypeScript or the client uses gets a `_` at its end: `any_`. */
export function typeName(schema: string): string {
  const name = identifier(schema);
  return NO_TYPES.has(name) ? `${name}_` : name;
}

/**
 * The name of the method of an operation: `get-board` is `getBoard`. One that JavaScript itself calls, or that every
 * object or the client has, gets a `_` at its end: `then_`.
 */
export function methodName(operationId: string): string {
  const name = identifier(operationId);
  return name in {} || ["then", "raw"].includes(name) ? `${name}_` : name;
}

/**
 * Turns names of the spec into names of arguments, in the same order and without duplicates.
 *
 * @param taken the names of other arguments
 */
export function argumentNames(names: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken);
  return names.map((name) => {
    let free = identifier(name);
    while (used.has(free) || RESERVED.has(free)) free += "_";
    used.add(free);
    return free;
  });
}

/** `listReports` -> `ListReports`. */
export const capitalized = (name: string): string => name.replace(/^./, (first) => first.toUpperCase());

/** The name of the type of the schema that a reference leads to; undefined if it leads elsewhere. */
export const modelName = (schema: { $ref?: string } | undefined): string | undefined => {
  const pointer = schema?.$ref ?? "";
  return /^#\/components\/schemas\/[^/]+$/.test(pointer) ? typeName(nameOf(pointer)) : undefined;
};

/** What the type of every object has (`interface Object` of lib.es5.d.ts). */
export const INHERITED: ReadonlySet<string> = new Set(
  "constructor toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable".split(" "),
);

/**
 * The type of an optional property. With `exactOptionalPropertyTypes`, `undefined` is allowed only if it is named. An
 * object without the property inherits another value if the name is, for example, `constructor`, and TypeScript would
 * reject it as the value of a property that is only a string.
 */
function optionalType(name: string, type: string): string {
  if (type === "unknown") return type;
  return [type, ...(INHERITED.has(name) ? [inheritedType(name)] : []), "undefined"].join(" | ");
}

const inheritedType = (name: string) => `{}[${text(name)}]`;

/** The declaration of a property in an object type. */
export const declaration = (name: string, isRequired: boolean, type: string): string =>
  isRequired ? `${propertyName(name)}: ${type}` : `${propertyName(name)}?: ${optionalType(name, type)}`;

/** The name of a property, quoted if necessary. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name));

/** The access to a property of an object: `.uid`, `["purchase-order"]`. */
export const member = (name: string): string => (propertyName(name) === name ? `.${name}` : `[${text(name)}]`);

/** A string literal. */
export const text = (value: string): string => escapeHidden(JSON.stringify(value));

/** A JSON value as an expression, or as the type of only this value. */
export const json = (value: unknown, indent?: number): string => escapeHidden(JSON.stringify(value, null, indent));

/** A block tag of a doc comment, such as `@param limit` with its text. */
export interface Tag {
  readonly tag: string;
  readonly text?: string;
  /** Code that is written as it is, one line each, such as an example. */
  readonly code?: string;
}

const WIDTH = 120;

/**
 * Writes texts and tags as a doc comment, wrapped at 120 columns, with an empty line between texts and before the first
 * of adjacent tags. Returns an empty string if there is no text. A text cannot end the comment, and no line of it begins a tag.
 */
export function docComment(parts: readonly (string | Tag | undefined)[], indent = ""): string {
  const width = WIDTH - indent.length - 3;
  const lines: string[] = [];
  let last: string | Tag | undefined;
  for (const part of parts) {
    if (!part) continue;
    if (last !== undefined && !(typeof part === "object" && typeof last === "object" && isShort(part) && isShort(last)))
      lines.push("");
    lines.push(...(typeof part === "string" ? textLines(part, width) : tagLines(part, width)));
    last = part;
  }
  if (lines.length === 0) return "";
  const safe = lines.map((line) => escapeHidden(line).replaceAll("*/", "*\\/"));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} *${line ? ` ${line}` : ""}\n`).join("")}${indent} */\n`;
}

const isShort = ({ code }: Tag) => code === undefined;

const textLines = (text: string, width: number): string[] =>
  text
    .split(/\r\n?|\n/)
    .flatMap((line) => wrap(line, width))
    .map((line) => line.replace(/`[^`]*`|(?<=^|\s)@(?=\w)/g, (one) => (one === "@" ? "\\@" : one)));

function tagLines({ tag, text, code }: Tag, width: number): string[] {
  if (code !== undefined) return [tag, ...code.split("\n")];
  const [first = "", ...others] = textLines(text ? `${tag.slice(1)} ${text}` : tag.slice(1), width - 1);
  return [`@${first}`, ...others];
}

/** An indented line is code, so it is not wrapped. */
function wrap(line: string, width: number): string[] {
  if (/^\s/.test(line)) return [line];
  const lines = [""];
  for (const word of line.trim().split(/\s+/)) {
    const last = lines.length - 1;
    if (lines[last] && lines[last].length + 1 + word.length > width) lines.push(word);
    else lines[last] += (lines[last] ? " " : "") + word;
  }
  return lines;
}
