/** Tests the reports about documents that have hostile texts in every position. */
import { written } from "@metadata-service/spec-tools/terminal";
import { hostileDocument } from "@metadata-service/test-kit/hostile/document";
import { PAYLOADS } from "@metadata-service/test-kit/hostile/texts";
import { marked, type Token } from "marked";
import { expect, test } from "vitest";
import { compareSpecs, formatDiff, type Spec } from "../src/index.js";

/** The same texts, each at the place of the one before it. */
const moved = Object.fromEntries(
  Object.entries(PAYLOADS).map(([name], index, all) => [name, all[(index + 1) % all.length]?.[1] ?? ""]),
);
const [old, now] = [PAYLOADS, moved].map((texts) => hostileDocument(texts).document as Spec) as [Spec, Spec];
const diff = compareSpecs(old, now);

const ACTS = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

test("the report in Markdown is a list of texts: nothing of a document becomes markup", () => {
  const report = formatDiff(diff, "markdown");
  expect(diff.changes.length).toBeGreaterThan(1000);
  expect(report).not.toMatch(ACTS);
  const kinds = new Set<string>();
  let items = 0;
  marked.walkTokens(marked.lexer(report), ({ type }: Token) => {
    kinds.add(type);
    if (type === "list_item") items++;
  });
  expect([...kinds].sort()).toEqual([
    "codespan",
    "escape",
    "heading",
    "list",
    "list_item",
    "paragraph",
    "space",
    "text",
  ]);
  expect(items).toBe(diff.changes.length);
});

test("the report for a terminal acts on none", () => {
  const report = formatDiff(diff, "text", true);
  expect(report).toMatch(ACTS);
  expect(written(report, true)).not.toMatch(ACTS);
});
