import { compareNumbers, isNumeric } from "@metadata-service/spec-tools/json";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { dereference, type Found, objectAt } from "./dereference.js";
import { typesOf } from "./diff-types.js";
import { flattenSchema } from "./flatten-schema.js";
import { entries, equal, isNode, type Node, type Spec, show } from "./node.js";
import { type Pair, type Rule, type Rules, visitMembers } from "./pair.js";
import { all, deprecated, elsewhere, text } from "./rules.js";

interface MediaType extends Found {
  /** As written in the document. */
  type: string;
}

/** Compares the media types that a body can have. */
export function diffContent(pair: Pair): void {
  const { direction, comparison } = pair;
  const [old, now] = [mediaTypesOf(pair.old), mediaTypesOf(pair.now)];
  const compare = (key: string, was: MediaType, is: MediaType) =>
    pair
      .pair<Found>(was, is)
      .with({ isXml: isXml(key), compared: new Map() })
      .compare(MEDIA_TYPE);
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

/** The bounds of a body that a schema cannot express. Every server has some, so one that was not written before is only said now. */
const limits: Rule = (pair, field) => {
  const at = (name: string) => pair.at(field, name);
  visitMembers(pair.maps(field), {
    gone: (_, name) => pair.compatible("limit-unsaid", at(name), `no longer has a documented limit: ${name}`),
    come: (is, name) => pair.compatible("limit-said", at(name), `has a documented limit now: ${name} ${show(is)}`),
    kept: (was, is, name) => {
      const move = isNumeric(was) && isNumeric(is) && compareNumbers(is, was) < 0 ? "narrowed" : "widened";
      const text = `has the limit ${name} ${show(is)} instead of ${show(was)}`;
      if (!equal(was, is)) pair.moved(move, "limit-changed", at(name), text);
    },
  });
};

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

/** How the parts of a multipart or form body are written. */
const encodings: Rule = (pair, field) => {
  for (const name of new Set(pair.both(field).flatMap((all) => entries(all).map(([one]) => one)))) {
    const part = (spec: Spec, { node, at }: Found): Found => {
      const value = new Map(entries(node[field])).get(name);
      const schema = new Map(entries(flattenSchema(spec, { value: node["schema"], at: "" }).node["properties"])).get(
        name,
      );
      const fields = { schema, contentType: defaultType(spec, schema), ...(isNode(value) ? value : {}) };
      return { node: fields, at: pointerTo(at, field, name) };
    };
    const [old, now] = [part(pair.comparison.before, pair.old), part(pair.comparison.after, pair.now)];
    const what = pair.what.toPart(`the part ${name} of ${pair.what.part}`);
    if (!equal(old.node, now.node)) pair.pair(old, now, what).compare(ENCODING);
    pair.changes.examined(now.at);
  }
};

const MEDIA_TYPE: Rules = {
  schema: (pair, field) => {
    pair.schemas([field]);
    if (pair.comparison.isXml) diffRoot(pair);
  },
  encoding: encodings,
  "x-limits": limits,
  ...all(text, "example", "examples"),
};

/** The content type of a part for which none is written (OpenAPI 3.1, section 4.8.15.1.1); undefined if it varies. */
function defaultType(spec: Spec, schema: unknown): string | undefined {
  const { node: property } = flattenSchema(spec, { value: schema, at: "" });
  const item = property["type"] === "array" ? flattenSchema(spec, { value: property["items"], at: "" }).node : property;
  const types = typesOf(item).filter((type) => type !== "null");
  if (types.every((type) => type === "object")) return "application/json";
  if (types.some((type) => type === "object" || type === "array")) return undefined;
  return types.includes("string") && item["contentEncoding"] !== undefined ? "application/octet-stream" : "text/plain";
}

/** The content types of a part, in any order. */
const contentType: Rule = (pair, field) => {
  if (!pair.differs(field)) return;
  const [old, now] = pair
    .both(field)
    .map((types) => (typeof types === "string" ? types.split(",").map(canonical) : []))
    .map((types) => (types.length > 0 ? types : ["that of its schema"])) as [string[], string[]];
  const isWider = old.every((type) => isCovered(type, now));
  const isNarrower = now.every((type) => isCovered(type, old));
  if (isWider && isNarrower) return pair.sameMeaning([field]);
  const isHarmless = pair.direction === "request" ? isWider : isNarrower;
  const text = `has the content type ${now.join(", ")} instead of ${old.join(", ")}`;
  pair.either(!isHarmless, "encoding-changed", pair.at(field), text);
};

/** Whether one of the types is this one, or a range that includes it. */
const isCovered = (type: string, types: string[]) =>
  types.some(
    (one) => one === type || one === "*/*" || (one.endsWith("/*") && one.split("/")[0] === type.split("/")[0]),
  );

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
const serialization: Rule = (pair, field) => {
  if (!pair.differs(field)) return;
  const { before, after } = pair.comparison;
  const [old, now] = [serializationOf(before, pair.old.node)[field], serializationOf(after, pair.now.node)[field]];
  const rule = "parameter-serialization-changed";
  if (old === now) pair.sameMeaning([field]);
  // Clients can still encode these characters, as they did before.
  else if (field === "allowReserved" && now && pair.direction === "request")
    pair.compatible(rule, pair.at(field), "may contain reserved characters now");
  else pair.breaking(rule, pair.at(field), `is written differently (${field} ${now} instead of ${old})`);
};
const SERIALIZATION = all(serialization, "style", "explode", "allowReserved");

/** Compares the values of a parameter or header, described by a schema or by a media type. */
const value: Rule = (pair) => {
  const [old, now] = [pair.old, pair.now].map(({ node }) => node["content"] !== undefined);
  if (old && now) return diffContent(pair);
  if (!old && !now) return pair.schemas(["schema"]);
  const [type] = Object.keys((now ? pair.now : pair.old).node["content"] as object);
  const at = pair.at(now ? "content" : "schema");
  pair.breaking("parameter-serialization-changed", at, `is ${now ? "" : "no longer "}written as ${type}`);
  pair.changes.examined(pair.oldAt(old ? "content" : "schema"));
};

/** What parameters and headers have in common. */
export const VALUE: Rules = {
  ...SERIALIZATION,
  schema: value,
  content: elsewhere,
  deprecated,
  ...all(text, "description", "example", "examples"),
};

/** The headers of a response, or of a part of a multipart body. Their names ignore case (RFC 9110, 5.1). */
export const headers: Rule = (pair, field) =>
  pair.in(field).visitParts(
    {
      kept: (was, is) => {
        const what = pair.what.toPart(`the header ${was.key} of ${pair.what.part}`);
        pair.pair(was, is, what).with({ compared: new Map() }).compare(HEADER);
      },
      gone: ({ key, place }) => pair.breaking("header-removed", place, `: the header ${key} was removed`),
      come: ({ key, place, node }) => {
        const isBreaking = pair.direction === "request" && Boolean(node["required"]);
        pair.either(isBreaking, "header-added", place, `: the header ${key} was added`);
      },
    },
    (name) => name.toLowerCase(),
  );

const HEADER: Rules = {
  ...VALUE,
  required: (pair, field) => {
    const [old, now] = pair.both(field).map(Boolean);
    if (old && !now) pair.widened("header-became-optional", field, "may be missing now");
    if (!old && now) pair.narrowed("header-became-required", field, "is always present now");
  },
};

const ENCODING: Rules = {
  contentType,
  // A part of a form is written like a query parameter (OpenAPI 3.1, section 4.8.15.1.2).
  ...all(
    (part, field) => {
      const asQuery = ({ node, at }: Found): Found => ({ node: { ...node, in: "query" }, at });
      serialization(part.pair(asQuery(part.old), asQuery(part.now)), field);
    },
    ...Object.keys(SERIALIZATION),
  ),
  headers,
  schema: elsewhere,
};
