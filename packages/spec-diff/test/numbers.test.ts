/** Numbers that a 64-bit float would change are compared as the documents write them. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diffSpecs } from "../src/compare/diff-specs.js";
import { readSpec } from "../src/read-spec.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "numbers-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const documentWith = (
  schema: string,
) => `{"openapi":"3.1.0","info":{"title":"T","version":"1.0.0"},"paths":{"/t":{"post":{
  "operationId":"t","requestBody":{"content":{"application/json":{"schema":${schema}}}},
  "responses":{"204":{"description":"Done."}}}}}}`;

/** Compares two schemas of a request, in JSON and in YAML, of which JSON is a subset. */
async function verdicts(was: string, is: string): Promise<string[]> {
  const found = [];
  for (const ending of ["json", "yaml"]) {
    const read = async (name: string, schema: string) => {
      const file = join(folder, `${name}.${ending}`);
      await writeFile(file, documentWith(schema));
      return readSpec(file);
    };
    const changes = diffSpecs(await read("was", was), await read("is", is));
    const kinds = changes.map(({ verdict, side }) => (side === "documentation" ? "text" : verdict));
    found.push([...new Set(kinds)].join() || "nothing");
  }
  return [...new Set(found)];
}

describe("a number", () => {
  it.each([
    ["maximum", "9007199254740992", "9007199254740993", "compatible", "breaking"],
    ["maximum", "1e400", "1e401", "compatible", "breaking"],
    ["maximum", "0.1", "0.1000000000000000000001", "compatible", "breaking"],
    ["maximum", "0.1", "0.10", "nothing", "nothing"],
    ["maximum", "9007199254740993", "9007199254740993.0", "nothing", "nothing"],
    ["exclusiveMinimum", "9007199254740993", "9007199254740992", "compatible", "breaking"],
    ["multipleOf", "18014398509481986", "9007199254740993", "compatible", "breaking"],
    ["multipleOf", "0.3", "0.1", "compatible", "breaking"],
    ["const", "9007199254740993", "9007199254740995", "breaking,compatible", "breaking,compatible"],
    ["enum", "[9007199254740993]", "[9007199254740993,1e400]", "compatible", "breaking"],
    ["default", "9007199254740992", "9007199254740993", "breaking", "breaking"],
    ["examples", "[9007199254740992]", "[9007199254740993]", "text", "text"],
    ["maxLength", "9007199254740993", "9007199254740992", "breaking", "not judged,compatible"],
    ["x-other", "9007199254740992", "9007199254740993", "not judged", "not judged"],
  ])("in %s, %s and %s: %s, and %s in the other direction", async (keyword, was, is, verdict, back) => {
    const type = keyword === "maxLength" ? "string" : "number";
    const [before, after] = [was, is].map((value) => `{"type": "${type}", "${keyword}": ${value}}`);
    expect([await verdicts(before ?? "", after ?? ""), await verdicts(after ?? "", before ?? "")]).toEqual([
      [verdict],
      [back],
    ]);
  });

  it("of integers: an excluded bound is the next included one", async () => {
    const [excluded, included] = [
      '{"type": "integer", "exclusiveMinimum": 9007199254740992}',
      '{"type": "integer", "minimum": 9007199254740993}',
    ];
    expect(await verdicts(excluded, included)).toEqual(["text"]);
    const values = '{"type": "integer", "minimum": 9007199254740993, "maximum": 9007199254740995}';
    const listed = '{"enum": [9007199254740993, 9007199254740994, 9007199254740995]}';
    expect(await verdicts(values, listed)).toEqual(["text"]);
    expect(await verdicts(values, '{"enum": [9007199254740993, 9007199254740995]}')).toEqual([
      expect.stringContaining("breaking"),
    ]);
  });

  it("is shown as it is written", async () => {
    await writeFile(join(folder, "was.json"), documentWith('{"maximum": 9007199254740993}'));
    await writeFile(join(folder, "is.json"), documentWith('{"maximum": 9007199254740995}'));
    const changes = diffSpecs(await readSpec(join(folder, "was.json")), await readSpec(join(folder, "is.json")));
    expect(changes.map(({ text }) => text)).toEqual([
      "POST /t: the request body has maximum 9007199254740995 instead of maximum 9007199254740993",
    ]);
  });
});
