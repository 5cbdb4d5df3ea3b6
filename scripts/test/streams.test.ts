/**
 * `.pipe()` joins two streams without their errors: if one of them fails, its `error` event has no listener and ends the
 * process. `pipeline` and `for await` pass errors on.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the places at which a text calls `.pipe()`; comments and texts of tests mention it without a target. */
function joined(text: string): number[] {
  return text.split("\n").flatMap((line, index) => (/\.pipe\([^)]/.test(line) ? [index + 1] : []));
}

it("no stream is joined to another without its errors", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.mjs", "*.cjs", "*.js"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n")
    .filter((file) => !/(?:^|\/)(?:generated|test)\//.test(file));
  expect(files.length).toBeGreaterThan(300);
  expect(joined('source\n  .pipe(parse({ bom: true })).on("data", read)')).toEqual([2]);
  const places = files.flatMap((file) =>
    joined(readFileSync(join(root, file), "utf8")).map((line) => `${file}:${line}`),
  );
  expect(places).toEqual([]);
});
