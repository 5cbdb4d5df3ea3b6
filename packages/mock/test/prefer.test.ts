import { growth } from "@metadata-service/test-kit/growth";
import { describe, expect, it } from "vitest";
import { parsePrefer } from "../src/core/prefer.js";

describe("Prefer", () => {
  it.each([
    ["code=429", { code: 429 }],
    [' Code = "429" ; delay=500', { code: 429, delay: 500 }],
    ["example=Minimal, scenario = cut-body", { example: "Minimal", scenario: "cut-body" }],
    ['example="a name with spaces"', { example: "a name with spaces" }],
    ["delay=999999", { delay: 60_000 }],
    ['example="', { example: "" }],
    ["example", {}],
    ["code=4290, delay=-1, respond-async, =5", {}],
    [undefined, {}],
  ])("is parsed: %s", (header, prefer) => {
    expect(parsePrefer(header)).toEqual(prefer);
  });

  it.each([
    ["spaces before a value", (length: number) => `example=${" ".repeat(length)}x"`],
    ["spaces after a value", (length: number) => `example=x${" ".repeat(length)}"x`],
    ["spaces alone", (length: number) => " ".repeat(length)],
    ["letters without an equals sign", (length: number) => "a".repeat(length)],
    ["quotes", (length: number) => `example=${'"'.repeat(length)}x`],
  ])("is parsed in time proportional to its length: %s", (_name, text) => {
    // Text that is 8 times as long takes 8 times as long if parsing is linear, and 64 times as long if it is quadratic.
    expect(growth((length) => void parsePrefer(text(length)))).toBeLessThan(24);
  });
});
