/**
 * Every two features of the client that can meet in one request, generated from the tables of openapi/README.md and the
 * options of the client: a real request through a recording proxy to the mock, which validates it. What arrives is
 * compared with what each feature has to send alone.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Mock, startMock } from "@metadata-service/mock";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateClient } from "../operations/generate-client.js";
import type { Call, Draft, Feature, Outcome, Wire } from "./feature.js";
import { draftOf, FEATURES, impossible, KEY, KEYS, SCHEMES } from "./features.js";
import { type Received, startRecordingProxy } from "./recording-proxy.js";

const pairs = FEATURES.flatMap((one, i) => FEATURES.slice(i + 1).map((other) => [one, other] as const));
const possible = pairs.filter(([one, other]) => impossible(one, other) === undefined);

/** The operations of all pairs, without duplicates, by their JSON. */
const operations = new Map(
  possible.map((pair) => draftOf(pair)).map((draft): [string, Draft] => [JSON.stringify(draft), draft]),
);
const idOf = new Map([...operations.keys()].map((key, i) => [key, `send${i}`]));

const document = {
  openapi: "3.1.1",
  info: { title: "Pairs", version: "1.0.0" },
  paths: Object.fromEntries(
    [...operations].map(([key, draft]) => [
      // Not a record, which the mock would look for.
      `/${idOf.get(key)}${draft.path}/done`,
      { [draft.method.toLowerCase()]: operationOf(draft, idOf.get(key) ?? "") },
    ]),
  ),
  components: { securitySchemes: SCHEMES },
} as unknown as OpenApiDocument;

function operationOf({ parameters, schemes, hasAlternative, body, response, extension }: Draft, operationId: string) {
  const content = response ?? {
    "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } },
  };
  const isEmpty = Object.keys(content).length === 0;
  const set = Object.fromEntries((schemes ?? []).map((name) => [name, []]));
  return {
    operationId,
    parameters,
    security: [...(hasAlternative ? [{ missing: [] }] : []), ...(schemes || hasAlternative ? [set] : [])],
    ...(body && { requestBody: body }),
    ...extension,
    responses: isEmpty ? { 204: { description: "Done." } } : { 200: { description: "OK.", content } },
  };
}

/** What no pair of requests can show, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "README paths": "path-template.test.ts of server-rules",
  "README operationId": "a name, which is never sent",
  "README servers": "prepare-document.test.ts of spec-tools",
  "README responses": "client-types.test.ts of spec-tools",
  "README keywords, headers": "nothing is sent for them",
  "README schemas": "response-validators.test.ts of spec-tools, validate.test.ts",
  "README `readOnly`, `writeOnly`": "two schemas at generate",
  "README slips": "without-slips.test.ts of spec-tools",
  "README inheritance": "one schema at generate",
  "README `$id`, `$anchor`, `$dynamicRef`": "plain references at generate: dynamic-references.test.ts of spec-tools",
  "README examples": "the mock's",
  "README paging: a list without it is treated like any other operation": "the operations without a page here",
  "README paging: if `offset` has a `maximum`, `npm run generate` prints how many records can be read, and whoever reads a longer list gets the 400 of the server":
    "the list that is longer than its largest offset, in the catalogue",
  "README webhooks, callbacks": "not sent by a client",
  "README formats": "not checked in requests",
  "README errors": "errors.test.ts",
  "README resources": "the mock's",
  "README parameters: if two have the same name": "names.test.ts",
  "README parameters: the client calls the second one `id (query)`": "names.test.ts",
  "README bodies: only the first media type is tested": "a limit of the contract suite",
  "RetryOptions.": "the values of retry",
  "SyncOptions.": "a sync sends many requests: fuzz/sync.test.ts",
};

/** The rows whose parts can be in a request, and how their parts are separated. */
const IN_REQUESTS: Readonly<Record<string, RegExp>> = {
  methods: /, /,
  parameters: /(?:, | and |; )(?!explode)/,
  "style and explode": /, |; /,
  security: /; /,
  bodies: /, |; /,
  paging: /; /,
};

