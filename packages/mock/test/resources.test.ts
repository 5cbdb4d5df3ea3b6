import { describe, expect, it } from "vitest";
import { petStore } from "./cases/pet-store.js";
import { testMock } from "./helpers.js";

const mock = await testMock({ document: petStore, size: 30 });
const key = { "X-Key": mock.apiKey };
const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const type: Record<string, string> =
    body === undefined || headers["Content-Type"] ? {} : { "Content-Type": "application/json" };
  const response = await fetch(mock.url + path, {
    method,
    headers: { ...key, ...type, ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    why: response.headers.get("x-mock") ?? "",
    text,
    body: /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : undefined,
  };
};

describe("a record with an ID", () => {
  it("can be created, listed, fetched, replaced, patched and deleted, and is then not found", async () => {
    const before = (await send("GET", "/pets?limit=100")).body.total;
    const created = await send("POST", "/pets", { name: "Rex", status: "sold", price: 5 });
    expect([created.status, created.body.name, typeof created.body.id]).toEqual([201, "Rex", "number"]);
    const { id } = created.body;
    expect((await send("GET", `/pets/${id}`)).body).toEqual(created.body);
    const list = (await send("GET", "/pets?limit=100")).body;
    expect([list.total, list.data.at(-1)]).toEqual([before + 1, created.body]);

    const replaced = await send("PUT", `/pets/${id}`, { name: "Max", status: "sold" });
    expect([replaced.status, replaced.body.id, replaced.body.name]).toEqual([200, id, "Max"]);
    const patched = await send("PATCH", `/pets/${id}`, { status: "free", owner: { city: "Oslo" } });
    expect(patched.body).toMatchObject({ id, name: "Max", status: "free", owner: { city: "Oslo" } });
    const merged = await send("PATCH", `/pets/${id}`, { owner: { street: "A 1", city: null } });
    expect(merged.body.owner).toEqual({ street: "A 1" });
    const refused = await send("PATCH", `/pets/${id}`, { name: null });
    expect(refused).toMatchObject({ status: 400, body: { detail: "after the patch, name is required" } });
    expect((await send("GET", `/pets/${id}`)).body).toEqual(merged.body);

    const deleted = await send("DELETE", `/pets/${id}`);
    expect([deleted.status, deleted.text, deleted.type]).toEqual([204, "", null]);
    for (const method of ["GET", "DELETE"]) expect((await send(method, `/pets/${id}`)).status).toBe(404);
    const gone = await send("GET", `/pets/${id}`);
    expect([gone.type, gone.body]).toEqual([
      "application/problem+json",
      expect.objectContaining({ detail: `pets has no record with petId "${id}"`, status: 404 }),
    ]);
    expect((await send("GET", "/pets?limit=100")).body.total).toBe(before);
    // A client that still requests the deleted record must not get another one.
    const next = await send("POST", "/pets", { name: "Ace", status: "sold" });
    expect(next.body.id).not.toBe(id);
    await send("DELETE", `/pets/${next.body.id}`);
  });

  it("can also be a generated one", async () => {
    const [first, second] = (await send("GET", "/pets?limit=2")).body.data;
    expect((await send("GET", `/pets/${second.id}`)).body).toEqual(second);
    expect(first.id).not.toBe(second.id);
    await send("PATCH", `/pets/${second.id}`, { name: "Renamed" });
    expect((await send("GET", "/pets?limit=2")).body.data[1]).toEqual({ ...second, name: "Renamed" });
    await send("DELETE", `/pets/${first.id}`);
    expect((await send("GET", "/pets?limit=1")).body.data[0].id).toBe(second.id);
    expect((await send("GET", `/pets/${first.id}`)).status).toBe(404);
    expect((await send("GET", "/pets/99999")).status).toBe(404);
  });

  it("is kept when the scenario changes, but not after a reset", async () => {
    const { id } = (await send("POST", "/pets", { name: "Stay", status: "free" })).body;
    mock.use("silent-clamp");
    mock.use("none");
    expect((await send("GET", `/pets/${id}`)).body.name).toBe("Stay");
    mock.reset();
    expect((await send("GET", `/pets/${id}`)).body?.name).not.toBe("Stay");
    expect((await send("GET", "/pets?limit=1")).body.total).toBe(30);
  });
});

describe("a list", () => {
  it("is filtered and sorted by its parameters", async () => {
    const sold = (await send("GET", "/pets?limit=100&status=sold")).body;
    expect(sold.data.length).toBe(sold.total);
    expect(sold.total).toBeGreaterThan(0);
    expect(sold.total).toBeLessThan(30);
    for (const pet of sold.data) expect(pet.status).toBe("sold");
    const names = (await send("GET", "/pets?limit=100&sort=-name")).body.data.map((pet: { name: string }) => pet.name);
    expect(names).toEqual([...names].sort().reverse());
  });

  it("ignores a parameter that the mock cannot interpret, and reports that in a header", async () => {
    const plain = await send("GET", "/pets?limit=5");
    const same = await send("GET", "/pets?limit=5&mood=happy");
    expect(same.body).toEqual(plain.body);
    expect(same.why).toContain('detail="not interpreted: mood"');
    expect(plain.why).not.toContain("not interpreted");
  });

  it("accepts arrays that are not exploded, and deep objects", async () => {
    const tagged = await send("GET", "/pets?limit=100&id=2,3");
    expect(tagged.body.data.map((pet: { id: number }) => pet.id)).toEqual([2, 3]);
    const filtered = await send("GET", "/pets?limit=100&filter[status]=free&filter[min_price]=10");
    expect(filtered.body.total).toBeGreaterThan(0);
    for (const pet of filtered.body.data) expect(pet).toMatchObject({ status: "free" });
    expect((await send("GET", "/pets?filter[status]=blue")).body.detail).toContain(
      "filter.status must be free or sold",
    );
    expect((await send("GET", "/pets?id=2,x")).body.detail).toContain("id[1] must be an integer");
  });
});

describe("a page number", () => {
  const seats = { type: "array", items: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } };
  const paged = (page: object) => ({
    openapi: "3.1.0",
    info: { title: "Seats", version: "1.0.0" },
    paths: {
      "/seats": {
        get: {
          operationId: "listSeats",
          parameters: [query("page", { type: "integer", ...page }), query("size", { type: "integer", minimum: 1 })],
          responses: { "200": { description: "A page.", content: { "application/json": { schema: seats } } } },
        },
      },
    },
  });
  const query = (name: string, schema: object) => ({ name, in: "query", schema });

  it.each([
    [{ minimum: 0 }, 0],
    [{ default: 0 }, 0],
    [{ minimum: 1 }, 1],
    [{}, 1],
  ])("of a parameter with %j counts from %i", async (page, first) => {
    const { url, apiKey } = await testMock({ document: paged(page), size: 6 });
    const read = async (search: string) =>
      (await fetch(`${url}/seats?${search}`, { headers: { apiKey } })).json() as Promise<unknown[]>;
    const all = await read("size=6");
    expect(all).toHaveLength(6);
    expect(await read(`page=${first}&size=2`)).toEqual(all.slice(0, 2));
    expect(await read(`page=${first + 1}&size=2`)).toEqual(all.slice(2, 4));
  });

  it("may have a fraction or be very large if its type is number or string", async () => {
    for (const type of ["number", "string"]) {
      const { url, apiKey } = await testMock({ document: paged({ type }), size: 6 });
      const read = async (search: string) => {
        const response = await fetch(`${url}/seats?${search}`, { headers: { apiKey } });
        return { status: response.status, body: await response.json() };
      };
      const second = await read("page=2&size=2");
      expect(second.body).toHaveLength(2);
      expect(await read("page=2.75&size=2")).toEqual(second);
      expect(await read("page=1e300&size=2")).toEqual({ status: 200, body: [] });
      expect((await read("page=1.0000000000000002&size=2")).body).toEqual((await read("page=1&size=2")).body);
    }
  });
});

