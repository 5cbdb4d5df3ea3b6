/** The mock serves documents that stand for gigabytes, or refuses them, in a process with a small heap. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OVERSIZED } from "@metadata-service/test-kit/hostile/oversized";
import { withSmallHeap } from "@metadata-service/test-kit/small-heap";
import { afterAll, beforeAll, expect, test } from "vitest";

const here = fileURLToPath(new URL("..", import.meta.url));
const documents = Object.entries(OVERSIZED).filter(([, { effect }]) => effect !== "refused");
let folder = "";
let results: Record<
  string,
  { readonly others: number; readonly get: [status: number, text: string]; readonly post: number }
>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mock-bounds-"));
  await Promise.all(documents.map(([, { text }], index) => writeFile(join(folder, `${index}.yaml`), text)));
  results = await withSmallHeap(
    `import { loadDocument } from "@metadata-service/spec-tools/load-document";
import { startMock } from "./src/index.ts";
const results = {};
for (const [name, file] of ${JSON.stringify(documents.map(([name], index) => [name, join(folder, `${index}.yaml`)]))}) {
  const { document } = await loadDocument(file, { isTolerant: true });
  const mock = await startMock({ document });
  const get = await fetch(mock.url + "/things");
  const body = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  results[name] = {
    others: (await fetch(mock.url + "/others")).status,
    get: [get.status, (await get.text()).slice(0, 300)],
    post: (await fetch(mock.url + "/things", body)).status,
  };
  await mock.stop();
}
console.log(JSON.stringify(results));
process.exit();`,
    here,
  );
});
afterAll(() => rm(folder, { recursive: true }));

test.each(documents)("%s", (name, { effect }) => {
  const { others, get, post } = results[name] ?? { get: [] };
  expect(others).toBe(200);
  expect(get[0]).toBe(effect === "impossible" ? 501 : 200);
  if (effect === "impossible") {
    expect(get[1]).toMatch(/(No value satisfies|All values of) this schema/);
    expect(post).toBe(501);
  }
});
