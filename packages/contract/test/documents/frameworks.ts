import { randomUUID } from "node:crypto";
import { getRequestListener } from "@hono/node-server";
import Fastify from "fastify";
import { Hono } from "hono";
import { listen, type Running } from "./servers.js";

type Fields = Record<string, unknown>;

const isText = (value: unknown, most: number) => typeof value === "string" && [...value].length <= most;
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const numberIn = (text: string | undefined, usual: number, most: number): number | undefined => {
  if (text === undefined) return usual;
  return /^\d+$/.test(text) && isWhole(Number(text), 1, most) ? Number(text) : undefined;
};

const STATES = ["open", "paid", "sent"];
const hasFields = (value: Fields, names: readonly string[]) => Object.keys(value).every((name) => names.includes(name));
const isChange = (value: Fields) =>
  (!("state" in value) || STATES.includes(value["state"] as string)) &&
  (!("note" in value) || value["note"] === null || isText(value["note"], 80));
const isLine = (line: unknown) =>
  isObject(line) &&
  /^[A-Z]{2,6}$/.test(String(line["sku"])) &&
  typeof line["sku"] === "string" &&
  isWhole(line["quantity"], 1, 999);
const isOrder = (value: unknown): value is Fields =>
  isObject(value) &&
  hasFields(value, ["state", "note", "lines"]) &&
  "state" in value &&
  isChange(value) &&
  Array.isArray(value["lines"]) &&
  isWhole(value["lines"].length, 1, 20) &&
  value["lines"].every(isLine);

/** A right server of `orders.yaml`, with Fastify. */
export async function orders(): Promise<Running> {
  const app = Fastify();
  const stored = new Map<number, Fields>();
  let last = 0;
  const add = (order: Fields) => {
    const made = { ...order, orderId: ++last };
    stored.set(last, made);
    return made;
  };
  for (let i = 0; i < 45; i++) add({ state: STATES[i % 3], lines: [{ sku: "AB", quantity: i + 1 }] });
  class Problem extends Error {
    constructor(
      readonly statusCode: number,
      title: string,
    ) {
      super(title);
    }
  }
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    // Fastify's own errors, such as that of a body that is not JSON, are the client's.
    const status = error.statusCode === 415 ? 400 : (error.statusCode ?? 500);
    if (status === 401) reply.header("www-authenticate", 'Basic realm="orders"');
    reply
      .code(status)
      .type("application/problem+json")
      .send(JSON.stringify({ title: error.message, status }));
  });
  app.addHook("onRequest", async ({ headers }) => {
    const right = `Basic ${Buffer.from("alice:secret-key").toString("base64")}`;
    if (headers.authorization !== right) throw new Problem(401, "log in");
  });
  const found = (text: string) => {
    const id = numberIn(text, 0, Number.MAX_SAFE_INTEGER);
    if (id === undefined) throw new Problem(400, "orderId must be an integer of at least 1");
    const order = stored.get(id);
    if (!order) throw new Problem(404, "no such order");
    return { id, order };
  };
  app.get<{ Querystring: Record<string, string> }>("/orders", async ({ query }) => {
    const [page, size] = [numberIn(query["page"], 1, 10_000), numberIn(query["per_page"], 20, 50)];
    const { state } = query;
    if (!page || !size || (state !== undefined && !STATES.includes(state))) throw new Problem(400, "wrong query");
    const all = [...stored.values()].filter((order) => state === undefined || order["state"] === state);
    return { items: all.slice((page - 1) * size, page * size), page, pages: Math.ceil(all.length / size) };
  });
  app.post("/orders", async ({ body }, reply) => {
    if (!isOrder(body)) throw new Problem(400, "the body is no order");
    const made = add(body);
    return reply.code(201).header("location", `/orders/${made.orderId}`).send(made);
  });
  app.get<{ Params: { id: string } }>("/orders/:id", async ({ params }) => found(params.id).order);
  app.patch<{ Params: { id: string } }>("/orders/:id", async ({ params, body }) => {
    const { id, order } = found(params.id);
    if (!isObject(body) || Object.keys(body).length === 0 || !hasFields(body, ["state", "note"]) || !isChange(body))
      throw new Problem(400, "the body is no change");
    stored.set(id, { ...order, ...body });
    return stored.get(id);
  });
  app.delete<{ Params: { id: string } }>("/orders/:id", async ({ params }, reply) => {
    stored.delete(found(params.id).id);
    return reply.code(204).send();
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, stop: () => app.close() };
}

