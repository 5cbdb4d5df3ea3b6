import { growth } from "@metadata-service/test-kit/growth";
import { describe, expect, it } from "vitest";
import { checkHost, createRules, isAllowedHost, parseInstant, readStyledFields, splitTarget } from "../src/index.js";

const ignoringErrors = (act: () => unknown) => {
  try {
    act();
  } catch {
    // The time to reject a text counts as well.
  }
};

const list = { type: "array", items: { type: "integer" } };
const rules = createRules({ openapi: "3.1.0", info: { title: "T", version: "1" }, components: { schemas: { list } } });
const readList = (form: string) => {
  const schema = { node: list, pointer: "#/components/schemas/list" };
  readStyledFields(rules.texts, [{ name: "p", schema, style: "deepObject", explode: true }], form);
};

/** Texts that trigger backtracking: each matches the regular expression up to its end, and then fails. */
const HURTFUL: Readonly<Record<string, (length: number) => void>> = {
  "a fraction of zeros": (length) => {
    parseInstant(`2026-11-21T00:00:00.${"0".repeat(length)}1Z`);
  },
  "a Host of colons": (length) => ignoringErrors(() => checkHost([":".repeat(length)], "1.1")),
  "a Host of dots": (length) => ignoringErrors(() => checkHost([`${"a.".repeat(length)}!/`], "1.1")),
  "an allowed Host of dots": (length) => void isAllowedHost(`${"a.".repeat(length)}localhos`, []),
  "many elements of one array": (length) => readList("p[]=1&".repeat(length)),
  "many elements with an index": (length) => readList(Array.from({ length }, (_, index) => `p[${index}]=1`).join("&")),
  "a target of an absolute form": (length) => void splitTarget(`http://${"a".repeat(length)}`),
};

describe("the time to read a text", () => {
  it.each(Object.entries(HURTFUL))("is proportional to its length: %s", (_name, run) => {
    // Linear time gives a factor of 8, quadratic time a factor of 64.
    expect(growth(run)).toBeLessThan(24);
  });

  it("is measured well enough to detect quadratic growth", () => {
    expect(growth((length) => void `${"0".repeat(length)}1`.replace(/0+$/, ""))).toBeGreaterThan(24);
  });
});