describe("a body", () => {
  it("can be a form", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const made = await send("POST", "/owners", "name=Ada&age=36&tags=a&tags=b", headers);
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ name: "Ada", age: 36, tags: ["a", "b"] }),
    ]);
    expect((await send("POST", "/owners", "name=Ada&age=x", headers)).status).toBe(400);
    expect((await send("GET", `/owners/${made.body.id}`)).body).toEqual(made.body);
  });

  it("can have several parts, with a file", async () => {
    const form = new FormData();
    form.set("caption", "A dog");
    form.set("file", new Blob([Uint8Array.from([0xff, 0xd8, 0])], { type: "image/jpeg" }), "dog.jpg");
    const call = (body: FormData) => fetch(`${mock.url}/pets/3/photos`, { method: "POST", headers: key, body });
    const made = await call(form);
    expect([made.status, await made.json()]).toEqual([200, expect.objectContaining({ caption: "A dog" })]);
    form.delete("caption");
    expect((await call(form)).status).toBe(400);
  });

  it("can have a media type other than JSON, in both directions", async () => {
    const picture = await send("GET", "/pets/3/picture");
    expect([picture.status, picture.type, picture.text.slice(1, 4)]).toEqual([200, "image/png", "PNG"]);
    const note = await send("GET", "/pets/3/note");
    expect([note.status, note.type, note.text]).toEqual([200, "text/plain; charset=utf-8", "Likes fish."]);
    expect((await send("PUT", "/pets/3/note", "Hates fish.", { "Content-Type": "text/plain" })).status).toBe(204);
    const wrong = await send("PUT", "/pets/3/note", "x", { "Content-Type": "text/html" });
    expect([wrong.status, wrong.body.detail]).toEqual([400, 'Content-Type must be text/plain, not "text/html"']);
  });

  it("can be requested with Prefer in every media type, with or without examples", async () => {
    const preferred = (path: string, code: number) => send("GET", path, undefined, { Prefer: `code=${code}` });
    const note = await preferred("/pets/3/note", 200);
    expect([note.status, note.type, note.text]).toEqual([200, "text/plain; charset=utf-8", "Likes fish."]);
    const picture = await preferred("/pets/3/picture", 200);
    expect([picture.status, picture.type, picture.text.slice(1, 4)]).toEqual([200, "image/png", "PNG"]);
    const missing = await preferred("/pets/3", 404);
    expect([missing.status, missing.type, typeof missing.body.title]).toEqual([
      404,
      "application/problem+json",
      "string",
    ]);
    expect(missing.why).toContain('detail="a value of the schema"');
  });

  it("is never a server error in the scenarios none and empty", async () => {
    for (const scenario of ["none", "empty"]) {
      mock.use(scenario);
      for (const path of ["/pets", "/pets/3/note", "/pets/3/picture", "/owners/1", "/todos", "/settings"])
        expect([path, (await send("GET", path)).status < 500]).toEqual([path, true]);
    }
    mock.use("none");
  });
});

