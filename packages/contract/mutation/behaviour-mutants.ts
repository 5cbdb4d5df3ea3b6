import { type Document, operationsOf } from "../src/document.js";
import type { Target } from "../src/index.js";
import { isRecord } from "../src/values/base-value.js";
import { type Behaviour, RIGHT } from "../test/fixture/behaviour.js";
import { LAW_FAULTS } from "../test/law-faults.js";
import type { Mutant } from "./mutant.js";

type Record_ = Record<string, unknown>;
type Items = { key: string; type: string; value: unknown }[];

const items = (change: (items: Items) => unknown) => (record: Record_) => ({
  ...record,
  items: change(record["items"] as Items),
});
const item = (change: (item: Items[number]) => unknown) => items((all) => all.map(change));
const value = (type: string, change: (value: never) => unknown) =>
  item((one) => (one.type === type ? { ...one, value: change(one.value as never) } : one));
const header = (name: string, text: string): Partial<Behaviour> => ({
  answer: (response) => ({ ...response, headers: { ...response.headers, [name]: text } }),
});

/** Mistakes in what no keyword says: how a create echoes, what a uid means, what HTTP wants. */
const MISTAKES: Record<string, Partial<Behaviour>> = {
  "the uid is trimmed": { store: (record) => ({ ...record, uid: String(record["uid"]).trim() }) },
  "the uid is lower-cased": { store: (record) => ({ ...record, uid: String(record["uid"]).toLowerCase() }) },
  "the uid is another": { store: (record) => ({ ...record, uid: "another" }) },
  "items come back in reverse": { store: items((all) => all.slice().reverse()) },
  "the last item is lost": { store: items((all) => (all.length > 1 ? all.slice(0, -1) : all)) },
  "an item is doubled": { store: items((all) => (all.length > 1 ? [...all, all[0]] : all)) },
  "items that repeat a key are merged": {
    store: items((all) => [...new Map(all.map((one) => [one.key, one])).values()]),
  },
  "keys are trimmed": { store: item((one) => ({ ...one, key: one.key.trim() || one.key })) },
  "keys are normalised": { store: item((one) => ({ ...one, key: one.key.normalize("NFC") })) },
  "keys are lower-cased": { store: item((one) => ({ ...one, key: one.key.toLowerCase() })) },
  "keys are cut at 99": { store: item((one) => ({ ...one, key: [...one.key].slice(0, 99).join("") })) },
  "strings are trimmed": { store: value("string", (text: string) => text.trim()) },
  "strings are normalised": { store: value("string", (text: string) => text.normalize("NFC")) },
  "control characters are dropped": { store: value("string", (text: string) => text.replaceAll("\u0000", "")) },
  "line breaks are unified": { store: value("string", (text: string) => text.replaceAll("\r\n", "\n")) },
  "an empty string becomes null": { store: value("string", (text: string) => text || null) },
  "characters beyond the first plane are replaced": {
    store: item((one) => ({ ...one, key: one.key.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?") })),
  },
  "numbers are rounded": { store: value("number", (n: number) => Math.round(n)) },
  "numbers lose precision": { store: value("number", (n: number) => Math.fround(n)) },
  "numbers become texts": { store: value("number", String) },
  "booleans become false": { store: value("boolean", () => false) },
  "dates become date-times": { store: value("date", (text: string) => `${text}T00:00:00Z`) },
  "date-times are brought to UTC": { store: value("datetime", (text: string) => new Date(text).toISOString()) },
  "date-times lose digits": { store: value("datetime", (text: string) => text.replace(/(\.\d{3})\d+/, "$1")) },
  "arrays are sorted": { store: value("number-array", (all: number[]) => all.slice().sort((a, b) => a - b)) },
  "arrays are made unique": { store: value("string-array", (all: string[]) => [...new Set(all)]) },
  "an empty array becomes null": { store: value("boolean-array", (all: unknown[]) => (all.length ? all : null)) },
  "a file keeps its identifier": { store: value("file", (url: string) => url.split("/").at(-1)) },
  "every file has one URL": { store: deep("file", () => "http://127.0.0.1:1/files/1") },
  "a nested file keeps its identifier": {
    store: value("object", (all: Items) => all.map((one) => (one.type === "file" ? { ...one, value: "1" } : one))),
  },
  "nested items come back in reverse": { store: value("object", (all: Items) => all.slice().reverse()) },
  "nested items lose their type": {
    store: value("object", (all: Items) => all.map((one) => ({ ...one, type: "string", value: String(one.value) }))),
  },
  "object-array stays flat": { store: value("object-array", (lists: unknown[][]) => lists.flat()) },
  "object-array puts all items into one element": {
    store: value("object-array", (lists: unknown[][]) => [lists.flat()]),
  },
  "object-array comes back in reverse": { store: value("object-array", (lists: unknown[]) => lists.slice().reverse()) },
  "updatedDate is later than createdDate": {
    store: (record) => ({ ...record, updatedDate: "2026-11-21T06:15:01.123456+00:00" }),
  },
  "timestamps end in Z": {
    store: (record) => ({
      ...record,
      createdDate: "2026-11-21T06:15:00.123456Z",
      updatedDate: "2026-11-21T06:15:00.123456Z",
    }),
  },
  "timestamps have no fraction": {
    store: (record) => ({
      ...record,
      createdDate: "2026-11-21T06:15:00+00:00",
      updatedDate: "2026-11-21T06:15:00+00:00",
    }),
  },
  "a uid that exists is overwritten": { overwrite: true },
  "a uid that exists is always the same": { same: () => true },
  "a uid that exists is always refused": { same: () => false },
  "the order of items does not matter": { same: (a, b) => [...a].sort().join() === [...b].sort().join() },
  "namespaces share their uids": { identity: (_, uid) => uid },
  "uids are compared without case": { identity: (namespace, uid) => `${namespace} ${uid.length}` },
  "seven levels at most": { maxDepth: 7 },
  "nine levels": { maxDepth: 9 },
  "no limit of depth": { maxDepth: Number.POSITIVE_INFINITY },
  "a byte less": { maxBytes: 1024 * 1024 - 1 },
  "a byte more": { maxBytes: 1024 * 1024 + 1 },
  "no limit of size": { maxBytes: Number.POSITIVE_INFINITY },
  "any number is taken": { numberSurvives: () => true },
  "numbers past 2^53 are refused": {
    numberSurvives: (text) => RIGHT.numberSurvives(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER,
  },
  "only infinite numbers are refused": { numberSurvives: (text) => Number.isFinite(Number(text)) },
  "numbers are compared as texts": { numberSurvives: (text) => String(Number(text)) === text },
  "any key is taken": { keyAccepted: () => true },
  "any key but none is taken": { keyAccepted: (key) => key !== undefined },
  "the key is compared without case": { keyAccepted: (key) => key?.toLowerCase() === "reference-key" },
  "the key is compared by its beginning": { keyAccepted: (key) => key?.startsWith("reference-key") ?? false },
  "the key is compared up to its last character": { keyAccepted: (key) => key?.slice(0, -1) === "reference-ke" },
  "the key may be in the query": {
    keyAccepted: (key, _, query) => RIGHT.keyAccepted(key ?? query.get("apiKey") ?? "", _, query),
  },
  "the key may be a bearer token": {
    keyAccepted: (key, headers, query) => RIGHT.keyAccepted(key ?? headers["Authorization"]?.slice(7), headers, query),
  },
  "any media type is taken": { mediaTypeAccepted: () => true },
  "no media type is taken for JSON": {
    mediaTypeAccepted: (type) => type === undefined || RIGHT.mediaTypeAccepted(type),
  },
  "any text is taken": {
    mediaTypeAccepted: (type) => RIGHT.mediaTypeAccepted(type) || (type?.startsWith("text/") ?? false),
  },
  "JSON is read leniently": { parse: lenient },
  "bytes that are not UTF-8 are replaced": {
    parse: (body) => JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)),
  },
  "unknown query parameters are ignored": { queryAccepted: (_, values, known) => !known || values.length === 1 },
  "the last of two values counts": { queryAccepted: (_, __, known) => known },
  "an unknown path is a 400": { unknownPath: 400 },
  "an unknown path is a 401": { unknownPath: 401 },
  "an unknown method is a 404": { unknownMethod: 404 },
  "an unknown method is a 501": { unknownMethod: 501 },
  "Allow is empty": { allow: () => "" },
  "Allow has everything": { allow: () => "GET, POST, PUT, PATCH, DELETE, TRACE, PROPFIND" },
  "every answer is text/plain": header("content-type", "text/plain"),
  "messages say nothing": {
    answer: (response) => ({
      ...response,
      body: response.body.replace(/"message":"[^"]*"/, '"message":"Bad request"'),
    }),
  },
  "messages are numbers": {
    answer: (response) => ({ ...response, body: response.body.replace(/"message":"[^"]*"/, '"message":7') }),
  },
  "versions 1 and 3 list in another order": {
    order: (records, path) => (path.includes("v3") ? records.slice().reverse() : records),
  },
  "versions 1 and 3 list different records": {
    order: (records, path) => (path.includes("v3") ? records.slice(1) : records),
  },
};

/** Servers that keep every schema and still break the contract. */
export function behaviourMutants(
  document: Document,
  serve: (document: Document, changes: Partial<Behaviour>) => Target,
): Mutant[] {
  const create = operationsOf(document)[0]?.id;
  const laws = Object.entries(LAW_FAULTS).flatMap(([law, faults]) =>
    Object.entries(faults).map(([what, fault]): [string, Partial<Behaviour>, string | undefined, string] => [
      `${law}: ${what}`,
      fault,
      undefined,
      law,
    ]),
  );
  const mistakes = Object.entries(MISTAKES).map(
    ([what, fault]): [string, Partial<Behaviour>, string | undefined, string] => [what, fault, create, ""],
  );
  return [...laws, ...mistakes].map(([id, fault, operation, keyword]) => ({
    id,
    group: "the behaviour differs",
    operation,
    keyword,
    make: () => ({ document, target: serve(document, fault) }),
  }));
}

function deep(type: string, change: () => unknown): Behaviour["store"] {
  const go = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(go);
    if (!isRecord(node)) return node;
    if (node["type"] === type) return { ...node, value: change() };
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, go(child)]));
  };
  return (record) => go(record) as Record_;
}

/** A reader that forgives a comma too many, single quotes and what stands behind the value. */
function lenient(body: string | Uint8Array | undefined): unknown {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(
      text
        .replaceAll("'", '"')
        .replace(/,\s*([}\]])/g, "$1")
        .replace(/\}[^}]*$/, "}"),
    );
  }
}
