/** The command ends on documents that stand for gigabytes, in a process with a small heap. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OVERSIZED } from "@metadata-service/test-kit/hostile/oversized";
import { withSmallHeap } from "@metadata-service/test-kit/small-heap";
import { afterAll, beforeAll, expect, test } from "vitest";

const here = fileURLToPath(new URL("..", import.meta.url));
const documents = Object.entries(OVERSIZED);
let folder = "";
let results: Record<string, { readonly code: number; readonly out: string; readonly err: string }>;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(404, { "content-type": "application/json" }).end("{}");
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "contract-bounds-"));
  await Promise.all(documents.map(([, { text }], index) => writeFile(join(folder, `${index}.yaml`), text)));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  results = await withSmallHeap(
    `import { main } from "./src/cli/main.ts";
const results = {};
for (const [name, file] of ${JSON.stringify(documents.map(([name], index) => [name, join(folder, `${index}.yaml`)]))}) {
  let [out, err] = ["", ""];
  const io = { environment: {}, stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } };
  const code = await main(["--base-url", "${url}", "--document", file, "--effort", "300", "--seed", "1"], io);
  results[name] = { code, out: out.slice(-2000), err: err.slice(0, 2000) };
}
console.log(JSON.stringify(results));`,
    here,
  );
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

test.each(documents)("%s", (name, { effect }) => {
  const { code, out, err } = results[name] ?? {};
  // Nothing that this server returns is right.
  expect(code).toBe(effect === "refused" ? 2 : 1);
  if (effect === "refused")
    expect(err).toMatch(/\.yaml(#\/\S*:| is not an OpenAPI document in JSON or YAML:) .+; .+\n$/);
  else expect(out).toMatch(/\d+ failed/);
});
