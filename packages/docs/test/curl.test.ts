/** The curl command of a form, with a request that curl really sends. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { asCurl } from "../src/browser/try/curl.js";
import type { Call } from "../src/browser/try/operation.js";

test("the command of a multipart request sends the parts that the page sends", async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(Buffer.concat(chunks).toString());
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const meta = JSON.stringify({ name: 'a "quoted" name; and more', nested: { path: "C:\\temp\n", text: "süß" } });
  const file = join(tmpdir(), `docs, curl;${process.pid}.txt`);
  await writeFile(file, "the content of the file");
  const body = new FormData();
  body.append("meta", new Blob([meta], { type: "application/json" }));
  body.append("note", "@not-a-file");
  body.append("choice", "a;b");
  body.append("photo", new File(["the content of the file"], file, { type: "image/png" }));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const command = await asCurl({
    method: "POST",
    url,
    headers: {},
    body,
    values: {},
    operation: {},
  } as unknown as Call);
  await promisify(execFile)("sh", ["-c", `${command} -s`]);
  const [sent = ""] = bodies;
  for (const text of [meta, "Content-Type: application/json", "\r\n@not-a-file\r\n", "\r\na;b\r\n"])
    expect(sent).toContain(text);
  expect(sent).toMatch(/Content-Type: image\/png\r\n\r\nthe content of the file\r\n/);
});
