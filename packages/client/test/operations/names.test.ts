/**
 * A client for a document whose names are those of inherited methods, or no identifiers: it compiles, and sends and
 * returns what it is given. The mock validates each request, and the validators each response.
 */
import { join } from "node:path";
import { type Mock, startMock } from "@metadata-service/mock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile, exampleFunctions, generateClient, STANDS } from "./generate-client.js";
import { document, NAMES, namesIn, OPTIONS } from "./names-document.js";

const valuesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `of ${name}`]));

let generated: Awaited<ReturnType<typeof generateClient>>;
let mock: Mock;
const defects: unknown[] = [];
// biome-ignore lint/suspicious/noExplicitAny: the compiler checks the types below.
let api: any;
// biome-ignore lint/suspicious/noExplicitAny: the compiler checks the types below.
let client: any;
let keys: Record<string, string>;
/** The last request. */
let sent: { url: URL; headers: Headers; body: BodyInit | null | undefined };
const clientWith = (apiKey: unknown, validate?: unknown) =>
  api.createClient({
    baseUrl: mock.url,
    apiKey,
    validate,
    retry: false,
    fetch(url: string, init: RequestInit) {
      sent = { url: new URL(url), headers: new Headers(init.headers), body: init.body };
      return fetch(url, init);
    },
  });

beforeAll(async () => {
  const onDefect = (operation: string, violation: string) => defects.push([operation, violation]);
  [generated, mock] = await Promise.all([generateClient(document), startMock({ document, size: 7, onDefect })]);
  api = await import(join(generated.src, "index.ts"));
  keys = Object.fromEntries(namesIn.schema.map((name) => [name, mock.apiKey]));
  client = clientWith(keys, (await import(join(generated.src, "validate.ts"))).validateResponse);
});
afterAll(async () => {
  await Promise.all([generated.remove(), mock.stop()]);
  expect(defects).toEqual([]);
});

it("its calls compile, with all, one and none of the names", async () => {
  const calls = Object.entries({
    sendQuery: namesIn.query,
    sendHeader: namesIn.header,
    sendCookie: namesIn.cookie,
    sendJson: NAMES,
    sendForm: NAMES,
    sendMultipart: NAMES,
  }).flatMap(([method, names]) =>
    [{}, valuesOf(names), ...names.map((name) => valuesOf([name]))].map(
      (values) => `client.${method}(${JSON.stringify(values)});`,
    ),
  );
  const raw = ["{}", '{ limit: "1" }', '{ constructor: "x" }'].flatMap((values) => [
    `client.raw.GET("/query", { params: { query: ${values} } });`,
    `client.raw.POST("/json", { body: ${values} });`,
  ]);
  const head = `import { type All, createClient } from "./src/index.js";\n${STANDS}const client = createClient({ baseUrl: "", apiKey: "" });\n`;
  await compile(generated.folder, {
    "calls.ts": `${head}export const all: All[] = [{}, { limit: "1" }, { valueOf: "x" }];\n${[...calls, ...raw].join("\n")}
// @ts-expect-error a number
client.sendQuery({ constructor: 1 });
`,
    "examples.ts": head.replace("type All, ", "") + exampleFunctions(`${generated.files["methods.ts"]}`),
  });
});

describe("the mock accepts", () => {
  it.each([
    ["sendQuery", namesIn.query],
    ["sendHeader", namesIn.header],
    ["sendCookie", namesIn.cookie],
    ["sendJson", NAMES],
    ["sendForm", NAMES],
    ["sendMultipart", NAMES],
  ] as const)("%s with all, one and none of the names", async (method, names) => {
    for (const values of [{}, valuesOf(names), ...names.map((name) => valuesOf([name]))])
      await expect(client[method](values), JSON.stringify(values)).resolves.not.toThrow();
  });

  it("objects in parameters, and each name in a path", async () => {
    const deep = valuesOf(NAMES.filter((name) => !/[[\]]/.test(name)));
    await client.sendDeep({ deep, spread: { toString: "a", x: "b" }, inline: valuesOf(["constructor", "then"]) });
    for (const i of namesIn.path.keys()) await client[`sendPath${i}`]("a/b c");
  });
});

