import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { parseHint } from "../src/load/parse-hint.js";

/** The hint for what the parser says about a text. */
function hintFor(text: string): string {
  try {
    parseYaml(text);
  } catch (error) {
    const [, reason = "", line] = /^(.*?) \((\d+):\d+\)/s.exec((error as Error).message) ?? [];
    return parseHint(reason, text, Number(line));
  }
  throw new Error("This can be parsed.");
}

const REST = "\nresponses:\n  a: { b: c }\n  d: it's fine\n";

test.each([
  [
    "responses:\n  '200:\n    description: All.\n  '404':\n    description: None.\n",
    "Perhaps a quote is not closed in line 2.",
  ],
  [`get:\n  summary: "All\n  tags: ["a"]${REST}`, "Perhaps a quote is not closed in line 2."],
  [`get:\n  summary:List\n  tags: []${REST}`, "Perhaps a space is missing after the colon in line 2."],
  [`get:\n  tags: [Factories, Reports\n  summary: All${REST}`, "Perhaps a bracket is not closed in line 2."],
  [`get:\n  summary: All: of them${REST}`, 'Write the text in quotes, because it contains ": ".'],
  [`get:\n  a: 1\n  a: 2${REST}`, "Remove or rename one of the two a, or correct the indentation."],
  [`get:\n  a: {\n    "b": 1\n  }${REST}`, "Indent the closing bracket more than the name before the opening one."],
  [`get:\n  a: 1\n\tb: 2${REST}`, "Indent with spaces."],
])("%j: %s", (text, hint) => {
  expect(hintFor(text)).toBe(hint);
});

test("nothing is suspected in lines that are right", () => {
  const right = `a: "it's"\nb: 'say "no"'\nc: {\n  d: [1, 2] }\ne: https://a.example # it's\nf: don't\n"g": {}`;
  expect(parseHint("unexpected end of the stream", right, 8)).toBe("Correct the file here.");
});
