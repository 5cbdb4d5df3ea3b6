import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { otherApi } from "../lib/this-api.js";

const folder = await mkdtemp(join(tmpdir(), "this-api-"));
afterAll(() => rm(folder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
const bundle = (operationId: string) =>
  JSON.stringify({ info: { title: "Museum" }, paths: { "/a": { get: { operationId } } } }, null, 2);

test("what names an operation stands aside for another API, and what imports it", async () => {
  await write("scripts/lib/step.ts", 'export const step = "listThings";\n');
  await write("packages/client/src/lists.ts", "// As of listReports.\n");
  await write("packages/client/node_modules/a/a.ts", "listReports();\n");
  await write("packages/client/test/pages.ts", "export const first = (client) => client.listReports();\n");
  await write("packages/client/test/example.ts", "export const { CreateMetadataMinimal } = examples;\n");
  await write("packages/client/test/pages.test.ts", 'import { first } from "./pages.js";\n');
  await write("packages/client/test/deep/more.test.tsx", 'import { first } from "../pages.test.js";\n');
  await write("packages/client/test/other.test.ts", 'import { step } from "../../../scripts/lib/step.js";\n');
  await write("packages/docs/test/search.test.ts", "// About this API: what its guides say.\n");
  await write("packages/mock/test/call.ts", "// With any API: listReports is called only if it is asked for.\n");
  await write("packages/mock/bench/paths.mjs", 'await fetch("/api/v1/reports");\n');

  await write("openapi/generated/openapi.json", bundle("listReports"));
  expect(otherApi(folder)).toBeUndefined();
  await write("openapi/generated/openapi.json", bundle("listReportsOfAnother"));
  const { title, aside } = otherApi(folder) ?? {};
  expect([title, [...(aside ?? [])].sort()]).toEqual([
    "Museum",
    [
      "packages/client/test/deep/more.test.tsx",
      "packages/client/test/example.ts",
      "packages/client/test/pages.test.ts",
      "packages/client/test/pages.ts",
      "packages/docs/test/search.test.ts",
      "packages/mock/bench/paths.mjs",
    ],
  ]);
});
