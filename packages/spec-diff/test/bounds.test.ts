/** Documents that stand for gigabytes are compared, or refused with their place, in a process with a small heap. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OVERSIZED } from "@metadata-service/test-kit/hostile/oversized";
import { withSmallHeap } from "@metadata-service/test-kit/small-heap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specDiff } from "../src/index.js";

const here = fileURLToPath(new URL("..", import.meta.url));
const documents = Object.entries(OVERSIZED);
let folder = "";
let results: Record<string, { readonly code: number; readonly err: string }>;
const fileOf = (index: number) => join(folder, `${index}.yaml`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "diff-bounds-"));
  await Promise.all(documents.map(([, { text }], index) => writeFile(fileOf(index), text)));
  const small = 'openapi: 3.1.1\ninfo: { title: Small, version: "1.0.0" }\npaths: {}\n';
  await writeFile(join(folder, "small.yaml"), small);
  results = await withSmallHeap(
    `import { specDiff } from "./src/index.ts";
const results = {};
for (const [name, file] of ${JSON.stringify(documents.map(([name], index) => [name, fileOf(index)]))}) {
  let err = "";
  const run = (...files) => specDiff(files, () => {}, (text) => (err += text));
  results[name] = { code: Math.max(await run(${JSON.stringify(join(folder, "small.yaml"))}, file), await run(file, file)), err };
}
console.log(JSON.stringify(results));`,
    here,
  );
});
afterAll(() => rm(folder, { recursive: true }));

test.each(documents)("%s", (name, { effect, line }) => {
  const { code, err } = results[name] ?? {};
  const index = Object.keys(OVERSIZED).indexOf(name);
  // It is 1 if the added operations break clients of the small document.
  expect(code === 2).toBe(effect === "refused");
  if (effect === "refused")
    expect(err).toMatch(new RegExp(`cannot be read: \\S*/${index}\\.yaml:${line}:\\d+: .+; .+\\.`));
  else expect(err).toBe("");
});

describe("files outside of the folder of a document", () => {
  const diff = async (...args: string[]) => {
    let err = "";
    const code = await specDiff(
      args,
      () => {},
      (text) => (err += text),
    );
    return { code, err };
  };
  const document = (ref: string) =>
    `openapi: 3.1.1\ninfo: { title: T, version: "1.0.0" }\npaths: {}\ncomponents: { schemas: { A: { $ref: ${JSON.stringify(ref)} } } }\n`;

  test("are read only if --root names a folder that contains them", async () => {
    await mkdir(join(folder, "root/spec"), { recursive: true });
    await writeFile(join(folder, "root/a.yaml"), "type: string\n");
    const path = join(folder, "root/spec/openapi.yaml");
    await writeFile(path, document("../a.yaml"));
    expect((await diff(path, path)).err).toMatch(/outside of the folder of the spec, .*; .* with --root DIR/);
    expect(await diff(path, path, "--root", join(folder, "root"))).toEqual({ code: 0, err: "" });
    await symlink("/etc/hostname", join(folder, "root/link.yaml"));
    await writeFile(path, document("../link.yaml"));
    expect((await diff(path, path, "--root", join(folder, "root"))).err).toContain("outside of the folder");
  });

  test("are not fetched", async () => {
    const path = join(folder, "url.yaml");
    await writeFile(path, document("http://127.0.0.1:1/a.yaml"));
    const { code, err } = await diff(path, path);
    expect(code).toBe(2);
    expect(err).toContain("http://127.0.0.1:1/a.yaml is not a file of this spec");
  });
});
