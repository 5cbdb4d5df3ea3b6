import { isUtf8 } from "node:buffer";
import { parsed } from "./exchange.js";
import type { Fault } from "./fault.js";

/** A token of a create request whose body may be almost JSON. */
export interface Token {
  text: string;
  kind: "string" | "mark" | "other";
  /** The innermost object or array around the token, such as `an item`. */
  container: string;
  /** What a string is, such as `the key of an item`; empty for other tokens. */
  role: string;
  /** Whether this is a comma before a closing bracket. */
  trailing: boolean;
}

interface Open {
  container: string;
  /** 0 for the record. */
  level: number;
  isObject: boolean;
  /** The field of an object whose value is next. */
  field: string;
}

const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*.*?\*\/|\/\/[^\n]*|#[^\n]*|[{}[\]:,]|\s+|;|[^\s{}[\]:,;"'#/]+|./gs;
const SKIPPED = /^(\s|\/[/*]|#|;)/;

/** Splits a body into tokens, with white space, comments and semicolons as tokens of their own. */
export function tokensOf(body: string): Token[] {
  const texts = body.match(TOKEN) ?? [];
  const open: Open[] = [];
  const begins = texts.findIndex((text) => text === "{" || text === "[");
  return texts.map((text, i) => {
    const next = nextOf(texts, i);
    if (isClosing(text)) open.pop();
    const top = open.at(-1);
    const token = tokenIn(top, text, next);
    if (text === "{" || text === "[") open.push(opened(text, top, next));
    return top ? token : { ...token, container: i > begins ? "the end" : "the beginning" };
  });
}

/** Returns the next token that is not skipped. */
function nextOf(texts: readonly string[], i: number): string | undefined {
  let at = i + 1;
  while (SKIPPED.test(texts[at] ?? "")) at++;
  return texts[at];
}

function tokenIn(top: Open | undefined, text: string, next: string | undefined): Token {
  const role = top && /^["']/.test(text) ? roleOf(top, next === ":") : "";
  if (top && role && next === ":") top.field = text.slice(1, -1);
  const kind = role ? "string" : /^[{}[\]:,]$/.test(text) ? "mark" : "other";
  return { text, kind, role, container: top?.container ?? "", trailing: text === "," && isClosing(next) };
}

const isClosing = (text: string | undefined) => text === "}" || text === "]";

function opened(text: string, top: Open | undefined, next: string | undefined): Open {
  if (!top) return { container: "the record", level: 0, isObject: text === "{", field: "" };
  const { level } = top;
  if (text === "{") return { container: level > 1 ? "a nested item" : "an item", level, isObject: true, field: "" };
  if (level === 0) return { container: "the list of items", level: 1, isObject: false, field: "" };
  if (next === "{") return { container: "a list of nested items", level: level + 1, isObject: false, field: "" };
  return { container: level > 1 ? "a nested array" : "an array", level, isObject: false, field: "" };
}

function roleOf({ container, level, isObject, field }: Open, isName: boolean): string {
  const item = level > 1 ? "a nested item" : "an item";
  if (!isObject) return `an element of ${container}`;
  if (isName) return `a name in ${container}`;
  if (level === 0) return field === "uid" ? "the uid" : "";
  return `the ${field} of ${item}`;
}

/** Accepts a body that is not JSON, after a repair of its text. Bodies that are not UTF-8 are still rejected. */
export const taking = (repair: (text: string) => string): Fault =>
  onOddBody((text, bytes) => (isUtf8(bytes) ? Buffer.from(repair(text)) : undefined));

/** Accepts a body that is not UTF-8, after a repair of its bytes. */
export const takingBytes = (repair: (bytes: Buffer) => Buffer): Fault =>
  onOddBody((_, bytes) => (isUtf8(bytes) ? undefined : repair(bytes)));

function onOddBody(repair: (text: string, bytes: Buffer) => Buffer | undefined): Fault {
  return ({ namespace, text, request }) => {
    if (namespace === undefined || text === "") return undefined;
    const bytes = Buffer.from(request.body ?? "");
    if (isUtf8(bytes) && isRecord(text)) return undefined;
    const body = repair(text, bytes);
    return body && isUtf8(body) && isRecord(body.toString()) ? { request: { ...request, body } } : undefined;
  };
}

export const isRecord = (text: string) => typeof parsed(text) === "object";
