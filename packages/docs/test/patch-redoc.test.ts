import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { PATCHES, patchRedoc } from "../src/site/reference/patch-redoc.js";

const cli = dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json"));
const library = await readFile(join(cli, "lib/chunks/redoc.standalone.js"), "utf8");

test("a changed Redoc is rejected", () => {
  expect(() => patchRedoc("<script>fetch('https://cdn.example/new-logo.svg')</script>", library)).toThrow(
    /Redoc's page no longer has its code in one piece: .*adapt packages\/docs\/src\/site\/reference\/patch-redoc\.ts/,
  );
});

test("at most eight pieces of Redoc's code are replaced, each of which is there once", () => {
  expect(PATCHES.length).toBeLessThanOrEqual(8);
  for (const { find, reason } of PATCHES.filter((patch) => !patch.find.startsWith("https://")))
    expect(library.split(find), reason).toHaveLength(2);
});

test.each(PATCHES)("an update of Redoc without $find is rejected, with its reason", ({ find, reason }) => {
  const updated = library.replaceAll(find, "something else");
  expect(() => patchRedoc(`<script>${updated}`, updated)).toThrow(
    `Redoc no longer has ${find} (${reason}): check what its new version does`,
  );
});

test("texts of the document that look like code of Redoc stay as they are", () => {
  const text = PATCHES.map(({ find }) => find).join(" $& ");
  const { before, library: patched, after } = patchRedoc(`<p>${text}</p>${library}const x = "${text}"`, library);
  const page = before + patched + after;
  expect(page.split(text)).toHaveLength(3);
  expect(page.replaceAll(text, "")).not.toContain("https://otel.cloud.redocly.com");
});
