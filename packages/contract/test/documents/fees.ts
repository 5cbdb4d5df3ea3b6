/**
 * A server of fees, which are identified by a region and a code: pages by a cursor, ETags, conditions, merge patches, and a PUT
 * that creates. It is right if nothing makes it wrong.
 */
import { type Answer, type Asked, answering } from "./servers.js";

interface Fee {
  region: string;
  code: string;
  amount: number;
  note?: string;
}

/** What a wrong server does. */
export type Fault =
  | "a PUT that creates is a 200"
  | "a PUT keeps what it does not have"
  | "a code is used once in all regions"
  | "a fee is deleted in all regions"
  | "If-Match is ignored"
  | "If-None-Match is ignored"
  | "an ETag never changes"
  | "null in a merge patch is ignored"
  | "the cursor skips a fee"
  | "there is no cursor"
  | "Link loses the filter"
  | "a note may have a slash";

const REGIONS = ["eu", "us"];
const region = { type: "string", enum: REGIONS };
const code = { type: "string", pattern: "^[A-Z]{2}[0-9]{2,6}$" };
const fields = {
  amount: { type: "number", minimum: 0, maximum: 1000, multipleOf: 0.01 },
  note: { type: "string", pattern: "^[^/]{1,40}$" },
};
const fee = { type: "object", required: ["region", "code", "amount"], properties: { region, code, ...fields } };
const page = {
  type: "object",
  required: ["fees"],
  properties: { fees: { type: "array", items: fee }, next_cursor: { type: ["string", "null"] } },
};
const patch = {
  type: "object",
  minProperties: 1,
  properties: { ...fields, note: { ...fields.note, type: ["string", "null"] } },
};
const content = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
const body = (schema: object, type?: string) => ({ requestBody: { required: true, ...content(schema, type) } });
const done = (schema: object) => ({ description: "Done.", ...content(schema) });
const other = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: "Other." }]));
const query = (name: string, schema: object) => ({ name, in: "query", schema });
const inPath = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
const CONDITION = { parameters: [{ name: "If-Match", in: "header", schema: { type: "string" } }] };
const NO_FEE = other(400, 404, 412);

export const FEES_DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Fees", version: "1" },
  paths: {
    "/fees": {
      get: {
        operationId: "listFees",
        parameters: [
          query("cursor", { type: "string" }),
          query("limit", { type: "integer", minimum: 1, maximum: 50, default: 20 }),
          query("region", region),
        ],
        responses: { 200: done(page), ...other(400) },
      },
      post: { operationId: "createFee", ...body(fee), responses: { 201: done(fee), ...other(400, 409) } },
    },
    "/fees/{region}/{code}": {
      parameters: [inPath("region", region), inPath("code", code)],
      get: { operationId: "getFee", responses: { 200: done(fee), ...other(304, 400, 404) } },
      put: {
        operationId: "putFee",
        ...body({ type: "object", required: ["amount"], properties: fields }),
        responses: { 200: done(fee), 201: done(fee), ...other(400) },
      },
      patch: {
        operationId: "patchFee",
        ...CONDITION,
        ...body(patch, "application/merge-patch+json"),
        responses: { 200: done(fee), ...NO_FEE },
      },
      delete: { operationId: "deleteFee", ...CONDITION, responses: { 204: { description: "Gone." }, ...NO_FEE } },
    },
  },
};

const isText = (value: unknown, pattern: string) => typeof value === "string" && new RegExp(pattern, "u").test(value);
const isAmount = (value: unknown) =>
  typeof value === "number" && value >= 0 && value <= 1000 && value === Number(value.toFixed(2));

