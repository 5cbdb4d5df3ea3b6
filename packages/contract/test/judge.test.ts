import { expect, test } from "vitest";
import { decode } from "../src/judge.js";

test.each([
  ["7", 7],
  ["-1.50", -1.5],
  ["1e+21", 1e21],
  ["5E-324", 5e-324],
  ["01", "01"],
  [".5", ".5"],
  ["1e", "1e"],
  ["NaN", "NaN"],
])("where a number is described, the text %s is %j", (text, value) => {
  expect(decode(text, "number")).toBe(value);
});

test("without a type, a text stays a text", () => {
  expect(decode("7", undefined)).toBe("7");
  expect(decode("true", "string")).toBe("true");
});
