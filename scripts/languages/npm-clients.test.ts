import { expect, test } from "vitest";
import { classOf, EXPECTED_CLASSES, EXPECTED_ITEMS } from "./expected-items.js";
import { NPM_CLIENTS } from "./languages.js";
import type { Exchange } from "./recording-proxy.js";
import { sameJson } from "./same-json.js";
import { COLUMNS, judge, lackOf, type Outcome, tryLanguage } from "./try-language.js";
import { verdict } from "./try-schemathesis.js";
import { withTarget } from "./with-target.js";

// The other languages need compilers and registries: `npm run extra -- languages`.
test.each(NPM_CLIENTS)("a client that $title generates works", async (language) => {
  const outcomes = await withTarget((target) => tryLanguage(language, target));
  expect(Object.fromEntries(outcomes.map((outcome, i) => [COLUMNS[i], outcome]))).toEqual({
    generated: { result: "passed", message: "yes" },
    compiled: { result: "passed", message: "yes" },
    "items decoded": { result: "passed", message: "13 of 13" },
    create: { result: "passed", message: "yes" },
    lists: { result: "passed", message: "3 of 3" },
  });
});

/** Returns the verdicts on a correct client after a change to what it prints or sends. */
function tried(change: (printed: Parameters<typeof judge>[0], create: Exchange) => void): Outcome["result"][] {
  const printed = {
    uid: "a",
    items: [...EXPECTED_ITEMS] as unknown[],
    decoded: [...EXPECTED_CLASSES],
    list: ["1", "2"],
  };
  const create = {
    method: "POST",
    path: "/api/v2/metadata/inspection",
    sent: JSON.stringify({ uid: "a", items: EXPECTED_ITEMS }),
    status: 201,
    received: JSON.stringify({ data: { uid: "a", items: EXPECTED_ITEMS } }),
  };
  change(printed, create);
  const outcomes = judge(printed, [create], { url: "", apiKey: "", lists: { list: ["1", "2"] } });
  return outcomes.map(({ result }) => result);
}

test.each<[string, Parameters<typeof tried>[0], Outcome["result"][]]>([
  ["everything is correct", () => undefined, ["passed", "passed", "passed"]],
  ["an item has no class", (printed) => (printed.decoded = ["Object"]), ["failed", "passed", "passed"]],
  [
    "a number lost digits when it was read",
    (printed) => (printed.items = [{ ...EXPECTED_ITEMS[1], value: 12.123457 }]),
    ["failed", "passed", "passed"],
  ],
  [
    "a number lost digits when it was sent",
    (_, create) => (create.sent = create.sent.replace("12.123456789012", "12.123457")),
    ["passed", "failed", "passed"],
  ],
  [
    "the create request was rejected",
    (_, create) => Object.assign(create, { status: 400, received: '{"message":"no"}' }),
    ["failed", "failed", "passed"],
  ],
  [
    "a page was rejected",
    (_, create) => Object.assign(create, { method: "GET", status: 400 }),
    ["failed", "failed", "failed"],
  ],
  ["a list lacks a record", (printed) => Object.assign(printed, { list: ["1"] }), ["passed", "passed", "failed"]],
])("the verdict is correct if %s", (_, change, expected) => {
  expect(tried(change)).toEqual(expected);
});

test("values are compared by their meaning", () => {
  expect(sameJson({ at: "2026-11-21T13:15:00.250+07:00" }, { at: "2026-11-21T06:15:00.25Z" })).toBe(true);
  expect(sameJson({ at: "2026-11-21T13:15:00.250+07:00" }, { at: "2026-11-21T13:15:00.250Z" })).toBe(false);
  expect(sameJson([1], { 0: 1 })).toBe(false);
  expect(sameJson({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(classOf("datetime-array")).toBe("DatetimeArrayItem");
});

test("the reason for a skip names what the machine lacks", () => {
  const language = { name: "a", title: "A", generates: ["node"], builds: [], jar: true };
  expect(lackOf(language, {})).toBe("Maven Central cannot be reached");
  expect(lackOf(language, { jar: "x.jar" })).toBe(undefined);
  expect(lackOf({ ...language, generates: ["no-such-program"] }, {})).toBe("no-such-program not found");
});

test("a run of Schemathesis that failed, or tried too few cases, does not pass", () => {
  expect(verdict(true, "Test cases:\n  3093 generated, 8 skipped").result).toBe("passed");
  expect(verdict(true, "Test cases:\n  12 generated").result).toBe("failed");
  expect(verdict(true, "").result).toBe("failed");
  expect(verdict(false, "== FAILURES ==\n1. ST202\n  4000 generated")).toEqual({
    result: "failed",
    message: expect.stringContaining("ST202"),
  });
});
