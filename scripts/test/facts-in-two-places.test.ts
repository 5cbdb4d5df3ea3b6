/** Facts that are written in two packages, because neither imports the other. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../lib/repo.js";

const read = (path: string) => readFile(join(root, path), "utf8");

it("a sync of the connectors and of the command overlaps the previous one as a sync of the client does", async () => {
  const [, digits = ""] = /^ {2}overlap: ([\d_]+),$/m.exec(await read("packages/client/src/options.ts")) ?? [];
  const seconds = Number(digits.replaceAll("_", "")) / 1000;
  expect(seconds).toBeGreaterThan(0);
  expect(await read("packages/spec-tools/src/generate/connectors/streams.ts")).toContain(`OVERLAP = ${seconds};`);
  expect(await read("packages/cli/src/commands/sync.ts")).toMatch(
    new RegExp(`name: "overlap",[^}]*default: "${seconds}"`),
  );
});
