import { isDeepStrictEqual } from "node:util";
import {
  type Body,
  type Document,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from "../../document/document.js";
import { decode } from "../../judging/judge-response.js";
import { isRecord, own } from "../../lib/objects.js";
import { styleIn } from "../../requests/body-text.js";
import { isScalar } from "../../requests/parameter-text.js";
import type { Inputs } from "../../requests/request.js";
import { pagingOf } from "../../resources/paging.js";
import { queriesRecord } from "../../resources/record-parameters.js";
import { flatten, typesOfText } from "../../values/flatten.js";
import { holdsMembers, typesOf } from "../../values/leaf-value.js";

/** Returns inputs with one parameter set, to a string or to a value that is serialized in its style. */
export function place(parameter: Parameter, value: unknown): Inputs {
  const { name, in: where } = parameter;
  if (where === "cookie" || !isScalar(parameter)) return { styled: [[parameter, value]] };
  if (where === "path") return { path: { [name]: value } };
  if (where === "query") return { query: [[name, String(value)]] };
  return { headers: { [name]: String(value) } };
}

/** Header parameters that mean something to HTTP, and query parameters with a value that only a response can name. */
const CONDITIONS = /^(if-(match|none-match|modified-since|unmodified-since|range)|range|(x-)?idempotency-?key)$/i;
const CURSORS = /cursor|continuation|(page|next|sync)_?token|^(starting_|ending_)?(after|before)$|^marker$/i;

/**
 * Whether not every value that the schema of a parameter allows succeeds, because only the server knows which are right. A
 * record that a query has to name may be missing, if the document has a status for that.
 */
export function isOpaque(operation: Operation, parameter: Parameter): boolean {
  const {
    in: where,
    name,
    schema: { node },
  } = parameter;
  if (where === "header") return CONDITIONS.test(name);
  if (where !== "query" || node.enum !== undefined || node.const !== undefined) return false;
  if (queriesRecord(operation, parameter)) return true;
  return node.format === undefined && typesOf(node).includes("string") && CURSORS.test(name);
}

/** The most records that are asked for at once where a document sets no limit; many APIs allow no more. */
const LONGEST_PAGE = 100;

/**
 * Whether a server can be expected to return a page of this size: without a limit in the document, it may still have no memory
 * for all records, and a page of less than none means nothing.
 */
export function isPageSize(operation: Operation, parameter: Parameter, value: unknown): boolean {
  if (typeof value !== "number" || pagingOf(operation)?.size !== parameter) return true;
  const { minimum = 0, maximum = LONGEST_PAGE } = parameter.schema.node;
  return value >= minimum && value <= maximum;
}

/** Whether a body changes a record step by step, so that it depends on the record whether it can (RFC 6902, 5). */
export const isPatchOfSteps = ({ body }: Operation): boolean => /json-patch/i.test(body?.mediaType ?? "");

/** A request line stays below 8,000 bytes, which any server reads (RFC 9112, section 3). */
const LONGEST_PARAMETER = 7000;

/** Whether a text fits into a URL or a header of every server. */
const isShortEnough = (text: string): boolean =>
  encodeURIComponent(Buffer.from(text).toString()).length <= LONGEST_PARAMETER;

/**
 * Whether a serialized value can be parsed in only one way. A string has no type, and in an array or an object the
 * delimiters of the style could be part of a string.
 */
export function isReadable(parameter: Parameter, value: unknown): boolean {
  const { document, schema, mediaType } = parameter;
  // JSON is unambiguous.
  if (mediaType !== undefined) return isShortEnough(JSON.stringify(value));
  if (isScalar(parameter)) return isReadableText(parameter, value);
  // As a string, `a,b` could be an array or an object with one field.
  const node = flatten(document, schema.node);
  if (!typesOf(node).includes(Array.isArray(value) ? "array" : "object")) return false;
  return isReadableBelow(document, node, value);
}

const isReadableText = (parameter: Parameter, value: unknown): boolean =>
  ["string", "number", "boolean"].includes(typeof value) &&
  Object.is(decode(String(value), typesOfText(parameter.document, parameter.schema.node)), value) &&
  carries(parameter, String(value));

/** Whether a text arrives unchanged. An empty one leads to another path, and elsewhere a client probably forgot it. */
export function carries({ in: where }: Parameter, text: string): boolean {
  if (!isShortEnough(text) || text === "") return false;
  if (where === "cookie") return /^[\w.-]+$/.test(text);
  // The characters that HTTP headers carry unchanged (RFC 9110, 5.5).
  return where !== "header" || /^[!-~]([ -~]*[!-~])?$/.test(text);
}

/** Whether a schema allows the empty string, so that a server may accept it. */
export const canBeEmpty = ({ schema: { node } }: Parameter) =>
  (node.type === undefined || [node.type].flat().includes("string")) &&
  [node.minLength || undefined, node.pattern, node.format, node.enum, node.const].every((bound) => bound === undefined);

/** Matches the text of an element or a field that contains no possible delimiter. */
const SAFE_TEXT = /^[A-Za-z0-9-]{1,100}$/;

function isReadableBelow(document: Document, schema: Schema, value: unknown): boolean {
  const isReadableLeaf = (node: Schema | undefined, leaf: unknown) =>
    ["string", "number", "boolean"].includes(typeof leaf) &&
    SAFE_TEXT.test(String(leaf)) &&
    Object.is(decode(String(leaf), typesOfText(document, node)), leaf);
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => isReadableLeaf(schema.items, each));
  if (!isRecord(value)) return false;
  const members = Object.entries(value);
  return (
    members.length > 0 &&
    members.every(([name, each]) => SAFE_TEXT.test(name) && isReadableLeaf(own(schema.properties, name), each))
  );
}

/** Whether a body can be serialized in its media type and parsed unambiguously. */
export function canBeSent({ body, document }: Operation, value: unknown): boolean {
  if (!body || body.kind === "json") return true;
  if (body.kind === "form" || body.kind === "multipart") {
    // A form without fields has no bytes, as a body that is left out.
    if (isRecord(value) && Object.keys(value).length === 0) return body.required || body.kind === "multipart";
    return isReadableForm(document, body, value);
  }
  const { node } = body.schema;
  if (holdsMembers(node)) return false;
  return typeof value === "string" && isDeepStrictEqual(decode(value, typesOfText(document, node)), value);
}

/**
 * Whether all fields are strings, or arrays where the schema has one: what a repeated field means elsewhere is not
 * specified, and one that is not repeated is a string.
 */
function isReadableForm(document: Document, { kind, schema, encoding }: Body, value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([name, each]) => {
    const { node } = resolve<Schema>(document, own(schema.node.properties, name) ?? {}, "");
    const types = typesOfText(document, node);
    const isStyled = kind === "form" && styleIn(encoding, name) !== undefined;
    if (isStyled && isRecord(each)) return types.includes("object") && isReadableBelow(document, node, each);
    if (Array.isArray(each))
      return (
        types.includes("array") &&
        (each.length > 1 || !types.includes("string")) &&
        isReadableBelow(document, node, each)
      );
    // Some frameworks read an empty field of a form as a missing one.
    return (
      each !== "" &&
      ["string", "number", "boolean"].includes(typeof each) &&
      !types.some((type) => type === "array" || type === "object") &&
      Object.is(decode(String(each), types), each)
    );
  });
}