/** Starts with fees of both regions. */
export function fees(fault?: Fault) {
  const is = (one: Fault) => one === fault;
  const all = new Map<string, Fee>();
  const keyOf = (one: string, other: string) => (is("a code is used once in all regions") ? other : `${one} ${other}`);
  const keep = (one: Fee) => all.set(keyOf(one.region, one.code), one);
  for (let i = 10; i < 22; i++) keep({ region: REGIONS[i % 2] ?? "", code: `AB${i}`, amount: i });
  const tagOf = (one: Fee) =>
    is("an ETag never changes") ? '"fee"' : `"${Buffer.from(JSON.stringify(one)).toString("base64url")}"`;
  const shown = (one: Fee, status = 200): Answer => ({ status, body: one, headers: { ETag: tagOf(one) } });
  const isNote = (value: unknown) => isText(value, is("a note may have a slash") ? "^[^]{1,40}$" : fields.note.pattern);

  function sentIn({ text, headers }: Asked, type = /^application\/json\b/i): Partial<Fee> | undefined {
    try {
      const sent: unknown = type.test(headers["content-type"] ?? "") ? JSON.parse(text) : undefined;
      return typeof sent === "object" && sent !== null && !Array.isArray(sent) ? sent : undefined;
    } catch {
      return undefined;
    }
  }

  const isRight = (sent: Partial<Fee> | undefined): sent is Fee =>
    sent !== undefined && isAmount(sent.amount) && (!("note" in sent) || isNote(sent.note));

  function create(asked: Asked): Answer {
    const sent = sentIn(asked);
    if (!isRight(sent) || !REGIONS.includes(sent.region) || !isText(sent.code, code.pattern)) return { status: 400 };
    if (all.has(keyOf(sent.region, sent.code))) return { status: 409 };
    keep(sent);
    return shown(sent, 201);
  }

  function list({ query }: Asked): Answer {
    const [limit, cursor, wanted] = [query.get("limit") ?? "20", query.get("cursor"), query.get("region")];
    const start = cursor === null ? 0 : Number(/^from-(\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
    const isSize = /^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 50;
    if (!isSize || Number.isNaN(start) || (wanted !== null && !REGIONS.includes(wanted))) return { status: 400 };
    const found = [...all.values()].filter((one) => wanted === null || one.region === wanted);
    return pageOf(found, start, Number(limit), wanted);
  }

  function pageOf(found: Fee[], start: number, limit: number, wanted: string | null): Answer {
    const end = start + limit;
    const page = found.slice(start, end);
    if (is("there is no cursor") || end >= found.length)
      return { status: 200, body: { fees: page, next_cursor: null } };
    const next = `from-${is("the cursor skips a fee") ? end + 1 : end}`;
    const filter = wanted === null || is("Link loses the filter") ? "" : `&region=${wanted}`;
    const headers = { Link: `</fees?limit=${limit}&cursor=${next}${filter}>; rel="next"` };
    return { status: 200, body: { fees: page, next_cursor: next }, headers };
  }

  function put(asked: Asked, place: Pick<Fee, "region" | "code">, known: Fee | undefined): Answer {
    const sent = sentIn(asked);
    if (!isRight(sent)) return { status: 400 };
    const made = { ...(is("a PUT keeps what it does not have") && known), ...sent, ...place };
    keep(made);
    return shown(made, known || is("a PUT that creates is a 200") ? 200 : 201);
  }

  function change(asked: Asked, known: Fee): Answer {
    const sent: Record<string, unknown> = { ...sentIn(asked, /^application\/merge-patch\+json\b/i) };
    const { note, ...rest } = sent;
    const changed = { ...known, ...rest, ...(note == null ? {} : { note }) } as Fee;
    if (Object.keys(sent).length === 0 || !isRight(changed)) return { status: 400 };
    if (note === null && !is("null in a merge patch is ignored")) delete changed.note;
    keep(changed);
    return shown(changed);
  }

  function remove({ region, code }: Fee): Answer {
    for (const each of is("a fee is deleted in all regions") ? REGIONS : [region]) all.delete(keyOf(each, code));
    return { status: 204 };
  }

  const holds = (condition: string | undefined, known: Fee) =>
    condition === undefined || is("If-Match is ignored") || condition === "*" || condition === tagOf(known);

  function one(asked: Asked, place: Pick<Fee, "region" | "code">): Answer {
    const { method, headers } = asked;
    if (!REGIONS.includes(place.region) || !isText(place.code, code.pattern)) return { status: 400 };
    const known = all.get(keyOf(place.region, place.code));
    if (method === "PUT") return put(asked, place, known);
    if (!known) return { status: 404 };
    return method === "GET" || method === "HEAD" ? read(headers["if-none-match"], known) : write(asked, known);
  }

  function write(asked: Asked, known: Fee): Answer {
    if (!holds(asked.headers["if-match"], known)) return { status: 412 };
    if (asked.method === "PATCH") return change(asked, known);
    return asked.method === "DELETE" ? remove(known) : { status: 501 };
  }

  function read(tag: string | undefined, known: Fee): Answer {
    const isSame = tag === tagOf(known) && !is("If-None-Match is ignored");
    return isSame ? { status: 304, headers: { ETag: tagOf(known) } } : shown(known);
  }

  function handle(asked: Asked): Answer {
    const [, region, code] = /^\/fees\/([^/]+)\/([^/]+)$/.exec(decodeURIComponent(asked.path)) ?? [];
    if (region !== undefined && code !== undefined) return one(asked, { region, code });
    if (asked.path !== "/fees") return { status: 404 };
    return asked.method === "POST" ? create(asked) : list(asked);
  }
  return answering(handle);
}
