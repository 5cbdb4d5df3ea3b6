import { expect, test } from "vitest";
import { effectsInOptionalCalls } from "../lib/optional-calls.js";

test.each([
  ["onEvent?.({ limit: slowDown() })", "slowDown()"],
  ["a?.b(f())", "f()"],
  ["a?.b.c(f())", "f()"],
  ["a?.b().c(f())", "f()"],
  ["a?.[f()]", "f()"],
  ["a?.b[i++]", "i++"],
  ["a?.b[--i]", "--i"],
  ["a?.(`${f()}`)", "f()"],
  ["a?.(tag`text`)", "tag`text`"],
  ["a?.(new Set())", "new Set()"],
  ["a?.(await b)", "await b"],
  ["a?.(b = 1)", "b = 1"],
  ["a?.(b ??= 1)", "b ??= 1"],
  ["a?.(delete b.c)", "delete b.c"],
  ["a?.(...f())", "f()"],
  ["a?.({ [f()]: 1 })", "f()"],
  ["a?.(b ? f() : c)", "f()"],
  ["a?.(String(f()))", "String(f())"],
  ["function* g() { a?.(yield 1); }", "yield 1"],
])("finds the effect in %s", (code, effect) => {
  const [problem = ""] = effectsInOptionalCalls("a.ts", `\nfunction none() {}\nasync () => { ${code} };`);
  const inner = effect === "String(f())" ? "f()" : effect;
  expect(problem).toBe(`a.ts:3: ${inner} only happens if the object before ?. exists; assign it to a constant first.`);
});

test.each([
  "a?.b(c, d.e, `${f}`, { ...g }, -h, !i, typeof j)",
  "a?.(() => f())",
  "a?.(async function () { await f(); })",
  "a?.b(String(c), JSON.stringify(d))",
  "a(b?.c).d(f())",
  "a(f())?.b",
  "(a?.b ?? c)(f())",
  "f(a?.b)",
  "a?.[0]",
])("finds none in %s", (code) => {
  expect(effectsInOptionalCalls("a.ts", `async () => { ${code} };`)).toEqual([]);
});

test("reads JSX", () => {
  expect(effectsInOptionalCalls("a.tsx", "const x = <p>{a?.(f())}</p>;")).toHaveLength(1);
});
