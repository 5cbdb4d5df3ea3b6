import { TEXTS } from "./battery.js";

/** Decodes a string; returns it unchanged if it cannot be decoded. */
const attempt = (decode: (text: string) => string) => (text: string) => {
  try {
    return decode(text);
  } catch {
    return text;
  }
};

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", "0": "\0" };

/**
 * Changes that servers, libraries and databases make to strings before they compare or store them. A correct server
 * makes none.
 */
export const FOLDINGS: Record<string, (text: string) => string> = {
  "lower case": (text) => text.toLowerCase(),
  "upper case": (text) => text.toUpperCase(),
  "a first letter in upper case": (text) => text.charAt(0).toUpperCase() + text.slice(1),
  "a first letter in lower case": (text) => text.charAt(0).toLowerCase() + text.slice(1),
  "the dotted and the dotless i": (text) => text.replaceAll(/[\u0130\u0131I]/g, "i"),
  "a sharp s and a final sigma": (text) => text.replaceAll("\u00df", "ss").replaceAll("\u03c2", "\u03c3"),
  NFC: (text) => text.normalize("NFC"),
  NFD: (text) => text.normalize("NFD"),
  NFKC: (text) => text.normalize("NFKC"),
  NFKD: (text) => text.normalize("NFKD"),
  "no accents": (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, ""),
  "nothing around it": (text) => text.trim(),
  "no blanks around it": (text) => text.replaceAll(/^ +| +$/g, ""),
  "one blank for many": (text) => text.replaceAll(/\s+/g, " "),
  "no blanks": (text) => text.replaceAll(/\s/g, ""),
  "plain blanks": (text) => text.replaceAll(/[\t\u00a0\u2000-\u200a\u3000]/g, " "),
  "plain line ends": (text) => text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n"),
  "blanks for line ends": (text) => text.replaceAll(/[\r\n]+/g, " "),
  "no control characters": (text) => text.replaceAll(/\p{Cc}/gu, ""),
  "what is before NUL": (text) => text.split("\0")[0] ?? "",
  "no characters of no width": (text) => text.replaceAll(/\u00ad|\u034f|\u200b|\u200c|\u200d|\u2060|\ufeff/g, ""),
  "no marks of direction": (text) => text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ""),
  "no variation selectors": (text) => text.replaceAll(/[\ufe00-\ufe0f]/g, ""),
  "whole pairs": (text) => Buffer.from(text).toString(),
  "no non-characters": (text) => text.replaceAll(/[\ufdd0-\ufdef\ufffe\uffff]/g, "\ufffd"),
  "nothing astral": (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?"),
  "Latin-1": (text) => [...text].map((one) => (one > "\xff" ? "?" : one)).join(""),
  ASCII: (text) => text.replaceAll(/\P{ASCII}/gu, "?"),
  "nothing beyond ASCII": (text) => text.replaceAll(/\P{ASCII}/gu, ""),
  "UTF-8 read as Latin-1": (text) => Buffer.from(text).toString("latin1"),
  "straight quotes": (text) => text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[\u201c\u201d]/g, '"'),
  "plain dashes": (text) => text.replaceAll(/[\u2010-\u2015\u2212]/g, "-"),
  "entities as characters": (text) =>
    text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity),
  "numbered entities as characters": (text) => text.replaceAll(/&#(\d+);/g, (_, n) => String.fromCodePoint(Number(n))),
  "characters as entities": (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  "no tags": (text) => text.replaceAll(/<[^>]*>/g, ""),
  "percent encoding as characters": attempt(decodeURIComponent),
  "characters in percent encoding": attempt(encodeURIComponent),
  "a blank for a plus": (text) => text.replaceAll("+", " "),
  "escapes as characters": (text) => text.replaceAll(/\\([ntr0])/g, (_, letter) => ESCAPES[letter] ?? ""),
  "numbered escapes as characters": (text) =>
    text.replaceAll(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (_, u, x) =>
      String.fromCharCode(Number.parseInt(u ?? x, 16)),
    ),
  "two backslashes for one": (text) => text.replaceAll("\\", "\\\\"),
  "no backslashes": (text) => text.replaceAll("\\", ""),
  "slashes for backslashes": (text) => text.replaceAll("\\", "/"),
  "two quotes for one": (text) => text.replaceAll("'", "''"),
  "no quotes": (text) => text.replaceAll(/["'`]/g, ""),
  "no templates": (text) => text.replaceAll(/\$?\{\{?[^}]*\}?\}|%[sdn]/g, ""),
  "nothing for null": (text) => (/^(null|undefined|nil|none|nan|n\/a|void)$/i.test(text) ? "" : text),
  "numbers for booleans": (text) => text.replace(/^true$/i, "1").replace(/^false$/i, "0"),
  "numbers written anew": (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? String(Number(text)) : text),
  "no leading zeros": (text) => text.replace(/^0+(?=\d)/, ""),
  "dates written anew": (text) =>
    /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : text,
  "JSON written anew": attempt((text) => JSON.stringify(JSON.parse(text))),
  "what is before a number sign": (text) => text.replace(/#.*$/s, ""),
  "what is before a question mark": (text) => text.replace(/\?.*$/s, ""),
  "what is before a dot": (text) => text.replace(/(?<=.)\..*$/s, ""),
  "what is before a colon": (text) => text.replace(/:.*$/s, ""),
  "what is before a semicolon": (text) => text.replace(/;.*$/s, ""),
  "what is before a comma": (text) => text.replace(/,.*$/s, ""),
  "what is after a slash": (text) => text.replace(/^.*\//s, ""),
  "no dots in paths": (text) => text.replaceAll(/[^/]+\/\.\.\/|\.{1,2}\//g, ""),
  "one slash for many": (text) => text.replaceAll(/\/{2,}/g, "/"),
  "no punctuation": (text) => text.replaceAll(/[-_.,:;!?]/g, ""),
  "hyphens for underscores": (text) => text.replaceAll("_", "-"),
  "hyphens for blanks and slashes": (text) => text.replaceAll(/[ /]/g, "-"),
  "any letter for an underscore": (text) => text.replaceAll("_", "x"),
  "nothing for a star or a percent sign": (text) => text.replaceAll(/[*%]/g, ""),
  "no dollar signs": (text) => text.replaceAll("$", ""),
};

/** The maximum number of strings for each folding. */
const ENOUGH = 12;

/** Returns the strings of the battery that a folding changes, from every class in turn, each with its result. */
export function foldedBy(fold: (text: string) => string): [text: string, folded: string][] {
  const all = TEXTS.map(({ text }): [string, string] => [text, fold(text)]).filter(([text, folded]) => folded !== text);
  const count = Math.min(all.length, ENOUGH);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as [string, string]);
}
