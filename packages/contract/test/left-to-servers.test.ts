/** What OpenAPI leaves to servers: right ones with unusual traits pass, and with a fault beside the trait they fail. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { main } from "../src/cli/main.js";
import { notes, notesDocument, type Trait } from "./documents/notes.js";
import { type Answer, type Asked, listen, type Running } from "./documents/servers.js";

const running: Running[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "metadata-contract-"));
});
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  await rm(folder, { recursive: true, force: true });
});

async function run(trait: Trait): Promise<{ code: number; out: string }> {
  const server = await listen(notes(trait));
  running.push(server);
  const path = join(folder, `${running.length}.json`);
  await writeFile(path, JSON.stringify(notesDocument(trait)));
  let out = "";
  const write = (text: string) => (out += text);
  const args = ["--base-url", server.url, "--document", path, "--seed", "7", "--effort", "1500", ...(trait.args ?? [])];
  const code = await main(args, { environment: {}, stdout: { write }, stderr: { write } });
  return { code, out };
}

const header = (name: string, schema: object, required = false) => ({ name, in: "header", required, schema });
const query = (name: string, schema: object) => ({ name, in: "query", schema });
const isAt = ({ method, path }: Asked, wanted: string) =>
  `${method.toLowerCase()} ${path.replace(/[^/]+$/, (last) => (last === "notes" ? last : "{id}"))}` === wanted;
const isMoment = (value: unknown) => {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT[^ ]+(Z|:\d\d)$/.test(value)) return false;
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  const isDay = !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(value.slice(0, 10));
  return isDay && !Number.isNaN(Date.parse(value));
};
const keys = new Map<string, { text: string; answer: Answer }>();

const SIZED = [2, 9, 5].map((size) => ({ id: randomUUID(), text: "seed", size }));
function bySize(notes: Record<string, unknown>[], way: string): unknown[] {
  const sizeOf = ({ size }: Record<string, unknown>) => (way === "asc" ? Number(size ?? 0) : -Number(size ?? 0));
  return notes.toSorted((a, b) => sizeOf(a) - sizeOf(b));
}

/** Notes that are sorted by their size, the largest first. */
function sortedNotes(direction?: string, isRight = true): Trait {
  const ways = query(direction ?? "", { enum: ["asc", "desc"], default: "desc" });
  return {
    fields: { size: { type: "integer" } },
    isRight: ({ size }) => size === undefined || Number.isInteger(size),
    parameters: { "get /notes": [query("sort", { enum: ["size", "text"] }), ...(direction ? [ways] : [])] },
    answer(asked, next, all) {
      if (all.size === 0) for (const note of SIZED) all.set(note.id, { ...note });
      const [sort = "text", way = "desc"] = ["sort", direction ?? ""].map((name) => asked.query.get(name) ?? undefined);
      const isKnown = ["size", "text"].includes(sort) && ["asc", "desc"].includes(way);
      const { status, body } = next();
      if (!Array.isArray(body)) return { status, body };
      return isKnown ? { status, body: sort === "size" && isRight ? bySize(body, way) : body } : { status: 400 };
    },
  };
}

/** Notes with a field named `data`, like the usual envelope. */
const withData = (data: object): Trait => ({
  fields: { data },
  isRight: (note) => {
    const { data: sent = {} } = note;
    const { size = 0 } = Object(sent);
    const isObject = typeof sent === "object" && sent !== null && !Array.isArray(sent);
    return isObject && (!("properties" in data) || Number.isInteger(size));
  },
});

const OTHER = { 400: { description: "Wrong." }, 404: { description: "None." }, 405: { description: "Not here." } };

