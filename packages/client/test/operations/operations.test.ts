/**
 * Tests features that the spec may use in the future: generates clients for other documents, compiles them, and runs
 * them against a real HTTP server.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startMock } from "@metadata-service/mock";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { clientFiles } from "@metadata-service/spec-tools/client-files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OperationDescriptor, writeRequest } from "../../src/request.js";
import { document } from "./document.js";
import { compile, exampleFunctions, generateClient, STANDS } from "./generate-client.js";
import { startRecorder } from "./record-server.js";

let generated: Awaited<ReturnType<typeof generateClient>>;
let server: Awaited<ReturnType<typeof startRecorder>>;
// biome-ignore lint/suspicious/noExplicitAny: usage.ts below checks the types.
let client: any;
// biome-ignore lint/suspicious/noExplicitAny: this module is generated in the test.
let api: any;
let operations: Record<string, OperationDescriptor>;
const credentials = { token: "t0ken", login: "ann:pass", queryKey: "k&y", partner: "p", cookie: "c1" };
const create = (apiKey: unknown = credentials) =>
  api.createClient({ baseUrl: server.url, apiKey, retry: { baseDelay: 1, maxDelay: 2 } });
const json = (status: number, body: unknown) => (response: import("node:http").ServerResponse) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

beforeAll(async () => {
  [generated, server] = await Promise.all([generateClient(document), startRecorder()]);
  api = await import(join(generated.src, "index.ts"));
  operations = (await import(join(generated.src, "generated/operation-table.ts"))).operationTable;
  client = create();
});
afterAll(() => Promise.all([generated.remove(), server.stop()]));

describe("a parameter", () => {
  it("in the query is serialized by its style", async () => {
    server.respondWith(json(200, []));
    await client.searchPets({
      tags: ["a b", "c,d"],
      ids: [1, 2],
      colors: ["red", "blue"],
      names: ["x", "y&z"],
      filter: { name: "Tom", tags: ["big"] },
      size: { min: 1, max: 2 },
      path: "a/b?c=d&e#f",
      where: { name: "Tom" },
    });
    expect(server.last.url.slice("/pets?".length).split("&")).toEqual([
      "tags=a%20b,c%2Cd",
      "ids=1%202",
      "colors=red%7Cblue",
      "names=x",
      "names=y%26z",
      "filter%5Bname%5D=Tom",
      "filter%5Btags%5D%5B%5D=big",
      "min=1",
      "max=2",
      "path=a/b?c=d%26e%23f",
      "where=%7B%22name%22%3A%22Tom%22%7D",
    ]);
  });

  it("in headers and cookies is sent there", async () => {
    server.respondWith(json(200, { id: 7, kind: "cat" }));
    const parameters = { "X-Trace": true, "X-Trace (header)": "t-1", "X-Fields": ["id", "kind"], session: "s 1" };
    expect(await client.getPet(7, parameters)).toEqual({ id: 7, kind: "cat" });
    expect(server.last.url).toBe("/pets/7?X-Trace=true");
    expect(server.last.headers).toMatchObject({ "x-trace": "t-1", "x-fields": "id,kind", cookie: "session=s%201" });
  });

  it("in the path is serialized by its style, and cannot lead to another path", async () => {
    server.respondWith((response) => response.writeHead(204).end());
    await client.getPlace(["a", "b/c"], { x: "1", y: "2" }, ["p", "q"]);
    expect(server.last.url).toBe("/places/.a.b%2Fc/;x=1;y=2/p,q");
    await expect(client.getPlace(["."], {}, ["p"])).rejects.toThrow(TypeError);
    await expect(client.getPlace(["a"], { x: "1" }, [".."])).rejects.toThrow("list must not be");
    expect(server.seen).toHaveLength(1);
  });
});

describe("a success without a body", () => {
  it.each([202, 200, 204])("is undefined if one is documented: %d", async (status) => {
    server.respondWith((response) => response.writeHead(status).end());
    expect(await client.replacePet(7, { id: 7, kind: "dog" })).toBeUndefined();
  });

  it("is an error if none is documented", async () => {
    server.respondWith((response) => response.writeHead(200).end());
    await expect(client.getPet(7)).rejects.toMatchObject({ name: "InvalidResponseError", reason: "not-json" });
  });
});

describe("a request that is written but not sent", () => {
  const descriptorOf = (name: string): OperationDescriptor => {
    const found = operations[name];
    if (!found) throw new Error(`There is no operation ${name}.`);
    return found;
  };
  it.each([
    ["getPet", [7], { "X-Trace": true, "X-Trace (header)": "t-1", "X-Fields": ["id"], session: "s 1" }, undefined],
    ["getPlace", [["a", "b/c"], { x: "1" }, ["p"]], undefined, undefined],
    ["createPet", [], undefined, { id: 1, kind: "cat" }],
    ["updatePet", [7], undefined, { kind: "dog" }],
    ["logIn", [], undefined, { user: "a&b", scopes: ["x", "y"] }],
    ["setNote", [7], undefined, "grüß"],
  ])("is what %s sends", async (name, path, parameters, body) => {
    server.respondWith(json(200, {}));
    const args = [...path, ...(body === undefined ? [] : [body]), ...(parameters ? [parameters] : [])];
    await client[name](...args).catch(() => {});
    const sent = server.last;
    const descriptor = descriptorOf(name);
    const names = [...descriptor.path.matchAll(/{(.*?)}/g)].map(([, each = ""]) => each);
    const written = writeRequest({
      baseUrl: `${server.url}/`,
      descriptor,
      path: Object.fromEntries(names.map((each, at) => [each, path[at]])),
      ...(parameters && { parameters }),
      body,
    });
    await fetch(written.url, { method: written.method, headers: written.headers, body: written.body ?? null });
    const relevant = ({ method, url, headers, body }: typeof sent) => ({
      method,
      url,
      body: `${body}`,
      headers: { ...headers, authorization: undefined, accept: undefined },
    });
    expect(relevant(server.last)).toEqual(relevant(sent));
  });

  it("has credentials in the places and under the names that the spec defines", () => {
    const descriptor = descriptorOf("getReport");
    const credentials = [
      { in: "query", name: "key", value: "k&y" },
      { in: "header", name: "X-Partner", value: "p" },
      { in: "cookie", name: "sid", value: "c1" },
    ] as const;
    expect(writeRequest({ baseUrl: "https://example.com/v1", descriptor, credentials })).toEqual({
      method: "GET",
      url: "https://example.com/v1/reports?key=k%26y",
      headers: { "X-Partner": "p", Cookie: "sid=c1" },
    });
  });
});

describe("a request body", () => {
  it("of a form with files has a part for each field, with its media type", async () => {
    server.respondWith(json(201, { id: "p1" }));
    const photo = new File([new Uint8Array([1, 2, 255])], "cat.png");
    const body = { photo, about: { name: "Tom" }, tags: ["a", "b"], rank: 3, more: [new Blob(["x"])], none: undefined };
    expect(await client.addPhoto(7, body)).toEqual({ id: "p1" });
    const { headers, body: bytes } = server.last;
    const form = await new Response(new Uint8Array(bytes), {
      headers: { "content-type": `${headers["content-type"]}` },
    }).formData();
    expect([...form.keys()]).toEqual(["photo", "about", "tags", "tags", "rank", "more"]);
    expect(form.getAll("tags")).toEqual(["a", "b"]);
    expect(form.get("rank")).toBe("3");
    const [sent, about] = [form.get("photo") as File, form.get("about") as File];
    expect(sent.type).toBe("image/png");
    expect([...new Uint8Array(await sent.arrayBuffer())]).toEqual([1, 2, 255]);
    expect([about.type, await about.text()]).toEqual(["application/json", '{"name":"Tom"}']);
  });

  it.each([
    ["a blob", () => new Blob([new Uint8Array([0, 200, 10])])],
    ["a buffer", () => new Uint8Array([0, 200, 10]).buffer],
    ["a stream", () => new Blob([new Uint8Array([0, 200, 10])]).stream()],
  ])("of bytes may be %s, even if the request is repeated", async (_, make) => {
    server.respondWith((response, number) => response.writeHead(number === 1 ? 503 : 204).end());
    expect(await client.setPhoto(7, make())).toBeUndefined();
    expect(server.seen.map(({ body }) => [...body])).toEqual([
      [0, 200, 10],
      [0, 200, 10],
    ]);
    expect(server.last.headers["content-type"]).toBe("application/octet-stream");
  });

  it("of text, of a form or of another JSON type has its media type", async () => {
    server.respondWith((response) => response.writeHead(204).end());
    await client.setNote(7, "grüß");
    expect([server.last.headers["content-type"], `${server.last.body}`]).toEqual(["text/plain", "grüß"]);
    server.respondWith(json(200, { token: "t" }));
    await client.logIn({ user: "a&b", scopes: ["x", "y"], hints: { name: "n" } });
    expect(server.last.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect([...new URLSearchParams(`${server.last.body}`)]).toEqual([
      ["user", "a&b"],
      ["scopes", "x"],
      ["scopes", "y"],
      ["hints", '{"name":"n"}'],
    ]);
    await client.updatePet(7, { id: 7, kind: "dog" });
    expect(server.last.headers["content-type"]).toBe("application/merge-patch+json");
    await client.replacePet(7);
    expect([server.last.headers["content-type"], server.last.body.length]).toEqual([undefined, 0]);
  });
});

describe("a range of media types", () => {
  it("is JSON if the schema is an object, an array, a number or a boolean, in both directions", async () => {
    const pet = { id: 1, kind: "cat" };
    server.respondWith(json(200, pet));
    expect(await client.getAnything()).toEqual(pet);
    expect(server.last.headers.accept).toBe("application/json");
    server.respondWith(json(200, [pet]));
    expect(await client.sendAnything({ name: "Tom" })).toEqual([pet]);
    expect([server.last.headers["content-type"], `${server.last.body}`]).toEqual([
      "application/json",
      '{"name":"Tom"}',
    ]);
    const { validateResponse } = await import(join(generated.src, "validate.ts"));
    expect(validateResponse("getAnything", { id: "1" })).toBe("kind is required");
  });

  it("is text if the schema is a string, and otherwise a file", async () => {
    server.respondWith(json(200, null));
    expect(await client.sendText("grüß")).toBeNull();
    expect([server.last.headers["content-type"], `${server.last.body}`]).toEqual(["text/plain", "grüß"]);
    server.respondWith((response) => response.writeHead(200).end("x"));
    expect(await (await client.sendFile(new Blob(["y"], { type: "image/gif" }))).text()).toBe("x");
    expect([server.last.headers["content-type"], `${server.last.body}`]).toEqual(["image/gif", "y"]);
  });
});

describe("the content-type of the caller", () => {
  const withHeaders = (headers: object) =>
    api.createClient({ baseUrl: server.url, apiKey: credentials, headers, retry: false });
  const photo = () => ({ photo: new Blob(["x"]), about: { name: "Tom" } });

  it.each(["content-type", "Content-Type", "CONTENT-TYPE"])(
    "never replaces that of a body: %s of the client",
    async (name) => {
      for (const value of ["application/json", "multipart/form-data", "text/plain"]) {
        const one = withHeaders({ [name]: value });
        server.respondWith((response) => response.writeHead(204).end());
        const type = async (call: Promise<unknown>) => {
          await call.catch(() => {});
          return server.last.headers["content-type"];
        };
        expect(await type(one.addPhoto(7, photo()))).toMatch(/^multipart\/form-data; ?boundary=\S+$/);
        expect(await type(one.createPet({ id: 1, kind: "cat" }))).toBe("application/json");
        expect(await type(one.updatePet(7, { kind: "dog" }))).toBe("application/merge-patch+json");
        expect(await type(one.logIn({ user: "u" }))).toBe("application/x-www-form-urlencoded");
        expect(await type(one.setNote(7, ""))).toBe("text/plain");
        expect(await type(one.replacePet(7))).toBeUndefined();
        expect(await type(one.getNote(7))).toBeUndefined();
      }
    },
  );

  it.each(["content-type", "Content-Type"])(
    "replaces it in a call, but for a form with a boundary: %s",
    async (name) => {
      server.respondWith((response) => response.writeHead(204).end());
      const headers = { [name]: "application/json; charset=utf-8" };
      await client.createPet({ id: 1, kind: "cat" }, { headers });
      expect(server.last.headers["content-type"]).toBe("application/json; charset=utf-8");
      await client.addPhoto(7, photo(), { headers: { [name]: "multipart/form-data" } });
      expect(server.last.headers["content-type"]).toMatch(/; ?boundary=/);
      const form = new FormData();
      form.append("photo", new Blob(["x"]));
      await client.addPhoto(7, form, { headers });
      expect(server.last.headers["content-type"]).toMatch(/^multipart\/form-data; ?boundary=/);
    },
  );

  it.each([null, 0, "", false, []])("belongs to a JSON body of %o, too", async (body) => {
    server.respondWith((response) => response.writeHead(204).end());
    await client.replacePet(7, body);
    expect([server.last.headers["content-type"], `${server.last.body}`]).toEqual([
      "application/json",
      JSON.stringify(body),
    ]);
  });
});

describe("a response", () => {
  it("of bytes is a blob, and of text a string, also through a middleware", async () => {
    const bytes = Buffer.from([0, 255, 128, 10]);
    for (const one of [client, create()]) {
      if (one !== client)
        one.raw.use({ onResponse: ({ response }: { response: Response }) => new Response(response.body, response) });
      server.respondWith((response) =>
        response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes),
      );
      const { data, response } = await one.getPhoto(7).withResponse();
      expect(data).toBeInstanceOf(Blob);
      expect(Buffer.from(await data.arrayBuffer())).toEqual(bytes);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
      expect(server.last.headers.accept).toBe("application/octet-stream");
      server.respondWith((response) => response.writeHead(200, { "content-type": "text/plain" }).end("{not JSON"));
      expect(await one.getNote(7)).toBe("{not JSON");
      expect(server.last.headers.accept).toBe("text/plain");
    }
  });

  it("without documented content is undefined, whatever the server sends", async () => {
    server.respondWith((response) => response.writeHead(204).end());
    expect(await client.deletePet(7)).toBeUndefined();
    server.respondWith((response) => response.writeHead(200).end("gone"));
    expect(await client.deletePet(7)).toBeUndefined();
  });

  it("may be empty if the spec allows it, even with validation", async () => {
    const { validateResponse } = await import(join(generated.src, "validate.ts"));
    const one = api.createClient({ baseUrl: server.url, apiKey: "t", retry: false, validate: validateResponse });
    server.respondWith((response) => response.writeHead(204).end());
    expect(await one.replacePet(7)).toBeUndefined();
    const message = "the body must be object";
    await expect(one.updatePet(7, { id: 7, kind: "cat" })).rejects.toMatchObject({ message });
  });

  it.each([
    [403, "ForbiddenError"],
    [404, "NotFoundError"],
    [409, "ConflictError"],
    [412, "PreconditionFailedError"],
    [422, "UnprocessableContentError"],
  ])("of status %i is a %s", async (status, name) => {
    server.respondWith(json(status, { message: "no" }));
    const error = await client.createPet({ id: 1, kind: "cat" }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(api[name]);
    expect(error).toMatchObject({ name, status, operation: "createPet", message: "no" });
    expect(server.seen).toHaveLength(1);
  });
});

it("the client retries PUT and DELETE, but not POST and PATCH", async () => {
  const pet = { id: 7, kind: "cat" };
  const calls = {
    DELETE: () => client.deletePet(7),
    PUT: () => client.replacePet(7, pet),
    POST: () => client.createPet(pet),
    PATCH: () => client.updatePet(7, pet),
  };
  const counts: Record<string, number> = {};
  for (const [method, call] of Object.entries(calls)) {
    server.respondWith((response, number) => (number < 3 ? json(500, {}) : json(200, pet))(response));
    await call().catch(() => {});
    counts[method] = server.seen.length;
  }
  expect(counts).toEqual({ DELETE: 3, PUT: 3, POST: 1, PATCH: 1 });
});

describe("credentials", () => {
  const sent = async (call: (one: typeof client) => Promise<unknown>, apiKey?: unknown) => {
    server.respondWith(json(200, []));
    await call(create(apiKey));
    const { authorization, cookie, "x-partner": partner } = server.last.headers;
    return { authorization, cookie, partner, query: server.last.url.split("?")[1] };
  };

  it.each([
    ["a bearer token", "searchPets", { authorization: "Bearer t0ken" }],
    ["none", "logIn", {}],
    ["basic", "getSession", { authorization: `Basic ${btoa("ann:pass")}` }],
    ["a cookie", "logOut", { cookie: "sid=c1" }],
    ["a key in the query and one in a header", "getReport", { query: "key=k%26y", partner: "p" }],
  ])("are sent where the operation needs them: %s", async (_, operation, expected) => {
    const got = await sent((one) => one[operation](operation === "logIn" ? { user: "u" } : undefined));
    expect(JSON.parse(JSON.stringify(got))).toEqual(expected);
  });

  it("satisfy one of the alternatives in the spec; optional ones may be missing", async () => {
    expect(await sent((one) => one.getReport(), { login: "ann:pass" })).toMatchObject({
      authorization: `Basic ${btoa("ann:pass")}`,
      query: undefined,
    });
    expect(await sent((one) => one.logOut(), { token: "t" })).toMatchObject({ cookie: undefined });
    const error = await create({ token: "t" })
      .getReport()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe("apiKey must have queryKey and partner, or login");
  });

  const QUERIES: [Record<string, unknown>, string][] = [
    [{ ids: [1, 2, 3] }, "ids=1,2,3"],
    [{ ids: [] }, ""],
    [{ colors: ["a|b", "c"] }, "colors=a%7Cb%7Cc"],
    [{ names: ["a b", "c"] }, "names=a%20b%20c"],
    [{ filter: { name: "x y" } }, "filter%5Bname%5D=x%20y"],
    [{ path: "/a?b=c:d@e,f;g[h]$!()*" }, "path=/a?b=c:d@e,f;g[h]$!()*"],
    [{ path: "a%20b 100% %zz" }, "path=a%20b%20100%25%20%25zz"],
    [{ text: "%6de a+b ~ü\u2028|^" }, "text=%256de%20a%2Bb%20~%C3%BC%E2%80%A8%7C%5E"],
    [{ text: "" }, "text="],
  ];

  it.each(QUERIES)("in the query leave the rest of it byte for byte: %o", async (parameters, query) => {
    server.respondWith(json(200, []));
    await client.findReports(parameters);
    const separator = query && "&";
    expect(server.last.url).toBe(`/tagged-reports?${query}${separator}key=k%26y`);
    const [scheme] = [{ in: "query", name: "key", value: "k&y" }] as const;
    const descriptor = operations["findReports"] as OperationDescriptor;
    const { url } = writeRequest({ baseUrl: server.url, descriptor, parameters, credentials: [scheme] });
    expect(url).toBe(server.url + server.last.url);
    await create({ cookie: "c1" }).findReports(parameters);
    expect(server.last.url).toBe(`/tagged-reports${query && "?"}${query}`);
  });

  it("in the query are accepted by the mock, together with arrays and objects of every style", async () => {
    const mock = await startMock({ document, apiKeys: ["k&y"], port: 0 });
    try {
      const one = api.createClient({ baseUrl: mock.url, apiKey: "k&y", retry: false });
      // The mock refuses an empty text, as the parameter does not allow it.
      for (const [parameters] of QUERIES.filter(([{ text }]) => text !== ""))
        expect(await one.findReports(parameters)).toBeUndefined();
    } finally {
      await mock.stop();
    }
  });

  it("replace a parameter of the same name: only one is sent", async () => {
    expect(await sent((one) => one.findReports({ key: "mine", ids: [1, 2] }))).toMatchObject({
      query: "ids=1,2&key=k%26y",
    });
    const querySerializer = () => "ke%79=mine&monkey=1&key&&a=%20+";
    expect(await sent((one) => one.raw.GET("/reports", { querySerializer }), "t")).toMatchObject({
      query: "ke%79=mine&monkey=1&key&&a=%20+",
      authorization: "Bearer t",
    });
    const init = { params: { query: { any: 1 } }, querySerializer };
    const query = await sent((one) => {
      one.raw.use({ onRequest: ({ request }: { request: Request }) => new Request(`${request.url}#part`, request) });
      return one.raw.GET("/tagged-reports", init);
    }, "t");
    expect(query.query).toBe("ke%79=mine&monkey=1&key&&a=%20+");
    expect(await sent((one) => one.findReports({ sid: "mine" }), { cookie: "c1" })).toMatchObject({ cookie: "sid=c1" });
  });

  it("may be one key for all schemes, or a function that returns it", async () => {
    let count = 0;
    expect(
      await sent(
        (one) => one.searchPets(),
        () => `t-${++count}`,
      ),
    ).toMatchObject({ authorization: "Bearer t-1" });
    expect(await sent((one) => one.raw.GET("/pets"), "t")).toMatchObject({ authorization: "Bearer t" });
  });

  it("appear neither in errors nor in the URL of a response", async () => {
    server.respondWith((response) => response.writeHead(400).end(`k&y k%26y ${btoa("ann:pass")}`));
    const error = await client.getReport().catch((reason: unknown) => reason);
    expect(JSON.stringify(error) + error.response.url + (await error.response.text())).not.toMatch(/k&y|k%26y/);
    const basic = await client.getSession().catch((reason: unknown) => reason);
    expect(basic.message).not.toContain(btoa("ann:pass"));
    server.respondWith((response) => response.writeHead(204).end());
    const { response } = await client.getReport().withResponse();
    expect(response.url).toBe(`${server.url}/reports`);
  });
});

describe("the types", () => {
  it("compile with every example, and reject wrong values", async () => {
    const usage = `import { createClient, type Pet } from "./src/index.js";
const client = createClient({ baseUrl: "", apiKey: { token: "t", login: async () => "a:b" } });
export async function usage(pet: Pet) {
  (await client.getPet(7, { "X-Trace (header)": "t" })) satisfies Pet;
  // @ts-expect-error the header is missing
  client.getPet(7);
  // @ts-expect-error a number
  client.getPet("7", { "X-Trace (header)": "t" });
  (await client.deletePet(7)) satisfies void;
  (await client.getPhoto(7)) satisfies Blob;
  (await client.getNote(7)) satisfies string;
  (await client.getAnything()) satisfies Pet;
  (await client.sendAnything({ name: "n" })) satisfies Pet[];
  (await client.raw.GET("/anything")).data?.kind satisfies "cat" | "dog" | undefined;
  // @ts-expect-error an object is no text
  client.sendText({ name: "n" });
  (await client.sendText("t")) satisfies number | null;
  (await client.sendFile(new Blob())) satisfies Blob;
  client.addPhoto(7, { photo: new Blob(), about: { name: "n" }, more: [new Blob()] });
  // @ts-expect-error the photo is missing
  client.addPhoto(7, { about: {} });
  // @ts-expect-error a file is no text
  client.addPhoto(7, { photo: "…", about: {} });
  client.setPhoto(7, new Blob().stream());
  client.replacePet(7);
  client.searchPets({ tags: ["a"], filter: { name: "n" } });
  pet.kind satisfies "cat" | "dog";
  pet.owner?.name satisfies string | undefined;
  pet.owner?.mail satisfies string | undefined;
  pet["born-at"] satisfies string | null | undefined;
  pet.children?.[0]?.place?.[1] satisfies number | undefined;
  pet.extra?.["x"] satisfies number | undefined;
  pet.labels?.["x-a"] satisfies number | undefined;
  // @ts-expect-error no such scheme
  createClient({ baseUrl: "", apiKey: { tokens: "t" } });
}
`;
    const head = `import { createClient } from "./src/index.js";\n${STANDS}const client = createClient({ baseUrl: "", apiKey: "" });\n`;
    const examples = exampleFunctions(`${generated.files["methods.ts"]}`);
    expect(examples.match(/function/g)).toHaveLength(21);
    await compile(generated.folder, { "usage.ts": usage, "examples.ts": head + examples });
  });

  it("of this API have examples that compile, too", async () => {
    const methods = await readFile(new URL("../../src/generated/methods.ts", import.meta.url), "utf8");
    const head = `import { createClient } from "../../../src/index.js";\n${STANDS}const client = createClient({ baseUrl: "", apiKey: "" });\n`;
    await compile(generated.folder, { "own.ts": head + exampleFunctions(methods) });
  });
});

describe("what a client cannot send", () => {
  const copy = (edit: (paths: Record<string, Record<string, object>>, document: OpenApiDocument) => unknown) => {
    const other = structuredClone(document);
    edit(other.paths as never, other);
    return clientFiles(other);
  };
  const body = (type: string) => ({ requestBody: { content: { [type]: {} } }, responses: {} });

  it("is rejected by generate, with the place and a remedy", async () => {
    await expect(
      copy((paths) => Object.assign(paths, { "/x": { post: { operationId: "sendX", ...body("multipart/mixed") } } })),
    ).rejects.toThrow("sendX takes multipart/mixed, which the client cannot send; use multipart/form-data.");
    await expect(
      copy((paths, { components }) => {
        Object.assign(components?.securitySchemes ?? {}, { tls: { type: "mutualTLS" } });
        Object.assign(paths, { "/x": { get: { operationId: "getX", security: [{ tls: [] }], responses: {} } } });
      }),
    ).rejects.toThrow("getX needs tls, which cannot be sent in a header, a query parameter or a cookie");
  });
});
