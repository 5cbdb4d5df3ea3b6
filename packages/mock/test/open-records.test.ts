/** Tests specs without examples, which do not show which records exist. */
import { expect, it } from "vitest";
import { testMock } from "./helpers.js";

const json = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
const text = { type: "string" };
const object = (properties: object) => ({ type: "object", required: Object.keys(properties), properties });
const article = object({ slug: { type: "string", pattern: "^[a-z-]+$" }, title: text });
const slug = { name: "slug", in: "path", required: true, schema: { type: "string", pattern: "^[a-z-]+$" } };
const done = (schema?: object, type?: string) => ({ description: "Done.", ...(schema && json(schema, type)) });
const wrong = { "400": done({ type: "object" }), "404": done({ type: "object" }) };
const document = {
  openapi: "3.1.1",
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  info: { title: "Open", version: "1" },
  paths: {
    "/articles/{slug}": {
      parameters: [slug],
      get: { operationId: "getArticle", responses: { "200": done(article), ...wrong } },
      patch: {
        operationId: "updateArticle",
        requestBody: { required: true, ...json({ type: "object", properties: { title: text } }) },
        responses: { "200": done(article), ...wrong },
      },
      delete: { operationId: "deleteArticle", responses: { "204": done(), ...wrong } },
    },
    "/notes": {
      get: {
        operationId: "listNotes",
        responses: { "200": done({ type: "array", items: object({ id: text, text }) }) },
      },
      post: {
        operationId: "createNote",
        requestBody: { required: true, ...json(object({ text }), "application/json; charset=utf-8") },
        responses: { "201": done(object({ id: text, text })), ...wrong },
      },
    },
    "/members": {
      post: {
        operationId: "joinMember",
        requestBody: { required: true, ...json(object({ name: text })) },
        responses: { "201": done(object({ id: text, name: text })), "422": done(object({ detail: text })) },
      },
    },
    "/orders": {
      post: {
        operationId: "sendOrder",
        requestBody: { required: true, ...json(object({ id: { type: "integer" } }), "application/xml") },
        responses: { "204": done(), ...wrong },
      },
    },
  },
};
const mock = await testMock({ document, size: 30 });
const send = async (method: string, path: string, body?: string, type = "application/json") => {
  const headers: Record<string, string> = body === undefined ? {} : { "Content-Type": type };
  const response = await fetch(mock.url + path, { method, headers, ...(body !== undefined && { body }) });
  const answer = await response.text();
  return { status: response.status, body: answer === "" ? undefined : JSON.parse(answer) };
};

it("the mock returns any requested record, until it is deleted", async () => {
  const first = await send("GET", "/articles/hello-world");
  expect([first.status, first.body.slug]).toEqual([200, "hello-world"]);
  expect(await send("GET", "/articles/hello-world")).toEqual(first);
  const patched = await send("PATCH", "/articles/hello-world", '{"title":"New"}');
  expect(patched.body).toEqual({ slug: "hello-world", title: "New" });
  expect((await send("GET", "/articles/another-one")).body.slug).toBe("another-one");
  expect((await send("GET", "/articles/NOT%20ONE")).status).toBe(400);
  expect((await send("DELETE", "/articles/hello-world")).status).toBe(204);
  for (const method of ["GET", "DELETE"]) expect((await send(method, "/articles/hello-world")).status).toBe(404);
});

it("a list without paging parameters returns everything, and a request media type may have a charset in the spec", async () => {
  const made: string[] = [];
  for (let i = 0; i < 110; i++) {
    const { status, body } = await send("POST", "/notes", `{"text":"note ${i}"}`);
    expect(status).toBe(201);
    made.push(body.id);
  }
  const { body } = await send("GET", "/notes");
  expect(body.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(made));
});

it("the mock rejects an invalid request with 422 if the spec documents that instead of 400", async () => {
  expect(await send("POST", "/members", "{}")).toEqual({ status: 422, body: { detail: "name is required" } });
  expect((await send("POST", "/notes", "{}", "application/json; charset=utf-8")).status).toBe(400);
});

it("the mock accepts XML without validating it", async () => {
  expect((await send("POST", "/orders", "<order><id>1</id></order>", "application/xml")).status).toBe(204);
});
