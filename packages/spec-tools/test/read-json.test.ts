import { describe, expect, it } from "vitest";
import { readJson, readPrintedJson, survivesRoundTrip, Violation } from "../src/json.js";

function readValueOfPrinted(body: string | Uint8Array): unknown {
  const { value, text } = readPrintedJson(body);
  expect(text).toBe(JSON.stringify(value));
  return value;
}

describe.each([
  ["readJson", readJson],
  ["readPrintedJson", readValueOfPrinted],
])("%s", (_name, readJson) => {
  const refusal = (body: string | Uint8Array) => {
    try {
      readJson(body);
    } catch (error) {
      expect(error).toBeInstanceOf(Violation);
      return (error as Violation).message;
    }
    throw new Error(`was taken: ${body}`);
  };

  it.each([
    ' {"a":[1,-0.5e+3,true,false,null,"\\u00e9\\n",{}],"b":{"c":[]},"":"x"} ',
    '{"a":[1,-0.5,true,false,null,"é\\n",{}],"b":{"c":[]},"":"x"}',
  ])("accepts and rejects the same texts as JSON.parse, near %j", (good) => {
    // Tries every text that is one edit away from a valid one, so that each rule of the grammar is both satisfied and
    // violated.
    const edits = ['"', "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "t", " ", "\u0000", "\n", "u", "é"];
    let taken = 0;
    for (let at = 0; at <= good.length; at++) {
      const texts = edits.flatMap((edit) => [
        good.slice(0, at) + edit + good.slice(at),
        good.slice(0, at) + edit + good.slice(at + 1),
      ]);
      for (const text of [...texts, good.slice(0, at), good.slice(at), good.slice(0, at) + good.slice(at + 1)]) {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(() => readJson(text), text).toThrow(Violation);
          continue;
        }
        // `JSON.parse` accepts duplicate fields and imprecise numbers, which `readJson` rejects.
        try {
          expect(readJson(text), text).toEqual(expected);
          taken++;
        } catch (error) {
          expect(String(error), text).toMatch(/is given twice|a 64-bit float holds/);
        }
      }
    }
    expect(taken).toBeGreaterThan(100);
  });

  it.each([
    ["", "the body is empty; send a JSON object"],
    [" \n", "the body is empty; send a JSON object"],
    ["{", "the body is not JSON: it ends too early"],
    ['{"a":1,}', 'the body is not JSON: unexpected "}" at line 1, column 8'],
    ['{\n  "a": nul}', 'the body is not JSON: unexpected "n" at line 2, column 8'],
    ['{"a":1} x', 'the body is not JSON: unexpected "x" at line 1, column 9'],
    ["{'a':1}", 'the body is not JSON: unexpected "\'" at line 1, column 2'],
    ['"\u0000"', 'the body is not JSON: unexpected "\\u0000" at line 1, column 2'],
    ['{"items":[{"a":1,"a":2}]}', "items[0].a is given twice"],
    ['{"日":1,"\\u65e5":2}', '["日"] is given twice'],
    ['{"__proto__":1,"__proto__":2}', "__proto__ is given twice"],
    [
      '{"items":[{"value":1e400}]}',
      "items[0].value must be a number that a 64-bit float holds unchanged, not 1e400; send it as a string",
    ],
    [
      '[1,{"n":[0,9007199254740993]}]',
      "[1].n[1] must be a number that a 64-bit float holds unchanged, not 9007199254740993; send it as a string",
    ],
  ])("rejects %j", (body, message) => expect(refusal(body)).toBe(message));

  it("rejects bytes that are not UTF-8, and skips a byte order mark", () => {
    expect(refusal(Uint8Array.of(0x22, 0xff, 0x22))).toBe("the body is not UTF-8");
    expect(readJson(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31))).toBe(1);
  });

  it.each(["[", '{"a":'])("rejects 100,000 times %j without exhausting the stack", (open) => {
    expect(refusal(open.repeat(100_000))).toBe(
      "the body nests too deep: at most 64 arrays and objects within each other",
    );
  });

  it("accepts 64 levels and rejects 65", () => {
    expect(readJson("[".repeat(64) + "]".repeat(64))).toBeInstanceOf(Array);
    expect(refusal("[".repeat(65) + "]".repeat(65))).toMatch(/too deep/);
  });

  it("accepts 100,000 values and 1,000 fields of an object, and no more", () => {
    const values = (count: number) =>
      `[${Array(count - 1)
        .fill("[]")
        .join(",")}]`;
    expect(readJson(values(100_000))).toHaveLength(99_999);
    expect(refusal(values(100_001))).toBe("the body has more than 100000 values; send less at once");
    const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":0`).join(",")}}`;
    expect(Object.keys(readJson(members(1_000)) as object)).toHaveLength(1_000);
    expect(refusal(members(1_001))).toBe("the body must have at most 1000 fields");
    expect(refusal(`{"items":[0,${members(90_000)}]}`)).toBe("items[1] must have at most 1000 fields");
  });

  it("treats __proto__ like any other field", () => {
    const value = readJson('{"__proto__":{"polluted":true}}') as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("keeps lone surrogates, NUL escapes and characters outside the Basic Multilingual Plane", () => {
    expect(readJson('["\\ud800","\\u0000","𝒳"]')).toEqual(["\ud800", "\u0000", "𝒳"]);
  });
});

describe("survivesRoundTrip", () => {
  it.each(["0", "-0", "0.1", "1e2", "1.0", "100.00", "-1.5e-7", "9007199254740992", "1e308", "5e-324", "0e999999999"])(
    "is true for %s",
    (literal) => expect(survivesRoundTrip(literal)).toBe(true),
  );
  it.each([
    "9007199254740993",
    "1e400",
    "-1e400",
    "1e-400",
    "0.1000000000000000055511151231257827",
    "1.00000000000000001",
  ])("is false for %s", (literal) => expect(survivesRoundTrip(literal)).toBe(false));
  it("ignores the notation of a number", () => {
    expect(survivesRoundTrip(`0.${"0".repeat(500)}1e501`)).toBe(true);
    expect(survivesRoundTrip(`1${"0".repeat(500)}e-500`)).toBe(true);
  });
});
