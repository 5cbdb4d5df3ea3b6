import { isDeepStrictEqual } from "node:util";
import { type Document, member, type Operation, type Parameter, resolve, type Schema } from "../document.js";
import { decode } from "../judge.js";
import { isScalar } from "../parameter-text.js";
import type { Inputs } from "../request.js";
import { isRecord } from "../values/base-value.js";
import { holdsMembers, typesOf } from "../values/leaf-value.js";
import { ASTRAL } from "../values/variants.js";

/** An input with one parameter set: to a text, or to a value that its style writes. */
export function place(parameter: Parameter, value: unknown): Inputs {
  const { name, in: where } = parameter;
  if (where === "cookie" || !isScalar(parameter)) return { styled: [[parameter, value]] };
  if (where === "path") return { path: { [name]: value } };
  if (where === "query") return { query: [[name, String(value)]] };
  return { headers: { [name]: String(value) } };
}

/**
 * Whether a value that was written out can only be read as what it is. A text has no type, and in an array or an object the
 * delimiters of a style could be part of a text.
 */
export function isReadable(document: Document, parameter: Parameter, value: unknown): boolean {
  const { schema, mediaType } = parameter;
  // JSON says what is what.
  if (mediaType !== undefined) return !JSON.stringify(value).includes(ASTRAL.repeat(50));
  if (isScalar(parameter)) return isReadableText(parameter, value);
  // In a text, `a,b` is an array, or an object of one field.
  if (!typesOf(schema.node).includes(Array.isArray(value) ? "array" : "object")) return false;
  return isReadableBelow(document, schema.node, schema.pointer, value);
}

function isReadableText(parameter: Parameter, value: unknown): boolean {
  const isText = ["string", "number", "boolean"].includes(typeof value) && !String(value).includes(ASTRAL.repeat(50));
  if (!isText || !Object.is(decode(String(value), parameter.schema.node.type), value)) return false;
  switch (parameter.in) {
    case "path":
      return value !== "";
    case "query":
      // A value that is empty is refused, since it means that something was forgotten (decision 0030).
      return value !== "";
    case "header":
      // What HTTP carries as it is (RFC 9110, 5.5).
      return /^[!-~]([ -~]*[!-~])?$/.test(String(value));
    case "cookie":
      return /^[\w.-]+$/.test(String(value));
  }
}

/** Whether a schema allows the empty text, so that a server may take it. */
export const canBeEmpty = ({ schema: { node } }: Parameter) =>
  (node.type === undefined || [node.type].flat().includes("string")) &&
  [node.minLength || undefined, node.pattern, node.format, node.enum, node.const].every((bound) => bound === undefined);

/** The text of an element or a field that no delimiter can be taken for. */
const SAFE_TEXT = /^[A-Za-z0-9-]{1,100}$/;

function isReadableBelow(document: Document, schema: Schema, pointer: string, value: unknown): boolean {
  const isReadableLeaf = (node: Schema | undefined, at: string, leaf: unknown) =>
    ["string", "number", "boolean"].includes(typeof leaf) &&
    SAFE_TEXT.test(String(leaf)) &&
    Object.is(decode(String(leaf), resolve<Schema>(document, node ?? {}, at).node.type), leaf);
  if (Array.isArray(value))
    return value.length > 0 && value.every((each) => isReadableLeaf(schema.items, member(pointer, "items"), each));
  if (!isRecord(value)) return false;
  const members = Object.entries(value);
  return (
    members.length > 0 &&
    members.every(
      ([name, each]) =>
        SAFE_TEXT.test(name) && isReadableLeaf(schema.properties?.[name], member(pointer, "properties", name), each),
    )
  );
}

/** Whether a body can be written in its media type, and be read as what it is. */
export function canBeSent(document: Document, { body }: Operation, value: unknown): boolean {
  if (!body || body.kind === "json") return true;
  const { node, pointer } = body.schema;
  if (body.kind === "form" || body.kind === "multipart")
    return (isRecord(value) && Object.keys(value).length === 0) || isReadableForm(document, node, pointer, value);
  if (holdsMembers(node)) return false;
  return typeof value === "string" && isDeepStrictEqual(decode(value, node.type), value);
}

/** Fields that are texts; an array of at least one differs from a text, since its field is repeated. */
function isReadableForm(document: Document, schema: Schema, pointer: string, value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([name, each]) => {
    const at = member(pointer, "properties", name);
    const { node, pointer: place } = resolve<Schema>(document, schema.properties?.[name] ?? {}, at);
    if (Array.isArray(each)) return isReadableBelow(document, node, place, each);
    return (
      ["string", "number", "boolean"].includes(typeof each) &&
      ![node.type].flat().some((type) => type === "array" || type === "object") &&
      Object.is(decode(String(each), node.type), each)
    );
  });
}