const TRAITS: Record<string, Trait> = {
  "a number of 32 bits may be written as a text, which can be longer": {
    parameters: {
      "get /notes": [query("size", { type: ["integer", "string"], format: "int32", pattern: "^-?(?:0|[1-9][0-9]*)$" })],
    },
    answer(asked, next) {
      const size = asked.query.get("size");
      return asked.method === "GET" && size !== null && !/^-?(?:0|[1-9][0-9]*)$/.test(size) ? { status: 400 } : next();
    },
  },
  "a deleted record can still be read, and says that it is deleted": {
    fields: { deletedAt: { type: ["string", "null"], format: "date-time", readOnly: true } },
    answer(asked, next, all) {
      const note = all.get(asked.path.split("/").at(-1) ?? "");
      if (isAt(asked, "get /notes"))
        return { status: 200, body: [...all.values()].filter((each) => !each["deletedAt"]) };
      if (!note || asked.method !== "DELETE") return next();
      note["deletedAt"] ??= "2026-11-21T06:15:00Z";
      return { status: 204 };
    },
  },
  "a deleted record is a 410, which is described beside 404": {
    statuses: { "get /notes/{id}": [410], "put /notes/{id}": [410], "delete /notes/{id}": [410] },
    answer(asked, next, all) {
      const note = all.get(asked.path.split("/").at(-1) ?? "");
      if (isAt(asked, "get /notes")) return { status: 200, body: [...all.values()].filter(({ text }) => text !== "") };
      if (note?.["text"] === "") return { status: 410 };
      if (note && asked.method === "DELETE") note["text"] = "";
      return note && asked.method === "DELETE" ? { status: 204 } : next();
    },
  },
  "a note may be elsewhere, as its document says": {
    statuses: { "get /notes/{id}": [303] },
    answer(asked, next, all) {
      const isRead = /^(GET|HEAD)$/.test(asked.method) && isAt({ ...asked, method: "GET" }, "get /notes/{id}");
      const place = [...all.keys()].indexOf(asked.path.split("/").at(-1) ?? "");
      // Every fourth one, so that it does not depend on chance.
      return isRead && place % 4 === 3 ? { status: 303, headers: { Location: "/elsewhere" } } : next();
    },
  },
  "a note is accepted, and made later": { created: 202 },
  "a note that is there is found instead of made": { finds: true },
  "paths end with a slash, and others are unknown": { hasSlashes: true },
  "a change needs a condition": {
    parameters: { "put /notes/{id}": [header("If-Match", { type: "string" })] },
    statuses: { "put /notes/{id}": [412, 428] },
    answer(asked, next) {
      const condition = asked.headers["if-match"];
      const found = next(asked.method === "PUT" ? { ...asked, method: "GET" } : asked);
      if (asked.method !== "PUT" || found.status !== 200) return found;
      if (condition === undefined) return { status: 428 };
      return condition === "*" ? next() : { status: 412 };
    },
  },
  "a condition must be an entity tag, and may be left out": {
    parameters: { "put /notes/{id}": [header("If-Match", { type: "string", minLength: 3 })] },
    statuses: { "put /notes/{id}": [400, 412] },
    answer(asked, next) {
      const condition = asked.headers["if-match"];
      if (asked.method !== "PUT" || condition === undefined) return next();
      const found = next({ ...asked, method: "GET" });
      if (condition.length < 3) return { status: 400 };
      return found.status === 200 ? { status: 412 } : found;
    },
  },
  "a change may conflict with the state of a record, as its document says": {
    statuses: { "put /notes/{id}": [409] },
    answer(asked, next, all) {
      const id = asked.path.split("/").at(-1) ?? "";
      const before = { ...all.get(id), id };
      const answer = next();
      if (asked.method !== "PUT" || answer.status !== 200 || !/^[0-7]/.test(id)) return answer;
      all.set(id, before);
      return { status: 409 };
    },
  },
  "a record may lack a part that can be stored": {
    paths: {
      "/notes/{id}/photo": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
        get: { responses: { 200: { description: "The photo.", content: { "image/png": {} } }, ...OTHER } },
        put: {
          requestBody: { content: { "image/png": {} } },
          responses: { 204: { description: "Stored." }, ...OTHER },
        },
      },
    },
    answer(asked, next) {
      const [, id = ""] = /^\/notes\/([^/]*)\/photo$/.exec(asked.path) ?? [];
      if (id === "") return next();
      const { status } = next({ ...asked, method: "GET", path: `/notes/${id}` });
      if (status !== 200 || asked.method === "PUT") return { status: status === 200 ? 204 : status };
      const isRead = asked.method === "GET" || asked.method === "HEAD";
      return isRead ? { status: 404 } : { status: 405, headers: { Allow: "GET, PUT" } };
    },
  },
  "each request has a key of its own": {
    parameters: { "post /notes": [header("Idempotency-Key", { type: "string", format: "uuid" }, true)] },
    statuses: { "post /notes": [409] },
    answer(asked, next) {
      const key = String(asked.headers["idempotency-key"]);
      if (asked.method !== "POST") return next();
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) return { status: 400 };
      const before = keys.get(key);
      if (before) return before.text === asked.text ? before.answer : { status: 409 };
      const answer = next();
      keys.set(key, { text: asked.text, answer });
      return answer;
    },
  },
  "each request has the header of a tenant, which the document describes": {
    args: ["--header", "X-Tenant: acme"],
    parameters: {
      "get /notes": [header("X-Tenant", { type: "string" }, true)],
      "post /notes": [header("X-Tenant", { type: "string" }, true)],
    },
    answer: (asked, next) => (asked.headers["x-tenant"] === "acme" ? next() : { status: 403 }),
  },
  "what breaks the schema is a 422, and 400 is described as well": {
    statuses: { "post /notes": [422], "put /notes/{id}": [422] },
    invalid: 422,
  },
  "a header asks for another one of the described successes": {
    parameters: { "post /notes": [header("Prefer", { enum: ["return=minimal", "return=representation"] })] },
    statuses: { "post /notes": [204] },
    answer(asked, next) {
      const isKnown = /^return=(minimal|representation)$/.test(String(asked.headers["prefer"] ?? "return=minimal"));
      if (asked.method === "POST" && !isKnown) return { status: 400 };
      const answer = next();
      return answer.status === 201 && asked.headers["prefer"] === "return=minimal" ? { status: 204 } : answer;
    },
  },
  "moments are stored to the second": {
    fields: { at: { type: "string", format: "date-time" } },
    isRight: ({ at }) => at === undefined || isMoment(at),
    answer(_, next) {
      const { status, body } = next();
      const { at } = Object(body);
      return {
        status,
        body: isMoment(at) ? { ...Object(body), at: `${new Date(at).toISOString().slice(0, 19)}Z` } : body,
      };
    },
  },
  "records are sorted down, unless the direction says otherwise": sortedNotes("direction"),
  "nothing says which way records are sorted": sortedNotes(),
  "a cursor is one that the server named": {
    parameters: { "get /notes": [query("cursor", { type: "string" })] },
    answer: (asked, next) => (asked.query.has("cursor") ? { status: 400 } : next()),
  },
  "a record that a query names may be missing, as the document says": {
    parameters: {
      "get /notes": [{ ...query("folderId", { type: "string", minLength: 2 }), required: true, example: "inbox" }],
    },
    statuses: { "get /notes": [404] },
    answer(asked, next) {
      const folder = asked.query.get("folderId") ?? "";
      if (
        !isAt({ ...asked, method: asked.method === "HEAD" ? "GET" : asked.method }, "get /notes") ||
        folder === "inbox"
      )
        return next();
      return { status: folder.length < 2 ? 400 : 404 };
    },
  },
  "a required parameter searches the records": {
    parameters: {
      "get /notes": [{ ...query("search", { type: "string", minLength: 1 }), required: true, example: "ink" }],
    },
    answer(asked, next) {
      if (!isAt({ ...asked, method: asked.method === "HEAD" ? "GET" : asked.method }, "get /notes")) return next();
      const search = asked.query.get("search");
      const { status, body } = next();
      if (!search) return { status: 400 };
      return { status, body: Array.isArray(body) ? body.filter(({ text }) => text === search) : body };
    },
  },
  "requests and responses have an envelope": { envelope: "data" },
  "requests and responses have an envelope that is named as the record is": { envelope: "note" },
  "a record has a field of any data beside its identity": withData({ type: "object" }),
  "a record has a field named data, which is an object with fields": withData({
    type: "object",
    properties: { size: { type: "integer" } },
  }),
  "a field of few values gets any of them if it is left out": {
    fields: { kind: { type: "string", enum: ["plain", "rich"] } },
    isRight: ({ kind = "plain" }) => kind === "plain" || kind === "rich",
    answer(asked, next) {
      const answer = next();
      const note = Object(answer.body);
      if (/^(POST|PUT)$/.test(asked.method) && answer.status < 300)
        note.kind ??= /^[0-7]/.test(note.id) ? "plain" : "rich";
      return answer;
    },
  },
  "a list parameter may be null": {
    parameters: {
      "get /notes": [query("tag", { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] })],
    },
  },
};