describe("a single record", () => {
  it("exists, and can be replaced", async () => {
    expect((await send("GET", "/settings")).status).toBe(200);
    expect((await send("PUT", "/settings", { theme: "dark" })).body).toEqual({ theme: "dark" });
    expect((await send("GET", "/settings")).body).toEqual({ theme: "dark" });
  });
});

describe("credentials", () => {
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(mock.url + path, { headers })).status;
  const { apiKey } = mock;

  it("are read from the documented places", async () => {
    expect(await status("/todos")).toBe(200);
    expect([await status("/secure/query"), await status(`/secure/query?api_key=${apiKey}`)]).toEqual([401, 200]);
    expect([await status("/secure/query?api_key=x"), await status("/secure/query", key)]).toEqual([401, 401]);
    expect([
      await status("/secure/cookie"),
      await status("/secure/cookie", { Cookie: `a=1; session=${apiKey}` }),
    ]).toEqual([401, 200]);
    expect([
      await status("/secure/bearer", { Authorization: `Bearer ${apiKey}` }),
      await status("/secure/bearer", { Authorization: "Bearer x" }),
      await status("/secure/bearer", { Authorization: apiKey }),
    ]).toEqual([200, 401, 401]);
    const basic = (text: string) => ({ Authorization: `Basic ${btoa(text)}` });
    expect([
      await status("/secure/basic", basic(`me:${apiKey}`)),
      await status("/secure/basic", basic("me:x")),
      await status("/secure/basic", { Authorization: "Basic ###" }),
    ]).toEqual([200, 401, 401]);
  });

  it("are asked for with the schemes of HTTP that are accepted", async () => {
    const asked = async (path: string) => (await fetch(mock.url + path)).headers.get("www-authenticate");
    expect(await Promise.all(["bearer", "basic", "either", "query"].map((name) => asked(`/secure/${name}`)))).toEqual([
      "Bearer",
      'Basic realm="api", charset="UTF-8"',
      "Bearer",
      null,
    ]);
  });

  it("can be alternatives, or be required together", async () => {
    const bearer = { Authorization: `Bearer ${apiKey}` };
    expect([await status("/secure/either", bearer), await status("/secure/either", key)]).toEqual([200, 200]);
    expect(await status("/secure/either")).toBe(401);
    expect([await status("/secure/both", bearer), await status("/secure/both", { ...bearer, ...key })]).toEqual([
      401, 200,
    ]);
  });
});

