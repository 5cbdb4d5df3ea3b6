/** Removes the API key from a text. */
export type Redact = (text: string) => string;

/** Creates a function that removes keys from a text, including keys escaped for JSON or URLs. */
export function redactor(secrets: string[]): Redact {
  const keys = secrets.filter(Boolean);
  let written: RegExp | undefined;
  return (text) => {
    if (keys.length === 0) return text;
    written ??= RegExp(keys.map((key) => [...key].map(anyWayToWrite).join("")).join("|"), "gi");
    return text.replace(written, "[apiKey]");
  };
}

const anyWayToWrite = (sign: string) => {
  const code = sign.charCodeAt(0).toString(16).padStart(2, "0");
  return `(?:\\\\?\\x${code}|(?:\\\\u00|%)${code})`;
};

/**
 * Returns a copy of the headers with the key redacted, and without headers that have invalid names, which some runtimes
 * accept.
 */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  const copy = new Headers();
  headers.forEach((value, name) => {
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && redact(name) === name) copy.append(name, redact(value));
  });
  return copy;
}

/**
 * Returns the cause for an error. A cause that contains the key (parsers quote their input) is replaced by redacted
 * text.
 */
export function redactCause(cause: unknown, redact: Redact): unknown {
  if (!mentionsKey(cause, redact)) return cause;
  const { name, message } = Object(cause);
  return redact(`${name}: ${message}`);
}

function mentionsKey(value: unknown, redact: Redact, depth = 0): boolean {
  if (typeof value === "string") return redact(value) !== value;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || depth > 4) return false;
  return Object.values(Object.getOwnPropertyDescriptors(value)).some((own) =>
    mentionsKey(own.value, redact, depth + 1),
  );
}
