/** Numbers that a 64-bit float would change, from the text of a document to what is written of it. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  compareNumbers,
  divides,
  ExactNumber,
  exactJson,
  leastWhole,
  negative,
  parsedWhole,
  parseExactJson,
} from "../src/json.js";
import { readDocument } from "../src/load/load-document.js";

const exact = (literal: string) => new ExactNumber(literal);

describe("an exact number", () => {
  it.each([
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993.250", "-9007199254740993.25"],
    ["0.1000000000000000000010", "0.100000000000000000001"],
    ["1e400", "1e400"],
    ["10E+399", "1e400"],
    ["1e-400", "1e-400"],
    ["123456789012345678901e5", "12345678901234567890100000"],
  ])("%s is written as %s", (literal, written) => expect(String(exact(literal))).toBe(written));

  it("equals another spelling of itself, and no other number", () => {
    expect(exact("9007199254740993")).toEqual(exact("9007199254740993.0"));
    expect(exact("9007199254740993")).not.toEqual(exact("9007199254740995"));
  });

  it("is in order with all other numbers", () => {
    const ordered = [
      ...[Number.NEGATIVE_INFINITY, exact("-1e400"), exact("-9007199254740993"), -9007199254740992, -1, 0],
      ...[exact("1e-400"), 0.1, exact("0.10000000000000000000001"), 0.2, 9, 9007199254740992],
      ...[exact("9007199254740993"), 9007199254740994n, exact("1e400"), Number.POSITIVE_INFINITY],
    ];
    for (const [i, one] of ordered.entries())
      for (const [j, other] of ordered.entries())
        expect(Math.sign(compareNumbers(one, other)) + 0, `${one} and ${other}`).toBe(Math.sign(i - j));
    expect(ordered.map(negative).sort(compareNumbers).map(negative).reverse().map(String)).toEqual(ordered.map(String));
  });

  it.each([
    ["9007199254740993", "18014398509481986", true],
    ["2", "9007199254740993", false],
    ["0.1", "0.3", true],
    ["0.1", "0.10000000000000000000001", false],
    ["1e-400", "7", true],
    ["0", "7", false],
  ])("%s divides %s: %s", (one, other, holds) => expect(divides(exact(one), exact(other))).toBe(holds));

  it.each([
    ["1.5", 2n],
    ["-1.5", -1n],
    ["-0.0000001", 0n],
    ["9007199254740993.5", 9007199254740994n],
    ["1e4000", Number.POSITIVE_INFINITY],
    ["-1e4000", Number.NEGATIVE_INFINITY],
  ])("the least whole number from %s is %s", (literal, whole) => {
    expect(leastWhole(exact(literal), false)).toBe(whole);
    expect(leastWhole(exact(literal), true)).toBe(whole);
  });

  it("has a next whole number", () => {
    expect([leastWhole(3, false), leastWhole(3, true)]).toEqual([3n, 4n]);
    expect(leastWhole(exact("-9007199254740993"), true)).toBe(-9007199254740992n);
    expect([parsedWhole(3n), parsedWhole(9007199254740993n)]).toEqual([3, exact("9007199254740993")]);
  });
});

it("JSON is the same after it was parsed and written, except for spellings of numbers", () => {
  const text = '{"a":[9007199254740993,-1e400,0.1],"b":"9007199254740993, \\"1e400\\""}';
  expect(exactJson(parseExactJson(text))).toBe(text);
  expect(parseExactJson('{"a":1.50}')).toEqual({ a: 1.5 });
});

describe("a document that is read exactly", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "exact-"));
    await mkdir(join(folder, "schemas"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    const { document } = await readDocument({ root: join(folder, name), isExact: true });
    return parseExactJson(exactJson(document)) as Record<string, unknown>;
  };
  const YAML = "openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths: {}\n";

  it.each([
    ["9007199254740993", exact("9007199254740993")],
    ["+9007199254740993", exact("9007199254740993")],
    ["0xFFFFFFFFFFFFFFFF", exact("18446744073709551615")],
    ["-.1234567890123456789", exact("-0.1234567890123456789")],
    ["1.0e+400", exact("1e400")],
    ["[1, 9007199254740993]", [1, exact("9007199254740993")]],
    ["0.10", 0.1],
    ["!!int 9007199254740993", 9007199254740992],
    ["!<tag:yaml.org,2002:float>\n  9007199254740993", 9007199254740992],
    ["[!!str 9007199254740993, &b 9007199254740993]", ["9007199254740993", exact("9007199254740993")]],
    ["'9007199254740993'", "9007199254740993"],
    ['"1e400"', "1e400"],
    ["|-\n  9007199254740993", "9007199254740993"],
    ["order 9007199254740993 of 1e400", "order 9007199254740993 of 1e400"],
    ["&a { n: 9007199254740993 }\nx-same: *a", { n: exact("9007199254740993") }],
  ])("has the value of YAML %s", async (written, value) => {
    expect((await read("openapi.yaml", `${YAML}x-value: ${written}\n`))["x-value"]).toEqual(value);
  });

  it.each([
    ["9007199254740993", "9007199254740993"],
    ["1.0", "1.0"],
    ["+1e3 ", "+1e3"],
    ["0x10", "0x10"],
    ["0o17", "0o17"],
    ["1e400", "1e400"],
    ["-.inf", "-.inf"],
    [".NaN", ".NaN"],
    ["TRUE", "TRUE"],
    ["~", "~"],
    ["? 2.50\n  ", "2.50"],
    ["200", "200"],
    ["'1.0'", "1.0"],
    ["version 1.0", "version 1.0"],
    ["!!str 1.0", "1.0"],
  ])("has the name of YAML %s", async (written, name) => {
    const text = `${YAML}x-names:\n  text: |\n    1.0: a\n  flow: [{ 1.0: 1.0 }]\n  ${written}: { 0.10: "2.0: 3.0", n: 9007199254740993 }\n`;
    expect((await read("openapi.yaml", text))["x-names"]).toEqual({
      text: "1.0: a\n",
      flow: [{ "1.0": 1 }],
      [name]: { "0.10": "2.0: 3.0", n: exact("9007199254740993") },
    });
  });

  it("keeps what is named twice with an alias, and names in other files", async () => {
    await writeFile(join(folder, "schemas/Names.yaml"), "type: object\nproperties: { 1.0: { type: string } }\n");
    const rest = "x-a: &a { 1.0: 2 }\nx-b: *a\ncomponents: { schemas: { Names: { $ref: ./schemas/Names.yaml } } }\n";
    expect(await read("openapi.yaml", YAML + rest)).toMatchObject({
      "x-a": { "1.0": 2 },
      "x-b": { "1.0": 2 },
      components: { schemas: { Names: { properties: { "1.0": { type: "string" } } } } },
    });
  });

  it("keeps the numbers of its other files, and of JSON", async () => {
    const schema = { type: "integer", maximum: exact("9007199254740993") };
    await writeFile(join(folder, "schemas/Big.yaml"), "type: integer\nmaximum: 9007199254740993\n");
    const parameters = "parameters: { Q: { name: q, in: query, schema: { $ref: ./schemas/Big.yaml } } }";
    const document = await read("openapi.yaml", `${YAML}components:\n  ${parameters}\n`);
    expect(document).toMatchObject({ components: { schemas: { Big: schema } } });
    const json = `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"x-max":${exactJson(schema)}}`;
    expect((await read("openapi.json", json))["x-max"]).toEqual(schema);
    const schemas = `{"Big":{"$anchor":"big",${exactJson(schema).slice(1)}}`;
    const anchored = await read("openapi.json", json.replace('"x-max"', `"components":{"schemas":${schemas}},"x-max"`));
    expect(anchored["components"]).toEqual({ schemas: { Big: schema } });
  });

  it("has other numbers where nobody asks for exact ones", async () => {
    await writeFile(join(folder, "openapi.yaml"), `${YAML}x-value: 9007199254740993\n`);
    const { document } = await readDocument({ root: join(folder, "openapi.yaml") });
    expect(document).toMatchObject({ "x-value": 9007199254740992 });
  });
});
