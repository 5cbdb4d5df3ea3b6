import { compareNumbers, isNumeric } from "@metadata-service/spec-tools/json";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { dereference, type Found, objectAt, type Part } from "./dereference.js";
import { typesOf } from "./diff-types.js";
import { flattenSchema } from "./flatten-schema.js";
import { entries, equal, isNode, type Node, type Spec, show } from "./node.js";
import { Pair, visitMembers } from "./pair.js";

const TEXTS = ["example", "examples"];

interface MediaType extends Found {
  /** As written in the document. */
  type: string;
}

/** Compares the media types that a body can have. */
export function diffContent(pair: Pair): void {
  const { direction, comparison } = pair;
  const [old, now] = [mediaTypesOf(pair.old), mediaTypesOf(pair.now)];
  const compare = (key: string, was: MediaType, is: MediaType) =>
    diffMediaType(new Pair({ ...comparison, isXml: isXml(key), compared: new Map() }, was, is, pair.what));
  for (const [key, mediaType] of old) {
    // A request whose type is in a range is still accepted; a response with a range can have any other type.
    const other = now.get(key) ?? (direction === "request" ? rangeFor(key, now) : undefined);
    if (!other) {
      pair.breaking("media-type-removed", mediaType.at, `can no longer be ${mediaType.type}`);
      continue;
    }
    if (mediaType.type !== other.type) reportSpelling(pair, mediaType, other, now.has(key));
    compare(key, mediaType, other);
  }
  for (const [key, mediaType] of now) {
    if (old.has(key)) continue;
    const { type, at } = mediaType;
    // Until now a range described this type, and clients rely on that.
    const range = rangeFor(key, old);
    if (!range) {
      // A client asks for the media type of a response; the server chooses that of a webhook or callback.
      const isBreaking = direction === "response" && comparison.message === "request";
      pair.either(isBreaking, "media-type-added", at, `can also be ${type}`);
    } else {
      const text = `: ${type} has its own description, no longer that of ${range.type}`;
      pair.documentation("media-type-described", at, text);
      compare(key, range, mediaType);
    }
  }
}

const isXml = (type: string) => /[/+]xml(;|$)/.test(type);

function reportSpelling(pair: Pair, was: MediaType, is: MediaType, isSame: boolean): void {
  const text = isSame ? `${was.type} is written ${is.type} and means the same` : `${is.type} includes ${was.type}`;
  pair.documentation("same-meaning", isSame ? is.at : was.at, `: ${text}`);
}

/**
 * Returns media types by their meaning: names and parameter names are case-insensitive, and JSON is always UTF-8 (RFC
 * 8259, section 8.1).
 */
