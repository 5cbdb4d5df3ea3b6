import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { type Comparison, report } from "./comparison.js";
import { dereference, type Found } from "./dereference.js";
import { diffDeprecated, diffTexts, diffUnknown, examineReference } from "./diff-fields.js";
import { diffSerialization } from "./diff-serialization.js";
import { entries, equal, isNode, type Node, type Spec, show } from "./node.js";

const TEXTS = ["example", "examples"];

/** Compares the media types that a body can have. */
export function diffContent(comparison: Comparison, was: Found, is: Found, what: string): void {
  const { changes, direction } = comparison;
  const [old, now] = [mediaTypesOf(was), mediaTypesOf(is)];
  for (const [key, mediaType] of old) {
    // A request whose type is in a range is still accepted; a response with a range can have any other type.
    const other = now.get(key) ?? (direction === "request" ? rangeFor(key, now) : undefined);
    if (!other) {
      changes.breaking(direction, "media-type-removed", mediaType.at, `${what} can no longer be ${mediaType.type}`);
      continue;
    }
    if (mediaType.type !== other.type) reportSpelling(comparison, mediaType, other, now.has(key), what);
    diffMediaType({ ...comparison, isXml: isXml(key), compared: new Map() }, mediaType, other, what);
  }
  for (const [key, mediaType] of now) {
    if (old.has(key)) continue;
    const { type, at } = mediaType;
    // Until now a range described this type, and clients rely on that.
    const range = rangeFor(key, old);
    if (!range) reportAdded(comparison, type, at, what);
    else {
      changes.documentation(
        "media-type-described",
        at,
        `${what}: ${type} has its own description, no longer that of ${range.type}`,
      );
      diffMediaType({ ...comparison, isXml: isXml(key), compared: new Map() }, range, mediaType, what);
    }
  }
}

/** A client asks for the media type of a response; the server chooses that of a webhook or callback. */
function reportAdded({ changes, direction, message }: Comparison, type: string, at: string, what: string): void {
  const text = `${what} can also be ${type}`;
  if (direction === "response" && message === "request") changes.breaking(direction, "media-type-added", at, text);
  else changes.compatible(direction, "media-type-added", at, text);
}

const isXml = (type: string) => /[/+]xml(;|$)/.test(type);

function reportSpelling({ changes }: Comparison, was: MediaType, is: MediaType, isSame: boolean, what: string): void {
  const text = isSame ? `${was.type} is written ${is.type} and means the same` : `${is.type} includes ${was.type}`;
  changes.documentation("same-meaning", isSame ? is.at : was.at, `${what}: ${text}`);
}

interface MediaType extends Found {
  /** As written in the document. */
  type: string;
}

/**
 * Returns media types by their meaning: names and parameter names are case-insensitive, and JSON is always UTF-8 (RFC
 * 8259, section 8.1).
 */
function mediaTypesOf({ node, at }: Found): Map<string, MediaType> {
  return new Map(
    entries(node["content"]).map(([type, value]) => [
      canonical(type),
      { type, node: isNode(value) ? value : {}, at: pointerTo(at, "content", type) },
    ]),
  );
}

function canonical(type: string): string {
  const [name = "", ...parameters] = type
    .toLowerCase()
    .split(";")
    .map((part) => part.trim().replace(/="(.*)"$/, "=$1"));
  const isJson = name === "application/json" || name.endsWith("+json");
  const kept = parameters.filter((parameter) => parameter !== "" && !(isJson && parameter === "charset=utf-8"));
  return [name, ...kept.sort()].join(";");
}

const rangeFor = (type: string, all: Map<string, MediaType>) => all.get(`${type.split("/")[0]}/*`) ?? all.get("*/*");

function diffMediaType(comparison: Comparison, was: MediaType, is: MediaType, what: string): void {
  const { changes, direction } = comparison;
  const place = ({ node, at }: Found) => ({ value: node["schema"], at: pointerTo(at, "schema") });
  comparison.diffSchemas(comparison, place(was), place(is), what);
  if (comparison.isXml) diffRoot(comparison, was, is, what);
  diffEncodings(comparison, was, is, what);
  diffTexts(changes, was, is, TEXTS, what);
  diffUnknown(changes, direction, was, is, [...TEXTS, "schema", "encoding"], what);
}

/** The root element is named after the component, unless `xml.name` names it (OpenAPI 3.1, section 4.8.26). */
function diffRoot({ changes, direction, before, after }: Comparison, was: Found, is: Found, what: string): void {
  const root = (spec: Spec, { node, at }: Found) => {
    const schema = dereference(spec, node["schema"], pointerTo(at, "schema"));
    const xml = schema.node["xml"];
    return (isNode(xml) ? xml["name"] : undefined) ?? schema.name;
  };
  const [old, now] = [root(before, was), root(after, is)];
  if (old === now) return;
  const text = `${what} has the XML element ${show(now)} instead of ${show(old)}`;
  changes.breaking(direction, `${direction}-xml-changed`, pointerTo(is.at, "schema"), text);
}

/** Compares how the parts of a multipart or form body are written. */
function diffEncodings(comparison: Comparison, was: Found, is: Found, what: string): void {
  const [old, now] = [new Map(entries(was.node["encoding"])), new Map(entries(is.node["encoding"]))];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const part = (value: unknown, { at }: Found): Found => ({
      node: isNode(value) ? value : {},
      at: pointerTo(at, "encoding", name),
    });
    const [before, after] = [part(old.get(name), was), part(now.get(name), is)];
    if (!equal(before.node, after.node)) diffEncoding(comparison, before, after, `${what}, its part ${name}`);
    comparison.changes.examined(after.at);
  }
}

