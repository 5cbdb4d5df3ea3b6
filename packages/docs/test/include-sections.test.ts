import { expect, test } from "vitest";
import { includeSections } from "../src/site/guides/include-sections.js";

const README = "packages/client/README.md";

test("an include line is replaced by that section of the README, without the number of its heading", async () => {
  const text = await includeSections(`# Title\n\n[[include ${README} Cancel]]\n\nAfter.\n`);
  expect(text).toMatch(/^# Title\n\n## Cancel\n/);
  expect(text).toContain("signal");
  expect(text).not.toContain("## 10.");
  expect(text).toMatch(/\n\nAfter\.\n$/);
});

test("links to files become links to guides or plain paths, and links to decisions become their numbers", async () => {
  const text = await includeSections("[[include packages/service/README.md Secure a deployment]]");
  expect(text).not.toMatch(/\]\((?:\.|#)/);
  expect(text).toMatch(/\bdecision 0069\b/);
  expect(text).toContain("](security.md)");
});

test("a section that does not exist stops the build", async () => {
  await expect(includeSections(`[[include ${README} Nowhere]]`)).rejects.toThrow(
    `A guide includes the section "Nowhere" of ${README}, which does not exist.`,
  );
});