/** A right server of `crates.yaml`, with Fastify, which reads `text/plain`, so that it is a body of the wrong form. */
export async function crates(): Promise<Running> {
  const app = Fastify();
  const stored = new Map<string, Fields>();
  const labels = new Map<string, Fields>();
  const newId = () => String(stored.size + 1);
  class Refusal extends Error {
    constructor(readonly statusCode: number) {
      super(`status ${statusCode}`);
    }
  }
  const found = (id: string) => stored.get(id) ?? refuse(404);
  const refuse = (status: number): never => {
    throw new Refusal(status);
  };
  const codeIn = (body: unknown, id?: string) => {
    const code = isObject(body) && body["code"];
    if (typeof code !== "string" || !/^[A-Z]{2,8}$/.test(code)) return refuse(400);
    const isTaken = [...stored.values()].some((other) => other["code"] === code && other["id"] !== id);
    return isTaken ? refuse(409) : code;
  };
  const withText = (body: unknown, name: string, isNeeded: boolean) =>
    isObject(body) && (typeof body[name] === "string" || (!isNeeded && !(name in body))) ? body : refuse(400);
  const labelled = (name: string) => (/^[a-z0-9-]{1,30}$/.test(name) ? labels.get(name) : refuse(400));
  type Request = { Params: { id: string; part: string; name: string } };
  const partOf = ({ id, part }: Request["Params"]) => stored.get(found(id) && `${id} ${part}`) ?? refuse(404);
  const all = (within: (id: string) => boolean) => [...stored].filter(([id]) => within(id)).map(([, each]) => each);

  app.get("/crates", async () => all((id) => !id.includes(" ")));
  app.post("/crates", async ({ body }, reply) => {
    const crate = { id: newId(), code: codeIn(body) };
    stored.set(crate.id, crate);
    return reply.code(201).send(crate);
  });
  app.get<Request>("/crates/:id", async ({ params }) => found(params.id));
  app.put<Request>("/crates/:id", async ({ params: { id }, body }) => {
    stored.set(id, { ...found(id), code: codeIn(body, id) });
    return stored.get(id);
  });
  app.get<Request>(
    "/crates/:id/parts",
    async ({ params: { id } }) => found(id) && all((each) => each.startsWith(`${id} `)),
  );
  app.post<Request>("/crates/:id/parts", async ({ params: { id }, body }, reply) => {
    const part = { ...(found(id) && withText(body, "note", false)), part: newId() };
    stored.set(`${id} ${part.part}`, part);
    return reply.code(201).send(part);
  });
  app.get<Request>("/crates/:id/parts/:part", async ({ params }) => partOf(params));
  app.get<Request>("/labels/:name", async ({ params }) => labelled(params.name) ?? refuse(404));
  app.put<Request>("/labels/:name", async ({ params: { name }, body, headers }, reply) => {
    const before = labelled(name);
    const label = withText(body, "text", true);
    // No label has an ETag, so that no other condition holds.
    if (headers["if-match"] !== undefined && !(before && headers["if-match"] === "*")) return refuse(412);
    labels.set(name, label);
    return reply.code(before ? 200 : 201).send(label);
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, stop: () => app.close() };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isPlace = (value: unknown) =>
  isObject(value) &&
  ((value["kind"] === "room" && isWhole(value["floor"], -5, 99)) ||
    (value["kind"] === "truck" && isText(value["plate"], 12) && value["plate"] !== ""));
const isShelf = (value: unknown): value is Fields =>
  isObject(value) && (!("label" in value) || isText(value["label"], 60)) && isPlace(value["place"]);

/** A right server of `shelves.yaml`, with Hono. */
export async function shelves(): Promise<Running> {
  const app = new Hono();
  const stored = new Map<string, Fields>();
  for (let floor = 0; floor < 12; floor++) {
    const id = randomUUID();
    stored.set(id, { id, place: { kind: "room", floor } });
  }
  const error = (code: string, message = code) => ({ error: { code, message } });
  const wrong = (message: string) => Response.json(error("invalid", message), { status: 422 });
  const bodyOf = async (request: Request) =>
    /^application\/json\b/i.test(request.headers.get("content-type") ?? "")
      ? request.json().catch(() => undefined)
      : undefined;
  const keep = (id: string, { label, place }: Fields) => {
    const shelf = { id, ...(label === undefined ? {} : { label }), place };
    stored.set(id, shelf);
    return shelf;
  };
  app.use(async (context, next) => {
    if (context.req.header("x-api-key") !== "secret-key") return context.json(error("unauthorized"), 401);
    return next();
  });
  app.get("/shelves/", (context) => {
    const size = numberIn(context.req.query("size"), 5, 20);
    const after = context.req.query("after");
    if (size === undefined || (after !== undefined && [...after].length > 40)) return wrong("query");
    const all = [...stored.values()];
    const start = all.findIndex(({ id }) => id === after) + 1;
    return context.json({ data: all.slice(start, start + size), has_more: start + size < all.length });
  });
  app.post("/shelves/", async (context) => {
    const body = await bodyOf(context.req.raw);
    return isShelf(body) ? context.json(keep(randomUUID(), body), 201) : wrong("body");
  });
  app.use("/shelves/:id", async (context, next) => {
    const id = context.req.param("id");
    if (!UUID.test(id)) return wrong("shelf");
    return stored.has(id.toLowerCase()) ? next() : context.json(error("missing"), 404);
  });
  app.get("/shelves/:id", (context) => context.json(stored.get(context.req.param("id").toLowerCase())));
  app.put("/shelves/:id", async (context) => {
    const body = await bodyOf(context.req.raw);
    return isShelf(body) ? context.json(keep(context.req.param("id").toLowerCase(), body)) : wrong("body");
  });
  app.delete("/shelves/:id", (context) => {
    stored.delete(context.req.param("id").toLowerCase());
    return context.body(null, 204);
  });
  return listen(getRequestListener(app.fetch));
}
