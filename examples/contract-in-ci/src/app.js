import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { checkQuery, orders, readPage, readQuery, reports, toV3 } from "./lists.js";
import { createStore, readNamespace } from "./metadata.js";
import { readJson } from "./read-json.js";
import { readRecord } from "./read-record.js";
import { demand, Refusal } from "./refusal.js";

const MOST_BYTES = 1_048_576;

/** The operations of the API, written by hand with Hono. `metadata-contract` checks whether they are correct. */
export function createApp({ apiKey }) {
  const app = new Hono();
  const store = createStore();

  app.onError((error, c) => {
    const refusal = error instanceof Refusal ? error : new Refusal("Internal server error", 500);
    if (refusal !== error) console.error(error);
    return c.json({ errorCode: "Generic", message: refusal.message }, refusal.status, refusal.headers);
  });
  app.notFound((c) => c.json({ errorCode: "Generic", message: `there is no such path: ${c.req.path}` }, 404));
  /** Adds a path with one method. Other methods get a 405, and requests without the key a 401. */
  const route = (method, path, ...handlers) => {
    // A server has to support HEAD wherever it supports GET (RFC 9110, section 9.1). Hono leaves out the body.
    const allowed = method === "GET" ? ["GET", "HEAD"] : [method];
    app.all(
      path,
      (c, next) => {
        if (!allowed.includes(c.req.method))
          throw new Refusal(`${c.req.method} is not allowed for this path`, 405, { Allow: allowed.join(", ") });
        if (c.req.header("apiKey") !== apiKey) throw new Refusal("apiKey is missing or wrong", 401);
        return next();
      },
      ...handlers,
    );
  };

  const tooLarge = () => demand(false, `the body must have at most ${MOST_BYTES} bytes`);
  const limit = bodyLimit({ maxSize: MOST_BYTES, onError: tooLarge });

  route("POST", "/api/v2/metadata/:namespace", limit, async (c) => {
    const namespace = readNamespace(c.req.param("namespace"));
    checkQuery(c.req.url, []);
    demand(isJson(c.req.header("content-type")), "Content-Type must be application/json");
    const record = readRecord(readJson(decode(await c.req.arrayBuffer())));
    const fileUrl = (id) => new URL(`/files/${id}`, c.req.url).href;
    return c.json({ data: store.create(namespace, record, fileUrl) }, 201);
  });

  route("GET", "/api/v1/purchase-orders", (c) => {
    const query = readQuery(c.req.url, { most: 100, window: false });
    const { total, page } = readPage(orders, query);
    return c.json({ data: page, limit: query.limit, offset: query.offset, total });
  });

  route("GET", "/api/v3/purchase-orders", (c) => {
    const { page } = readPage(orders, readQuery(c.req.url, { most: 200, window: true }));
    return c.json(page.map(toV3));
  });

  route("GET", "/api/v1/reports", (c) => {
    const query = readQuery(c.req.url, { most: 50, window: true });
    const { total, page } = readPage(reports, query);
    const { limit, offset } = query;
    const link = (to) => {
      const url = new URL(c.req.url);
      url.searchParams.set("limit", limit);
      url.searchParams.set("offset", to);
      return url.href;
    };
    const next = offset + limit < total ? link(offset + limit) : null;
    const previous = offset > 0 ? link(Math.max(0, offset - limit)) : null;
    return c.json({ count: total, next, previous, data: page });
  });

  return app;
}

/** JSON is always UTF-8, so another charset is rejected. Other parameters have no meaning for JSON. */
function isJson(contentType = "") {
  // In a quoted string, a semicolon does not end the parameter (RFC 9110, section 5.6.4).
  const [type, ...parameters] = contentType.toLowerCase().match(/(?:[^;"]|"(?:[^"\\]|\\.)*"|")+/g) ?? [];
  const charsets = parameters.map((parameter) => /^\s*charset\s*=\s*(.*?)\s*$/s.exec(parameter)?.[1]);
  const isUtf8 = (charset) =>
    charset === undefined ||
    charset.replace(/^"(.*)"$/s, (_, quoted) => quoted.replaceAll(/\\(.)/gs, "$1")) === "utf-8";
  return type?.trim() === "application/json" && charsets.every(isUtf8);
}

function decode(body) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new Refusal("the body is not UTF-8");
  }
}
