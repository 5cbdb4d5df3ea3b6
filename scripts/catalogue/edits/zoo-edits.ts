import { readdirSync, readFileSync } from "node:fs";
import { readApi } from "@metadata-service/spec-tools";
import { parseYaml } from "@redocly/openapi-core";
import type { Edit } from "../edit.js";
import { wholeSpec } from "./document-edits.js";

/** What a document of the zoo says about itself. */
interface Zoo {
  /** Who writes documents in this manner, and what is special about them. */
  readonly manner: string;
  /** Calls of the client. */
  readonly calls: readonly string[];
}

const folder = new URL("../zoo/", import.meta.url);

/**
 * Documents in the manner of the programs and people who write most of them, each a file in `zoo/` that names its manner
 * and the calls to make in `x-zoo`.
 */
export const zooEdits: readonly Edit[] = readdirSync(folder).map((file) => {
  const text = readFileSync(new URL(file, folder), "utf8");
  const document = parseYaml(text) as { readonly "x-zoo": Zoo };
  const { manner, calls } = document["x-zoo"];
  const operations = readApi(document).operations.map(({ id }) => id);
  return wholeSpec(`zoo: ${manner}`, file, text, operations, { calls });
});
