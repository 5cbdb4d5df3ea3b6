import { escapeHidden } from "./escape-hidden.js";

/** A string literal: every JSON string is one. */
export const text = (value: string): string => escapeHidden(JSON.stringify(value));

/** A docstring, or another string in triple quotes, on one line. */
export const docstring = (value: string): string => `""${text(value)}""`;

/** A string literal with the values of variables in it. */
export const formatted = (parts: readonly (string | { readonly variable: string })[]): string =>
  parts.some((part) => typeof part !== "string")
    ? `f"${parts.map((part) => (typeof part === "string" ? literalPart(part) : `{${part.variable}}`)).join("")}"`
    : text(parts.join(""));

const literalPart = (value: string) => text(value).slice(1, -1).replaceAll("{", "{{").replaceAll("}", "}}");

/**
 * A JSON value as an expression, on several lines if it is long.
 *
 * @param indent the spaces before the line on which the expression begins
 */
export function json(value: unknown, indent = ""): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return typeof value === "string" ? text(value) : JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((each) => json(each, inner))
    : Object.entries(value).map(([name, each]) => `${text(name)}: ${json(each, inner)}`);
  const short = `${open}${parts.join(", ")}${close}`;
  if (short.length < 80 && !short.includes("\n")) return short;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)},\n${indent}${close}`;
}

/** The keywords of Python 3.13. */
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/**
 * Turns a name of the spec into an identifier that is no keyword: `report-id` -> `report_id`.
 *
 * @param taken other names in the same scope
 */
export function identifier(name: string, taken: ReadonlySet<string> = new Set()): string {
  let free = name.replace(/\W/g, "_").replace(/^(?=\d|$)/, "_");
  // A class makes another name of one that begins with two underscores.
  free = free.replace(/^_{2,}/, "_");
  while (KEYWORDS.has(free) || taken.has(free)) free += "_";
  return free;
}
