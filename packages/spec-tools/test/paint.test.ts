import { expect, it } from "vitest";
import { asSentence, createPaint, written } from "../src/terminal.js";

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

it.each([
  ["There is no file a", "There is no file a."],
  ['--port must be a number, not "x"', '--port must be a number, not "x".'],
  ["It failed. Why?", "It failed. Why?"],
  ["It is not installed. Run: npm install a", "It is not installed. Run: npm install a"],
  ["The key is stale; run npm run build", "The key is stale; run npm run build"],
  ["a.yaml:1 this\na.yaml:2 that", "a.yaml:1 this\na.yaml:2 that"],
])("the message %j ends as a sentence, unless it ends with a command", (message, text) => {
  expect(asSentence(message)).toBe(text);
});
