/** Tests samples for an API with every location of parameters, every type of body and every security scheme. */

import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type LogEntry, type Mock, startMock } from "@metadata-service/mock";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
// These files are not published with the client.
import { document } from "../../client/test/operations/document.js";
import { generateClient } from "../../client/test/operations/generate-client.js";
import { operationLink, readDocs } from "../src/site/reference/operations.js";
import { defaultSamples } from "../src/site/samples/default-samples.js";
import { noPython, runSample, WRITTEN_URL } from "../src/site/samples/run-sample.js";
import { runAs, type Sample } from "../src/site/samples/sample.js";
import { siteOf } from "../src/site/site.js";
import { openNext, openPage, type WatchedPage } from "./open-page.js";
import { spec } from "./spec.js";

const api = { ...readDocs(document), baseUrl: WRITTEN_URL };
const { operations } = api;
const samples = operations.flatMap((operation) => defaultSamples(api, operation));

let mock: Mock;
let generated: Awaited<ReturnType<typeof generateClient>>;
/** The path of the client of this API, as one file. */
let client: string;

beforeAll(async () => {
  [mock, generated] = await Promise.all([startMock({ document }), generateClient(document)]);
  const outfile = join(generated.folder, "client.mjs");
  await build({ entryPoints: [join(generated.src, "index.ts")], bundle: true, format: "esm", outfile });
  client = pathToFileURL(outfile).href;
});
afterAll(() => Promise.all([mock?.stop(), generated?.remove()]));

