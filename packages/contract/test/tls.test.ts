/** Servers with TLS: whose certificates are accepted, and what the command says about each that is not. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { authority, expired, key, ofOther, signed, valid } from "@metadata-service/test-kit/certificates";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../src/cli/main.js";
import { ping } from "./documents/servers.js";

const document = fileURLToPath(new URL("documents/ping.json", import.meta.url));
const stops: (() => Promise<void>)[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "metadata-contract-"));
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await rm(folder, { recursive: true, force: true });
});

/** Starts a server with a certificate; without one, it does not use TLS. */
async function start(cert?: string): Promise<string> {
  const server = cert === undefined ? createPlainServer(ping) : createServer({ key, cert }, ping);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  stops.push(
    () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  );
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** Writes certificates to trust, and returns the option that names them. */
async function trusting(...certificates: string[]): Promise<string[]> {
  const path = join(folder, `${stops.length}.pem`);
  await writeFile(path, certificates.join(""));
  return ["--ca", path];
}

async function run(url: string, ...args: string[]): Promise<{ code: number; out: string }> {
  let out = "";
  const write = (text: string) => (out += text);
  const all = ["--base-url", url, "--document", document, "--seed", "7", ...args];
  const code = await main(all, { environment: {}, stdout: { write }, stderr: { write } });
  return { code, out };
}

it("accepts a certificate that a given authority signed, and one that is given itself", async () => {
  for (const [cert, trusted] of [
    [signed, authority],
    [valid, valid],
  ] as const) {
    const { code, out } = await run(await start(cert), ...(await trusting(trusted)));
    expect(code, out).toBe(0);
    expect(out).not.toContain("--insecure");
  }
});

it.each([
  ["of an unknown authority", signed],
  ["that is self-signed", valid],
  ["that has expired", expired],
  ["of another host", ofOther],
])("accepts a certificate %s with --insecure, and warns", async (_, cert) => {
  const { code, out } = await run(await start(cert), "--insecure");
  expect(code, out).toBe(0);
  expect(out).toContain("WARNING: --insecure accepts any certificate");
});

describe("without an option, the run ends with a reason and a remedy for", () => {
  it.each<[string, string | undefined, string[], RegExp]>([
    ["a certificate of an unknown authority", signed, [], /not from an authority that is trusted: .*--ca/],
    ["one that is self-signed", valid, [], /not from an authority that is trusted: .*if it is self-signed/],
    ["one that another authority signed", signed, [valid], /not from an authority that is trusted/],
    ["one that has expired", expired, [expired], /its certificate has expired: the server needs a new one/],
    ["one of another host", ofOther, [ofOther], /for another host: .*--base-url \(Host: localhost\. .*other\.example/],
    ["a server without TLS", undefined, [], /the server does not use TLS there: check the port, or use http:/],
  ])("%s", async (_, cert, trusted, reason) => {
    const options = trusted.length > 0 ? await trusting(...trusted) : [];
    const { code, out } = await run(await start(cert), ...options);
    expect([code, out]).toEqual([2, expect.stringMatching(reason)]);
    expect(out).toMatch(/^https:.* does not respond: .*; none of \d+ cases ran\n$/);
  });

  it("a file that cannot be read", async () => {
    const { code, out } = await run("https://localhost:1", "--ca", join(folder, "none.pem"));
    expect([code, out]).toEqual([2, expect.stringContaining("none.pem cannot be read")]);
  });
});
