import { expect, it } from "vitest";
import { createPaint, written } from "../src/terminal.js";

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { NO_COLOR: "" }, true],
  [true, { TERM: "dumb" }, false],
  [false, { FORCE_COLOR: "1" }, true],
  [false, { FORCE_COLOR: "" }, true],
  [true, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  [true, { FORCE_COLOR: "0" }, false],
  [true, { FORCE_COLOR: "false" }, false],
])("colors: a terminal %s with %j has them: %s", (isTerminal, env, hasColors) => {
  const paint = createPaint(isTerminal, env);
  expect(written(paint("red", "a|b"), true)).toBe(hasColors ? "\u001b[31ma|b\u001b[39m" : "a|b");
});
