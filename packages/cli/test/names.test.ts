/** The command for a document whose names are those of inherited methods, or no identifiers. */
import { join } from "node:path";
import { type Mock, startMock } from "@metadata-service/mock";
import { commandTable } from "@metadata-service/spec-tools/command-table";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateClient } from "../../client/test/operations/generate-client.js";
import { document, namesIn, OPTIONS } from "../../client/test/operations/names-document.js";
import type { Environment } from "../src/environment.js";
import { BUILT_IN } from "../src/run-command.js";
import { recordTable } from "../src/targets/record-table.js";
import { rowsOf } from "./support/contents.js";
import { newFolder, run } from "./support/run.js";

const table = commandTable(document) as Environment["table"];
const wordsOf = (operation: string) => table.commands.find((one) => one.operation === operation)?.words ?? [];

let mock: Mock;
let generated: Awaited<ReturnType<typeof generateClient>>;
let connect: Environment["connect"];
let env: Record<string, string>;
const call = (args: readonly string[], stdin = "") => run(args, { table, connect, env, stdin });

/** The flags of a command that take any text. */
async function flagsOf(words: readonly string[]): Promise<string[]> {
  const [own = ""] = (await call([...words, "--help"])).stdout.split("Connection");
  return [...own.matchAll(/^ {2}(--\S+) TEXT/gm)].map(([, flag = ""]) => flag);
}

beforeAll(async () => {
  [mock, generated] = await Promise.all([startMock({ document, size: 3 }), generateClient(document)]);
  connect = (await import(join(generated.src, "index.ts"))).createClient;
  const key = JSON.stringify(Object.fromEntries(namesIn.schema.map((name) => [name, mock.apiKey])));
  env = { METADATA_BASE_URL: mock.url, METADATA_API_KEY: key };
});
afterAll(() => Promise.all([mock.stop(), generated.remove()]));

it("keeps its own commands, whatever the operations are called", () => {
  const own = [...BUILT_IN.map(({ words }) => words.join(" ")), "help", "api"];
  const paths = Object.fromEntries(
    own.map((operationId) => [`/${operationId}`, { get: { operationId, responses: {} } }]),
  );
  const { commands } = commandTable({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths } as never);
  expect(commands.map(({ words }) => words.join(" "))).toEqual(own.map((operation) => `api ${operation}`));
});

it("has help and completions for every command", async () => {
  for (const { words } of [{ words: [] }, ...table.commands]) {
    const { code, stdout } = await call([...words, "--help"]);
    expect([words, code, stdout.match(/native code|undefined|\[object/)]).toEqual([words, 0, null]);
    expect((await call(["__complete", ...words, "--"])).code).toBe(0);
  }
});

it("has a flag of its own for each parameter, which the service accepts", async () => {
  const words = wordsOf("sendQuery");
  const flags = await flagsOf(words);
  expect([new Set(flags).size, flags.length]).toEqual([namesIn.query.length, namesIn.query.length]);
  const before = mock.requests.length;
  expect((await call([...words, ...flags.flatMap((flag) => [flag, `of ${flag}`])])).code).toBe(0);
  const query = new URL(mock.requests.at(-1)?.url ?? "", mock.url).searchParams;
  const expected = namesIn.query.map((name, i) => [name, `of ${flags[i]}`]);
  expect([mock.requests.length - before, [...query].sort()]).toEqual([1, expected.sort()]);
});

it.each([
  ["list", []],
  ["pull", []],
  ["sync", ["--to"]],
])("settings %s has parameters with the names of its own flags", async (verb, target) => {
  const folder = await newFolder();
  const flags = await flagsOf(["settings", verb]);
  const args = flags.flatMap((flag) => [flag, flag.replace(/^--(param-)?/, "of ")]);
  const { code, stderr } = await call([
    "settings",
    verb,
    ...args,
    ...target.flatMap((flag) => [flag, join(folder, "a.ndjson")]),
  ]);
  expect([code, stderr]).toEqual([0, expect.anything()]);
  const query = Object.fromEntries(new URL(mock.requests.at(-1)?.url ?? "", mock.url).searchParams);
  // Here, --param-to is the flag of the parameter "to", or --param-to-2 that of "param-to".
  const others = OPTIONS.filter((name) => name !== "param-to");
  expect(query).toMatchObject({
    ...Object.fromEntries(others.map((name) => [name, `of ${name}`])),
    "param-to": expect.stringMatching(/^of to/),
  });
});

describe.each(namesIn.schema.map((name, i) => [name, i] as const))("the name %s", (name, i) => {
  it("is the identity of records that are created, listed and pulled", async () => {
    const [create, list] = [wordsOf(`createThing${i}`), wordsOf(`listThings${i}`)];
    const one = await call([...create, `${name}=one`, "__proto__=own"]);
    expect([one.code, JSON.parse(one.stdout)[name], Object.keys(JSON.parse(one.stdout))]).toEqual([
      0,
      "one",
      expect.arrayContaining(["__proto__"]),
    ]);
    const csv = await call([...create, "--from", "-", "--format", "csv"], `${name},__proto__\ntwo,own\n`);
    expect(csv).toMatchObject({ code: 0, stderr: expect.stringContaining("1 stored") });
    for (const format of ["table", "csv", "json", "ndjson"]) {
      const { code, stdout } = await call([...list, "--format", format]);
      expect([format, code, /two/.test(stdout), /native code/.test(stdout)]).toEqual([format, 0, true, false]);
    }
    const folder = await newFolder();
    for (const file of ["a.ndjson", "a.csv", "a.parquet", "a.sqlite", "a.duckdb"]) {
      const to = join(folder, file);
      expect([file, (await call([list[0] ?? "", "pull", "--to", to])).code]).toEqual([file, 0]);
      const text = JSON.stringify(await rowsOf(to, list[0]));
      expect([file, text.match(/__proto__/g)?.length, /native code/.test(text)]).toEqual([file, 2, false]);
    }
  });
});

it("is not taken for a shell or a profile", async () => {
  expect(await call(["completion", "constructor"])).toMatchObject({ code: 2, stdout: "" });
  expect((await call(["logout", "--profile", "constructor"])).stderr).toContain("There is no profile constructor");
  const other = { ...env, METADATA_API_KEY: "", METADATA_PROFILE: "valueOf" };
  expect((await run([...wordsOf("sendQuery")], { table, connect, env: other })).stderr).toContain("no profile valueOf");
});

it("a row and its other fields keep any name", () => {
  const record = JSON.parse('{"__proto__":1,"constructor":"x","id":"a"}');
  const fields = [
    { name: "id", type: "text" },
    { name: "toString", type: "text" },
  ] as const;
  const { rowOf } = recordTable({ name: "things", identity: "id", fields }, {});
  const [id, inherited, others] = rowOf(record);
  expect([id, inherited]).toEqual(["a", undefined]);
  expect(JSON.stringify(others)).toBe('{"__proto__":1,"constructor":"x"}');
});