describe("a created record without an optional field", () => {
  const done = { type: "boolean" };
  const response = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
  const todo = { type: "object", required: ["id", "done"], properties: { id: { type: "integer", minimum: 1 }, done } };
  const sent = (rest: object) => ({
    content: { "application/json": { schema: { type: "object", properties: { done: { ...done, ...rest } } } } },
  });
  const startWith = (rest: object) =>
    testMock({
      document: {
        openapi: "3.1.0",
        info: { title: "Todos", version: "1" },
        paths: {
          "/todos": {
            get: {
              parameters: [{ name: "done", in: "query", schema: done }],
              responses: { 200: response({ type: "array", items: todo }) },
            },
            post: { requestBody: sent(rest), responses: { 201: response(todo) } },
          },
          "/todos/{id}": {
            parameters: [{ name: "id", in: "path", required: true, schema: todo.properties.id }],
            put: {
              requestBody: sent(rest),
              responses: { 200: response(todo), 404: { description: "There is none." } },
            },
          },
        },
      },
    });
  const DEFAULTS: { default?: unknown }[] = [{}, { default: false }, { default: true }, { default: "of another type" }];
  const listed = async (url: string) => (await (await fetch(url)).json()) as { id: number; done: boolean }[];

  it.each(["POST /todos", "PUT /todos/3"].flatMap((call) => DEFAULTS.map((rest) => [call, rest] as const)))(
    "%s is found by the value that is shown, with %j",
    async (call, rest) => {
      const { url } = await startWith(rest);
      const headers = { "Content-Type": "application/json" };
      const [method, path] = call.split(" ");
      for (let i = 0; i < 20; i++) {
        const made = await fetch(`${url}${path}`, { method: method ?? "", headers, body: "{}" });
        const { done: shown } = (await made.json()) as { done: boolean };
        if (typeof rest.default === "boolean") expect(shown).toBe(rest.default);
      }
      const all = await listed(`${url}/todos`);
      for (const value of [true, false])
        expect(await listed(`${url}/todos?done=${value}`)).toEqual(all.filter((one) => one.done === value));
    },
  );
});