function mediaTypesOf({ node, at }: Found): Map<string, MediaType> {
  return new Map(
    entries(node["content"]).map(([type, value]) => [
      canonical(type),
      { type, ...objectAt(value, pointerTo(at, "content", type)) },
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

function diffMediaType(pair: Pair): void {
  pair.schemas(["schema"]);
  if (pair.comparison.isXml) diffRoot(pair);
  diffEncodings(pair);
  diffLimits(pair);
  pair.texts(TEXTS);
  pair.unknown([...TEXTS, "schema", "encoding", "x-limits"]);
}

/**
 * Compares `x-limits`, the bounds of a body that a schema cannot express. Every server has such bounds, so one that was not
 * written before is only said now.
 */
function diffLimits(pair: Pair): void {
  const at = (name: string) => pair.at("x-limits", name);
  visitMembers(pair.maps("x-limits"), {
    gone: (_, name) => pair.compatible("limit-unsaid", at(name), `no longer has a documented limit: ${name}`),
    come: (is, name) => pair.compatible("limit-said", at(name), `has a documented limit now: ${name} ${show(is)}`),
    kept: (was, is, name) => {
      const move = isNumeric(was) && isNumeric(is) && compareNumbers(is, was) < 0 ? "narrowed" : "widened";
      const text = `has the limit ${name} ${show(is)} instead of ${show(was)}`;
      if (!equal(was, is)) pair.moved(move, "limit-changed", at(name), text);
    },
  });
}

/** The root element is named after the component, unless `xml.name` names it (OpenAPI 3.1, section 4.8.26). */
function diffRoot(pair: Pair): void {
  const root = (spec: Spec, { node, at }: Found) => {
    const schema = dereference(spec, node["schema"], pointerTo(at, "schema"));
    const xml = schema.node["xml"];
    return (isNode(xml) ? xml["name"] : undefined) ?? schema.name;
  };
  const [old, now] = [root(pair.comparison.before, pair.old), root(pair.comparison.after, pair.now)];
  if (old === now) return;
  const text = `has the XML element ${show(now)} instead of ${show(old)}`;
  pair.breaking(`${pair.direction}-xml-changed`, pair.at("schema"), text);
}

/** Compares how the parts of a multipart or form body are written. */
function diffEncodings(pair: Pair): void {
  for (const name of new Set(pair.both("encoding").flatMap((all) => entries(all).map(([one]) => one)))) {
    const part = (spec: Spec, { node, at }: Found): Found => {
      const value = new Map(entries(node["encoding"])).get(name);
      const schema = new Map(entries(flattenSchema(spec, { value: node["schema"], at: "" }).node["properties"])).get(
        name,
      );
      const fields = { schema, contentType: defaultType(spec, schema), ...(isNode(value) ? value : {}) };
      return { node: fields, at: pointerTo(at, "encoding", name) };
    };
    const [old, now] = [part(pair.comparison.before, pair.old), part(pair.comparison.after, pair.now)];
    const what = pair.what.toPart(`the part ${name} of ${pair.what.part}`);
    if (!equal(old.node, now.node)) diffEncoding(pair.pair(old, now, what));
    pair.changes.examined(now.at);
  }
}

/** The content type of a part for which none is written (OpenAPI 3.1, section 4.8.15.1.1); undefined if it varies. */
function defaultType(spec: Spec, schema: unknown): string | undefined {
  const { node: property } = flattenSchema(spec, { value: schema, at: "" });
  const item = property["type"] === "array" ? flattenSchema(spec, { value: property["items"], at: "" }).node : property;
  const types = typesOf(item).filter((type) => type !== "null");
  if (types.every((type) => type === "object")) return "application/json";
  if (types.some((type) => type === "object" || type === "array")) return undefined;
  return types.includes("string") && item["contentEncoding"] !== undefined ? "application/octet-stream" : "text/plain";
}

function diffEncoding(pair: Pair): void {
  if (pair.differs("contentType")) diffContentTypes(pair);
  // A part of a form is written like a query parameter (OpenAPI 3.1, section 4.8.15.1.2).
  const asQuery = ({ node, at }: Found): Found => ({ node: { ...node, in: "query" }, at });
  diffSerialization(pair.pair(asQuery(pair.old), asQuery(pair.now)));
  diffHeaders(pair);
  pair.unknown(["schema", "contentType", ...SERIALIZATION, "headers"]);
}

/** Compares the content types of a part, in any order. */
function diffContentTypes(pair: Pair): void {
  const [old, now] = pair
    .both("contentType")
    .map((types) => (typeof types === "string" ? types.split(",").map(canonical) : []))
    .map((types) => (types.length > 0 ? types : ["that of its schema"])) as [string[], string[]];
  const isWider = old.every((type) => isCovered(type, now));
  const isNarrower = now.every((type) => isCovered(type, old));
  if (isWider && isNarrower) {
    pair.sameMeaning(["contentType"]);
    return;
  }
  const isHarmless = pair.direction === "request" ? isWider : isNarrower;
  const text = `has the content type ${now.join(", ")} instead of ${old.join(", ")}`;
  pair.either(!isHarmless, "encoding-changed", pair.at("contentType"), text);
}

/** Whether one of the types is this one, or a range that includes it. */
const isCovered = (type: string, types: string[]) =>
  types.some(
    (one) => one === type || one === "*/*" || (one.endsWith("/*") && one.split("/")[0] === type.split("/")[0]),
  );

/** Fields of a parameter or header that are only texts. */
export const VALUE_TEXTS = ["description", "example", "examples"];
const SERIALIZATION = ["style", "explode", "allowReserved"];
/** The fields that parameters and headers have in common. */
export const VALUE_FIELDS = [...VALUE_TEXTS, ...SERIALIZATION, "required", "deprecated", "schema", "content"];

/** How a parameter is serialized, with defaults filled in (OpenAPI 3.1, section 4.8.12.2). */
function serializationOf(spec: Spec, node: Node): Record<string, unknown> {
  const { in: place, style = place === "query" || place === "cookie" ? "form" : "simple" } = node;
  const schema = flattenSchema(spec, { value: node["schema"], at: "" }).node;
  // A single value is written the same with and without it.
  const isSingle =
    node["schema"] !== undefined && typesOf(schema).every((type) => type !== "array" && type !== "object");
  const explode = isSingle ? false : (node["explode"] ?? style === "form");
  return { style, explode, allowReserved: node["allowReserved"] ?? false };
}

/** Compares how a value is serialized: `style`, `explode` and `allowReserved`, with their defaults. */
export function diffSerialization(pair: Pair): void {
  const { before, after } = pair.comparison;
  const [old, now] = [serializationOf(before, pair.old.node), serializationOf(after, pair.now.node)];
  const rule = "parameter-serialization-changed";
  for (const field of SERIALIZATION) {
    if (!pair.differs(field)) continue;
    if (old[field] === now[field]) pair.sameMeaning([field]);
    // Clients can still encode these characters, as they did before.
    else if (field === "allowReserved" && now[field] && pair.direction === "request")
      pair.compatible(rule, pair.at(field), "may contain reserved characters now");
    else
      pair.breaking(rule, pair.at(field), `is written differently (${field} ${now[field]} instead of ${old[field]})`);
  }
}

/** Compares the values of a parameter or header, described by a schema or by a media type. */
export function diffValue(pair: Pair): void {
  const [old, now] = [pair.old, pair.now].map(({ node }) => node["content"] !== undefined);
  if (old && now) {
    diffContent(pair);
    return;
  }
  if (!old && !now) {
    pair.schemas(["schema"]);
    return;
  }
  const [type] = Object.keys((now ? pair.now : pair.old).node["content"] as object);
  const at = pair.at(now ? "content" : "schema");
  pair.breaking("parameter-serialization-changed", at, `is ${now ? "" : "no longer "}written as ${type}`);
  pair.changes.examined(pair.oldAt(old ? "content" : "schema"));
}

/** Compares the headers of a response, or of a part of a multipart body. Their names ignore case (RFC 9110, 5.1). */
export function diffHeaders(pair: Pair): void {
  visitMembers(
    pair.parts("headers", (name) => name.toLowerCase()),
    {
      kept: (was, is) => diffHeader(pair, was, is),
      gone: ({ key, place }) => pair.breaking("header-removed", place, `: the header ${key} was removed`),
      come: ({ key, place, node }) => {
        const isBreaking = pair.direction === "request" && Boolean(node["required"]);
        pair.either(isBreaking, "header-added", place, `: the header ${key} was added`);
      },
    },
  );
}

function diffHeader(outer: Pair, was: Part, is: Part): void {
  outer.examineReference(was.value, is.value, is.place);
  const what = outer.what.toPart(`the header ${was.key} of ${outer.what.part}`);
  const pair = new Pair({ ...outer.comparison, compared: new Map() }, was, is, what);
  const [old, now] = pair.both("required").map(Boolean);
  if (old && !now) pair.widened("header-became-optional", "required", "may be missing now");
  if (!old && now) pair.narrowed("header-became-required", "required", "is always present now");
  diffSerialization(pair);
  diffValue(pair);
  pair.deprecated();
  pair.texts(VALUE_TEXTS);
  pair.unknown(VALUE_FIELDS);
}