it("parameters with the same name in several places, or with the name of an option, are each sent there", async () => {
  const at = (place: string) => OPTIONS.map((name) => [`${name} (${place})`, `${name} in ${place}`]);
  // The first place, the path before the query, has the plain name.
  const inQuery = OPTIONS.map((name) => [name === "id" ? "id (query)" : name, `${name} in query`]);
  const parameters = Object.fromEntries([...inQuery, ...at("header"), ...at("cookie")]);
  const body = { ...valuesOf(OPTIONS), createdAt: "2026-11-20T08:30:00Z", updatedAt: "2026-11-20T08:30:00Z" };
  // The mock knows an action of a record only for records that exist.
  const [{ id }] = await client.listSettings().toArray();
  await client.sendSettings(id, body, parameters, { headers: { other: "x" }, timeout: 10_000 });
  expect(sent.url.pathname).toBe(`/settings/${encodeURIComponent(id)}`);
  expect([...sent.url.searchParams]).toEqual(OPTIONS.map((name) => [name, `${name} in query`]));
  expect(OPTIONS.map((name) => sent.headers.get(name))).toEqual(OPTIONS.map((name) => `${name} in header`));
  const cookies = OPTIONS.map((name) => `${name}=${encodeURIComponent(`${name} in cookie`)}`);
  expect(sent.headers.get("cookie")).toBe(cookies.join("; "));
  expect(await new Response(sent.body).json()).toEqual(body);
});

it("a list and its sync send parameters with the names of their options", async () => {
  const query = valuesOf(OPTIONS);
  const last = () => Object.fromEntries(sent.url.searchParams);
  await client.listSettings({ ...query, limit: 5, "limit (header)": "h" }).page();
  expect([last(), sent.headers.get("limit")]).toEqual([{ ...query, limit: "5" }, "h"]);
  for await (const { checkpoint } of client.syncSettings({ query, limit: 7 })) expect(checkpoint).toBeTypeOf("string");
  expect(last()).toMatchObject({ ...query, limit: "7", offset: "0", changed_to: expect.any(String) });
});

describe.each(namesIn.schema.map((name, i) => [name, i] as const))("the name %s", (name, i) => {
  it("of a discriminator's value, a schema, a header and an example", async () => {
    expect(typeof (await client.sendUnion({ constructor: name, format: "x" })).constructor).toBe("string");
    expect((await client[`getSchema${i}`]()).kind).toBeTypeOf("string");
  });

  it("of a security scheme", async () => {
    const { [name]: _, ...others } = keys;
    await client[`getSecure${i}`]();
    await expect(clientWith(others)[`getSecure${i}`]()).rejects.toThrow(`apiKey must have ${name}`);
  });

  it("of a resource and its identity", async () => {
    const list = async (query: object) =>
      (await client[`listThings${i}`](query).toArray()).map((one: never) => one[name]);
    expect(new Set(await list({})).size).toBe(7);
    await expect(client[`createThing${i}`]({})).rejects.toThrow(name);
    const made = await client[`createThing${i}`]({ [name]: "new", extra: "x" });
    expect(made).toMatchObject(Object.fromEntries([[name, "new"]]));
    expect(await client[`getThing${i}`]("new")).toEqual(made);
    expect(await list({})).toHaveLength(8);
    if (name !== "limit") expect(await list({ [name]: "new" })).toEqual(["new"]);
  });
});

it("a record keeps an undocumented field __proto__", async () => {
  const [name, body] = ["constructor", '{"__proto__":"a","constructor":"own"}'];
  const headers = { "content-type": "application/json" };
  expect(await (await fetch(`${mock.url}/${name}`, { method: "POST", headers, body })).text()).toContain(
    body.slice(1, 16),
  );
  const [record, ...others] = await client.listThings0({ constructor: "own" }).toArray();
  expect([Object.entries(record), others]).toEqual([expect.arrayContaining([["__proto__", "a"]]), []]);
});
