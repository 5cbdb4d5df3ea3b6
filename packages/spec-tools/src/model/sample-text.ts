import type { SchemaObject } from "../document/open-api-document.js";
import { hasNoWidth, repetitionsOf, tokensOf } from "../document/smallest-size.js";
import { own } from "../own.js";

const BY_FORMAT: Readonly<Record<string, string>> = {
  byte: "YQ==",
  date: "2026-11-20",
  "date-time": "2026-11-20T08:30:00Z",
  duration: "P1D",
  email: "ada@example.com",
  hostname: "example.com",
  "idn-email": "ada@example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  iri: "https://example.com",
  "json-pointer": "/example",
  "relative-json-pointer": "0/example",
  time: "08:30:00Z",
  uri: "https://example.com",
  "uri-template": "https://example.com/{id}",
  url: "https://example.com",
  uuid: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
};

/** The longest text: it is read by people. */
const LONGEST = 10_000;

/** Returns a text to show for a schema, as short as its keywords allow; it may not match a pattern with assertions. */
export function sampleText({ format = "", pattern, minLength = 0, maxLength = LONGEST }: SchemaObject): string {
  const formatted = own(BY_FORMAT, format);
  const plain = formatted ?? "example".padEnd(Math.min(minLength, LONGEST), ".").slice(0, maxLength);
  if (pattern === undefined || (matches(pattern, plain) ?? formatted !== undefined)) return plain;
  for (let repeated = 1; repeated <= 2 * Math.max(minLength, 1); repeated *= 2) {
    const made = textFor(pattern, repeated);
    if (made === undefined) return plain;
    if (made.length >= minLength) return made.length <= maxLength && matches(pattern, made) !== false ? made : plain;
  }
  return plain;
}

/** A longer text may take very long where groups are repeated. */
const SHORT = 24;

/** Whether a text matches a pattern; undefined if that may take too long to find out. */
function matches(pattern: string, text: string): boolean | undefined {
  if (text.length > SHORT && /\)[*+{]/.test(pattern)) return undefined;
  return compile(pattern)?.test(text) === true;
}

/** Compiles a pattern as Unicode, as JSON Schema recommends, otherwise as it is written. */
function compile(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {}
  }
  return undefined;
}

/**
 * Returns a text for the first alternatives of a pattern; undefined if a part of it is not understood, or it is long.
 *
 * @param repeated how often to repeat what may be repeated, at least
 */
const textFor = (pattern: string, repeated: number): string | undefined =>
  groupText(tokensOf(pattern).values(), repeated);

function groupText(tokens: Iterator<string>, repeated: number): string | undefined {
  let [text, last]: [string | undefined, string | undefined] = ["", ""];
  let isFirst = true;
  for (let next = tokens.next(); !next.done && next.value !== ")"; next = tokens.next()) {
    const token = next.value;
    const times = timesOf(token, repeated);
    const part = token.startsWith("(") ? groupText(tokens, repeated) : characterFor(token);
    if (token === "|") isFirst = false;
    if (!isFirst) continue;
    text = join(text, repeat(last, times ?? 1));
    last = times !== undefined || hasNoWidth(token) ? "" : part;
  }
  return join(text, last);
}

/** Texts that are too long are as useless as those that are not known, and those of nested groups would fill the memory. */
const join = (one: string | undefined, other: string | undefined) =>
  one === undefined || other === undefined || one.length + other.length > LONGEST ? undefined : one + other;

const repeat = (text: string | undefined, times: number) =>
  text === undefined || text.length * times > LONGEST ? undefined : text.repeat(times);

/** How often to repeat the token before; undefined if this one does not say. */
function timesOf(token: string, repeated: number): number | undefined {
  const least = repetitionsOf(token);
  if (least === undefined) return undefined;
  const most = token === "?" ? "1" : /^\{(?:\d+,)?(\d+)\}$/.exec(token)?.[1];
  return Math.min(Math.max(least, repeated > 1 ? repeated : 0), Number(most ?? LONGEST));
}

/** Returns the most readable character that a class, an escape or a character of a pattern stands for. */
function characterFor(token: string): string | undefined {
  const one = compile(`^(?:${token})$`);
  return one && [..."a1A-_ .", ...token].find((character) => one.test(character));
}