/** Prepares a sample to run with the client of this API and with the files that it sends. */
async function runnable(source: string): Promise<string> {
  const files = [...source.matchAll(/@([\w.]+)(?=[;'\s])/g)].map(([, name = ""]) => name);
  for (const name of files) await writeFile(join(generated.folder, name), "bytes");
  return source
    .replaceAll(/@([\w.]+)(?=[;'\s])/g, (_, name: string) => `@${join(generated.folder, name)}`)
    .replace('"@metadata-service/client"', JSON.stringify(client));
}

describe("samples that are generated from the spec are correct", () => {
  const right = async ({ way, source }: Sample) => {
    mock.reset();
    const language = runAs(way);
    const failure = await runSample({ language, source: await runnable(source) }, mock.url).then(
      () => undefined,
      (error: Error) => error,
    );
    // The mock validates path, query, headers, cookies, body and credentials. A conflict means that the request
    // was correct, too.
    const [{ status, detail } = { status: 0, detail: "nothing was sent" }] = mock.requests;
    expect([200, 201, 204, 409], detail).toContain(status);
    if (status !== 409) expect(failure).toBeUndefined();
  };
  test("a body that may be empty is not read as JSON", async () => {
    const {
      fetch: first = "",
      python = "",
      client: typed = "",
    } = Object.fromEntries(
      samples.filter(({ operationId }) => operationId === "replacePet").map(({ way, source }) => [way, source]),
    );
    expect([first, python]).toEqual([
      expect.stringContaining("await response.text()"),
      expect.stringContaining("response.read().decode()"),
    ]);
    const empty = createServer((_, response) => response.writeHead(202).end()).listen(0, "127.0.0.1");
    onTestFinished(() => void empty.close());
    await once(empty, "listening");
    const at = `http://127.0.0.1:${(empty.address() as AddressInfo).port}`;
    expect(await runSample({ language: "typescript", source: await runnable(first) }, at)).toBe("202\n");
    expect(await runSample({ language: "typescript", source: await runnable(typed) }, at)).toBe("undefined\n");
  });
  const isPython = ({ way }: Sample) => way === "python";
  test.each(samples.filter((sample) => !isPython(sample)))("$operationId with $way", right);
  const skipped = noPython ? ` (skipped: ${noPython})` : "";
  test.skipIf(noPython).each(samples.filter(isPython))(`$operationId with $way${skipped}`, right);
});

describe("the site of another API", () => {
  let server: Server;
  let url: string;
  let files: Record<string, string>;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    files = await siteOf(document, [mock.url]);
    server = createServer((request, response) => {
      const path = (request.url ?? "").slice(1).split("?")[0] ?? "";
      const type = { html: "text/html", js: "text/javascript", css: "text/css" }[path.split(".").at(-1) ?? ""];
      response.writeHead(path in files ? 200 : 404, { "content-type": type ?? "text/plain" }).end(files[path]);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    if (noChromium) return;
    browser = await launchChromium();
    watched = await openPage(browser, `${url}try.html`, {}, ({ origin }) => origin === mock.url);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test("shows nothing of the API that the guides are about", () => {
    const words = [
      ...readDocs(spec).operations.flatMap(({ id, path }) => [id, path]),
      ...Object.keys(spec.components?.schemas ?? {}),
      ...["purchase-orders", "namespace", "string-array", "guides/", "decision"],
    ];
    const known = JSON.stringify(document);
    // The styles and scripts are the same for every API.
    for (const [path, text] of Object.entries(files))
      if (
        /\.(html|md|txt|json|yaml)$|try-operations|search-index/.test(path) &&
        !/^(openapi|reference\.html)/.test(path)
      )
        for (const word of words.filter((one) => !known.includes(one)))
          expect(RegExp(`(?<![\\w/])${word.replace(/[{}./]/g, "\\$&")}(?!\\w)`).test(text), `${word} in ${path}`).toBe(
            false,
          );
  });

  test("has every operation, and no links to guides that are left out", () => {
    for (const { id, path, parameters, schemes } of operations) {
      expect(files["reference.html"]).toContain(`"operationId":"${id}"`);
      const [, section = ""] = files["reference.md"]?.split(`### ${id}: `) ?? [];
      const text = section.split("\n### ")[0];
      for (const word of [
        path,
        ...parameters.map(({ name }) => name),
        ...schemes.flatMap(({ credential }) => credential?.name ?? []),
      ])
        expect(text, id).toContain(word);
      expect(files[`try/${id}.html`]).toBeDefined();
    }
    expect(files["guides/paging.html"]).toBeUndefined();
    for (const [path, text] of Object.entries(files))
      if (/\.(html|md|txt)$/.test(path)) expect(text, path).not.toMatch(/(href="|\]\()[^")]*\bpaging\.(html|md)/);
  });

  const inBrowser = noChromium ? ` (skipped: ${noChromium})` : "";

  test.skipIf(noChromium)(`has a link that opens an operation without a tag${inBrowser}`, async () => {
    const [first] = operations;
    if (!first) throw new Error("The document has no operation.");
    await openNext(watched, url + operationLink(first));
    await watched.page.getByRole("heading", { name: first.summary }).waitFor();
  });

  /** Fills in some fields on the page of an operation, and sends the request. */
  async function send(id: string, fill: (page: Page) => Promise<void> = async () => {}): Promise<LogEntry | undefined> {
    mock.reset();
    await openNext(watched, `${url}try/${id}.html`);
    const { page } = watched;
    await fill(page);
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("#try-response .status b").waitFor();
    return mock.requests[0];
  }
  const file = { name: "cat.png", mimeType: "image/png", buffer: Buffer.from("bytes") };
  const upload = (label: string) => (page: Page) => page.getByLabel(label).setInputFiles(file);
  // A page cannot send cookies, so operations that need one are not among these.
  const filled: Record<string, (page: Page) => Promise<void>> = {
    addPhoto: upload("photo"),
    setPhoto: upload("Body"),
    searchPets: async (page) => {
      await page.getByLabel("tags").fill("a, b");
      await page.getByLabel("filter").fill('{"name":"Tom"}');
    },
  };
  test.skipIf(noChromium)(`has a console that sends a valid request for every operation${inBrowser}`, async () => {
    for (const { id } of operations) {
      const { status = 0, detail, url } = (await send(id, filled[id])) ?? {};
      expect([200, 201, 204, 409], `${id}: ${url}: ${detail}`).toContain(status);
    }
    expect((await send("searchPets", filled["searchPets"]))?.url).toContain("?tags=a,b&filter%5Bname%5D=Tom");
  });
});
