/**
 * A right server whose document leaves much to it: it reads a text as any type that the schema allows, assigns another
 * identity than one that was sent, and answers 401, which the document does not describe.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, json, listen, type Running } from "./servers.js";

const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ID = RegExp(`^${UUID}$`, "i");

const sent = {
  id: { type: "string", format: "uuid" },
  title: { type: "string", minLength: 1, maxLength: 20 },
  note: { type: "string", maxLength: 1_000, nullable: true },
};
const example = { id: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", title: "a" };
const task = { type: "object", required: ["id", "title"], properties: { ...sent, status: { type: "string" } } };
const report = { type: "object", required: ["total"] };
const list = [
  { name: "status", in: "query", schema: { type: "string", enum: ["open", "closed"] } },
  { name: "limit", in: "query", schema: { anyOf: [{ type: "integer", minimum: 1, maximum: 20 }, { type: "null" }] } },
];
const inPath = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
const content = (schema: object) => ({ content: { "application/json": { schema } } });
const ok = (schema: object, status = 200) => ({ [status]: { description: "Done.", ...content(schema) } });
const FORBIDDEN = { 403: { description: "Not allowed." } };
const BAD = { 400: { description: "Bad." } };

export const TASKS_DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Tasks", version: "1" },
  security: [{ key: [] }],
  paths: {
    "/tasks": {
      get: { parameters: list, responses: { ...ok({ type: "array", items: task }), ...BAD, ...FORBIDDEN } },
      post: {
        requestBody: {
          required: true,
          ...content({ type: "object", required: ["title"], properties: sent, examples: [example] }),
        },
        responses: { ...ok(task, 201), ...BAD, ...FORBIDDEN, 409: { description: "Taken." } },
      },
    },
    "/tasks/{id}": {
      get: {
        parameters: [inPath("id", sent.id)],
        responses: { ...ok(task), ...BAD, ...FORBIDDEN, 404: { description: "None." } },
      },
    },
    "/reports/{number}": {
      get: { parameters: [inPath("number", { type: "string" })], responses: { ...ok(report), ...FORBIDDEN } },
    },
  },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
};

const isText = (value: unknown, most: number) => typeof value === "string" && [...value].length <= most;
const mayBe = (value: unknown, test: (value: unknown) => boolean) => value === undefined || test(value);
const isTask = ({ id, title, note }: Record<string, unknown>) =>
  isText(title, 20) &&
  title !== "" &&
  mayBe(note, (text) => isText(text, 1_000)) &&
  mayBe(id, (text) => isText(text, 36) && ID.test(String(text)));

/** Starts the server. */
export function startTasks(): Promise<Running> {
  const tasks = new Map<string, object>();
  for (const status of ["archived", "open"]) keep({ title: status, status });

  function keep(task: object): object {
    const made = { ...task, id: randomUUID() };
    tasks.set(made.id, made);
    return made;
  }

  async function create(request: IncomingMessage, response: ServerResponse) {
    const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
    const body = await bodyOf(request);
    const value = isJson ? await new Response(new Uint8Array(body)).json().catch(() => undefined) : undefined;
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isRecord || !isTask(value as Record<string, unknown>)) return json(response, 400, {});
    return json(response, 201, keep({ ...value, status: "open" }));
  }

  function find(search: URLSearchParams, response: ServerResponse) {
    const status = search.get("status") ?? undefined;
    const limit = Number(search.get("limit") ?? 20);
    const isRight = Number.isInteger(limit) && limit >= 1 && limit <= 20;
    if (!isRight || (status !== undefined && status !== "open" && status !== "closed")) return json(response, 400, {});
    const found = [...tasks.values()].filter((one) => status === undefined || Reflect.get(one, "status") === status);
    return json(response, 200, found.slice(0, limit));
  }

  function show(id: string, response: ServerResponse) {
    const found = tasks.get(id.toLowerCase());
    return json(response, found ? 200 : ID.test(id) ? 404 : 400, found ?? {});
  }

  return listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://any");
    const [, name, id] = pathname.split("/");
    if (request.headers["x-key"] !== "secret-key") return json(response, 401, {});
    if (pathname === "/reports/1") return json(response, 200, { total: 3 });
    if (name !== "tasks") return json(response, 404, {});
    if (id !== undefined) return show(id, response);
    return void (request.method === "POST" ? create(request, response) : find(searchParams, response));
  });
}
