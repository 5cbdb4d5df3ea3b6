import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { patchRedoc } from "../src/site/reference/patch-redoc.js";

const cli = dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json"));
const library = await readFile(join(cli, "lib/chunks/redoc.standalone.js"), "utf8");

test("a changed Redoc is rejected", () => {
  expect(() => patchRedoc("<script>fetch('https://cdn.example/new-logo.svg')</script>", library)).toThrow(
    /Redoc's page no longer has its code in one piece: .*adapt packages\/docs\/src\/site\/reference\/patch-redoc\.ts/,
  );
  const other = "fetch('https://cdn.example/new-logo.svg')";
  expect(() => patchRedoc(`<nav class="a menu-content">${other}`, other)).toThrow(
    /Redoc no longer has https:\/\/cdn\.redoc\.ly.*adapt packages\/docs\/src\/site\/reference\/patch-redoc\.ts/,
  );
});

test("texts of the document that look like code of Redoc stay as they are", () => {
  const text =
    "https://otel.cloud.redocly.com/v1/traces Vi=Error(i(519)); typeof document<`u`&&console.info( $& =L.h5`";
  const page = patchRedoc(`<nav class="a menu-content"></nav><p>${text}</p>${library}const x = "${text}"`, library);
  expect(page.split(text)).toHaveLength(3);
  expect(page).toContain('<nav class="a menu-content" role="navigation" aria-label="Reference">');
  expect(page.replaceAll(text, "")).not.toContain("https://otel.cloud.redocly.com");
});