describe("the features are", () => {
  const known = new Set(FEATURES.map((feature) => feature.of));
  const missing = (names: readonly string[]) =>
    names.filter(
      (name) =>
        !known.has(name) &&
        !Object.keys(ELSEWHERE).some((one) => name === one || (one.endsWith(".") && name.startsWith(one))),
    );

  it("all that openapi/README.md says is supported", async () => {
    const text = await readFile(new URL("../../../../openapi/README.md", import.meta.url), "utf8");
    const [table = ""] = /\| part \| supported \|[\s\S]*?\n\n/.exec(text) ?? [];
    const rows = [...table.matchAll(/^\| (.+?) \| (.+) \|$/gm)].slice(1);
    expect(rows.length).toBeGreaterThan(10);
    const parts = rows.flatMap(([, row = "", content = ""]) => {
      const separator = IN_REQUESTS[row];
      return separator ? content.split(separator).map((part) => `README ${row}: ${part}`) : [`README ${row}`];
    });
    expect(missing(parts)).toEqual([]);
    const own = [...known, ...Object.keys(ELSEWHERE)].filter((name) => name.startsWith("README"));
    expect(own.filter((name) => !parts.includes(name))).toEqual([]);
  });

  it("all options of the client, of a call and of a list", async () => {
    const text = await readFile(new URL("../../src/options.ts", import.meta.url), "utf8");
    const options = ts
      .createSourceFile("options.ts", text, ts.ScriptTarget.Latest)
      .statements.flatMap((statement) =>
        ts.isInterfaceDeclaration(statement) && statement.name.text.endsWith("Options")
          ? statement.members.map(({ name }) => `${statement.name.text}.${name && "text" in name ? name.text : ""}`)
          : [],
      );
    expect(options).toContain("ClientOptions.onEvent");
    expect(missing(options)).toEqual([]);
    expect([...known].filter((name) => name.includes("Options.") && !options.includes(name))).toEqual([]);
  });
});

/** What went wrong in the pairs of a feature with those after it. */
const failures = new Map<Feature, string[]>();
let mock: Mock;
let generated: Awaited<ReturnType<typeof generateClient>>;
// biome-ignore lint/suspicious/noExplicitAny: this module is generated in the test.
let api: any;

