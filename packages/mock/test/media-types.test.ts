import { expect, it } from "vitest";
import { testMock } from "./helpers.js";

const object = (...names: string[]) => ({
  type: "object",
  required: names,
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, { type: "string", minLength: 1 }])),
});

/** A label in four media types. The first two in the spec are not the JSON that clients usually accept. */
const content = {
  "application/pdf": {},
  "application/vnd.label.short+json": { schema: object("short") },
  "application/json": { schema: { oneOf: [object("label"), { type: "array", items: object("name") }] } },
  "text/csv": { schema: { type: "string" }, example: "id,name\n1,Ann\n" },
};

const document = {
  openapi: "3.1.0",
  info: { title: "Labels", version: "1.0.0" },
  paths: {
    "/labels/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "getLabel", responses: { "200": { description: "A label.", content } } },
    },
    "/anything": {
      post: {
        operationId: "sendAnything",
        requestBody: { required: true, content: { "*/*": { schema: object("name") } } },
        responses: {
          "200": { description: "The same.", content: { "*/*": { schema: object("name") } } },
          "400": { description: "Invalid.", content: { "*/*": { schema: object("message") } } },
        },
      },
      get: {
        operationId: "getText",
        responses: { "200": { description: "Text.", content: { "*/*": { schema: { type: "string" } } } } },
      },
      put: { operationId: "getFile", responses: { "200": { description: "A file.", content: { "*/*": {} } } } },
    },
    "/pets": {
      put: {
        operationId: "replacePet",
        requestBody: { required: true, content: { "application/json": { schema: object("name") } } },
        responses: {
          "200": {
            description: "The pet.",
            content: {
              "application/pdf": { schema: { type: "string", format: "binary" } },
              "application/json": { schema: object("name") },
            },
          },
        },
      },
    },
  },
};

const { url, apiKey } = await testMock({ document });
const defects: string[] = [];

async function typeFor(accept: string | undefined, more: RequestInit = {}, path = "/labels/a") {
  const response = await fetch(url + path, {
    ...more,
    headers: { apiKey, ...(accept !== undefined && { accept }), ...more.headers },
  });
  if (response.status === 500) defects.push(await response.clone().text());
  return { type: response.headers.get("content-type"), text: await response.text(), status: response.status };
}

it.each([
  [undefined, "application/json"],
  ["*/*", "application/json"],
  ["application/json, application/vnd.label.short+json", "application/json"],
  ["application/pdf, application/*;q=0.8", "application/pdf"],
  ["application/vnd.label.short+json", "application/vnd.label.short+json"],
  ["application/json;q=0.1, text/*", "text/csv; charset=utf-8"],
  ["TEXT/CSV", "text/csv; charset=utf-8"],
  ["application/json;q=0, */*;q=0.5", "application/pdf"],
  ["image/gif", "application/json"],
])("Accept: %s gets %s", async (accept, type) => {
  expect([await typeFor(accept), defects]).toMatchObject([{ status: 200, type }, []]);
});

it("a PDF response does not contain the JSON of the record", async () => {
  const put = { method: "PUT", body: '{"name":"Rex"}', headers: { "content-type": "application/json" } };
  expect(await typeFor("application/json", put, "/pets")).toMatchObject({ text: '{"name":"Rex"}', status: 200 });
  const file = await typeFor("application/pdf", put, "/pets");
  expect([file.type, file.text.includes("Rex")]).toEqual(["application/pdf", false]);
});

it("Prefer: code respects Accept, too", async () => {
  const prefer = { headers: { prefer: "code=200" } };
  expect((await typeFor("text/csv", prefer)).text).toBe("id,name\n1,Ann\n");
});

it("a range is JSON if its schema is an object", async () => {
  const send = (body: string, type = "application/json") =>
    typeFor(undefined, { method: "POST", body, headers: { "content-type": type } }, "/anything");
  expect(await send('{"name":"Ann"}')).toEqual({ type: "application/json", text: '{"name":"Ann"}', status: 200 });
  expect(await send('{"nam":"Ann"}')).toMatchObject({ type: "application/json", status: 400 });
  expect(await send("<name>Ann</name>", "application/xml")).toMatchObject({ status: 400 });
  expect(await typeFor(undefined, {}, "/anything")).toMatchObject({ type: "text/plain; charset=utf-8", status: 200 });
  expect(await typeFor(undefined, { method: "PUT" }, "/anything")).toMatchObject({ type: "application/octet-stream" });
  expect(defects).toEqual([]);
});

const streamed = (mediaType: string, schema: object, example?: unknown) => ({
  get: {
    operationId: `stream ${mediaType}`,
    responses: {
      "200": {
        description: "A stream.",
        content: { [mediaType]: { schema, ...(example !== undefined && { example }) } },
      },
    },
  },
});
const chunk = { ...object("text"), examples: [{ text: "a" }] };
const both = { type: "array", items: chunk, examples: [[{ text: "a" }, { text: "b" }]] };

it.each([
  ["text/event-stream", chunk, undefined, 'data: {"text":"a"}\n\n'],
  ["text/event-stream", both, undefined, 'data: {"text":"a"}\n\ndata: {"text":"b"}\n\n'],
  ["text/event-stream", { type: "string" }, "two\nlines", "data: two\ndata: lines\n\n"],
  ["text/event-stream", { type: "string" }, "", "data: \n\n"],
  ["text/event-stream", { type: "string" }, "a\u2028data: b\r\nc", "data: a\u2028data: b\ndata: c\n\n"],
  ["text/event-stream", { type: "string" }, "event: ping\ndata: 1\n\n", "event: ping\ndata: 1\n\n"],
  ["text/event-stream", { type: "string" }, ": no event\n\n", ": no event\n\n"],
  ["application/x-ndjson", both, undefined, '{"text":"a"}\n{"text":"b"}\n'],
  ["application/jsonl", chunk, undefined, '{"text":"a"}\n'],
  ["application/jsonl", { type: "string" }, "[1]\n[2]", "[1]\n[2]"],
  ["application/jsonl", { type: "array", items: { type: "string" } }, ["id: 1", "a\n"], '"id: 1"\n"a\\n"\n'],
  ["application/jsonl", { type: "array", items: { type: "string" } }, [], ""],
  ["application/json-seq", both, undefined, '\u001e{"text":"a"}\n\u001e{"text":"b"}\n'],
])("a response of type %s is a stream of what its schema describes", async (type, schema, example, expected) => {
  const paths = { "/stream": streamed(type, schema, example) };
  const own = await testMock({ document: { ...document, paths } });
  const response = await fetch(`${own.url}/stream`);
  expect(response.headers.get("content-type")).toContain(type);
  expect(await response.text()).toBe(expected);
});
