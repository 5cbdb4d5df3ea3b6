import type { Caller } from "../document/credentials.js";
import { type Document, operationsOf } from "../document/document.js";
import { decoded } from "../document/path-pattern.js";

/** What stands in a report for the key, and for a value in its place that is wrong on purpose. */
export const REDACTED = "(the key)";
const WRONG = "(another key)";

/** The shortest key that is also replaced where it is not a credential; a shorter one would be in many other texts. */
const SHORTEST = 4;

const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

/** Removes credentials from everything that a report contains. */
export interface Mask {
  /** Replaces the key in a text, in every form in which a request or a server may write it. */
  text(text: string): string;
  /** Replaces the key in every text of a value, and whatever is sent in the place of a credential. */
  value<T>(value: T): T;
}

/** Returns the mask for the credentials of a run. Texts go through it once, where they enter a result. */
export function maskOf(document: Document, caller: Caller): Mask {
  const { apiKey } = caller;
  if (apiKey === "") return { text: (text) => text, value: (value) => value };
  const credentials = operationsOf(document).flatMap((operation) => operation.credentials.flat());
  const places = (place: string) =>
    new Map(credentials.filter((one) => one.in === place).map((one) => [one.name.toLowerCase(), one]));
  const [headers, queries, cookies] = [places("header"), places("query"), places("cookie")];
  headers.set(
    "authorization",
    headers.get("authorization") ?? { in: "header", name: "", scheme: "plain", write: () => "" },
  );
  const forms = [
    ...new Set(
      formsOf(
        caller,
        credentials.map((one) => one.write(caller)),
      ),
    ),
  ].sort((a, b) => b.length - a.length);
  const found = new RegExp(forms.map((form) => form.replaceAll(SPECIAL, "\\$&")).join("|") || "(?!)", "gi");
  const names = [...queries.keys()].map((name) => name.replaceAll(SPECIAL, "\\$&")).join("|");
  const inQuery = new RegExp(`([?&](?:${names || "(?!)"})=)([^&\\s"'#]*)`, "gi");
  const text = (value: string) =>
    value
      .replaceAll(inQuery, (_, name: string, sent: string) => name + (isAlike(readValue(sent)) ? WRONG : sent))
      .replaceAll(found, REDACTED);
  /** Whether a text has more of the key in it than a report may show. */
  const isAlike = (value: string) =>
    !value.toLowerCase().includes(apiKey.toLowerCase()) &&
    Array.from({ length: Math.max(1, apiKey.length - 2) }, (_, i) => apiKey.slice(i, i + 3).toLowerCase()).some(
      (part) => value.toLowerCase().includes(part),
    );
  const inPlace = (value: string, right: string) => {
    const [, scheme = ""] = /^((?:Bearer|Basic) )?/i.exec(right) ?? [];
    return value === right ? scheme + REDACTED : isAlike(value) ? WRONG : value;
  };
  const pairs = (value: string, separator: string, known: typeof queries) =>
    value
      .split(separator)
      .map((pair) => {
        const [name = "", ...rest] = pair.split("=");
        const credential = known.get(readValue(name.trim()).toLowerCase());
        if (!credential || rest.length === 0) return pair;
        const [sent, right] = [rest.join("="), credential.write(caller)];
        return `${name}=${inPlace(sent === right ? sent : readValue(sent), right)}`;
      })
      .join(separator);

  function masked(value: unknown, name = ""): unknown {
    if (typeof value === "string") return text(ofPlace(value, name.toLowerCase()));
    if (value instanceof Uint8Array) return hasKey(value) ? text(Buffer.from(value).toString("latin1")) : value;
    if (Array.isArray(value)) return value.map((each) => masked(each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), masked(each, key)]));
  }

  function ofPlace(value: string, name: string): string {
    const credential = headers.get(name);
    if (credential) return inPlace(value, credential.write(caller));
    if (name === "cookie") return pairs(value, ";", cookies);
    if (name !== "path" || !value.includes("?")) return value;
    const at = value.indexOf("?") + 1;
    return value.slice(0, at) + pairs(value.slice(at), "&", queries);
  }

  const hasKey = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1").search(found) >= 0;
  return { text, value: <T>(value: T) => masked(value) as T };
}

const readValue = (text: string) => decoded(text.replaceAll("+", " "));

/** Returns the texts that contain the key: plain, encoded for a URL, as JSON, in HTML, and in Base64. */
function formsOf({ apiKey, user = apiKey }: Caller, written: string[]): string[] {
  const base64 = [apiKey, `${apiKey}:`, `:${apiKey}`, `${user}:${apiKey}`].map((text) => Buffer.from(text));
  const forms = [
    apiKey,
    ...written,
    encodeURIComponent(apiKey),
    new URLSearchParams({ k: apiKey }).toString().slice(2),
    JSON.stringify(apiKey).slice(1, -1),
    [...Buffer.from(apiKey)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    [...apiKey].reverse().join(""),
    apiKey.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    ...base64.flatMap((bytes) => [bytes.toString("base64"), bytes.toString("base64url")]),
  ];
  return forms.filter(({ length }) => length >= SHORTEST);
}
