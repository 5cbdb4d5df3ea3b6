/** A sample of the catalogue of edits, in one copy of the repository; `npm run extra -- catalogue` runs them all. */
import { readApi } from "@metadata-service/spec-tools";
import { afterAll, beforeAll, expect, test } from "vitest";
import { document as named } from "../../packages/client/test/operations/names-document.js";
import type { Edit } from "../catalogue/edit.js";
import { edits, wholeSpec } from "../catalogue/edits.js";
import { isExpected, type Outcome, runEdits } from "../catalogue/run-edits.js";
import { copyRepo, type RepoCopy } from "./copy-repo.js";

test("no two edits of the catalogue add the same path, operation or component, because they run together", () => {
  const added = edits
    .filter(({ files, removes, renames, refused }) => !(files ?? removes ?? renames ?? refused))
    .flatMap(({ paths = {}, components = {} }) => [
      ...Object.keys(paths),
      ...Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? [])),
      ...Object.entries(components).flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`)),
    ]);
  expect(added.filter((name, i) => added.indexOf(name) !== i)).toEqual([]);
});

const SAMPLE = ["an added list", "field: allOf", "refused: mutual TLS"];

let copy: RepoCopy;
beforeAll(async () => {
  copy = await copyRepo({ built: true });
});
afterAll(() => copy.remove());

const scaffold = (...args: string[]) =>
  copy.run(process.execPath, "packages/spec-tools/.compiled/scaffold/main.js", ...args);

/** What `npm run spec -- scaffold` writes for a factory. */
const scaffolded: Edit = {
  name: "scaffold",
  operations: [
    ...["listFactories", ...["create", "get", "replace", "update", "delete", "close"].map((verb) => `${verb}Factory`)],
    ...["markFactoryPaid", "replaceFactoryPhoto"],
  ],
  calls: [
    'client.createFactory({ name: "a", state: "open", tags: ["b"], size: 3, lines: [{ hall: "c", beds: 2 }] }).then(async ({ uid }) => { if ((await client.updateFactory(uid, { state: "closed" })).state !== "closed") throw new Error("not changed"); return client.deleteFactory(uid); })',
    'client.listFactories({ state: "closed" }).toArray().then((all) => { if (all.some(({ state }) => state !== "closed")) throw new Error("not filtered"); })',
    'client.createFactory({ name: "a", state: "open", tags: ["b"], size: 3, lines: [] }).then(async ({ uid }) => { await client.replaceFactoryPhoto(uid, { file: new Blob(["abc"]) }); return (await client.markFactoryPaid(uid)).size.toFixed(); })',
    "client.syncFactories()[Symbol.asyncIterator]().next().then(({ value }) => value?.records.length.toFixed())",
    "client.listFactories({ limit: 2 }).page().then(({ count, next }) => [count.toFixed(), next?.trim()])",
  ],
};

test("edits of the spec, and a resource created with npm run spec -- scaffold, reach every package or are rejected", async () => {
  const fields = "name:string,state:open|closed,openedOn:date?,tags:string[],lines:{hall:string,beds:integer}[]";
  const more = ["--shape", "linked", "--actions", "close,markPaid", "--uploads", "photo"];
  const written = scaffold("--name", "Factory", "--fields", fields, ...more);
  expect(written.ok, written.output).toBe(true);
  // A required field more is one edit, which every request, response and example follows.
  const shared = "openapi/components/schemas/FactoryFields.yaml";
  await copy.edit(shared, "required:\n", "required:\n  - size\n");
  await copy.edit(
    shared,
    "properties:\n",
    "properties:\n  size: { type: integer, description: Its size., examples: [3] }\n",
  );
  const sample = edits.filter(({ name }) => SAMPLE.includes(name));
  expect(sample).toHaveLength(SAMPLE.length);
  const outcomes: Outcome[] = [];
  const teller = { outcome: (outcome: Outcome) => outcomes.push(outcome) };
  // The tests that the catalogue would run in the copy are already run in the repository.
  await runEdits(copy, [...sample, scaffolded], teller, { ownTests: false });
  const wrong = outcomes.filter((outcome) => !isExpected(outcome));
  expect(wrong.map(({ edit, result, details }) => [edit.name, result, ...details])).toEqual([]);
  expect(outcomes.map(({ result }) => result).sort()).toEqual(["refused", "works", "works", "works"]);
});

test("a spec whose names are those of inherited methods reaches every package", async () => {
  const operations = readApi(named).operations.map(({ id }) => id);
  const edit = wholeSpec("names", "openapi.json", JSON.stringify(named, null, 1), operations, {
    // The other cases do not depend on names, and take a minute.
    cases: "the key in another case|law page size",
    calls: ['client.sendQuery({ constructor: "x" })', "client.listThings0().toArray()", "client.listSettings().page()"],
  });
  const outcomes: Outcome[] = [];
  await runEdits(copy, [edit], { outcome: (outcome) => outcomes.push(outcome) }, { ownTests: false });
  expect(outcomes.map(({ result, details }) => [result, ...details])).toEqual([["works"]]);
});

test("npm run spec -- scaffold overwrites nothing, writes nothing in a dry run, and reports what it does not understand", async () => {
  const before = await copy.files("openapi");
  for (const [args, message] of [
    [
      ["--name", "Factory", "--fields", "name:string"],
      /openapi\/paths\/factories\.yaml.* already exist, so nothing was written/,
    ],
    [
      ["--name", "Plant", "--fields", "name:string", "--path", "/api/v1/reports"],
      /The path \/api\/v1\/reports is already in openapi\/openapi\.yaml/,
    ],
    [["--name", "Plant", "--fields", "name:text"], /"name:text" is not a field\. A field is name:type/],
    [["--name", "Plant", "--fields", "line:{a:string},lines:{a:string}[]"], /named like the objects of a field, Line;/],
    [["--name", "Plant", "--fields", "input:{a:string}"], /named like the objects of a field, Input;/],
    [["--name", "Plant", "--fields", "lines:{sku:text}[]"], /"sku:text" is not a field\. A field is name:type/],
    [
      ["--name", "Plant", "--fields", "a:string", "--actions", "Close"],
      /--actions must be names in camelCase, such as cancel,markPaid, not "Close"/,
    ],
    [["--name", "Plant", "--fields", "uid:string"], /The field uid is duplicated or reserved/],
    [
      ["--name", "Plant", "--fields", "a:string", "--shape", "pages"],
      /--shape must be one of standard, linked, array, not "pages"/,
    ],
    [["--fields", "a:string"], /--name is missing/],
  ] as const) {
    const refused = scaffold(...args);
    expect([refused.ok, refused.output]).toEqual([false, expect.stringMatching(message)]);
  }
  const dry = scaffold("--name", "Plant", "--fields", "a:string", "--actions", "open", "--dry-run");
  expect([dry.ok, dry.output]).toEqual([
    true,
    expect.stringMatching(/paths\/plant-open\.yaml[\s\S]*Nothing was written\./),
  ]);
  expect(await copy.files("openapi")).toEqual(before);
});
