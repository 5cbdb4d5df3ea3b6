// About this API: the links of its pages.
/** A link may lead to another port of this machine, for example behind a proxy, but a server must respond there. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { httpTarget, runContract } from "../src/index.js";
import { RIGHT } from "./fixture/behavior.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";

const document = bundle();
const only = /law links at every edge$/;

/** Returns the verdict on a server at `baseUrl` with a short list, whose links begin with another address. */
async function verdictWith(baseUrl: string, address: string) {
  const right = reference(document, {
    link: (...args) => RIGHT.link(...args).replace("http://127.0.0.1:1", address),
    order: (records) => records.slice(0, 9),
  });
  const { responds } = httpTarget({ baseUrl, apiKey: right.apiKey });
  const target = { ...right, baseUrl, responds };
  const report = await runContract({ document, target, only, seed: 1, effort: "quick" });
  return report.results.map(({ verdict, reason = "" }) => `${verdict} ${reason}`).join();
}

it("accepts links to an address where a server responds with any status, and no others", async () => {
  const other = createServer((_, response) => void response.writeHead(401).end());
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address() as AddressInfo;
  expect(await verdictWith("http://127.0.0.1:9", `http://localhost:${port}`)).toMatch(/^passed/);
  expect(await verdictWith("http://127.0.0.1:9", `https://localhost:${port}`)).toMatch(/^failed .*no server responds$/);
  await new Promise((done) => other.close(done));
  expect(await verdictWith("http://127.0.0.1:9", `http://127.0.0.1:${port}`)).toMatch(/^failed .*no server responds$/);
});
