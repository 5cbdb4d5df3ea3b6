import { expect, test } from "vitest";
import { patchRedoc } from "../src/site/patch-redoc.js";

test("a changed Redoc is rejected", () => {
  expect(() => patchRedoc("<script>fetch('https://cdn.example/new-logo.svg')</script>")).toThrow(
    /Redoc no longer has https:\/\/cdn\.redoc\.ly.*adapt packages\/docs\/src\/site\/patch-redoc\.ts/,
  );
});
