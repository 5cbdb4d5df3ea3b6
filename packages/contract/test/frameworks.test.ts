/** Right servers of documents that are unlike this API, in two frameworks, through the command. */
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { main } from "../src/cli/main.js";
import { crates, orders, shelves } from "./documents/frameworks.js";
import { compressing, listen, proxy, type Running } from "./documents/servers.js";

const running: Running[] = [];
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
});
const kept = (server: Running) => {
  running.push(server);
  return server.url;
};

it.each([
  ["orders", orders],
  ["shelves", shelves],
  ["crates", crates],
])("a right server of %s passes, also behind a proxy and one that compresses", async (name, start) => {
  const url = kept(await start());
  const document = fileURLToPath(new URL(`documents/${name}.yaml`, import.meta.url));
  const urls = [url, kept(await listen(proxy(url))), kept(await listen(compressing(url)))];
  for (const [i, each] of urls.entries()) {
    let out = "";
    const effort = i === 0 ? "500" : "100";
    const code = await main(
      [
        "--base-url",
        each,
        "--document",
        document,
        "--seed",
        "7",
        "--effort",
        effort,
        "--api-key",
        "secret-key",
        "--user",
        "alice",
      ],
      {
        environment: {},
        stdout: { write: (text) => (out += text) },
        stderr: { write: (text) => (out += text) },
      },
    );
    expect(code, out).toBe(0);
  }
});
