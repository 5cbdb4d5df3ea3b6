import { expect, test } from "vitest";
import { consolePath } from "../src/site/reference/operations.js";

test.each(["a".repeat(300), "名".repeat(80), "con", "Aux", "LPT1"])(
  "the console of %s has a name that file systems allow",
  (name) => {
    const path = consolePath(name);
    expect(path).toMatch(/^try\/[^/]{1,20}-[\da-f]{8}\.html$/);
    expect(Buffer.byteLength(path)).toBeLessThan(120);
  },
);

test("other names stay as they are", () => {
  expect(consolePath("listReports")).toBe("try/listReports.html");
});
