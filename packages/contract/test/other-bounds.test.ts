// About this API: the bounds of its records.
/** The suite takes the bounds of records from the document, so an edit of one changes what it sends and what must be rejected. */
import { expect, it } from "vitest";
import type { Schema } from "../src/document/document.js";
import { runContract, textReport } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { startTarget } from "./targets/targets.js";

type Schemas = Record<string, Schema & { properties: Record<string, Schema> }>;

interface Operation {
  requestBody: { content: { "application/json": object } };
}

const RULES = [
  "identity: .* by (the|lengths)",
  "(message|items|files|numbers|date grammar): ",
  "depth: .*combination",
  "stamps: createdDate is the time",
  "every value: (keys|every number)",
  "echo: every character as a key",
  "fields: a (uid|key) of more",
  "nothing stored: .* (for|last|nested|large|[0-9]+ items)",
];
const only = new RegExp(`^createMetadata (${RULES.join("|")})`);

it.each([
  ["fewer", { items: 40, nested: 20, uid: 64, key: 60, bytes: 900_000, itemLevels: 6 }],
  ["more", { items: 160, nested: 170, uid: 255, key: 120, bytes: 2 ** 21, itemLevels: 9 }],
])(
  "%s items, characters, bytes and levels than in the spec as it is",
  async (_, { items, nested, uid, key, ...limits }) => {
    const document = structuredClone(bundle());
    const schemas = document.components?.schemas as Schemas;
    Object.assign(schemas["MetadataInput"]?.properties["items"] ?? {}, { maxItems: items });
    Object.assign(schemas["Metadata"]?.properties["items"] ?? {}, { maxItems: items });
    for (const name of ["ObjectItem", "ObjectItemInput", "ObjectArrayItem", "ObjectArrayItemInput"])
      Object.assign(schemas[name]?.properties["value"] ?? {}, { maxItems: nested });
    Object.assign(schemas["Uid"] ?? {}, { maxLength: uid });
    Object.assign(schemas["ItemKey"] ?? {}, { maxLength: key });
    const { post } = document.paths["/api/v2/metadata/{namespace}"] as unknown as { post: Operation };
    Object.assign(post.requestBody.content["application/json"], { "x-limits": limits });
    const target = await startTarget("mock", document);
    try {
      const report = await runContract({ document, target, effort: "quick", seed: 1, only });
      expect(report.failed, textReport(report)).toBe(0);
      expect(
        report.results.filter(({ verdict }) => verdict === "skipped").map(({ id, reason }) => [id, reason]),
      ).toEqual([]);
    } finally {
      await target.close?.();
    }
  },
);