it.each(Object.entries(TRAITS))("a right server passes: %s", async (_, trait) => {
  const { code, out } = await run(trait);
  expect(code, out).toBe(0);
});

it.each(["direction", undefined])("a server that sorts nothing fails, with the parameter %s", async (direction) => {
  const { code, out } = await run(sortedNotes(direction, false));
  expect(code, out).toBe(1);
});

const isKnown = ({ method }: Asked) => ["GET", "HEAD", "POST", "PUT", "DELETE"].includes(method);
it.each<[string, Trait["answer"]]>([
  ["HEAD is a 405", (asked, next) => (asked.method === "HEAD" ? { status: 405, headers: { Allow: "GET" } } : next())],
  [
    "Allow names one of several methods",
    (asked, next) => (isKnown(asked) ? next() : { status: 405, headers: { Allow: "GET" } }),
  ],
])("what RFC 9110 demands is not left to servers: %s", async (_, answer) => {
  const { code, out } = await run(answer ? { answer } : {});
  expect(code, out).toBe(1);
});

it.each(Object.entries(TRAITS))("a server that forgets changes fails: %s", async (_, trait) => {
  const answer: Trait["answer"] = (asked, next, all) => {
    const before = [...all].map(([id, note]) => [id, { ...note }] as const);
    const answered = trait.answer?.(asked, next, all) ?? next();
    if (asked.method === "PUT" || asked.method === "DELETE") for (const [id, note] of before) all.set(id, note);
    return answered;
  };
  const { code, out } = await run({ ...trait, answer });
  expect(code, out).toBe(1);
});