beforeAll(async () => {
  [mock, generated] = await Promise.all([startMock({ document, apiKeys: [KEY], size: 3 }), generateClient(document)]);
  api = await import(join(generated.src, "index.ts"));
  const waiting = [...possible];
  const next = async (): Promise<void> => {
    const pair = waiting.pop();
    if (!pair) return;
    const [one, other] = pair;
    await check(pair).catch((error: Error) => {
      failures.set(one, [...(failures.get(one) ?? []), `${other.name}: ${error.message}`]);
    });
    return next();
  };
  await Promise.all(Array.from({ length: 32 }, next));
});
afterAll(async () => {
  await Promise.all([mock.stop(), generated.remove()]);
  const reasons = new Map<string, number>();
  for (const pair of pairs) {
    const reason = impossible(...pair);
    if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const lines = [...reasons].map(([reason, count]) => `${count}: ${reason}`);
  console.log(
    `${FEATURES.length} features, ${pairs.length} pairs: ${possible.length} ran, ${pairs.length - possible.length} are impossible\n${lines.join("\n")}`,
  );
});

/** Sends the request of a pair. */
async function send(pair: readonly Feature[]): Promise<Outcome> {
  const draft = draftOf(pair);
  const client: Call["client"] = { apiKey: KEYS, retry: { attempts: 3, baseDelay: 1, maxDelay: 1 } };
  const call: Call = {
    client,
    // Pages that were asked for ahead of the end are aborted, before or after they arrive.
    options: draft.extension ? { concurrency: 1 } : {},
    path: [],
    parameters: {},
    middleware: [],
    before: [],
    noted: new Map(),
  };
  const proxy = await startRecordingProxy(mock.url, call.before);
  client["baseUrl"] = proxy.url;
  for (const feature of pair) feature.call?.(call);
  try {
    const one = api.createClient(client);
    if (call.middleware.length > 0) one.raw.use(...call.middleware);
    const takesParameters = draft.parameters.some((parameter) => Object(parameter).in !== "path");
    const args = [...call.path, ...(draft.body ? [call.body] : []), ...(takesParameters ? [call.parameters] : [])];
    const sent = one[idOf.get(JSON.stringify(draft)) ?? ""](...args, call.options);
    const [done] = await Promise.allSettled([draft.extension ? sent.toArray() : sent]);
    const outcome = { seen: proxy.seen, call, draft };
    return done.status === "fulfilled" ? { ...outcome, result: done.value } : { ...outcome, error: done.reason };
  } finally {
    await proxy.stop();
  }
}

const PAGING = /^(limit|offset)=/;

/** Compares a request with what the features of a pair have to send, and nothing else. */
async function checkRequest(request: Received, wires: readonly Wire[]) {
  const [, path = "", search = ""] = /^([^?]*)\??(.*)$/.exec(request.url) ?? [];
  const pieces = search.split("&").filter((piece) => piece !== "" && !PAGING.test(piece));
  expect(pieces.sort()).toEqual(wires.flatMap(({ query = [] }) => query).sort());
  const cookies = request.headers.cookie?.split("; ") ?? [];
  expect(cookies.sort()).toEqual(wires.flatMap(({ cookies: own = [] }) => own).sort());
  const headers = Object.assign({}, ...wires.map((wire) => wire.headers ?? {}));
  expect(request.headers).toMatchObject(headers);
  const parts = wires.flatMap(({ path: own = [] }) => own);
  expect(path.split("/").slice(-1 - parts.length, -1)).toEqual(parts);
  for (const { prefix, method, body } of wires) {
    if (prefix) expect(path.startsWith(`${prefix}/send`), path).toBe(true);
    if (method) expect(request.method).toBe(method);
    if (body)
      expect([`${request.headers["content-type"]}`, await parsed(request)]).toEqual([
        expect.stringMatching(body.type),
        body.value,
      ]);
  }
  if (!wires.some(({ body }) => body)) expect(request.body).toHaveLength(0);
}

/** Parses a body with the parsers of the runtime, which share no code with the client. */
async function parsed({ headers, body }: Received): Promise<unknown> {
  const type = `${headers["content-type"]}`;
  if (/json/.test(type)) return JSON.parse(`${body}`);
  if (/^text\//.test(type)) return `${body}`;
  if (/urlencoded/.test(type)) return [...new URLSearchParams(`${body}`)];
  if (!/^multipart/.test(type)) return body.toString("latin1");
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const text = async (value: FormDataEntryValue) =>
    typeof value === "string"
      ? value
      : Buffer.from(await value.arrayBuffer()).toString(/json/.test(value.type) ? "utf8" : "latin1");
  return Promise.all([...form].map(async ([name, value]) => [name, await text(value)]));
}

async function check(pair: readonly Feature[]) {
  const outcome = await send(pair);
  const wires = pair.map(({ wire = {} }) => wire);
  for (const request of outcome.seen) await checkRequest(request, wires);
  if (outcome.error !== undefined && !pair.some((feature) => feature.fails)) throw outcome.error;
  const attempts = Math.max(...pair.map((feature) => feature.attempts ?? 1));
  if (!outcome.draft.extension && outcome.error === undefined) expect(outcome.seen).toHaveLength(attempts);
  for (const feature of pair) await feature.check?.(outcome);
}

it.each(FEATURES.map((feature) => [feature.name, feature] as const))(
  "%s works with each later feature",
  (_, feature) => {
    expect(failures.get(feature) ?? []).toEqual([]);
  },
);
