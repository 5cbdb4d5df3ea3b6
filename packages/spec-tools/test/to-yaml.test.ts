import { parseYaml } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { toYaml } from "../src/generate/to-yaml.js";

it("a document is indented, unless it is so large that nobody reads it", () => {
  const small = { info: { title: "T" } };
  expect(toYaml(small, JSON.stringify(small))).toBe("info:\n  title: T\n");
  const large = { tags: Array.from({ length: 60_000 }, (_, i) => ({ name: `tag ${i}`, description: "A: 'b' # c\n" })) };
  const text = JSON.stringify(large);
  expect(toYaml(large, text)).toBe(text);
  expect(parseYaml(text)).toEqual(large);
});
