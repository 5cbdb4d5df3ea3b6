import { once } from "node:events";
import { connect } from "node:net";
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { createRules } from "@metadata-service/server-rules";
import { POSTGRESQL, runOn, TARGETS, type Target } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { json, KEY, type ServiceUnderTest, startOn } from "./support/start.js";

const rules = createRules(document);
const examples = document.components.examples;
const promised = (id: string, status: number) => {
  const check = rules.operations.find((operation) => operation.id === id)?.responses.get(status)?.check;
  if (!check) throw new Error(`${id} does not document ${status}`);
  return check;
};
const item = (value: unknown, type = "string") => ({ key: "k", type, value });

describe.each(TARGETS)("a service on $name", (target) => {
  let under: ServiceUnderTest;
  beforeAll(async () => {
    under = await startOn(target, { fileUrl: "https://files.example/{id}" });
  });
  afterAll(() => under.end());

  it.each(["inspection", "analytics"])("creates a record with all thirteen item types in %s", async (namespace) => {
    const sent = examples.CreateMetadataAllKinds.value;
    const answer = await json<{ data: Record<string, unknown> }>(under.create(sent, namespace), 201);
    expect(promised("createMetadata", 201)(answer)).toBeUndefined();
    expect(answer.data["uid"]).toBe(sent.uid);
    expect(JSON.stringify(answer)).toContain("https://files.example/");
    expect(under.service.notices.join()).not.toContain("--file-url");
    expect(answer.data["createdDate"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
  });

  it("returns the stored record for a repeated create request, and a 400 with the uid for different items", async () => {
    const sent = { uid: "again", items: [item(1, "number"), item("x")] };
    const first = await json(under.create(sent), 201);
    expect(
      await json(
        under.create(
          '{"items":[{"value":1.0,"type":"number","key":"k"},{"type":"string","key":"k","value":"x"}],"uid":"again"}',
        ),
        201,
      ),
    ).toEqual(first);
    const swapped = { ...sent, items: [...sent.items].reverse() };
    expect(await json(under.create(swapped), 400)).toEqual({
      errorCode: "Generic",
      message: 'uid "again" exists already with other items; nothing was changed',
    });
    expect(await json(under.create(sent), 201)).toEqual(first);
    await json(under.create(swapped, "analytics"), 201);
  });

  it("stores only one of many concurrent create requests with the same uid", async () => {
    const race = Array.from({ length: 30 }, (_, i) => under.create({ uid: "race", items: [item(i % 3, "number")] }));
    const answers = await Promise.all((await Promise.all(race)).map(async (one) => [one.status, await one.text()]));
    const stored = new Set(answers.flatMap(([status, text]) => (status === 201 ? [text] : [])));
    expect(stored.size).toBe(1);
    expect(answers.filter(([status]) => status === 201)).toHaveLength(10);
    expect(answers.filter(([status]) => status === 400)).toHaveLength(20);
  });

  it.each([
    ["NUL", "a\u0000b"],
    ["a lone surrogate", "\ud800x\udfff"],
    ["a surrogate pair", "💚"],
    ["a byte order mark", "\ufeffa"],
    ["names of Object.prototype", "__proto__"],
    ["two ways to write é", "e\u0301é"],
    ["100 characters outside the Basic Multilingual Plane", "🀄".repeat(100)],
  ])("returns %s in uid, key and value unchanged", async (_name, text) => {
    const sent = {
      uid: text,
      items: [
        { key: text, type: "string", value: text },
        { key: "a", type: "string-array", value: [text, ""] },
      ],
    };
    const { data } = await json<{ data: typeof sent }>(under.create(sent), 201);
    expect({ uid: data.uid, items: data.items }).toEqual(sent);
    await json(under.create(sent), 201);
    await json(under.create({ ...sent, items: [item(`${text}.`)] }), 400);
    const kept: string[] = [];
    for await (const line of under.service.administration.exportMetadata("inspection")) kept.push(line);
    expect(kept.map((line) => JSON.parse(line)).filter((one) => one.uid === text)).toMatchObject([sent]);
  });

  it("returns numbers unchanged", async () => {
    const values = [0, -1.5, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 9007199254740991, 0.1];
    const { data } = await json<{ data: { items: { value: number[] }[] } }>(
      under.create({ uid: "numbers", items: [item(values, "number-array")] }),
      201,
    );
    expect(data.items[0]?.value).toEqual(values);
    for (const literal of ["12345678901234567890", "1e400", "9007199254740993"])
      await json(under.create(`{"uid":"big","items":[{"key":"k","type":"number","value":${literal}}]}`), 400);
  });

  it.each([
    ["no key", {}, 401],
    ["an empty key", { apiKey: "" }, 401],
    ["an unknown key", { apiKey: "nobody" }, 401],
    ["the key twice", { apiKey: `${KEY}, ${KEY}` }, 401],
  ])("returns 401 for %s", async (_name, headers: Record<string, string>, status) => {
    const answer = await fetch(`${under.service.url}/api/v1/reports`, { headers });
    expect(answer.headers.get("content-type")).toBe("application/json");
    const body = await json(answer, status);
    expect(promised("listReports", 401)(body)).toBeUndefined();
  });

  it.each([
    ["GET", "/api/v2/metadata/inspection", 405, "POST"],
    ["HEAD", "/api/v2/metadata/inspection", 405, "POST"],
    ["DELETE", "/api/v1/reports", 405, "GET, HEAD"],
    ["OPTIONS", "/api/v3/purchase-orders", 405, "GET, HEAD"],
    ["POST", "/", 404, null],
    ["POST", "/api/v2/metadata/inspection/", 404, null],
    ["POST", "/api/v2/metadata/", 404, null],
  ])("responds to %s %s with %i", async (method, path, status, allow) => {
    const answer = await fetch(under.service.url + path, { method, headers: { apiKey: KEY } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
  });

  it("responds to HEAD as to GET, without a body", async () => {
    const headOf = async (method: string, path: string, key = KEY) => {
      const answer = await fetch(under.service.url + path, { method, headers: { apiKey: key } });
      const { "content-type": type, "content-length": length } = Object.fromEntries(answer.headers);
      return { status: answer.status, type, length, body: method === "HEAD" ? await answer.text() : "" };
    };
    for (const path of [
      "/api/v1/reports?limit=50",
      "/api/v3/purchase-orders?limit=200",
      "/api/v1/reports?limit=0",
      "/none",
      "/",
    ])
      expect(await headOf("HEAD", path), path).toEqual(await headOf("GET", path));
    expect((await headOf("HEAD", "/api/v1/reports")).status).toBe(200);
    expect((await headOf("HEAD", "/api/v1/reports", "no key")).status).toBe(401);
  });

  it.each([
    ["/api/v2/metadata/other", "{}", "application/json", /^namespace must be/],
    [`/api/v2/metadata/${"x".repeat(200)}`, "{}", "application/json", /^namespace must be/],
    ["/api/v2/metadata/%ff", "{}", "application/json", /percent-encoded/],
    ["/api/v2/metadata/inspection?x=1", "{}", "application/json", /query/],
    ["/api/v2/metadata/inspection", "{}", "text/plain", /^Content-Type/],
    ["/api/v2/metadata/inspection", "{", "application/json", /not JSON/],
    ["/api/v2/metadata/inspection", "", "application/json", /empty/],
    ["/api/v2/metadata/inspection", `"${"x".repeat(1_048_576)}"`, "application/json", /at most 1048576 bytes/],
  ])("rejects invalid create request %# with a message", async (path, body, type, message) => {
    const answer = await fetch(under.service.url + path, {
      method: "POST",
      headers: { apiKey: KEY, "content-type": type },
      body,
    });
    expect((await json<{ message: string }>(answer, 400)).message).toMatch(message);
  });
});

describe("a service whose database has a stopped clock", () => {
  const frozen: Target = {
    name: "PostgreSQL",
    async create() {
      const database = await POSTGRESQL.create();
      await runOn(
        database.options.databaseUrl ?? "",
        `create function public.now() returns timestamptz immutable language sql as $$ select timestamptz '2026-01-01' $$;
        do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`,
      );
      return database;
    },
  };

  it("still rejects a create request with the uid of a stored record but other items", async () => {
    const under = await startOn(frozen);
    onTestFinished(() => under.end());
    const first = await json<{ data: { createdDate: string } }>(under.create({ uid: "u", items: [item("a")] }), 201);
    expect(first.data.createdDate).toBe("2026-01-01T00:00:00.000000+00:00");
    await json(under.create({ uid: "u", items: [item("b")] }), 400);
    expect(await json(under.create({ uid: "u", items: [item("a")] }), 201)).toEqual(first);
  });
});

describe.each(TARGETS)("stopping a service on $name", (target) => {
  /** The time limits after which a stop would continue anyway, in ms: much longer than a test may take. */
  const NEVER = 300_000;
  const patient = { stopTimeout: NEVER, headersTimeout: NEVER, requestTimeout: NEVER, keepAliveTimeout: NEVER };
  const portOf = ({ service }: ServiceUnderTest) => Number(new URL(service.url).port);

  it("does not wait for connections without data, or for a connection after its last response", async () => {
    const under = await startOn(target, patient);
    const silent = connect(portOf(under), "127.0.0.1");
    const last = connect(portOf(under), "127.0.0.1");
    const closed = [silent, last].map((socket) => once(socket.resume(), "close"));
    let answer = "";
    last.on("data", (chunk) => (answer += chunk));
    const body = JSON.stringify({ uid: "last", items: [item("x")] });
    last.write(
      `POST /api/v2/metadata/inspection HTTP/1.1\r\nHost: localhost\r\napiKey: ${KEY}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await expect.poll(() => answer).toContain("100 Continue");
    const stopped = under.service.stop();
    last.write(body);
    await stopped;
    // The response may still be in transit after the stop; it is complete when the connection closes.
    await Promise.all(closed);
    expect(answer).toContain("HTTP/1.1 201 Created");
    await under.database.remove();
  });
});
