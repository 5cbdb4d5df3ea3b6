/** The site of a document that could be written out without end is built, in a process with a small heap. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OVERSIZED } from "@metadata-service/test-kit/hostile/oversized";
import { withSmallHeap } from "@metadata-service/test-kit/small-heap";
import { expect, onTestFinished, test } from "vitest";

test.each(["optional properties that are too large", "references with keywords beside them, thirty levels"])(
  "%s",
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), "docs-bounds-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "openapi.yaml");
    await writeFile(file, OVERSIZED[name]?.text ?? "");
    const pages = await withSmallHeap<string[]>(
      `import { loadDocument } from "@metadata-service/spec-tools/load-document";
import { siteOf } from "./src/site/site.ts";
const { document } = await loadDocument(${JSON.stringify(file)});
console.log(JSON.stringify(Object.keys(await siteOf({ ...document, tags: [] }))));`,
      fileURLToPath(new URL("..", import.meta.url)),
      512,
    );
    expect(pages).toContain("try/createThing.html");
  },
);
