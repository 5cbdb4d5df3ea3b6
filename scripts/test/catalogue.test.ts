/** A sample of the catalogue of edits, in one copy of the repository; `npm run catalogue` runs them all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { edits } from "../catalogue/edits.js";
import { isExpected, type Outcome, runEdits } from "../catalogue/run-edits.js";
import { copyRepo, type RepoCopy } from "./copy-repo.js";

const SAMPLE = ["an added list", "a filter", "field: allOf", "security: mutual TLS"];

let copy: RepoCopy;
beforeAll(async () => {
  copy = await copyRepo({ built: true });
});
afterAll(() => copy.remove());

test("edits of the spec alone reach every surface, or are refused with their message", async () => {
  const sample = edits.filter(({ name }) => SAMPLE.includes(name));
  expect(sample).toHaveLength(SAMPLE.length);
  const outcomes: Outcome[] = [];
  await runEdits(copy, sample, { outcome: (outcome) => outcomes.push(outcome) });
  const wrong = outcomes.filter((outcome) => !isExpected(outcome));
  expect(wrong.map(({ edit, result, details }) => [edit.name, result, ...details])).toEqual([]);
  expect(outcomes.map(({ result }) => result).sort()).toEqual(["refused", "works", "works", "works"]);
});

const scaffold = (...args: string[]) => copy.run("npx", "tsx", "packages/spec-tools/src/scaffold/main.ts", ...args);

test("a resource of npm run scaffold reaches every surface as it is written", async () => {
  const fields = "name:string,state:open|closed,openedOn:date?,tags:string[]";
  const written = scaffold("--name", "Factory", "--fields", fields, "--shape", "linked");
  expect(written.ok, written.output).toBe(true);
  const edit = {
    name: "scaffold",
    operations: ["list", "create", "get", "replace", "update", "delete"].map((verb) =>
      verb === "list" ? "listFactories" : `${verb}Factory`,
    ),
    calls: [
      'client.createFactory({ name: "a", state: "open", tags: ["b"] }).then(async ({ uid }) => { if ((await client.updateFactory(uid, { state: "closed" })).state !== "closed") throw new Error("not changed"); return client.deleteFactory(uid); })',
      "client.listFactories({ limit: 2 }).page().then(({ count, next }) => [count.toFixed(), next?.trim()])",
    ],
  };
  const outcomes: Outcome[] = [];
  await runEdits(copy, [edit], { outcome: (outcome) => outcomes.push(outcome) });
  expect(outcomes.map(({ result, details }) => [result, ...details])).toEqual([["works"]]);
});

test("npm run scaffold overwrites nothing, and says what it does not understand", async () => {
  const before = await copy.files("openapi");
  for (const [args, message] of [
    [
      ["--name", "Factory", "--fields", "name:string"],
      /openapi\/paths\/factories\.yaml.*: there already, so nothing was written/,
    ],
    [
      ["--name", "Plant", "--fields", "name:string", "--path", "/api/v1/reports"],
      /The path \/api\/v1\/reports is in openapi\.yaml already/,
    ],
    [["--name", "Plant", "--fields", "name:text"], /"name:text" is none\. Types: string, integer/],
    [["--name", "Plant", "--fields", "uid:string"], /The field uid is there already/],
    [
      ["--name", "Plant", "--fields", "a:string", "--shape", "pages"],
      /--shape knows array, standard, linked, and not "pages"/,
    ],
    [["--fields", "a:string"], /--name is missing/],
  ] as const) {
    const refused = scaffold(...args);
    expect([refused.ok, refused.output]).toEqual([false, expect.stringMatching(message)]);
  }
  expect(await copy.files("openapi")).toEqual(before);
});
