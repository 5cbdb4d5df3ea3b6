import { text as jsonText } from "./typescript.js";

/** A string literal inside an expression. Jinja reads the escapes of JSON, and an escaped apostrophe. */
export const text = (value: string): string =>
  `'${jsonText(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** A template that renders as exactly this text. Jinja also cuts off a line feed at the end, and replaces CR. */
export const template = (value: string): string => (/\{[{%#]|\r|\n$/.test(value) ? `{{ ${text(value)} }}` : value);
