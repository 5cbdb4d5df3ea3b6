import { Violation } from "@metadata-service/server-rules";

/** The maximum number of parts in a body. */
const MOST_PARTS = 1000;

/**
 * Parses a `multipart/form-data` body (RFC 7578) into its fields, in order. A part that is not text, such as a file,
 * becomes a string with one character per byte.
 *
 * @throws Violation if the body is not valid multipart data
 */
export function parseMultipart(bytes: Uint8Array, contentType: string): [name: string, text: string][] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new Violation("Content-Type must name a boundary");
  const text = latin1(bytes);
  const parts = `\r\n${text}`.split(`\r\n--${boundary}`);
  if (parts.length < 2 || !parts.at(-1)?.startsWith("--"))
    throw new Violation("the body does not end with its boundary");
  if (parts.length > MOST_PARTS) throw new Violation(`the body must have at most ${MOST_PARTS} parts`);
  return parts.slice(1, -1).map(parsePart);
}

function parsePart(part: string): [name: string, text: string] {
  const end = part.indexOf("\r\n\r\n");
  const head = part.slice(0, Math.max(end, 0)).toLowerCase();
  const disposition = part
    .slice(0, Math.max(end, 0))
    .split("\r\n")
    .find((line) => line.toLowerCase().startsWith("content-disposition:"));
  const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(disposition ?? "") ?? [];
  const name = quoted ?? plain;
  if (end < 0 || name === undefined) throw new Violation("a part of the body has no Content-Disposition with a name");
  const content = part.slice(end + 4);
  const isFile = /;\s*filename\*?=/.test(head) || /content-type:\s*(?!text\/|application\/json)/.test(head);
  return [utf8(name), isFile ? content : utf8(content)];
}

/** Decodes bytes as Latin-1: one character per byte. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** Decodes a Latin-1 string as UTF-8; returns it unchanged if its bytes are not valid UTF-8. */
function utf8(text: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
    );
  } catch {
    return text;
  }
}