function diffEncoding(comparison: Comparison, was: Found, is: Found, what: string): void {
  const { changes, direction } = comparison;
  const types = ({ node }: Found) =>
    typeof node["contentType"] === "string" ? node["contentType"].split(",").map((type) => canonical(type)) : undefined;
  const [old, now] = [types(was), types(is)];
  if (!equal(was.node["contentType"], is.node["contentType"])) reportTypes(comparison, old, now, is.at, what);
  // A part of a form is written like a query parameter (OpenAPI 3.1, section 4.8.15.1.2).
  const asQuery = ({ node, at }: Found): Found => ({ node: { ...node, in: "query" }, at });
  diffSerialization(comparison, asQuery(was), asQuery(is), what);
  diffHeaders(comparison, was, is, what);
  diffUnknown(changes, direction, was, is, ["contentType", "style", "explode", "allowReserved", "headers"], what);
}

/**
 * Compares the content types of a part, in any order. Without any, the part has the type of its schema, which
 * may have changed.
 */
function reportTypes(
  { changes, direction }: Comparison,
  old: string[] | undefined,
  now: string[] | undefined,
  at: string,
  what: string,
): void {
  const place = pointerTo(at, "contentType");
  const isWider = old?.every((type) => isCovered(type, now ?? [])) ?? false;
  const isNarrower = now?.every((type) => isCovered(type, old ?? [])) ?? false;
  if (isWider && isNarrower) {
    changes.documentation(
      "same-meaning",
      place,
      `the content types of ${what} are written differently and mean the same`,
    );
    return;
  }
  const isHarmless = direction === "request" ? isWider : isNarrower;
  const text = `${what} has the content type ${now?.join(", ") ?? "of its schema"} instead of ${old?.join(", ") ?? "that of its schema"}`;
  changes[isHarmless ? "compatible" : "breaking"](direction, "encoding-changed", place, text);
}

/** Whether one of the types is this one, or a range that includes it. */
const isCovered = (type: string, types: string[]) =>
  types.some(
    (one) => one === type || one === "*/*" || (one.endsWith("/*") && one.split("/")[0] === type.split("/")[0]),
  );

/** Fields of a parameter or header that are only texts. */
export const VALUE_TEXTS = ["description", "example", "examples"];
/** The fields that parameters and headers have in common. */
export const VALUE_FIELDS = [
  ...VALUE_TEXTS,
  "style",
  "explode",
  "allowReserved",
  "required",
  "deprecated",
  "schema",
  "content",
];

/** Compares the values of a parameter or header, described by a schema or by a media type. */
export function diffValue(comparison: Comparison, was: Found, is: Found, what: string): void {
  const [old, now] = [was.node, is.node];
  const hasContent = (node: Node) => node["content"] !== undefined;
  if (hasContent(old) !== hasContent(now)) {
    const at = pointerTo(is.at, hasContent(now) ? "content" : "schema");
    const type = Object.keys((hasContent(now) ? now : old)["content"] as object)[0];
    comparison.changes.breaking(
      comparison.direction,
      "parameter-serialization-changed",
      at,
      `${what} is ${hasContent(now) ? "" : "no longer "}written as ${type}`,
    );
    comparison.changes.examined(pointerTo(was.at, hasContent(old) ? "content" : "schema"));
    return;
  }
  if (hasContent(old)) diffContent(comparison, was, is, what);
  else
    comparison.diffSchemas(
      comparison,
      { value: old["schema"], at: pointerTo(was.at, "schema") },
      { value: now["schema"], at: pointerTo(is.at, "schema") },
      what,
    );
}

/** Compares the headers of a response, or of a part of a multipart body. */
export function diffHeaders(comparison: Comparison, was: Found, is: Found, what: string): void {
  const { changes, direction } = comparison;
  const [before, after] = [headersOf(comparison.before, was), headersOf(comparison.after, is)];
  for (const [key, header] of before) {
    const other = after.get(key);
    const name = `${what}: the header ${header.name}`;
    if (other) diffHeader(comparison, header, other, name);
    else changes.breaking(direction, "header-removed", header.place, `${name} was removed`);
  }
  for (const [key, { name, place, node }] of after) {
    if (before.has(key)) continue;
    const isBreaking = direction === "request" && Boolean(node["required"]);
    const text = `${what}: the header ${name} was added`;
    changes[isBreaking ? "breaking" : "compatible"](direction, "header-added", place, text);
  }
}

interface Header extends Found {
  name: string;
  /** The header as it is written, and where; `node` and `at` are the target of a reference. */
  value: unknown;
  place: string;
}

function diffHeader(comparison: Comparison, was: Header, is: Header, what: string): void {
  const { changes, direction } = comparison;
  examineReference(changes, was.value, is.value, is.place);
  const required = pointerTo(is.at, "required");
  if (was.node["required"] && !is.node["required"])
    report(comparison, "widened", "header-became-optional", required, `${what} may be missing now`);
  if (!was.node["required"] && is.node["required"])
    report(comparison, "narrowed", "header-became-required", required, `${what} is always present now`);
  diffSerialization(comparison, was, is, what);
  diffValue({ ...comparison, compared: new Map() }, was, is, what);
  diffDeprecated(changes, was, is, what);
  diffTexts(changes, was, is, VALUE_TEXTS, what);
  diffUnknown(changes, direction, was, is, VALUE_FIELDS, what);
}

/** Returns headers by name, ignoring case (RFC 9110, section 5.1). */
function headersOf(spec: Node, { node, at }: Found): Map<string, Header> {
  return new Map(
    entries(node["headers"]).map(([name, value]) => [
      name.toLowerCase(),
      {
        ...dereference(spec, isNode(value) ? value : {}, pointerTo(at, "headers", name)),
        name,
        value,
        place: pointerTo(at, "headers", name),
      },
    ]),
  );
}
