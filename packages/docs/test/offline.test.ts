import { expect, test } from "vitest";
import { offline } from "../build/offline.js";

test("a Redoc that names other addresses is not taken as it is", () => {
  expect(() => offline("<script>fetch('https://cdn.example/new-logo.svg')</script>")).toThrow(
    /Redoc no longer names https:\/\/cdn\.redoc\.ly.*adapt packages\/docs\/build\/offline\.ts/,
  );
});
