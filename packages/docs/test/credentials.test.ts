// About this API: every request needs its key.
/** How the docs send and describe credentials. */
import { readApi } from "@metadata-service/spec-tools";
import { expect, test } from "vitest";
import { document } from "../../client/test/operations/document.js";
import { base64 } from "../src/browser/try/base64.js";
import { whoNeeds } from "../src/site/reference/introduction.js";
import { readDocs } from "../src/site/reference/operations.js";
import { spec } from "./spec.js";

test.each(["", "user:pass", "Jürgen:pässwört", "ユーザー:鍵", "\u{1f511}:\u0000"])(
  "Basic credentials are UTF-8: %j",
  (text) => {
    expect(base64(text)).toBe(Buffer.from(text).toString("base64"));
  },
);

test("every request needs a scheme only if every operation does", () => {
  const [own = ""] = Object.keys(readApi(spec).securitySchemes);
  expect(whoNeeds(own, readDocs(spec).operations)).toBe("every request needs");
  for (const name of Object.keys(readApi(document).securitySchemes))
    expect(whoNeeds(name, readDocs(document).operations)).toContain("operations that say so");
});
