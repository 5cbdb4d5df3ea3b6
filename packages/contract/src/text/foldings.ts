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

const padded = (_: string, year: string, month: string, day: string) =>
  [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");

/**
 * Changes that servers, libraries and databases make to strings before they compare or store them. A correct server
 * makes none.
 */
export const FOLDINGS: Record<string, (text: string) => string> = {
  "converts to lower case": (text) => text.toLowerCase(),
  "converts to upper case": (text) => text.toUpperCase(),
  "capitalizes the first letter": (text) => text.charAt(0).toUpperCase() + text.slice(1),
  "converts the first letter to lower case": (text) => text.charAt(0).toLowerCase() + text.slice(1),
  "ignores the dot of an i": (text) => text.replaceAll(/[\u0130\u0131I]/g, "i"),
  "replaces a sharp s and a final sigma": (text) => text.replaceAll("\u00df", "ss").replaceAll("\u03c2", "\u03c3"),
  "converts to NFC": (text) => text.normalize("NFC"),
  "converts to NFD": (text) => text.normalize("NFD"),
  "converts to NFKC": (text) => text.normalize("NFKC"),
  "converts to NFKD": (text) => text.normalize("NFKD"),
  "removes accents": (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, ""),
  "trims white space": (text) => text.trim(),
  "trims spaces": (text) => text.replaceAll(/^ +| +$/g, ""),
  "collapses white space": (text) => text.replaceAll(/\s+/g, " "),
  "removes white space": (text) => text.replaceAll(/\s/g, ""),
  "replaces special spaces by plain ones": (text) => text.replaceAll(/[\t\u00a0\u2000-\u200a\u3000]/g, " "),
  "normalizes line breaks": (text) => text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n"),
  "replaces line breaks by spaces": (text) => text.replaceAll(/[\r\n]+/g, " "),
  "removes control characters": (text) => text.replaceAll(/\p{Cc}/gu, ""),
  "truncates at NUL": (text) => text.split("\0")[0] ?? "",
  "removes zero-width characters": (text) => text.replaceAll(/\u00ad|\u034f|\u200b|\u200c|\u200d|\u2060|\ufeff/g, ""),
  "removes direction marks": (text) => text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ""),
  "removes variation selectors": (text) => text.replaceAll(/[\ufe00-\ufe0f]/g, ""),
  "replaces lone surrogates": (text) => Buffer.from(text).toString(),
  "replaces noncharacters": (text) => text.replaceAll(/[\ufdd0-\ufdef\ufffe\uffff]/g, "\ufffd"),
  "replaces astral characters": (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?"),
  "converts to Latin-1": (text) => [...text].map((one) => (one > "\xff" ? "?" : one)).join(""),
  "converts to ASCII": (text) => text.replaceAll(/\P{ASCII}/gu, "?"),
  "removes non-ASCII characters": (text) => text.replaceAll(/\P{ASCII}/gu, ""),
  "reads UTF-8 as Latin-1": (text) => Buffer.from(text).toString("latin1"),
  "straightens quotes": (text) => text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[\u201c\u201d]/g, '"'),
  "replaces dashes by hyphens": (text) => text.replaceAll(/[\u2010-\u2015\u2212]/g, "-"),
  "decodes named entities": (text) =>
    text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity),
  "decodes numeric entities": (text) => text.replaceAll(/&#(\d+);/g, (_, n) => String.fromCodePoint(Number(n))),
  "encodes entities": (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  "removes tags": (text) => text.replaceAll(/<[^>]*>/g, ""),
  "decodes percent encoding": attempt(decodeURIComponent),
  "percent-encodes": attempt(encodeURIComponent),
  "decodes a plus sign as a space": (text) => text.replaceAll("+", " "),
  "decodes letter escapes": (text) => text.replaceAll(/\\([ntr0])/g, (_, letter) => ESCAPES[letter] ?? ""),
  "decodes numeric escapes": (text) =>
    text.replaceAll(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (_, u, x) =>
      String.fromCharCode(Number.parseInt(u ?? x, 16)),
    ),
  "doubles backslashes": (text) => text.replaceAll("\\", "\\\\"),
  "removes backslashes": (text) => text.replaceAll("\\", ""),
  "replaces backslashes by slashes": (text) => text.replaceAll("\\", "/"),
  "doubles single quotes": (text) => text.replaceAll("'", "''"),
  "removes quotes": (text) => text.replaceAll(/["'`]/g, ""),
  "removes template placeholders": (text) => text.replaceAll(/\$?\{\{?[^}]*\}?\}|%[sdn]/g, ""),
  "treats the text null as empty": (text) => (/^(null|undefined|nil|none|nan|n\/a|void)$/i.test(text) ? "" : text),
  "converts booleans to numbers": (text) => text.replace(/^true$/i, "1").replace(/^false$/i, "0"),
  "reformats numbers": (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? String(Number(text)) : text),
  "removes leading zeros": (text) => text.replace(/^0+(?=\d)/, ""),
  "reformats dates": (text) =>
    /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : text,
  "pads dates with zeros": (text) => text.replace(/^(\d{4})-(\d\d?)-(\d\d?)$/, padded),
  "reformats JSON": attempt((text) => JSON.stringify(JSON.parse(text))),
  "reformats URLs": attempt((text) => (text.includes("://") ? new URL(text).href : text)),
  "converts email addresses to lower case": (text) => (/\S@\S/.test(text) ? text.toLowerCase() : text),
  "removes separators from telephone numbers": (text) =>
    /^(?:tel:)?[+(\d][-+() .\d]+$/.test(text) ? text.replaceAll(/[-() .]/g, "") : text,
  "removes Markdown": (text) => text.replaceAll(/\*+|__?|~~|```|^(?:#|-|\d\.) |!?\[|\]\([^)]*\)/g, ""),
  "removes thousands separators": (text) => text.replace(/(\d)[ ,.](?=\d{3})/, "$1"),
  "truncates at a number sign": (text) => text.replace(/#.*$/s, ""),
  "truncates at a question mark": (text) => text.replace(/\?.*$/s, ""),
  "truncates at a dot": (text) => text.replace(/(?<=.)\..*$/s, ""),
  "truncates at a colon": (text) => text.replace(/:.*$/s, ""),
  "truncates at a semicolon": (text) => text.replace(/;.*$/s, ""),
  "truncates at a comma": (text) => text.replace(/,.*$/s, ""),
  "removes everything up to the last slash": (text) => text.replace(/^.*\//s, ""),
  "resolves dots in paths": (text) => text.replaceAll(/[^/]+\/\.\.\/|\.{1,2}\//g, ""),
  "collapses slashes": (text) => text.replaceAll(/\/{2,}/g, "/"),
  "removes punctuation": (text) => text.replaceAll(/[-_.,:;!?]/g, ""),
  "replaces underscores by hyphens": (text) => text.replaceAll("_", "-"),
  "replaces spaces and slashes by hyphens": (text) => text.replaceAll(/[ /]/g, "-"),
  "treats an underscore as a wildcard": (text) => text.replaceAll("_", "x"),
  "removes wildcards": (text) => text.replaceAll(/[*%]/g, ""),
  "removes dollar signs": (text) => text.replaceAll("$", ""),
};

/** The maximum number of strings for each folding. */
const ENOUGH = 12;

/** Returns the strings of the battery that a folding changes, from every class in turn, each with its result. */
export function foldedBy(fold: (text: string) => string): [text: string, folded: string][] {
  const all = TEXTS.map(({ text }): [string, string] => [text, fold(text)]).filter(([text, folded]) => folded !== text);
  const count = Math.min(all.length, ENOUGH);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as [string, string]);
}
